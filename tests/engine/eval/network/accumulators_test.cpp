#include "engine/eval/network/accumulators.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/network/accumulator_walks.h"
#include "support/positions.h"
#include "support/random_network.h"

namespace oknos::eval::network {
namespace {

TEST(Accumulators, ValuesAreThoseOfThePositionAlone) {
  test::AccumulatorWalk walk(1);
  for (int game = 0; game < 200; ++game) walk.walk(game % 2 == 0 ? -1 : game * 4, game % 100, 1000);
  EXPECT_GT(walk.values(), 20000U);
  EXPECT_GT(walk.specials(), 500U);
}

TEST(Accumulators, ValuesAreThoseOfThePositionAloneWithKingBuckets) {
  test::AccumulatorWalk walk(1, kMaxKingBuckets);
  for (int game = 0; game < 200; ++game) walk.walk(game % 2 == 0 ? -1 : game * 4, game % 100, 1000);
  EXPECT_GT(walk.values(), 20000U);
}

TEST(KingView, TellsThePlacesOfAKingApart) {
  const auto bucket = [](Color side, Square king) { return king_view(side, king, kMaxKingBuckets).bucket; };
  EXPECT_EQ(bucket(Color::White, Square::G1), 0);
  EXPECT_EQ(bucket(Color::White, Square::B1), 0);
  EXPECT_EQ(bucket(Color::White, Square::E1), 1);
  EXPECT_EQ(bucket(Color::White, Square::C1), 1);
  EXPECT_EQ(bucket(Color::White, Square::G2), 2);
  EXPECT_EQ(bucket(Color::White, Square::G3), 3);
  EXPECT_EQ(bucket(Color::White, Square::G8), 3);
  EXPECT_EQ(bucket(Color::Black, Square::G8), 0);
  EXPECT_EQ(bucket(Color::Black, Square::D7), 2);
  std::array<bool, kKingViews> seen{};
  for (int s = 0; s < kSquares; ++s) {
    const KingView view = king_view(Color::White, square_at(s), kMaxKingBuckets);
    EXPECT_EQ(view.mirrored, file_of(square_at(s)) >= File::E);
    EXPECT_EQ(king_view(Color::White, square_at(s), 1).bucket, 0);
    seen.at(view.number()) = true;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(kKingViews));
}

// Each kind of move by itself, with values asked for before and after.
TEST(Accumulators, EveryKindOfMove) {
  const auto network = test::random_network(2);
  struct Case {
    const char* fen;
    const char* move;
  };
  for (const Case& c :
       {Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"}, Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"},
        Case{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"}, Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
        Case{"4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8d8"}, Case{"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"},
        Case{"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"}, Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
        Case{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"}, Case{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"},
        Case{"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2"}}) {
    Position position = test::position_from(c.fen);
    for (const bool before : {false, true}) {
      Accumulators accumulators(network, 3);
      accumulators.start(position, 0);
      if (before) {
        EXPECT_EQ(accumulators.value(position, material_of(position), 0), plain_value(*network, position));
      }
      const Move m = test::move_in(position, c.move);
      accumulators.push(position, m, 1);
      const MadeMove made(position, m);
      EXPECT_EQ(accumulators.value(position, material_of(position), 1), plain_value(*network, position))
          << c.fen << ' ' << c.move;
    }
  }
}

// The rules of known endings have the last word, whatever a network says.
TEST(Evaluator, KnowsEndingsWithAnyNetwork) {
  const auto network = test::random_network(4);
  const auto value = [&](std::string_view fen) {
    const Position position = test::position_from(fen);
    Evaluator evaluator;
    evaluator.choose(network);
    evaluator.start(position, 0);
    const Score out = evaluator.value(position, Incremental::of(position), 0);
    EXPECT_EQ(out, evaluate(*network, position)) << fen;
    return out;
  };
  const char* drawn_pawn = "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1";
  EXPECT_EQ(value(drawn_pawn), Score{0});
  EXPECT_NE(plain_value(*network, test::position_from(drawn_pawn)), Score{0});

  const char* level_rooks = "8/8/4k3/8/8/4K3/5R2/6r1 w - - 0 1";
  const int plain = plain_value(*network, test::position_from(level_rooks)).value();
  ASSERT_GT(std::abs(plain), 100);
  EXPECT_LT(std::abs(value(level_rooks).value()), std::abs(plain) / 2);

  EXPECT_EQ(value(test::kKiwipete), plain_value(*network, test::position_from(test::kKiwipete)));
}

TEST(Evaluator, HoldsTheNetworkToItsClamp) {
  const auto network = test::random_network(9);
  Evaluator free;
  Evaluator held;
  constexpr Score kClamp{300};
  free.choose(network);
  held.choose(network, kClamp);
  EXPECT_TRUE(held.has_bound());
  EXPECT_EQ(held.least_bound(), kClamp);
  int at_limit = 0;
  std::mt19937 random(10);
  for (int game = 0; game < 40; ++game) {
    Position position = game % 2 == 0 ? Position::initial() : test::chess960_start(game * 20);
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.play(moves[random() % moves.size()]);
      const Incremental incremental = Incremental::of(position);
      free.start(position, 0);
      held.start(position, 0);
      const Score known = incremental.value(position.side_to_move());
      const Score wanted = free.value(position, incremental, 0) - known;
      const Score got = held.value(position, incremental, 0) - known;
      const Score bound = std::max(positional_bound(position, 0), kClamp);
      EXPECT_TRUE(got <= bound && got >= -bound) << fen::to_text(position);
      if (wanted <= kClamp && wanted >= -kClamp) {
        EXPECT_EQ(got, wanted) << fen::to_text(position);
      }
      at_limit += got != wanted ? 1 : 0;
    }
  }
  EXPECT_GT(at_limit, 10);
  held.choose(nullptr, kClamp);
  EXPECT_EQ(held.least_bound(), Score{0});
}

TEST(Evaluator, ChangesItsEvaluation) {
  const Position position = test::position_from(test::kKiwipete);
  const Incremental incremental = Incremental::of(position);
  const auto network = test::random_network(3);
  Evaluator evaluator;
  evaluator.start(position, 0);
  EXPECT_TRUE(evaluator.has_bound());
  EXPECT_EQ(evaluator.value(position, incremental, 0), evaluate(position).total());
  evaluator.choose(network);
  evaluator.start(position, 0);
  EXPECT_FALSE(evaluator.has_bound());
  EXPECT_EQ(evaluator.value(position, incremental, 0), plain_value(*network, position));
  EXPECT_NE(evaluator.value(position, incremental, 0), evaluate(position).total());
  evaluator.choose(nullptr);
  evaluator.start(position, 0);
  EXPECT_EQ(evaluator.value(position, incremental, 0), evaluate(position).total());
}

}  // namespace
}  // namespace oknos::eval::network
