#include "engine/eval/bounds/bounds.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/bounds_support.h"
#include "engine/eval/evaluator.h"
#include "support/random_games.h"

namespace oknos::eval {
namespace {

using namespace test;

int best_of(const std::vector<SlowMove>& moves, const Counted& counted = {}, int width = 0) {
  int best = 0;
  for (const SlowMove& m : moves)
    if (!counted.quiets && !m.tactical())
      continue;
    else if (counted.width)
      best = std::max(best, m.total() + m.width - width);
    else if (!counted.psqt)
      best = std::max(best, m.material);
    else if (counted.en_passant || !m.en_passant)
      best = std::max(best, m.promoted != PieceType::None && !counted.promotions ? m.victim_alone : m.total());
  return best;
}

// The first thing that is wrong with the bounds of that side, or nothing.
std::string fault(const Position& p, Color side) {
  const Incremental e = Incremental::of(p);
  const std::vector<SlowMove> moves = slow_moves(p, side);
  const int rise = max_psqt_gain(p, e, side).value();
  const int fall = max_psqt_loss(p, e, side).value();
  const int victim = attacked_victim(p, ~side).value();
  const int promotion = promotion_gain(p, side).value();
  int best_victim = 0, best_promotion = 0;
  for (const SlowMove& m : moves) {
    if (m.psqt > rise) return "max_psqt_gain";
    if (-m.psqt > fall) return "max_psqt_loss";
    if (m.material > victim + promotion) return "material";
    best_victim = std::max(best_victim, piece_value(m.victim).value());
    if (m.promoted == PieceType::Queen)
      best_promotion = (piece_value(PieceType::Queen) - piece_value(PieceType::Pawn)).value();
  }
  if (rise < 0 || fall < 0) return "a negative bound";
  if (victim != best_victim) return "attacked_victim";
  if (promotion != best_promotion) return "promotion_gain";
  if (promotion > promotion_gain_in_two(p, side).value()) return "promotion_gain_in_two";
  const int best = best_of(moves);
  if (max_eval_gain(p, e, side).value() != best) return "max_eval_gain";
  if (max_eval_gain(p, e, side, kInfinite, {true, false}).value() != best_of(moves, {true, false}))
    return "max_eval_gain without en passant";
  if (max_eval_gain(p, e, side, kInfinite, {false, true}).value() != best_of(moves, {false, true}))
    return "max_eval_gain without promotions";
  const Counted material{.psqt = false};
  if (max_eval_gain(p, e, side, kInfinite, material).value() != best_of(moves, material))
    return "max_eval_gain of material";
  if (max_eval_gain(p, e, side, kInfinite, {.quiets = false}).value() != best_of(moves, {.quiets = false}))
    return "max_eval_gain of captures and promotions";
  const int width = positional_bound(p, 0).value();
  for (const bool quiets : {true, false}) {
    const Counted wide{.quiets = quiets, .width = true};
    if (max_eval_gain(p, e, side, kInfinite, wide).value() != best_of(moves, wide, width))
      return "max_eval_gain with the width of the positional part";
  }
  for (const int enough : {-1, 0, best / 2, best - 1, best, best + 1, 30, 200, 900}) {
    const int found = max_eval_gain(p, e, side, Score{enough}).value();
    if (best <= enough ? found != best : found <= enough || found > best) return "max_eval_gain with enough";
  }
  return "";
}

std::string fault(const Position& p) {
  for (const Color side : {Color::White, Color::Black})
    if (const std::string f = fault(p, side); !f.empty())
      return f + (side == Color::White ? " of White in " : " of Black in ") + fen::to_text(p);
  return "";
}

// The legal moves of the side to move, made on the board.
std::string fault_of_legal_moves(Position& p) {
  const Color us = p.side_to_move();
  const Incremental before = Incremental::of(p);
  const Score rise = max_psqt_gain(p, before, us);
  const Score fall = max_psqt_loss(p, before, us);
  const Score best = max_eval_gain(p, before, us);
  const Score material = attacked_victim(p, ~us) + promotion_gain(p, us);
  const Score best_and_positional = max_eval_gain(p, before, us, kInfinite, {.width = true}) + positional_bound(p, 0);
  for (const Move m : legal_moves(p)) {
    const std::string text = " by " + text_of(p, m) + " in " + fen::to_text(p);
    const MadeMove made(p, m);
    const Incremental after = Incremental::of(p);
    if (after.psqt(us) - before.psqt(us) > rise) return "max_psqt_gain" + text;
    if (before.psqt(us) - after.psqt(us) > fall) return "max_psqt_loss" + text;
    if (after.material(us) - before.material(us) > material) return "material" + text;
    if (after.value(us) - before.value(us) > best) return "max_eval_gain" + text;
    const Score positional{std::abs(evaluate(p, after).positional.value())};
    if (after.value(us) - before.value(us) + positional > best_and_positional)
      return "max_eval_gain with the positional part" + text;
  }
  return "";
}

RC_GTEST_PROP(BoundsProperty, HoldForEveryLegalMove, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    RC_ASSERT(fault_of_legal_moves(p) == "");
    if (p.in_check()) return;
    const NullMove passed(p);
    RC_ASSERT(fault_of_legal_moves(p) == "");
  });
}

// What they say of the side that is not to move is what they say after a null move.
RC_GTEST_PROP(BoundsProperty, TheOtherSidesAreThoseAfterANullMove, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    if (p.in_check()) return;
    const Incremental e = Incremental::of(p);
    const auto all = [&](Color side) {
      return std::array<Score, 7>{attacked_victim(p, ~side),           promotion_gain(p, side),
                                  promotion_gain_in_two(p, side),      max_psqt_gain(p, e, side),
                                  max_psqt_loss(p, e, side),           max_eval_gain(p, e, side),
                                  max_eval_gain(p, e, side, Score{50})};
    };
    const Color them = ~p.side_to_move();
    const auto before = all(them);
    const NullMove passed(p);
    RC_ASSERT(all(them) == before);
  });
}

RC_GTEST_PROP(BoundsProperty, AreThoseOfTheSlowMoves, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) { RC_ASSERT(fault(p) == ""); });
}

RC_GTEST_PROP(BoundsProperty, ColoursAreAlike, (const RandomGame& game)) {
  const Position p = end_of(game);
  const Position m = mirrored(p);
  const Incremental e = Incremental::of(p);
  const Incremental f = Incremental::of(m);
  for (const Color side : {Color::White, Color::Black}) {
    RC_ASSERT(max_psqt_gain(p, e, side) == max_psqt_gain(m, f, ~side));
    RC_ASSERT(max_psqt_loss(p, e, side) == max_psqt_loss(m, f, ~side));
    RC_ASSERT(max_eval_gain(p, e, side) == max_eval_gain(m, f, ~side));
    RC_ASSERT(attacked_victim(p, side) == attacked_victim(m, ~side));
  }
}

constexpr std::uint32_t kSeed = 20240611;

TEST(Bounds, AreThoseOfTheSlowMovesInRandomSetups) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr int kPositions = 1500;  // of each taste
  for (const SetupTaste& taste : {SetupTaste{15, false, false}, SetupTaste{15, false, true}, SetupTaste{7, true, false},
                                  SetupTaste{14, true, true}, SetupTaste{2, false, false},
                                  SetupTaste{10, false, false, true}, SetupTaste{2, false, true, true}})
    for (int i = 0; i < kPositions; ++i) {
      Position p(random_setup(random, taste));
      ASSERT_EQ(fault(p), "");
      ASSERT_EQ(fault_of_legal_moves(p), "");
    }
}

// The values of a side's men, sorted.
TEST(Bounds, VictimsAreTheThreeBest) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr int kPositions = 1000;
  for (int i = 0; i < kPositions; ++i) {
    const Position p(random_setup(random, {draw(random, 2) == 0 ? 3 : 15, false, false}));
    for (const Color side : {Color::White, Color::Black}) {
      std::vector<int> values(3, 0);
      for (const Piece piece : board_of(p))
        if (piece != Piece::None && color_of(piece) == side) values.push_back(piece_value(piece).value());
      std::sort(values.rbegin(), values.rend());
      const Victims v = victims(p, side);
      ASSERT_EQ(v.first.value(), values[0]) << fen::to_text(p);
      ASSERT_EQ(v.second.value(), values[1]) << fen::to_text(p);
      ASSERT_EQ(v.third.value(), values[2]) << fen::to_text(p);
    }
  }
}

// What two moves of the side to move win by promotions, the other side passing or moving in between.
int promotions_in_two(Position& p) {
  const auto promotion = [](Move m) {
    return m.is_promotion() ? (piece_value(m.promoted()) - piece_value(PieceType::Pawn)).value() : 0;
  };
  const auto best = [&](const Position& q) {
    int most = 0;
    for (const Move m : legal_moves(q)) most = std::max(most, promotion(m));
    return most;
  };
  int most = 0;
  for (const Move first : legal_moves(p)) {
    const MadeMove made(p, first);
    if (!p.in_check()) {
      const NullMove passed(p);
      most = std::max(most, promotion(first) + best(p));
    }
    for (const Move reply : legal_moves(p)) {
      const MadeMove answered(p, reply);
      most = std::max(most, promotion(first) + best(p));
    }
  }
  return most;
}

TEST(Bounds, PromotionGainInTwoHoldsForTwoMoves) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr int kPositions = 1500;
  int reached = 0;
  for (int i = 0; i < kPositions; ++i) {
    Position p(random_setup(random, {5, i % 2 == 0, false}));
    const int bound = promotion_gain_in_two(p, p.side_to_move()).value();
    const int most = promotions_in_two(p);
    ASSERT_LE(most, bound) << fen::to_text(p);
    if (bound > 0 && most == bound) ++reached;
  }
  EXPECT_GT(reached, kPositions / 10) << "the test saw nothing to test";
}

// The first two moves that break a bound on two, or nothing.
std::string fault_of_two_moves(Position& p) {
  const Color us = p.side_to_move();
  const Score before = Incremental::of(p).psqt(us);
  const Score fall = max_psqt_loss_in_two(p, Incremental::of(p), us);
  const Score rise = max_psqt_gain_in_two(p, Incremental::of(p), us);
  const std::string where = " in " + fen::to_text(p);
  for (const Move first : legal_moves(p)) {
    const MadeMove made(p, first);
    const Incremental between = Incremental::of(p);
    for (const Move reply : legal_moves(p))
      if (before - between.after(p, reply).psqt(us) > fall)
        return "max_psqt_loss_in_two by " + text_of(p, reply) + " in " + fen::to_text(p) + where;
    if (p.in_check()) continue;
    const NullMove passed(p);
    for (const Move second : legal_moves(p))
      if (between.after(p, second).psqt(us) - before > rise)
        return "max_psqt_gain_in_two by " + text_of(p, second) + " in " + fen::to_text(p) + where;
  }
  return "";
}

std::string fault_of_two_moves_of_each(Position& p) {
  if (std::string f = fault_of_two_moves(p); !f.empty() || p.in_check()) return f;
  const NullMove passed(p);
  return fault_of_two_moves(p);
}

TEST(Bounds, HoldForTwoMovesInRandomSetups) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  constexpr int kPositions = 700;  // of each taste
  for (const SetupTaste& taste :
       {SetupTaste{15, false, false}, SetupTaste{7, true, false}, SetupTaste{14, true, true},
        SetupTaste{3, false, false}, SetupTaste{3, true, false}, SetupTaste{10, false, false, true},
        SetupTaste{2, false, true, true}, SetupTaste{0, false, false, true}})
    for (int i = 0; i < kPositions; ++i) {
      Position p(random_setup(random, taste));
      ASSERT_EQ(fault_of_two_moves_of_each(p), "");
    }
}

RC_GTEST_PROP(BoundsProperty, HoldForTwoMoves, (const RandomGame& game)) {
  Position p = end_of(game);
  RC_ASSERT(fault_of_two_moves_of_each(p) == "");
}

struct BoundCase {
  const char* what;
  const char* fen;
  Color side;
  int victim;     // attacked, of the other side
  int promotion;  // in one move
  int in_two;
};

TEST(Bounds, VictimsAndPromotionsOfSmallPositions) {
  for (const BoundCase& c : {
           BoundCase{"nothing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 0},
           BoundCase{"a queen out of reach", "3qk3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, 0, 0, 0},
           BoundCase{"the better of two", "4k3/8/8/2r1n3/3P4/8/8/4K3 w - - 0 1", Color::White, 500, 0, 0},
           BoundCase{"by the king, though defended", "4k3/8/8/8/8/4n3/4r3/4K3 w - - 0 1", Color::White, 500, 0, 0},
           BoundCase{"by a pinned piece", "4r1k1/8/8/2q5/8/3b4/4N3/4K3 w - - 0 1", Color::White, 0, 0, 0},
           BoundCase{"by a pinned piece that reaches", "4r1k1/8/8/8/3q4/8/4N3/4K3 w - - 0 1", Color::White, 950, 0, 0},
           BoundCase{"behind another piece", "q3k3/8/8/p7/8/8/8/R3K3 w - - 0 1", Color::White, 100, 0, 0},
           BoundCase{"the side not to move", "4k3/8/8/2r1n3/3P4/8/8/4K3 b - - 0 1", Color::White, 500, 0, 0},
           BoundCase{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Color::White, 100, 0, 0},
           BoundCase{"en passant, the wrong side", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Color::Black, 0, 0, 0},
           BoundCase{"en passant, Black", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Color::Black, 100, 0, 0},
           BoundCase{"7th, free", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 850, 850},
           BoundCase{"7th, blocked by the king", "k7/P7/8/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 850},
           BoundCase{"7th, blocked, but may take", "nb2k3/P7/8/8/8/8/8/4K3 w - - 0 1", Color::White, 330, 850, 850},
           BoundCase{"7th, own piece beside", "nN2k3/P7/8/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 850},
           BoundCase{"7th, Black", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", Color::Black, 0, 850, 850},
           BoundCase{"two on the 7th", "4k3/PP6/8/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 850, 1700},
           BoundCase{"6th", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 850},
           BoundCase{"two on the 6th", "4k3/8/PP6/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 850},
           BoundCase{"6th and 7th", "4k3/P7/P7/8/8/8/8/4K3 w - - 0 1", Color::White, 0, 850, 850},
           BoundCase{"5th", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", Color::White, 0, 0, 0},
           BoundCase{"Black's 6th is the third rank", "4k3/8/8/8/8/p7/8/4K3 b - - 0 1", Color::Black, 0, 0, 850},
       }) {
    SCOPED_TRACE(std::string(c.what) + ": " + c.fen);
    const Position p = position_from(c.fen);
    EXPECT_EQ(attacked_victim(p, ~c.side).value(), c.victim);
    EXPECT_EQ(promotion_gain(p, c.side).value(), c.promotion);
    EXPECT_EQ(promotion_gain_in_two(p, c.side).value(), c.in_two);
    EXPECT_EQ(fault(p), "");
  }
}

TEST(Bounds, EnPassantIsCountedUnlessSwitchedOff) {
  const Position p = position_from("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  const Incremental e = Incremental::of(p);
  EXPECT_EQ(attacked_victim(p, Color::Black, {true, false}), Score{0});
  EXPECT_GT(max_eval_gain(p, e, Color::White), Score{100});
  EXPECT_LT(max_eval_gain(p, e, Color::White, kInfinite, {true, false}), Score{100});
  EXPECT_LT(max_eval_gain(p, e, Color::Black), Score{100}) << "it is not Black's";
}

TEST(Bounds, PromotionsAreCountedUnlessSwitchedOff) {
  const Position step = position_from("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_GT(max_eval_gain(step, Incremental::of(step), Color::White), Score{700});
  EXPECT_LT(max_eval_gain(step, Incremental::of(step), Color::White, kInfinite, {false, true}), Score{100});
  const Position capture = position_from("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_GT(max_eval_gain(capture, Incremental::of(capture), Color::White), Score{1200});
  const Score victim_only = max_eval_gain(capture, Incremental::of(capture), Color::White, kInfinite, {false, true});
  EXPECT_GT(victim_only, Score{400});
  EXPECT_LT(victim_only, Score{600});
}

// A bound that is never near is of no use. In the initial position the best rise of psqt is that of e2e4 or d2d4.
TEST(Bounds, AreNotIdle) {
  const Position p = Position::initial();
  const Incremental e = Incremental::of(p);
  int best = 0;
  for (const SlowMove& m : slow_moves(p, Color::White)) best = std::max(best, m.psqt);
  EXPECT_EQ(max_eval_gain(p, e, Color::White).value(), best);
  EXPECT_GE(max_psqt_gain(p, e, Color::White).value(), best);
  constexpr int kNear = 120;  // whatever the weights: less than a pawn and a bit
  EXPECT_LE(max_psqt_gain(p, e, Color::White).value(), kNear);
  EXPECT_LE(max_psqt_loss(p, e, Color::White).value(), kNear);
}

TEST(Bounds, CastlingRaisesThePsqt) {
  const auto rise = [](const char* fen) {
    const Position p = position_from(fen);
    return max_eval_gain(p, Incremental::of(p), Color::White);
  };
  const char* may_castle = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1";
  EXPECT_GE(rise(may_castle), rise("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w kq - 0 1"));
  const Position p = position_from(may_castle);
  const Move castling = move_in(p, "e1g1");
  const Incremental e = Incremental::of(p);
  EXPECT_GE(rise(may_castle), e.after(p, castling).value(Color::White) - e.value(Color::White));
  EXPECT_EQ(rise("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1"),
            rise("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w kq - 0 1"))
      << "the way is blocked";
}

}  // namespace
}  // namespace oknos::eval
