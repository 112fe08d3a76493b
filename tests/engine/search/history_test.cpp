#include "engine/search/history.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/search/support.h"

namespace oknos {
namespace {

using testing::position;

constexpr const char* kMiddlegame = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";

Move move_in(const Position& p, const char* text) {
  return *move_from_text(p, text);
}

RC_GTEST_PROP(History, StaysWithinItsBoundsWhateverItIsTold, (const std::vector<std::int16_t>& bonuses)) {
  PieceToHistory table;
  CaptureHistory captures;
  for (const std::int16_t b : bonuses) {
    const int bonus = b % kHistoryMax;
    table.update(Piece::BlackKing, Square::H8, bonus);
    captures.update(Piece::BlackKing, Square::H8, PieceType::None, bonus);
    RC_ASSERT(std::abs(table(Piece::BlackKing, Square::H8)) <= kHistoryMax);
    RC_ASSERT(captures(Piece::BlackKing, Square::H8, PieceType::None) == table(Piece::BlackKing, Square::H8));
  }
  RC_ASSERT(table(Piece::WhiteKing, Square::H8) == 0);
  RC_ASSERT(captures(Piece::BlackKing, Square::H8, PieceType::Pawn) == 0);
}

TEST(History, QuietMovesAreTheSumOfAllTables) {
  const Position p = position(kMiddlegame);
  const Move m = move_in(p, "g2g4");
  Histories h;
  PieceToHistory& one = h.continuation.after(Piece::BlackPawn, Square::G6);
  PieceToHistory& two = h.continuation.after(Piece::WhitePawn, Square::F3);
  const Continuations before = {&one, &two, &h.continuation.after_no_move()};
  const HistoryContext situation{&before};
  h.quiet.update(Color::White, m, 0, 100);
  EXPECT_EQ(QuietScorer(h, p, HistoryContext{})(m), 200);
  h.pawn.of(p.pawn_key()).update(Piece::WhitePawn, Square::G4, 30);
  EXPECT_EQ(QuietScorer(h, p, HistoryContext{})(m), 230);
  one.update(Piece::WhitePawn, Square::G4, 7);
  two.update(Piece::WhitePawn, Square::G4, 5);
  h.continuation.after_no_move().update(Piece::WhitePawn, Square::G4, -1);
  EXPECT_EQ(QuietScorer(h, p, situation)(m), 241);
  EXPECT_EQ(QuietScorer(h, p, situation)(move_in(p, "h2h4")), 0);
}

TEST(History, AnUpdateReachesAllTablesAndNoOtherMove) {
  const Position p = position(kMiddlegame);
  const Move m = move_in(p, "g2g4");
  Histories h;
  const Continuations before = {&h.continuation.after(Piece::BlackPawn, Square::G6),
                                &h.continuation.after(Piece::WhitePawn, Square::F3), &h.continuation.after_no_move()};
  h.update_quiet(p, HistoryContext{&before}, m, 50);
  EXPECT_EQ(QuietScorer(h, p, HistoryContext{&before})(m), 2 * 50 + 50 + 3 * 50);
  EXPECT_EQ(QuietScorer(h, p, HistoryContext{&before})(move_in(p, "g2g3")), 0);
}

TEST(History, TheWeightsOfAQuietMovesHistoriesAreObeyed) {
  const Position p = position(kMiddlegame);
  const Move m = move_in(p, "g2g4");
  Histories h;
  PieceToHistory& previous = h.continuation.after(Piece::BlackPawn, Square::G6);
  PieceToHistory& earlier = h.continuation.after(Piece::WhitePawn, Square::F3);
  const Continuations before = {&previous, &earlier};
  h.quiet.update(Color::White, m, 0, 7);
  previous.update(Piece::WhitePawn, Square::G4, 50);
  earlier.update(Piece::WhitePawn, Square::G4, 300);
  pruning::RuleSetting setting = kDefaultHistories;
  const auto weigh = [&](pruning::MoveHistories::P parameter, int percent) {
    setting.values[static_cast<std::size_t>(parameter)] = percent;
    return QuietScorer(h, p, HistoryContext{.before = &before, .setting = setting})(m);
  };
  using P = pruning::MoveHistories::P;
  EXPECT_EQ(weigh(P::Butterfly, 100), 7 + 50 + 300);
  EXPECT_EQ(weigh(P::Previous, 200), 7 + 100 + 300);
  EXPECT_EQ(weigh(P::Earlier, 0), 7 + 100);
}

TEST(History, MovesFromAndToAttackedSquaresHaveHistoriesOfTheirOwn) {
  const Position p = position(kMiddlegame);
  const Move m = move_in(p, "g2g4");
  Histories h;
  const Bitboard from = bit(Square::G2), to = bit(Square::G4);
  h.update_quiet(p, HistoryContext{nullptr, from}, m, 50);
  const auto of = [&](Bitboard threatened) { return QuietScorer(h, p, HistoryContext{nullptr, threatened})(m); };
  EXPECT_EQ(of(from), 3 * 50);
  EXPECT_EQ(of(from | bit(Square::A8)), 3 * 50) << "only the move's own squares count";
  EXPECT_EQ(of(to), 50) << "the pawn history alone";
  EXPECT_EQ(of(from | to), 50);
  EXPECT_EQ(of(0), 50);
}

TEST(History, KindsOfAMoveHaveContinuationsOfTheirOwnOnceTheyAreToldApart) {
  Histories h;
  const std::uint16_t move = ContinuationHistory::number(Piece::BlackKing, Square::H8);  // the last number
  h.continuation.after(move).update(Piece::WhitePawn, Square::G4, 7);
  h.continuation.set_kinds(ContinuationHistory::kKinds);
  EXPECT_EQ(h.continuation.after(move)(Piece::WhitePawn, Square::G4), 7);
  for (unsigned kind = 1; kind < ContinuationHistory::kKinds; ++kind) {
    EXPECT_EQ(h.continuation.after(move, kind)(Piece::WhitePawn, Square::G4), 0);
    h.continuation.after(move, kind).update(Piece::WhitePawn, Square::G4, static_cast<int>(10 * kind));
  }
  EXPECT_EQ(h.continuation.after(move)(Piece::WhitePawn, Square::G4), 7);
  EXPECT_EQ(h.continuation.after_no_move()(Piece::WhitePawn, Square::G4), 0);
  h.continuation.clear();
  EXPECT_EQ(h.continuation.after(move, 3)(Piece::WhitePawn, Square::G4), 0);
}

TEST(History, ClearForgetsEverything) {
  const Position p = position(kMiddlegame);
  const Move quiet = move_in(p, "g2g4");
  const Move capture = move_in(p, "d4c6");
  Histories h;
  const Continuations before = {&h.continuation.after(Piece::BlackPawn, Square::G6), &h.continuation.after_no_move(),
                                &h.continuation.after_no_move()};
  h.update_quiet(p, HistoryContext{&before}, quiet, 50);
  h.update_capture(p, capture, 50);
  h.counter.set(Piece::BlackPawn, Square::G6, quiet);
  h.pawn_correction.update(Color::White, p.pawn_key(), 100, 16);
  h.continuation_correction.update(Color::White, p.pawn_key(), 100, 16);
  h.minor_correction.update(Color::White, p.pawn_key(), 100, 16);
  for (CorrectionTable& table : h.piece_correction) table.update(Color::White, p.pawn_key(), 100, 16);
  EXPECT_NE(h.of_capture(p, capture), 0);
  h.clear();
  EXPECT_EQ(QuietScorer(h, p, HistoryContext{&before})(quiet), 0);
  EXPECT_EQ(h.of_capture(p, capture), 0);
  EXPECT_FALSE(h.counter(Piece::BlackPawn, Square::G6));
  EXPECT_EQ(h.pawn_correction(Color::White, p.pawn_key()), 0);
  EXPECT_EQ(h.continuation_correction(Color::White, p.pawn_key()), 0);
  EXPECT_EQ(h.minor_correction(Color::White, p.pawn_key()), 0);
  for (const CorrectionTable& table : h.piece_correction) EXPECT_EQ(table(Color::White, p.pawn_key()), 0);
}

// Each table learns from what the sum still leaves, as the search does it.
TEST(CorrectionTable, SeveralTogetherCorrectTheErrorOnceAndNotSeveralTimes) {
  constexpr int kTables = 5, kShare = 60 /*percent*/, kError = 30 /*centipawns*/;
  std::array<CorrectionTable, kTables> tables;
  const auto sum = [&] {
    int out = 0;
    for (const CorrectionTable& t : tables) out += t(Color::Black, 5) * kShare;
    return out / (100 * CorrectionTable::kUnit);
  };
  for (int i = 0; i < 1000; ++i) {
    const int left = kError - sum();
    for (CorrectionTable& t : tables) t.update(Color::Black, 5, left, 16);
  }
  EXPECT_NEAR(sum(), kError, 1);
  EXPECT_EQ(tables[0](Color::White, 5), 0);
  EXPECT_EQ(tables[0](Color::Black, 6), 0);
}

RC_GTEST_PROP(CorrectionTable, NeverExceedsItsBound, (const std::vector<std::int16_t>& differences)) {
  CorrectionTable table;
  for (const std::int16_t d : differences) {
    table.update(Color::White, 1, d, 16);
    RC_ASSERT(std::abs(table(Color::White, 1)) <= CorrectionTable::kMax * CorrectionTable::kUnit);
  }
}

}  // namespace
}  // namespace oknos
