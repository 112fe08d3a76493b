#include "lab/commands/why_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/piece_values.h"
#include "engine/chess/notation.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/pruning/parts/reply.h"
#include "engine/pruning/registry/registry.h"
#include "lab/shadow/shadow.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::Estimate;
using pruning::MarginInfo;
using pruning::Reply;
using pruning::RuleInfo;

// --- What stands at stake, by the names of pruning::kArithmeticPieces -----------------------------------------------

struct Stake {
  std::string numbers;  // centipawns: "900 + 0"
  std::string names;    // "V1 = queen d5, promotion"
};

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

// Nothing: there is no such term, or it wants a move and the case has none. With `reply` = exact the reply is no sum of
// pieces, and nothing is said of it here.
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
  if (term->kind == "prom") return promotion(pruning::promotion_threat(position, side, pruning::AllGuards{}));
  if (term->kind == "prom2") return promotion(eval::promotion_gain_in_two(position, side));
  if (term->kind.size() != 2 || term->kind[0] != 'V') return std::nullopt;
  const int place = term->kind[1] - '0';
  return stake_of_victim(place, at(victims_of(position, position.pieces(side)), static_cast<std::size_t>(place - 1)));
}

// --- A condition with its numbers -----------------------------------------------------------------------------------

// The numbers of one case, by the names of pruning::kArithmeticNames.
class Numbers {
 public:
  Numbers(const ShadowSample& sample, const pruning::Settings& settings)
      : s_(sample), settings_(settings), estimate_(settings.conventions.estimate) {
    const RuleInfo& rule = pruning::kRuleInfos[s_.rule];
    const auto& setting = settings.rules[s_.rule];
    if (!rule.margin) {
      margin_ = setting.values[0];  // Muller's rules that no audit varies
      return;
    }
    margin_info_ = *rule.margin;
    margin_ = margin_at(s_.rule, setting, margin_facts(s_, setting));
    largest_ = largest_margin(s_, settings);
  }

  // Nothing: this case has no such number.
  std::optional<std::string> of(std::string_view name) const {
    if (name == "alpha") return fmt::format("{}", s_.alpha.value());
    if (name == "beta") return fmt::format("{}", s_.beta.value());
    if (name == "bound") return fmt::format("{}", s_.bound.value());
    if (name == "searched") return fmt::format("{}", s_.searched);
    if (name == "history") return fmt::format("{}", s_.history);
    if (name == "improving") return s_.improving ? " improving" : "";
    if (name == "depth") return s_.depth <= 0 ? "in quiescence" : fmt::format("at depth {}", s_.depth);
    if (name == "estimate") return estimate_name();
    if (name == "margin") return in_margin(margin_);
    if (name == "static" && s_.static_eval) return fmt::format("{}", s_.static_eval->value());
    if (name == "gain" && s_.move) return fmt::format("{}", gain());
    if (name == "worth") return worth();
    if (name == "E") return in_centipawns(worth_of_node());
    constexpr std::string_view kNamesOf = "names of ";
    if (name.starts_with(kNamesOf)) {
      const auto stake = stake_named(name.substr(kNamesOf.size()));
      return stake ? std::optional(stake->names) : std::nullopt;
    }
    if (const auto stake = stake_named(name)) return stake->numbers;
    if (!largest_) return std::nullopt;
    if (name == "largest") return in_margin(*largest_);
    if (name == "-largest") return in_margin(-*largest_);
    if (name == "largest + 1") return in_margin(*largest_ + 1);
    return std::nullopt;
  }

 private:
  int gain() const { return eval::gain(s_.position, s_.move).value(); }
  // The margin is part of the bound, or else says how far from alpha the worth is.
  std::optional<std::string> worth() const {
    if (!margin_info_.largest) return fmt::format("{}", s_.bound.value() - margin_ - (s_.move ? gain() : 0));
    if (!largest_) return std::nullopt;
    return fmt::format("{}", s_.alpha.value() - *largest_);
  }
  std::optional<int> worth_of_node() const {
    if (estimate_ != Estimate::Material && !s_.static_eval) {
      const auto lazy = lazy_bound();
      return lazy ? std::optional(lazy->value()) : std::nullopt;
    }
    return pruning::worth_of(margin_question(s_), settings_.conventions).value();
  }
  // What lazy evaluation took for the static evaluation: the end of its interval that makes the rule's answer a bound.
  // Nothing: this rule is not asked that way.
  std::optional<Score> lazy_bound() const {
    if (!pruning::kRuleInfos[s_.rule].lazily || !settings_.enabled<pruning::LazyEvaluation>()) return std::nullopt;
    const Score clamp =
        settings_.conventions.wants_network() ? pruning::clamp_width(settings_.conventions.network_clamp) : Score{0};
    const Score known = eval::Incremental::of(s_.position).value(s_.position.side_to_move()) + s_.correction;
    const Score width = std::max(eval::positional_bound(s_.position, 0), clamp);
    return s_.kind == ShadowSample::Kind::FailHigh ? known - width : known + width;
  }
  std::string estimate_name() const {
    if (estimate_ == Estimate::Material) return "material";
    const auto lazy = lazy_bound();
    return lazy && s_.static_eval.value_or(*lazy) == *lazy ? "bound on the static evaluation" : "static evaluation";
  }
  static std::optional<std::string> in_centipawns(std::optional<int> value) {
    return value ? std::optional(fmt::format("{}", *value)) : std::nullopt;
  }
  // An exact reply is what the bound holds besides the other terms: it would take the rule's own search of the moves.
  std::optional<Stake> stake_named(std::string_view name) const {
    if (!name.starts_with("reply(") || settings_.conventions.reply != pruning::Reply::Exact)
      return stake_of(name, s_, settings_);
    const auto worth = worth_of_node();
    if (!worth) return std::nullopt;
    const int after = *worth + (s_.move ? gain() : 0);
    const bool up = s_.kind == ShadowSample::Kind::FailHigh;
    const int win = up ? after - margin_ - s_.bound.value() : s_.bound.value() - after - margin_;
    return Stake{fmt::format("{}", win), "best move"};
  }
  std::string in_margin(int value) const {
    if (margin_info_.scale == 1) return fmt::format("{}", value);
    return fmt::format("{:.2f}", static_cast<double>(value) / margin_info_.scale);
  }

  const ShadowSample& s_;
  const pruning::Settings& settings_;
  Estimate estimate_;
  MarginInfo margin_info_;
  int margin_ = 0;
  std::optional<int> largest_;
};

// The template with the numbers in it; nothing where one is missing.
std::optional<std::string> filled(std::string_view text, const Numbers& numbers) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    const auto number = numbers.of(text.substr(1, close - 1));
    if (!number) return std::nullopt;
    const bool subtracts_sum = out.ends_with("- ") && number->find(" + ") != std::string::npos;
    out += subtracts_sum ? "(" + *number + ")" : *number;
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::string arithmetic(const ShadowSample& s, const pruning::Settings& settings) {
  const RuleInfo& rule = pruning::kRuleInfos[s.rule];
  const bool rest = s.bulk_skipped && !rule.arithmetic_of_rest.empty();
  const std::string_view text = rest ? rule.arithmetic_of_rest : rule.arithmetic;
  const std::string bound = s.kind == ShadowSample::Kind::FailHigh
                                ? fmt::format("at least {} >= {}", s.bound.value(), s.beta.value())
                                : fmt::format("at most {} <= {}", s.bound.value(), s.alpha.value());
  if (settings.conventions.estimate == Estimate::Bounds && text.find("{estimate}") != text.npos &&
      (s.move || text.find("{E}") != text.npos))
    return bound + ", with every bound of the evaluation in it";
  if (!text.empty())
    if (const auto sum = filled(text, Numbers(s, settings))) return *sum;
  return bound + (s.kind == ShadowSample::Kind::FailHigh ? " (beta)" : " (alpha)");
}

// --- Words ----------------------------------------------------------------------------------------------------------

std::string value_text(Score s) {
  if (s >= kInfinite) return "+inf";
  return s <= -kInfinite ? "-inf" : score_text(s);
}

std::string end_text(NodeEnd end) {
  switch (end) {
    case NodeEnd::Searched:
      return "searched";
    case NodeEnd::Draw:
      return "a draw";
    case NodeEnd::TableCut:
      return "cut by the transposition table";
    case NodeEnd::MateDistance:
      return "a shorter mate is known";
    case NodeEnd::RuleCut:
      return "cut by a rule";
    case NodeEnd::NullMoveCut:
      return "the null move holds beta";
    case NodeEnd::ProbCut:
      return "cut: a capture holds more than beta in a shallower search";
    case NodeEnd::MultiCut:
      return "cut: more than one move holds beta in a shallower search";
    case NodeEnd::StandPat:
      return "the static evaluation holds beta";
    case NodeEnd::NoMoves:
      return "mate or stalemate";
    case NodeEnd::Stopped:
      return "stopped";
    case NodeEnd::Horizon:
      return "the maximum depth is reached";
    case NodeEnd::Tablebase:
      return "known from the tablebases";
  }
  return "";
}

std::string verdict_text(const ShadowSample& s, const ShadowVerdict& v) {
  const std::string nodes = counted(v.nodes, "node");
  const bool up = s.kind == ShadowSample::Kind::FailHigh;
  const Score limit = up ? s.beta : s.alpha;
  const std::string claim = fmt::format("not {} {}", up ? "below" : "above", value_text(limit));
  const std::string searched = fmt::format("Searched after all ({}, depth {})", nodes, s.full.plies());
  if (!v.error) return fmt::format("{}: the rule is right, {}.", searched, claim);
  // The distance from a mate or a tablebase win is no number of pawns.
  const bool decided = is_decisive(v.value) || is_decisive(limit);
  const std::string error = decided ? fmt::format(": it claimed a value {}", claim) : " by " + score_text(v.error_size);
  return fmt::format("{}: {}, the rule is wrong{}{}.", searched, value_text(v.value), error,
                     v.found_at_reduced_depth ? "" : "; the reduced search would have missed it too");
}

}  // namespace oknos::lab
