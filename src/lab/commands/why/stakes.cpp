#include "lab/commands/why/stakes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

#include "engine/base/piece_values.h"
#include "engine/chess/notation.h"
#include "engine/pruning/parts/reply.h"

namespace oknos::lab {

namespace {

using pruning::AllGuards;
using pruning::Reply;

// "V1(n.m, them)": the kind of the term, the position that it is about, and the side.
struct Term {
  std::string_view kind;  // "V1"
  bool after = false;     // the move
  bool us = false;
};

std::optional<Term> term_of(std::string_view name) {
  constexpr std::string_view kAfter = "n.m, ";
  const std::size_t open = name.find('(');
  if (open == name.npos || name.back() != ')') return std::nullopt;
  std::string_view side = name.substr(open + 1, name.size() - open - 2);
  const bool after = side.starts_with(kAfter);
  if (after) side.remove_prefix(kAfter.size());
  return Term{name.substr(0, open), after, side == "us"};
}

struct Victim {
  PieceType type = PieceType::None;
  Square square = Square::None;

  int value() const { return type == PieceType::None ? 0 : piece_value(type).value(); }
  std::string name() const {
    if (type == PieceType::None) return "none";
    return fmt::format("{} {}", name_of(type), to_text(square));
  }
  static std::string_view name_of(PieceType t) {
    constexpr std::array<std::string_view, 5> kNames{"pawn", "knight", "bishop", "rook", "queen"};
    return kNames[static_cast<std::size_t>(index(t))];
  }
};

// The pieces of a side but the king, highest first, as eval::victims() has their values.
std::vector<Victim> victims_of(const Position& position, Bitboard pieces) {
  std::vector<Victim> out;
  for_each_square(pieces & ~position.pieces(PieceType::King), [&](Square s) {
    out.push_back({type_of(position.piece_on(s)), s});
  });
  std::stable_sort(out.begin(), out.end(), [](const Victim& a, const Victim& b) { return a.value() > b.value(); });
  return out;
}

Victim at(const std::vector<Victim>& victims, std::size_t place) {
  return place < victims.size() ? victims[place] : Victim{};
}

// The most valuable attacked one, as eval::attacked_victim() has its value.
Victim attacked_of(const Position& position, Color side) {
  const auto attacked =
      victims_of(position, position.pieces(side) & position.attacked_squares(~side, position.pieces()));
  if (!attacked.empty()) return attacked.front();
  const Square goal = position.en_passant();
  if (position.side_to_move() == side || goal == Square::None) return {};
  return {PieceType::Pawn, offset(goal, -pawn_push(~side))};
}

Stake stake_of_victim(int number, const Victim& v, std::string_view attacked = "") {
  return {fmt::format("{}", v.value()), fmt::format("V{} = {}{}", number, attacked, v.name())};
}

Stake sum_of(const Stake& a, const Stake& b) {
  return {a.numbers + " + " + b.numbers, a.names + ", " + b.names};
}

// What the best move of `side` wins: a piece of the other, and a promotion.
std::optional<Stake> reply_of(const Position& position, Color side, Reply reply) {
  if (reply == Reply::Exact) return std::nullopt;
  const Stake victim = reply == Reply::Attacked
                           ? stake_of_victim(1, attacked_of(position, ~side), "attacked ")
                           : stake_of_victim(1, at(victims_of(position, position.pieces(~side)), 0));
  return sum_of(victim, {fmt::format("{}", eval::promotion_gain(position, side).value()), "promotion"});
}

// What two moves of the other side take; only the first piece is known to be attacked.
Stake two_of(const Position& position, Color side, Reply reply) {
  const auto all = victims_of(position, position.pieces(side));
  if (reply == Reply::Piece) return sum_of(stake_of_victim(1, at(all, 0)), stake_of_victim(2, at(all, 1)));
  const Victim attacked = attacked_of(position, side);
  const bool is_best = attacked.value() == at(all, 0).value();
  const auto other = std::find_if(all.begin(), all.end(), [&](const Victim& v) { return v.square != attacked.square; });
  const Victim second = other != all.end() ? *other : Victim{};
  return sum_of(stake_of_victim(1, attacked, "attacked "), stake_of_victim(2, is_best ? second : at(all, 0)));
}

}  // namespace

std::optional<Stake> stake_of(std::string_view name, const ShadowSample& s, const pruning::Settings& settings) {
  const auto term = term_of(name);
  if (!term || (term->after && !s.move)) return std::nullopt;
  const Color mover = s.position.side_to_move();
  const Color side = term->us ? mover : ~mover;
  Position position = s.position;
  if (term->after) position.play(s.move);

  const Reply reply = settings.conventions.reply;
  if (term->kind == "reply") return reply_of(position, side, reply);
  if (term->kind == "V1 + V2") return two_of(position, side, reply);
  const auto promotion = [](Score gain) { return Stake{fmt::format("{}", gain.value()), "promotion"}; };
  if (term->kind == "prom") return promotion(pruning::promotion_threat(position, side, AllGuards{}));
  if (term->kind == "prom2") return promotion(eval::promotion_gain_in_two(position, side));
  if (term->kind.size() != 2 || term->kind[0] != 'V') return std::nullopt;
  const int place = term->kind[1] - '0';
  return stake_of_victim(place, at(victims_of(position, position.pieces(side)), static_cast<std::size_t>(place - 1)));
}

}  // namespace oknos::lab
