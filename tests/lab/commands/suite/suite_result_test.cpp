#include "lab/commands/suite/suite_result.h"

#include <gtest/gtest.h>

#include "lab/commands/suite/suite_json.h"
#include "lab/commands/suite/suite_summary.h"
#include "lab/commands/suite/suite_view.h"

namespace oknos::lab {
namespace {

PositionResult result_of(int number, SuiteOutcome outcome) {
  PositionResult r;
  r.number = number;
  r.id = "test." + std::to_string(number);
  r.theme = "test";
  r.fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
  r.wanted = "bm a8=Q+";
  r.outcome = outcome;
  return r;
}

PositionResult solved(int number, int depth, std::uint64_t nodes, std::int64_t time) {
  PositionResult r = result_of(number, SuiteOutcome::Solved);
  r.move = "a8=Q+";
  r.uci = "a7a8q";
  r.score = Score{900};
  r.end = {9, 5000, 70};
  r.held_since = Moment{depth, nodes, time};
  r.first = Moment{1, 20, 3};
  r.points = 7;
  r.most_points = 10;
  r.lines = {{{1, 20, 3}, "a8=Q+", Score{900}, true}, {{2, 50, 4}, "a8=R+", mate_in(7), false}};
  return r;
}

void expect_round_trip(const PositionResult& r) {
  const auto again = SuiteResult::format().work_unit(SuiteResult::format().rows(r));
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(suite_position_json(*again), suite_position_json(r));
  ASSERT_EQ(again->lines.size(), r.lines.size());
  for (std::size_t i = 0; i < r.lines.size(); ++i) {
    EXPECT_EQ(again->lines[i].move, r.lines[i].move);
    EXPECT_EQ(again->lines[i].score, r.lines[i].score);
    EXPECT_EQ(again->lines[i].right, r.lines[i].right);
    EXPECT_EQ(again->lines[i].moment.nodes, r.lines[i].moment.nodes);
  }
}

TEST(SuiteRows, GiveBackWhatWasPut) {
  expect_round_trip(solved(3, 4, 400, 40));
  for (const SuiteOutcome o : {SuiteOutcome::Missed, SuiteOutcome::Searched, SuiteOutcome::GameOver,
                               SuiteOutcome::Crashed, SuiteOutcome::Silent, SuiteOutcome::IllegalMove})
    expect_round_trip(result_of(1, o));
  PositionResult mated = solved(1, 2, 3, 4);
  mated.score = -mate_in(5);  // by Black
  mated.shorter = true;
  mated.failure = "why\nnot";
  expect_round_trip(mated);
}

TEST(SuiteRows, FitTheTables) {
  const auto tables = SuiteResult::format().tables();
  for (const store::Row& row : SuiteResult::format().rows(solved(1, 2, 3, 4)))
    EXPECT_EQ(row.values.size(), tables[row.table].columns.size()) << tables[row.table].name;
}

TEST(SuiteRows, SayWhatIsWrongWithARow) {
  std::vector<store::Row> rows = SuiteResult::format().rows(solved(1, 2, 3, 4));
  rows[0].values[0] = std::string("x");
  auto read = SuiteResult::format().work_unit(rows);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().find("number"), std::string::npos) << read.error();
  rows = SuiteResult::format().rows(solved(1, 2, 3, 4));
  rows[0].values.pop_back();
  EXPECT_FALSE(SuiteResult::format().work_unit(rows).ok());
  EXPECT_FALSE(SuiteResult::format().work_unit({}).ok());
}

TEST(SuiteReport, CountsTheLinesOfMateScores) {
  std::vector<PositionResult> results(4, solved(1, 2, 3, 4));
  results[0].mate_line = results[1].mate_line = MateLine::Mates;
  results[2].mate_line = MateLine::Short;
  results[3].mate_line = MateLine::Wrong;
  results[3].id = "doubtful";
  const SuiteSummary summary = summary_of(results);
  EXPECT_EQ(summary.counts.mates, 2u);
  EXPECT_EQ(summary.counts.short_lines, 1u);
  EXPECT_EQ(summary.counts.wrong_lines, 1u);
  const std::string text = suite_report(results, {}, Style{});
  EXPECT_NE(text.find("4 mate scores: 2 lines end in that mate, 1 is too short to tell, 1 contradicts the score."),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Lines that contradict their mate score (1): doubtful"), std::string::npos) << text;
}

TEST(SuiteSummary, CountsWhatIsHeldWithinEachLimit) {
  const SuiteSummary s = summary_of({solved(1, 4, 400, 40), solved(2, 2, 30, 40), solved(3, 4, 500, 1),
                                     result_of(4, SuiteOutcome::Missed), result_of(5, SuiteOutcome::Crashed)});
  EXPECT_EQ(s.counts.asked, 5u);
  EXPECT_EQ(s.counts.solved, 3u);
  EXPECT_EQ(s.counts.failed, 1u);
  EXPECT_EQ(s.counts.points, 21u);
  EXPECT_EQ(s.counts.most_points, 30u);
  const auto text = [](const std::vector<SuiteSummary::Within>& list) {
    std::string out;
    for (const auto& w : list) out += std::to_string(w.limit) + ":" + std::to_string(w.solved) + " ";
    return out;
  };
  EXPECT_EQ(text(s.by_depth), "2:1 4:3 ");
  EXPECT_EQ(text(s.by_nodes), "50:1 500:3 ");
  EXPECT_EQ(text(s.by_time), "1:1 50:3 ");
}

TEST(SuiteReport, NamesWhatIsNotSolved) {
  PositionResult lost = result_of(8, SuiteOutcome::Missed);
  lost.first = Moment{3, 40, 5};
  PositionResult unnamed = result_of(9, SuiteOutcome::Missed);
  unnamed.id = "";
  PositionResult shorter = solved(2, 2, 2, 2);
  shorter.shorter = true;
  const Style style;
  const std::string text = suite_report({solved(1, 2, 3, 4), shorter, result_of(3, SuiteOutcome::Missed),
                                         result_of(4, SuiteOutcome::Silent), lost, unnamed},
                                        {"file.epd:7"}, style);
  for (const char* wanted :
       {"2 of 6 positions solved (33.3 %), 1 failed", "14 of 20 points (70.0 %)", "Not solved (3): test.3 8, no. 9",
        "lost again (1): test.8", "Shorter mates than claimed (1): test.2", "Failed (1): test.4",
        "cannot be read (1): file.epd:7"})
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

TEST(SuiteReport, SaysACommonNameOnce) {
  EXPECT_EQ(joined_names({"WAC.002", "WAC.141", "BK.03", "BK.04", "x", "x", "7", "8"}),
            "WAC.002 141, BK.03 04, x, x, 7, 8");
}

}  // namespace
}  // namespace oknos::lab
