#include "eval/evaluation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/piece_values.h"
#include "eval/piece_square.h"
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
    out.middlegame += sign * placement(piece, s).middlegame;
    out.ending += sign * placement(piece, s).ending;
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
  if (e.placement(Color::White).value() != mixed) return "placement";
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
  RC_ASSERT(e.placement == m.placement);
  RC_ASSERT(e.total() == m.total());
}

RC_GTEST_PROP(EvaluationProperty, RestKeepsItsBoundHereAndOneMoveLater, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const int bound = rest_bound(p).value();
    RC_ASSERT(std::abs(evaluate(p).rest.value()) <= bound);
    for (const Move m : legal_moves(p)) {
      const MadeMove made(p, m);
      RC_ASSERT(std::abs(evaluate(p).rest.value()) <= bound);
    }
  });
}

RC_GTEST_PROP(EvaluationProperty, PassingTurnsTheSignOnly, (const RandomGame& game)) {
  Position p = end_of(game);
  RC_PRE(!p.in_check());
  const Score before = evaluate(p).total();
  const NullMove passed(p);
  RC_ASSERT(evaluate(p).total() == -before);
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

TEST(Evaluation, TheInitialPositionIsLevel) {
  const Position p = Position::initial();
  EXPECT_EQ(evaluate(p).total(), Score{0});
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

// The best quiet move by the evaluation after it.
std::string best_move(const char* text) {
  Position p = position_from(text);
  const Incremental before = Incremental::of(p);
  Score best = -kInfinite;
  Move chosen;
  MoveList quiets;
  generate<MoveGen::Quiets>(p, quiets);
  for (const Move m : quiets) {
    const Score s = before.after(p, m).value(p.side_to_move());
    if (s <= best) continue;
    best = s;
    chosen = m;
  }
  return text_of(p, chosen);
}

TEST(Evaluation, WantsWhatABeginnerIsTold) {
  const auto first = best_move("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_TRUE(first == "e2e4" || first == "d2d4") << first;
  EXPECT_EQ(best_move("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1"), "e1g1");
  const Position centre = position_from("8/8/8/4k3/8/8/8/K7 w - - 0 1");
  EXPECT_LT(evaluate(centre).total(), Score{0}) << "in the ending the king belongs in the centre";
  const Position corner = position_from("rnbq1b1r/pppppppp/8/4k3/8/8/PPPPPPPP/RNBQ1BKR w - - 0 1");
  EXPECT_GT(evaluate(corner).total(), Score{0}) << "... and in the middlegame not";
}

TEST(Evaluation, ExplainNamesEveryTerm) {
  const std::string text = explain(position_from("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1"));
  for (const char* term : {"material", "middlegame", "ending", "phase", "rest", "bound on rest", "total", "950",
                           "for the side to move (Black)"})
    EXPECT_NE(text.find(term), std::string::npos) << term << " is missing in\n" << text;
  const int total = evaluate(position_from("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1")).total().value();
  EXPECT_LT(total, -900);
  EXPECT_NE(text.find(std::to_string(total)), std::string::npos) << text;
  EXPECT_NE(text.find(std::to_string(-total)), std::string::npos) << text;
}

}  // namespace
}  // namespace oknos::eval
