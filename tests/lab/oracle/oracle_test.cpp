#include "lab/oracle/oracle.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "engine/eval/evaluator.h"
#include "engine/pruning/parts/draws.h"
#include "engine/pruning/presets/preset.h"
#include "support/positions.h"

namespace oknos::oracle {
namespace {

using test::position_from;

// The definition written down: no window, no order.
class Minimax {
 public:
  explicit Minimax(const Position& root, bool material_only = false) : position_(root), material_only_(material_only) {}

  Score value(int depth, int ply = 0) {
    if (depth <= 0) return quiescence();
    if (ply > 0 && pruning::is_drawn(position_, kInside)) return kDraw;
    const MoveList moves = legal_moves(position_);
    if (moves.empty()) return position_.in_check() ? mated_in(ply) : kDraw;
    Score best = -kInfinite;
    for (const Move m : moves) {
      const MadeMove made(position_, m);
      best = std::max(best, -value(depth - 1, ply + 1));
    }
    return best;
  }

 private:
  static constexpr int kInside = 1 << 16;  // every earlier occurrence counts

  Score quiescence() {
    const eval::Evaluation e = eval::evaluate(position_);
    Score best = material_only_ ? e.material : e.total();
    for (const Move m : legal_moves(position_)) {
      if (!position_.is_tactical(m)) continue;
      const MadeMove made(position_, m);
      best = std::max(best, -quiescence());
    }
    return best;
  }

  Position position_;
  const bool material_only_;
};

Score value(const Position& p, int depth, Score alpha = -kInfinite, Score beta = kInfinite,
            const Semantics& semantics = {}) {
  return *Search(p, semantics).value(Depth{depth}, alpha, beta);
}

pruning::RuleSetting null_move() {
  const auto preset = pruning::find_preset("sound");
  EXPECT_TRUE(preset.ok());
  return preset->settings.of<pruning::NullMovePruning>();
}

constexpr const char* kSmall[] = {"8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1", "7k/5Q2/8/8/8/8/8/K7 w - - 97 60",
                                  "8/8/8/7p/7p/7P/p1K5/k7 w - - 0 1",          "rk6/1P6/8/8/8/8/8/7K w - - 0 1",
                                  "8/8/1n6/3k4/8/2p1K3/3R4/8 b - - 98 90",     "8/8/8/8/3pP3/8/1k6/4K2R b K e3 0 1"};

TEST(Oracle, PlainSearchGivesTheValueOfTheWholeTree) {
  for (const bool material_only : {false, true})
    for (const char* fen : kSmall) {
      Semantics semantics;
      semantics.material_only = material_only;
      const Position p = position_from(fen);
      for (int depth = 0; depth <= 3; ++depth)
        EXPECT_EQ(value(p, depth, -kInfinite, kInfinite, semantics), Minimax(p, material_only).value(depth))
            << fen << ' ' << depth;
    }
}

TEST(Oracle, EveryWindowGivesTheSameValueOrItsBound) {
  std::mt19937 random(7);
  for (const char* fen : kSmall) {
    const Position p = position_from(fen);
    const Score exact = Minimax(p).value(3);
    for (int i = 0; i < 40; ++i) {
      const Score alpha = exact + Score{static_cast<int>(random() % 600) - 300};
      const Score beta = alpha + Score{1 + static_cast<int>(random() % 300)};
      EXPECT_EQ(value(p, 3, alpha, beta), std::clamp(exact, alpha, beta)) << fen;
    }
  }
}

TEST(Oracle, GamesThatAreOver) {
  const struct {
    const char* fen;
    int depth;
    Score value;
    const char* why;
  } cases[] = {{"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", 2, mated_in(0), ""},
               {"k7/8/1Q6/8/8/8/8/K7 b - - 0 1", 2, kDraw, "stalemate"},
               {"8/5k1K/8/8/8/6r1/8/8 b - - 0 1", 2, mate_in(1), ""},
               {"7k/8/6K1/8/8/8/8/R7 w - - 99 60", 2, mate_in(1), "mate comes before fifty moves"},
               {"7k/8/8/8/8/8/8/KR6 w - - 99 60", 2, kDraw, "fifty moves"},
               {"7k/8/8/8/8/8/1q6/K7 w - - 0 1", 2, kDraw, "dead after Kxb2, the only move"}};
  for (const auto& [fen, depth, expected, why] : cases) EXPECT_EQ(value(position_from(fen), depth), expected) << why;
  EXPECT_EQ(value(position_from("7k/8/8/8/8/8/8/KR6 w - - 99 60"), 1),
            value(position_from("7k/8/8/8/8/8/8/KR6 w - - 0 1"), 1))
      << "the horizon does not look at the clock";
  // Mates are counted from the root above.
  const Semantics plain;
  Arrival from;
  from.ply = 3;
  EXPECT_EQ(Search(position_from("8/5k1K/8/8/8/6r1/8/8 b - - 0 1"), plain).value(Depth{2}, -kInfinite, kInfinite, from),
            mate_in(4));
}

TEST(Oracle, AnEarlierOccurrenceIsADraw) {
  Position p = position_from("7k/8/8/8/8/8/q7/6NK b - - 0 1");
  const Score before = value(p, 2);
  test::play(p, {"h8g8", "g1f3", "g8h8", "f3g1"});
  EXPECT_EQ(value(p, 2), before) << "the root itself is not asked";
  test::play(p, {"h8g8"});
  // Nf3 repeats; everything else is worse for White.
  EXPECT_EQ(value(p, 2), kDraw);
}

TEST(Oracle, TheNullMoveVariantIsThePlainSearchWhereNobodyMayPass) {
  const pruning::RuleSetting setting = null_move();
  Semantics null_move_variant;
  null_move_variant.null_move = &setting;
  for (const char* fen : {"8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1", "8/5K2/8/8/3k4/1p6/8/8 w - - 0 1"}) {
    const Position p = position_from(fen);
    for (int depth = 0; depth <= 4; ++depth)
      for (int alpha = -1000; alpha <= 1000; alpha += 100)
        EXPECT_EQ(value(p, depth, Score{alpha}, Score{alpha + 1}, null_move_variant),
                  value(p, depth, Score{alpha}, Score{alpha + 1}))
            << fen;
  }
}

TEST(Oracle, TheNullMoveVariantPasses) {
  const pruning::RuleSetting setting = null_move();
  Semantics null_move_variant;
  null_move_variant.null_move = &setting;
  // Black mates on the back rank, and no move helps. Passing at depth 3 leads to the horizon, which does not see it.
  const Position p = position_from("2NN4/8/8/8/7k/1r6/r7/6K1 w - - 0 1");
  EXPECT_EQ(value(p, 3), mated_in(2));
  EXPECT_EQ(value(p, 3, Score{-1501}, Score{-1500}), Score{-1501});
  EXPECT_EQ(value(p, 3, Score{-1501}, Score{-1500}, null_move_variant), Score{-1500});
  EXPECT_EQ(value(p, 3, Score{-10}, Score{0}, null_move_variant), Score{-10}) << "below beta its value is discarded";
  Arrival passed;
  passed.after_null = true;
  EXPECT_EQ(Search(p, null_move_variant).value(Depth{3}, Score{-1501}, Score{-1500}, passed), Score{-1501})
      << "not twice running";
  const Position stalemate = position_from("7k/8/8/8/8/p1p5/P1P5/KB6 w - - 0 1");
  EXPECT_EQ(value(stalemate, 2, Score{0}, Score{1}, null_move_variant), kDraw) << "there must be a move";
}

TEST(Oracle, StopsAtItsLimit) {
  const Position p = Position::initial();
  const Semantics plain;
  Search search(p, plain);
  search.set_limit(100);
  EXPECT_FALSE(search.value(Depth{4}, -kInfinite, kInfinite));
  EXPECT_LE(search.counts().all_nodes(), 200U);
}

TEST(Oracle, ThePositionalPartBelongsToTheStaticValue) {
  Semantics semantics;
  semantics.positional = [](const Position&) { return Score{17}; };
  semantics.positional_bound = 17;
  const Position p = position_from("7k/8/8/8/8/8/8/KR6 w - - 0 1");
  const Score known = eval::Incremental::of(p).value(Color::White);
  EXPECT_EQ(value(p, 0, -kInfinite, kInfinite, semantics), known + Score{17});
  EXPECT_EQ(value(p, 0), eval::evaluate(p).total()) << "where none is given it is the evaluation's own";
}

}  // namespace
}  // namespace oknos::oracle
