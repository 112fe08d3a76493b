// What the search must see: mates, draws, promotions, and that no rule makes it blind to them.
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <rapidcheck/gtest.h>
#include <string>

#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

using testing::all_presets;
using testing::position;
using testing::to_depth;

std::string best_move(std::string_view fen, int depth, std::string_view preset) {
  return to_text(testing::search(fen, to_depth(depth, preset)).best, false);
}

Score score(std::string_view fen, int depth, std::string_view preset) {
  return testing::search(fen, to_depth(depth, preset)).lines.at(0).score;
}

struct MateCase {
  std::string_view fen;
  int moves;  // negative: the side to move is mated
};

// Hand-made, and a few from famous games (Morphy - Duke and Count 1858; Boden's mate).
constexpr MateCase kMates[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
    {"7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", 1},
    {"r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1},
    {"5k2/5P2/5K2/8/8/8/8/3R4 w - - 0 1", 0},
    {"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", 2},
    {"6k1/4Rppp/8/8/8/8/5PPP/6K1 w - - 0 1", 1},
    {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1},
    {"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1},
    {"7k/7p/5K2/8/8/8/6R1/8 w - - 0 1", 0},
    {"8/8/8/8/8/5k2/6q1/7K w - - 0 1", 0},
};

TEST(Search, FindsShortMatesWithEveryPresetAtEveryDepth) {
  for (const MateCase& c : kMates) {
    if (c.moves <= 0) continue;
    for (const auto preset : all_presets())
      for (int depth = 2 * c.moves; depth <= 2 * c.moves + 6; ++depth)
        EXPECT_EQ(score(c.fen, depth, preset), mate_in(2 * c.moves - 1))
            << c.fen << ' ' << preset << " depth " << depth;
  }
}

// Pitfall: alpha is already a mate score, because the side to move is being mated elsewhere in the tree; then no margin
// ever reaches it, and a mate in one goes unseen. Here White mates or is mated.
// Where quiescence stands pat in check, a mate is seen a ply later: only a node above the horizon knows that it is
// mated.
int horizon_of(std::string_view preset) {
  return pruning::find_preset(preset)->settings.conventions.stands_pat_in_check() ? 1 : 0;
}

TEST(Search, SeesTheMateInOneWhileBeingMatedItself) {
  for (const auto preset : all_presets())
    for (int depth = 1 + horizon_of(preset); depth <= 9; ++depth) {
      EXPECT_EQ(best_move("6k1/5ppp/8/8/6n1/8/5qPP/3R3K w - - 0 1", depth, preset), "d1d8") << preset << ' ' << depth;
      EXPECT_EQ(best_move("6rk/6pp/8/6N1/8/8/1q4PP/5R1K w - - 0 1", depth, preset), "g5f7") << preset << ' ' << depth;
    }
}

// The same one ply earlier: whatever Black does, he is mated.
TEST(Search, SeesThatItIsMatedNextMove) {
  for (const auto preset : all_presets())
    for (int depth = 2 + horizon_of(preset); depth <= 8; ++depth) {
      EXPECT_EQ(score("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", depth, preset), mated_in(2)) << preset << ' ' << depth;
      EXPECT_EQ(score("k7/8/1K6/8/8/8/8/6R1 b - - 0 1", depth, preset), mated_in(2)) << preset << ' ' << depth;
    }
}

// Pitfall: every move of a node is skipped, and the node looks like stalemate or leaves with minus infinity.
TEST(Search, NeverTakesSkippedMovesForStalemate) {
  // White is far behind in each line, so at the frontier every move is futile; but there is always one.
  constexpr std::string_view kHopeless = "3qk3/8/8/8/8/8/P7/K7 w - - 0 1";
  for (const auto preset : all_presets())
    for (int depth = 1; depth <= 8; ++depth) {
      const Score s = score(kHopeless, depth, preset);
      EXPECT_LT(s, Score{-500}) << preset << ' ' << depth;
      EXPECT_GT(s, -kInfinite) << preset << ' ' << depth;
    }
}

TEST(Search, KeepsStalemateAndMateApart) {
  for (const auto preset : all_presets()) {
    // A queen ahead, and the only way to throw it away is stalemate.
    EXPECT_GT(score("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 6, preset), kMateBound) << preset;
    // Black, a queen down, gives his rook with check until it must be taken: stalemate.
    EXPECT_EQ(score("7k/8/5KQ1/8/8/8/8/r7 b - - 0 1", 10, preset), kDraw) << preset;
  }
}

// Pitfall: promotions must count their gain (found by 4ku's author in this ending).
TEST(Search, QueensThePawn) {
  for (const auto preset : all_presets())
    for (int depth = 1; depth <= 8; ++depth)
      EXPECT_EQ(best_move("8/R7/4kP1p/8/8/4K3/6pN/8 b - - 0 1", depth, preset), "g2g1q") << preset << ' ' << depth;
}

// Pitfall: razoring misses a capture with check (from a regression that Stockfish's authors published in 2009).
TEST(Search, FindsTheCheckThatRazoringMissed) {
  for (const auto preset : all_presets())
    EXPECT_EQ(best_move("3r2k1/pbpp1nbp/1p6/3P3q/6RP/1P4P1/P4Pb1/3Q2K1 w - - 0 1", 8, preset), "g4g7") << preset;
}

// Pitfall: in pawn endings the static value must not end a node: White to move cannot win this one.
TEST(Search, HoldsTheOppositionInPawnEndings) {
  for (const auto preset : all_presets()) {
    EXPECT_EQ(best_move("8/8/8/2k5/8/2K5/2P5/8 b - - 0 1", 14, preset).substr(0, 2), "c5") << preset;
    // Reti 1921: the king catches the pawn by going for both at once.
    EXPECT_EQ(best_move("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", 12, preset), "h8g7") << preset;
  }
}

// A queen against a far stronger army: Qe8+ Kh7 Qh5+ Kg8 Qe8+ and so on.
TEST(Search, TakesAPerpetualCheckWhenLost) {
  constexpr std::string_view kPerpetual = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
  for (const auto preset : all_presets()) EXPECT_EQ(score(kPerpetual, 8, preset), kDraw) << preset;
}

// Quiescence looks for no draws; the line that is shown must end with the game all the same.
TEST(Search, LinesEndWithTheGame) {
  for (const auto preset : all_presets()) {
    Position p = position("8/8/8/8/7K/8/2k5/2q5 b - - 0 1");
    for (const std::string_view m : {"c1f4", "h4h3", "f4c1", "h3h4"}) p.play(*move_from_text(p, m));
    Engine engine(1);
    engine.set_position(p);
    for (int depth = 1; depth <= 6; ++depth) {
      const std::vector<Move> line = engine.search(to_depth(depth, preset)).lines.at(0).pv;
      Position after = p;
      for (std::size_t i = 0; i < line.size(); ++i) {
        EXPECT_LT(after.repetitions(), 2) << preset << ' ' << depth;
        after.play(line[i]);
      }
    }
  }
}

TEST(Search, KnowsTheFiftyMoveRule) {
  for (const auto preset : all_presets()) {
    EXPECT_EQ(score("7k/8/8/3K4/8/8/8/R7 w - - 99 80", 4, preset), kDraw) << preset;
    // Mate on the hundredth ply counts.
    EXPECT_EQ(score("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4, preset), mate_in(1)) << preset;
  }
}

TEST(Search, KnowsDeadMaterial) {
  for (const auto preset : all_presets())
    EXPECT_EQ(score("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 6, preset), kDraw) << preset;
}

// Positions after random legal moves, from the initial one.
Position random_position(int plies) {
  Position p = Position::initial();
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = legal_moves(p);
    if (moves.empty()) break;
    p.play(moves[*rc::gen::inRange<std::size_t>(0, moves.size())]);
  }
  return p;
}

RC_GTEST_PROP(SearchProperty, AnyPositionGetsALegalMoveAPlayableLineAndASaneScore, ()) {
  const Position p = random_position(*rc::gen::inRange(0, 80));
  const auto preset = *rc::gen::elementOf(all_presets());
  Engine engine(1);
  engine.set_position(p);
  const SearchReport r = engine.search(to_depth(*rc::gen::inRange(1, 6), preset));
  if (!has_legal_move(p)) {
    RC_ASSERT(!r.best);
    return;
  }
  RC_ASSERT(p.is_legal(r.best));
  RC_ASSERT(testing::is_playable(p, r.lines.at(0).pv));
  RC_ASSERT(r.lines[0].score < kInfinite);
  RC_ASSERT(r.lines[0].score > -kInfinite);
}

// Random play with queens on an open board soon allows a mate in one.
TEST(Search, PlaysAMateInOneAtEveryDepthWithEveryPreset) {
  const auto seed = 20260101U;
  std::mt19937 random(seed);
  int found = 0;
  for (int game = 0; game < 400; ++game) {
    Position p = position("2q1k3/3p1p2/8/8/8/8/8/RQQ1K2R w KQ - 0 1");
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = legal_moves(p);
      if (moves.empty()) break;
      bool mate = false;
      for (const Move m : moves) {
        Position after = p;
        after.play(m);
        mate = mate || (after.in_check() && !has_legal_move(after));
      }
      if (mate) {
        ++found;
        const auto preset = all_presets()[static_cast<std::size_t>(found) % all_presets().size()];
        Engine engine(1);
        engine.set_position(p);
        for (int depth = 1 + horizon_of(preset); depth <= 4; ++depth)
          EXPECT_EQ(engine.search(to_depth(depth, preset)).lines.at(0).score, mate_in(1))
              << fen::to_text(p) << ' ' << preset << " depth " << depth << " seed " << seed;
        break;
      }
      p.play(moves[random() % moves.size()]);
    }
  }
  EXPECT_GT(found, 50);
}

// Nearly every capture and evasion leads to others, without end in sight.
TEST(Search, ADepthOfOneIsSoonFinishedWithManyQueens) {
  constexpr std::uint64_t kMost = 20'000;
  std::vector<std::string> positions{"QNq2k2/7q/1q6/3q2q1/q4q1Q/2q2n1Q/Q2pKQ1Q/1BQ1QR1Q b - - 0 1"};
  std::ifstream file(std::string(OKNOS_SOURCE_DIR) + "/positions/queens.epd");
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') positions.push_back(line.substr(0, line.find(" - - ") + 4));
  EXPECT_GT(positions.size(), 100U);
  for (const std::string& fen : positions) EXPECT_LE(testing::search(fen, testing::to_depth(1)).nodes, kMost) << fen;
}

TEST(Search, WhereTheGameEndsAfterEveryMoveThatIsSaidOnce) {
  struct Counter : SearchListener {
    void on_info(const Info&) override { ++infos; }
    int infos = 0;
  };
  for (const char* fen : {"8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/5k2/8/R6K w - - 99 90"}) {
    Engine engine(1, 1);
    engine.set_position(testing::position(fen));
    Counter counter;
    engine.search(testing::to_depth(50), &counter);
    EXPECT_LE(counter.infos, 2) << fen;
  }
}

// Known mates are driven home by every evaluation, also where the search sees no end.
TEST(Search, MatesABareKingWithFewNodes) {
  struct Case {
    const char* fen;
    std::uint64_t nodes;
  };
  for (const char* preset : {"modern", "wiki"})  // the network; the classical evaluation
    for (const auto& [fen, nodes] :
         {Case{"8/8/2k5/8/8/4K3/8/6Q1 w - - 0 1", 50}, Case{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 50},
          Case{"8/8/8/3k4/8/8/8/K5Q1 w - - 0 1", 50}, Case{"8/8/8/3k4/8/8/8/K5R1 w - - 0 1", 500},
          Case{"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", 200}, Case{"8/8/8/3k4/8/8/8/K4BB1 w - - 0 1", 2000},
          Case{"8/8/8/3k4/8/8/8/K4BN1 w - - 0 1", 10000}}) {
      Position p = testing::position(fen);
      Engine white(4, 1), black(4, 1);
      SearchRequest request;
      request.settings = testing::settings(preset);
      while (game_over(p) == GameOver::No) {
        request.limits.nodes = p.side_to_move() == Color::White ? nodes : 1000;
        Engine& player = p.side_to_move() == Color::White ? white : black;
        player.set_position(p);
        p.play(player.search(request).best);
      }
      EXPECT_EQ(game_over(p), GameOver::Checkmate) << preset << ' ' << fen;
    }
}

}  // namespace
}  // namespace oknos
