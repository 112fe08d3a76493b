#include "engine/uci/format.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>

#include "engine/pruning/registry/registry.h"

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

TEST(Format, MateOnTheBoard) {
  EXPECT_EQ(to_text(-kMate), "mate 0");
}

std::string info_line(const Info& info, bool chess960 = false) {
  return info_line(info, Position::initial(), Manner{chess960, false});
}

Info an_info() {
  Info info;
  info.depth = 7;
  info.seldepth = 12;
  info.score = Score{25};
  info.nodes = 123456;
  info.time = 200;
  info.hashfull = 17;
  info.pv = {kE2E4, kE7E5};
  return info;
}

TEST(Format, InfoLine) {
  EXPECT_EQ(info_line(an_info()), "info depth 7 seldepth 12 multipv 1 score " +
                                      score_text(Score{25}, Bound::Exact, Position::initial(), false) +
                                      " nodes 123456 nps 617280 hashfull 17 time 200 "
                                      "pv e2e4 e7e5");
}

TEST(Format, Bounds) {
  Info info = an_info();
  info.bound = Bound::Lower;
  EXPECT_NE(info_line(info).find(" lowerbound nodes"), std::string::npos);
  info.bound = Bound::Upper;
  EXPECT_NE(info_line(info).find(" upperbound nodes"), std::string::npos);
}

// W + D + L is all, whatever the score, and a mate is certain.
TEST(Format, WinsDrawsAndLosses) {
  const Position p = Position::initial();
  for (int value = -3000; value <= 3000; value += 7) {
    const std::string text = score_text(Score{value}, Bound::Exact, p, true);
    int cp = 0;
    int w = 0;
    int d = 0;
    int l = 0;
    ASSERT_EQ(std::sscanf(text.c_str(), "cp %d wdl %d %d %d", &cp, &w, &d, &l), 4) << text;
    EXPECT_EQ(w + d + l, 1000) << text;
    EXPECT_GE(std::min({w, d, l}), 0) << text;
    EXPECT_EQ(text.substr(0, text.find(" wdl")), score_text(Score{value}, Bound::Exact, p, false));
  }
  EXPECT_EQ(score_text(mate_in(3), Bound::Exact, p, true), "mate 2 wdl 1000 0 0");
  EXPECT_EQ(score_text(mated_in(4), Bound::Exact, p, true), "mate -2 wdl 0 0 1000");
}

TEST(Format, WdlStandsBehindTheBound) {
  Info info = an_info();
  info.bound = Bound::Lower;
  const std::string line = info_line(info, Position::initial(), Manner{false, true});
  const auto at = [&line](const char* word) { return line.find(word); };
  ASSERT_NE(at(" wdl "), std::string::npos);
  EXPECT_LT(at(" score "), at(" lowerbound "));
  EXPECT_LT(at(" lowerbound "), at(" wdl "));
  EXPECT_LT(at(" wdl "), at(" nodes "));
}

TEST(Format, NoTimeIsNoDivisionByZero) {
  Info info = an_info();
  info.time = 0;
  EXPECT_NE(info_line(info).find(" nps 123456000 "), std::string::npos);
}

TEST(Format, CastlingInBothStyles) {
  Info info = an_info();
  info.pv = {Move{Square::E1, Square::H1, MoveKind::Castling}};
  EXPECT_NE(info_line(info).find("pv e1g1"), std::string::npos);
  EXPECT_NE(info_line(info, true).find("pv e1h1"), std::string::npos);
  SearchReport report;
  report.best = info.pv[0];
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
  ledger.rules[pruning::kId<pruning::LateMovePruning>].moves_skipped = 10;
  ledger.rules[pruning::kId<pruning::ReverseFutility>].nodes_cut = 5;
  ledger.rules[pruning::kId<pruning::StandPat>].quiescence_nodes_cut = 9;
  const std::string text = ledger_text(ledger);
  EXPECT_EQ(
      text,
      "moves made 500 skipped 70; skipped by: Frontier Futility 60, Late Move Pruning 10; cut by: Reverse Futility 5; "
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
