// Bounds under attack: for each bound a search for the position that breaks it, or comes nearest. It climbs from random
// setups by small changes of the board, towards the smallest distance between what moves really do and the bound. Says
// how near it came; a bound that nothing comes near is of little use.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/bounds_support.h"
#include "engine/eval/evaluator.h"

namespace oknos::eval {
namespace {

using namespace test;

constexpr std::uint32_t kSeed = 20240612;

// What the moves from one position do at most, beside what was promised; in centipawns.
struct Finding {
  int actual = 0;
  int bound = 0;
  Move first = {};
  Move second = {};  // where the bound is on two moves

  void see(int value, Move m, Move next = {}) {
    if (value <= actual) return;
    actual = value;
    first = m;
    second = next;
  }
  bool broken() const { return actual > bound; }
  // What the climb goes for: near the bound, and among equals the larger move.
  int worth() const {
    constexpr int kNearness = 8;
    return kNearness * (actual - bound) + actual;
  }
};

using Attack = Finding (*)(Position&);

// Calls f(Move, Incremental before, Incremental after) for every legal move.
template <class F>
void for_each_change(const Position& p, F&& f) {
  const Incremental before = Incremental::of(p);
  for (const Move m : legal_moves(p)) f(m, before, before.after(p, m));
}

Finding attack_max_psqt_gain(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound = max_psqt_gain(p, Incremental::of(p), us).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    out.see((after.psqt(us) - before.psqt(us)).value(), m);
  });
  return out;
}

Finding attack_max_psqt_loss(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound = max_psqt_loss(p, Incremental::of(p), us).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    out.see((before.psqt(us) - after.psqt(us)).value(), m);
  });
  return out;
}

Finding attack_max_eval_gain(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound = max_eval_gain(p, Incremental::of(p), us).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    out.see((after.value(us) - before.value(us)).value(), m);
  });
  return out;
}

// And with the positional part, one way or the other: what the rules that count the reply stand on.
Finding attack_max_eval_gain_and_positional(Position& p) {
  const Color us = p.side_to_move();
  Finding out{
      .bound = (max_eval_gain(p, Incremental::of(p), us, kInfinite, {.width = true}) + positional_bound(p, 0)).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    const MadeMove made(p, m);
    out.see((after.value(us) - before.value(us)).value() + std::abs(evaluate(p, after).positional.value()), m);
  });
  return out;
}

// At the horizon there are captures and promotions only.
Finding attack_max_eval_gain_of_tactical_moves(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound = max_eval_gain(p, Incremental::of(p), us, kInfinite, {.quiets = false}).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    if (p.is_tactical(m)) out.see((after.value(us) - before.value(us)).value(), m);
  });
  return out;
}

// The same, with as much as the best move does: the early way out must not hide it.
Finding attack_max_eval_gain_with_enough(Position& p) {
  const Color us = p.side_to_move();
  Finding out = attack_max_eval_gain(p);
  out.bound = max_eval_gain(p, Incremental::of(p), us, Score{out.actual - 1}).value();
  return out;
}

Finding attack_material(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound = (attacked_victim(p, ~us) + promotion_gain(p, us)).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    out.see((after.material(us) - before.material(us)).value(), m);
  });
  return out;
}

// Of psqt and material together: what the rules use.
Finding attack_all_of_one_move(Position& p) {
  const Color us = p.side_to_move();
  Finding out{.bound =
                  (attacked_victim(p, ~us) + promotion_gain(p, us) + max_psqt_gain(p, Incremental::of(p), us)).value()};
  for_each_change(p, [&](Move m, const Incremental& before, const Incremental& after) {
    out.see((after.value(us) - before.value(us)).value(), m);
  });
  return out;
}

int promotion_value(Move m) {
  return m.is_promotion() ? (piece_value(m.promoted()) - piece_value(PieceType::Pawn)).value() : 0;
}

Finding attack_promotion_gain_in_two(Position& p) {
  Finding out{.bound = promotion_gain_in_two(p, p.side_to_move()).value()};
  for (const Move first : legal_moves(p)) {
    const MadeMove made(p, first);
    if (p.in_check()) continue;
    const NullMove passed(p);
    for (const Move second : legal_moves(p)) out.see(promotion_value(first) + promotion_value(second), first, second);
  }
  return out;
}

Finding attack_max_psqt_gain_in_two(Position& p) {
  const Color us = p.side_to_move();
  const Score before = Incremental::of(p).psqt(us);
  Finding out{.bound = max_psqt_gain_in_two(p, Incremental::of(p), us).value()};
  for_each_change(p, [&](Move first, const Incremental&, const Incremental& between) {
    const MadeMove made(p, first);
    if (p.in_check()) return;
    const NullMove passed(p);
    for (const Move second : legal_moves(p))
      out.see((between.after(p, second).psqt(us) - before).value(), first, second);
  });
  return out;
}

Finding attack_max_psqt_loss_in_two(Position& p) {
  const Color us = p.side_to_move();
  const Score before = Incremental::of(p).psqt(us);
  Finding out{.bound = max_psqt_loss_in_two(p, Incremental::of(p), us).value()};
  for_each_change(p, [&](Move first, const Incremental&, const Incremental& between) {
    const MadeMove made(p, first);
    for (const Move reply : legal_moves(p)) out.see((before - between.after(p, reply).psqt(us)).value(), first, reply);
  });
  return out;
}

Finding attack_positional_bound(Position& p) {
  Finding out{.actual = std::abs(evaluate(p).positional.value()), .bound = positional_bound(p).value()};
  for (const Move m : legal_moves(p)) {
    const MadeMove made(p, m);
    out.see(std::abs(evaluate(p).positional.value()), m);
  }
  return out;
}

Piece random_piece(std::mt19937& random) {
  const Color c = static_cast<Color>(draw(random, kColors));
  return make_piece(c, static_cast<PieceType>(draw(random, index(PieceType::King))));
}

// A right to castle for a king on its back rank with a rook beside it.
void give_right(std::mt19937& random, Setup& setup) {
  const Color c = static_cast<Color>(draw(random, kColors));
  Square king = Square::None;
  for (int s = 0; s < kSquares; ++s)
    if (setup.board[static_cast<std::size_t>(s)] == make_piece(c, PieceType::King)) king = square_at(s);
  const Square rook = relative_square(c, square_at(draw(random, kFiles)));
  if (setup.board[place_of(rook)] != make_piece(c, PieceType::Rook)) return;
  const auto where = static_cast<std::size_t>(index(rook > king ? CastlingSide::King : CastlingSide::Queen));
  setup.chess960 = true;
  setup.castling_rook[static_cast<std::size_t>(index(c))][where] = rook;
}

void drop_rights(Setup& setup) {
  for (auto& rights : setup.castling_rook) rights.fill(Square::None);
  setup.en_passant = Square::None;
}

void change(std::mt19937& random, Setup& setup) {
  constexpr int kKinds = 10;
  const Square a = square_at(draw(random, kSquares));
  const Square b = square_at(draw(random, kSquares));
  Piece& here = setup.board[place_of(a)];
  Piece& there = setup.board[place_of(b)];
  const bool is_man = here != Piece::None && type_of(here) != PieceType::King;
  switch (draw(random, kKinds)) {
    case 0:
      setup.side_to_move = ~setup.side_to_move;
      setup.en_passant = Square::None;
      return;
    case 1:
      if (is_man) here = Piece::None;
      return;
    case 2:
      if (here == Piece::None || is_man) here = random_piece(random);
      return;
    case 3:
      if (is_man) here = make_piece(~color_of(here), type_of(here));
      return;
    case 4:
      return give_right(random, setup);
    case 5: {
      const auto file = static_cast<File>(draw(random, kFiles));
      setup.en_passant = make_square(file, relative_rank(setup.side_to_move, Rank::R6));
      return;
    }
    default:
      std::swap(here, there);
  }
}

// One to three changes that leave a legal setup; the old one if none was found.
Setup changed(std::mt19937& random, const Setup& setup) {
  constexpr int kTries = 20;
  constexpr int kMaxChanges = 3;
  for (int i = 0; i < kTries; ++i) {
    Setup next = setup;
    for (int n = 1 + draw(random, kMaxChanges); n > 0; --n) change(random, next);
    if (!fen::check(next)) return next;
    drop_rights(next);
    if (!fen::check(next)) return next;
  }
  return setup;
}

struct Nearest {
  Finding finding;
  std::string fen;
  std::string moves;
};

void keep_nearer(Nearest& nearest, const Finding& f, const Position& p) {
  if (!nearest.fen.empty() && f.worth() <= nearest.finding.worth()) return;
  nearest.finding = f;
  nearest.fen = fen::to_text(p);
  nearest.moves = text_of(p, f.first);
  if (f.second) nearest.moves += " and " + to_text(f.second, p.chess960());
}

// One climb. Now and then it takes a step down, the smaller the likelier.
void climb(std::mt19937& random, Attack attack, int steps, Nearest& nearest) {
  constexpr int kCourage = 30;  // the largest step down, in the unit of Finding::worth
  const SetupTaste taste{draw(random, 14), draw(random, 3) == 0, draw(random, 4) == 0, draw(random, 3) == 0};
  Setup setup = random_setup(random, taste);
  int worth = 0;
  for (int i = 0; i < steps; ++i) {
    const Setup next = i == 0 ? setup : changed(random, setup);
    Position p(next);
    const Finding f = attack(p);
    keep_nearer(nearest, f, p);
    if (f.broken()) return;
    if (i > 0 && f.worth() < worth - draw(random, kCourage) * draw(random, 2)) continue;
    setup = next;
    worth = f.worth();
  }
}

void attack_bound(const char* name, Attack attack, int climbs, int steps) {
  std::mt19937 random(kSeed);
  Nearest nearest;
  for (int i = 0; i < climbs && !nearest.finding.broken(); ++i) climb(random, attack, steps, nearest);
  const Finding& f = nearest.finding;
  std::printf("[ nearest  ] %s: %d of %d centipawns (%s, %s), seed %u\n", name, f.actual, f.bound, nearest.fen.c_str(),
              nearest.moves.c_str(), kSeed);
  EXPECT_LE(f.actual, f.bound) << name << " is broken by " << nearest.moves << " in " << nearest.fen << ", seed "
                               << kSeed;
}

constexpr int kSteps = 1500;
constexpr int kClimbs = 1000;
constexpr int kClimbsOfTwo = 120;  // two moves take long

TEST(BoundsUnderAttack, PsqtRise) {
  attack_bound("max_psqt_gain", attack_max_psqt_gain, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, PsqtFall) {
  attack_bound("max_psqt_loss", attack_max_psqt_loss, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, MaxEvalGain) {
  attack_bound("max_eval_gain", attack_max_eval_gain, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, BestRiseAndPositional) {
  attack_bound("max_eval_gain + positional_bound", attack_max_eval_gain_and_positional, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, BestRiseOfTacticalMoves) {
  attack_bound("max_eval_gain of captures and promotions", attack_max_eval_gain_of_tactical_moves, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, BestRiseWithEnough) {
  attack_bound("max_eval_gain with enough", attack_max_eval_gain_with_enough, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, Material) {
  attack_bound("attacked_victim + promotion_gain", attack_material, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, MaterialAndPsqt) {
  attack_bound("attacked_victim + promotion_gain + max_psqt_gain", attack_all_of_one_move, kClimbs, kSteps);
}
TEST(BoundsUnderAttack, PromotionGainInTwo) {
  attack_bound("promotion_gain_in_two", attack_promotion_gain_in_two, kClimbsOfTwo, kSteps);
}
TEST(BoundsUnderAttack, PsqtRiseInTwo) {
  attack_bound("max_psqt_gain_in_two", attack_max_psqt_gain_in_two, kClimbsOfTwo, kSteps);
}
TEST(BoundsUnderAttack, PsqtFallInTwo) {
  attack_bound("max_psqt_loss_in_two", attack_max_psqt_loss_in_two, kClimbsOfTwo, kSteps);
}
TEST(BoundsUnderAttack, Positional) {
  attack_bound("positional_bound", attack_positional_bound, kClimbs, kSteps);
}

}  // namespace
}  // namespace oknos::eval
