#include "engine/eval/incremental/evaluation.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <sstream>

#include "engine/base/piece_values.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/explain.h"
#include "engine/eval/incremental/piece_square.h"
#include "support/random_games.h"

namespace oknos::eval {
namespace {

using namespace test;

// Counted once more, without packing.
struct Counted {
  int material = 0, middlegame = 0, ending = 0, phase = 0;
};

Counted count(const Position& p) {
  constexpr std::array<int, kPieceTypes> kWeight = {0, 1, 1, 2, 4, 0};
  Counted out;
  for_each_square(p.pieces(), [&](Square s) {
    const Piece piece = p.piece_on(s);
    const int sign = color_of(piece) == Color::White ? 1 : -1;
    out.material += sign * piece_value(piece).value();
    out.middlegame += sign * psqt(piece, s).middlegame;
    out.ending += sign * psqt(piece, s).ending;
    out.phase += kWeight[static_cast<std::size_t>(index(type_of(piece)))];
  });
  out.phase = std::min(out.phase, kFullPhase);
  return out;
}

std::string fault(const Position& p, const Incremental& e) {
  const Counted c = count(p);
  if (e.material(Color::White).value() != c.material) return "material";
  if (e.middlegame(Color::White).value() != c.middlegame) return "middlegame";
  if (e.ending(Color::White).value() != c.ending) return "ending";
  if (e.phase() != c.phase) return "phase";
  const int mixed = (c.middlegame * c.phase + c.ending * (kFullPhase - c.phase)) / kFullPhase;
  if (e.psqt(Color::White).value() != mixed) return "psqt";
  if (e.value(Color::Black).value() != -c.material - mixed) return "value for Black";
  return "";
}

RC_GTEST_PROP(EvaluationProperty, SumsAreThoseOfThePieces, (const RandomGame& game)) {
  const Position p = end_of(game);
  RC_ASSERT(fault(p, Incremental::of(p)) == "");
}

RC_GTEST_PROP(EvaluationProperty, AfterIsExactForEveryMove, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const Incremental before = Incremental::of(p);
    for (const Move m : legal_moves(p)) {
      const Incremental after = before.after(p, m);
      const MadeMove made(p, m);
      RC_ASSERT(after == Incremental::of(p));
    }
  });
}

RC_GTEST_PROP(EvaluationProperty, GainIsTheChangeOfMaterial, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const Color us = p.side_to_move();
    const Incremental before = Incremental::of(p);
    for (const Move m : legal_moves(p)) RC_ASSERT(gain(p, m) == before.after(p, m).material(us) - before.material(us));
  });
}

RC_GTEST_PROP(EvaluationProperty, ColoursAreAlike, (const RandomGame& game)) {
  const Position p = end_of(game);
  const Evaluation e = evaluate(p);
  const Evaluation m = evaluate(mirrored(p));
  RC_ASSERT(e.material == m.material);
  RC_ASSERT(e.psqt == m.psqt);
  RC_ASSERT(e.total() == m.total());
}

RC_GTEST_PROP(EvaluationProperty, PassingTurnsTheSignOfWhatIsIncremental, (const RandomGame& game)) {
  Position p = end_of(game);
  RC_PRE(!p.in_check());
  const Evaluation before = evaluate(p);
  const NullMove passed(p);
  const Evaluation after = evaluate(p);
  RC_ASSERT(after.material == -before.material);
  RC_ASSERT(after.psqt == -before.psqt);
}

RC_GTEST_PROP(EvaluationProperty, ThePawnTableChangesNothing, (const RandomGame& game)) {
  Evaluator evaluator;
  replay(game, [&](Position& p, Move) {
    for (const Move m : legal_moves(p)) {
      const MadeMove made(p, m);
      RC_ASSERT(evaluator(p, Incremental::of(p)).total() == evaluate(p).total());
    }
  });
}

struct MoveCase {
  const char* fen;
  const char* move;
  int gain;
};

TEST(Evaluation, AfterAndGainOfEveryKindOfMove) {
  for (const MoveCase& c : {
           MoveCase{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0},
           MoveCase{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950},
           MoveCase{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
           MoveCase{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100},
           MoveCase{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850},
           MoveCase{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 320 + 220},
           MoveCase{"4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1r", 500 + 400},
           MoveCase{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", 0},
           MoveCase{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8a8", 0},
           MoveCase{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", 0},  // Chess960: they change places
           MoveCase{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", 0},   // the king stays
           MoveCase{"4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", 0},  // the rook stays
       }) {
    Position p = position_from(c.fen);
    const Move m = move_in(p, c.move);
    const Incremental after = Incremental::of(p).after(p, m);
    EXPECT_EQ(gain(p, m).value(), c.gain) << c.fen;
    const MadeMove made(p, m);
    EXPECT_EQ(after, Incremental::of(p)) << c.fen << ' ' << c.move;
    EXPECT_EQ(fault(p, after), "") << c.fen << ' ' << c.move;
  }
}

TEST(Evaluation, TheInitialPositionIsLevelButForTheMove) {
  const Position p = Position::initial();
  EXPECT_EQ(evaluate(p).total(), Score{kWeights[weight_index(Group::Tempo)].mg});
  EXPECT_EQ(Incremental::of(p).phase(), kFullPhase);
}

// Far more than any position from a FEN may have.
TEST(Evaluation, ManyQueensDoNotOverflow) {
  for (const Color c : {Color::White, Color::Black}) {
    oknos::Setup setup;
    for (int s = index(Square::A6); s < kSquares; ++s)
      setup.board[static_cast<std::size_t>(s)] = make_piece(c, PieceType::Queen);
    setup.board[static_cast<std::size_t>(index(Square::A1))] = make_piece(c, PieceType::King);
    setup.board[static_cast<std::size_t>(index(Square::H1))] = make_piece(~c, PieceType::King);
    const Position p(setup);
    EXPECT_EQ(fault(p, Incremental::of(p)), "");
    EXPECT_EQ(Incremental::of(p).material(c).value(), 24 * 950);
    EXPECT_EQ(Incremental::of(p).phase(), kFullPhase);
  }
}

TEST(Evaluation, PhaseGoesFromFullToNothing) {
  EXPECT_EQ(Incremental::of(position_from("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")).phase(), 0);
  EXPECT_EQ(Incremental::of(position_from("3qk3/8/8/8/8/8/8/RNB1K3 w - - 0 1")).phase(), 8);
  EXPECT_EQ(Incremental{}.phase(), 0);
  EXPECT_EQ(Incremental{}.value(Color::White), Score{0});
}

TEST(Evaluation, WantsWhatABeginnerIsTold) {
  const Position centre = position_from("8/p7/8/4k3/8/8/P7/K7 w - - 0 1");
  EXPECT_LT(evaluate(centre).total(), Score{0}) << "in the ending the king belongs in the centre";
  const Position corner = position_from("rnbq1b1r/pppppppp/8/4k3/8/8/PPPPPPPP/RNBQ1BKR w - - 0 1");
  EXPECT_GT(evaluate(corner).total(), Score{0}) << "... and in the middlegame not";
}

TEST(Evaluation, ExplainNamesEveryTerm) {
  const Position p = position_from("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9");
  const std::string text = explain(p);
  for (const char* term : {"material", "psqt.pawn", "pawn.phalanx", "mobility.rook", "king.shelter", "king danger",
                           "threat.restricted", "tempo", "at most", "winnable", "ending keeps", "phase", "positional",
                           "bound on positional", "total", "3950", "for the side to move (Black)"})
    EXPECT_NE(text.find(term), std::string::npos) << term << " is missing in\n" << text;
  EXPECT_EQ(text.find("queen.exposed"), std::string::npos) << "what does not count is left out";
  const int total = evaluate(p).total().value();
  EXPECT_NE(text.find(std::to_string(total) + " for the side to move"), std::string::npos) << text;
  EXPECT_NE(text.find(std::to_string(-total) + " for White"), std::string::npos) << text;
}

TEST(Evaluation, ExplainSaysWhatAKnownEndingIsWorth) {
  const Position drawn = position_from("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1");
  EXPECT_NE(explain(drawn).find("known ending"), std::string::npos) << explain(drawn);
}

// The mixed value and the bound of every term in the table, by its name.
struct Row {
  int mixed;
  int at_most;
};
std::map<std::string, Row> bounded_rows(const Position& p) {
  std::map<std::string, Row> out;
  std::istringstream lines(explain(p));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("at most") == std::string::npos) continue;
    std::istringstream words(line);
    std::string name, at, most;
    std::array<int, 4> shares{};
    Row row{};
    words >> name;
    for (int& share : shares) words >> share;
    words >> row.mixed >> at >> most >> row.at_most;
    out[name] = row;
  }
  return out;
}

RC_GTEST_PROP(EvaluationProperty, OneMoveChangesNoTermByMoreThanIsSaid, (const RandomGame& game)) {
  Position p = end_of(game);
  const auto before = bounded_rows(p);
  for (const Move m : legal_moves(p)) {
    const MadeMove made(p, m);
    const auto after = bounded_rows(p);
    for (const auto& [name, row] : before) {
      const auto found = after.find(name);
      const int change = (found == after.end() ? 0 : found->second.mixed) - row.mixed;
      RC_ASSERT(std::abs(change) <= row.at_most);
    }
  }
}

}  // namespace
}  // namespace oknos::eval
