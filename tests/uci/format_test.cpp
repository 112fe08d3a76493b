#include "uci/format.h"

#include <gtest/gtest.h>

#include "pruning/registry.h"

namespace oknos::uci {
namespace {

constexpr Move kE2E4{Square::E2, Square::E4};
constexpr Move kE7E5{Square::E7, Square::E5};

TEST(Format, Scores) {
  EXPECT_EQ(to_text(Score{0}), "cp 0");
  EXPECT_EQ(to_text(Score{-31}), "cp -31");
  EXPECT_EQ(to_text(kMaxEvaluation), "cp " + std::to_string(kMaxEvaluation.value()));
}

// Plies to moves: the side that mates makes the last move.
TEST(Format, MatesAreCountedInMoves) {
  EXPECT_EQ(to_text(mate_in(1)), "mate 1");
  EXPECT_EQ(to_text(mate_in(3)), "mate 2");
  EXPECT_EQ(to_text(mate_in(5)), "mate 3");
  EXPECT_EQ(to_text(mated_in(2)), "mate -1");
  EXPECT_EQ(to_text(mated_in(4)), "mate -2");
}

Info an_info() {
  Info info;
  info.depth = 7;
  info.seldepth = 12;
  info.score = Score{25};
  info.nodes = 123456;
  info.time = 200;
  info.hash_full = 17;
  info.line = {kE2E4, kE7E5};
  return info;
}

TEST(Format, InfoLine) {
  EXPECT_EQ(info_line(an_info(), false),
            "info depth 7 seldepth 12 multipv 1 score cp 25 nodes 123456 nps 617280 hashfull 17 tbhits 0 time 200 "
            "pv e2e4 e7e5");
}

TEST(Format, Bounds) {
  Info info = an_info();
  info.bound = Bound::Lower;
  EXPECT_NE(info_line(info, false).find("score cp 25 lowerbound nodes"), std::string::npos);
  info.bound = Bound::Upper;
  EXPECT_NE(info_line(info, false).find("score cp 25 upperbound nodes"), std::string::npos);
}

TEST(Format, NoTimeIsNoDivisionByZero) {
  Info info = an_info();
  info.time = 0;
  EXPECT_NE(info_line(info, false).find(" nps 123456000 "), std::string::npos);
}

TEST(Format, CastlingInBothStyles) {
  Info info = an_info();
  info.line = {Move{Square::E1, Square::H1, MoveKind::Castling}};
  EXPECT_NE(info_line(info, false).find("pv e1g1"), std::string::npos);
  EXPECT_NE(info_line(info, true).find("pv e1h1"), std::string::npos);
  SearchReport report;
  report.best = info.line[0];
  EXPECT_EQ(best_move_line(report, true), "bestmove e1h1");
}

TEST(Format, BestMove) {
  SearchReport report;
  EXPECT_EQ(best_move_line(report, false), "bestmove (none)");
  report.best = kE2E4;
  EXPECT_EQ(best_move_line(report, false), "bestmove e2e4");
  report.ponder = kE7E5;
  EXPECT_EQ(best_move_line(report, false), "bestmove e2e4 ponder e7e5");
}

TEST(Format, CurrentMove) {
  EXPECT_EQ(current_move_line(20, kE2E4, 1, false), "info depth 20 currmove e2e4 currmovenumber 1");
}

TEST(Format, LedgerNamesOnlyTheRulesThatDidSomething) {
  pruning::Ledger ledger;
  ledger.moves_made = 500;
  ledger.moves_skipped = 70;
  ledger.rules[pruning::kId<pruning::FrontierFutility>].moves_skipped = 60;
  ledger.rules[pruning::kId<pruning::MoveCount>].moves_skipped = 10;
  ledger.rules[pruning::kId<pruning::ReverseFutility>].nodes_cut = 5;
  ledger.rules[pruning::kId<pruning::StandPat>].quiescence_nodes_cut = 9;
  const std::string text = ledger_text(ledger);
  EXPECT_EQ(text,
            "moves made 500 skipped 70; skipped by: Move Count 10, Frontier Futility 60; cut by: Reverse Futility 5; "
            "ended at the horizon by: Stand Pat 9");
}

TEST(Format, LedgerHasNoWordThatProgramsReadInInfoLines) {
  pruning::Ledger ledger;
  for (pruning::RuleCounts& r : ledger.rules)
    r.moves_skipped = r.nodes_cut = r.quiescence_nodes_cut = r.nodes_reduced = 3;
  const std::string text = " " + ledger_text(ledger) + " ";
  for (const char* word :
       {" score ", " pv ", " depth ", " nodes ", " time ", " nps ", " multipv ", " cp ", " mate ", "{", "}"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

}  // namespace
}  // namespace oknos::uci
