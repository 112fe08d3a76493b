// `oknos-lab why` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/chess/fen.h"
#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

// A quiet mate: a rook's check on the last rank.
constexpr const char* kBackRank = "\"6k1/5ppp/8/8/8/7P/5PP1/R5K1 b - - 0 1\"";
constexpr const char* kKiwipete = "\"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"";

class WhyCommand : public oknos::test::LabProgram {
 protected:
  static Json json(const std::string& arguments) {
    const Outcome out = lab("why " + arguments + " --json 2>/dev/null");
    EXPECT_EQ(out.code, 0) << out.out;
    return Json::parse(out.out, nullptr, false);
  }
  // The first visit at that ply of which `test` holds.
  template <class Test>
  static Json visit(const Json& story, int ply, Test&& test) {
    for (const Json& v : story["visits"])
      if (v["ply"] == ply && test(v)) return v;
    return {};
  }
};

TEST_F(WhyCommand, FollowsTheLineThroughTheLastIteration) {
  const Json story = json("startpos --line \"1. e4 e5 2.Nf3\" --depth 5");
  EXPECT_EQ(story["line"], Json({"e2e4", "e7e5", "g1f3"}));
  EXPECT_EQ(story["depth"], 5);
  EXPECT_EQ(story["visits"][0]["ply"], 0);
  EXPECT_EQ(story["visits"][0]["depth"], 5);
  EXPECT_EQ(story["visits"][0]["next"], "searched");
  EXPECT_EQ(story["visits"][1]["ply"], 1);
  EXPECT_GT(story["visits"][0]["nodes"], story["visits"][1]["nodes"]);
}

TEST_F(WhyCommand, SaysWhichRuleLeftAMoveOutAndWhatComesWhenItIsSearched) {
  const Json story = json(std::string(kKiwipete) + " --line \"a2a3 b4c3 a1b1\" --depth 3 --preset heinz");
  const Json v = visit(story, 2, [](const Json& x) { return x.contains("pruned"); });
  ASSERT_FALSE(v.is_null()) << story.dump(1);
  const Json& pruned = v["pruned"];
  EXPECT_EQ(pruned["rule"], "frontier_futility");
  EXPECT_EQ(pruned["condition"].get<std::string>().find("-320 + 0 + 300 <= "), 0U) << pruned;
  EXPECT_GE(pruned["slack"], 0);
  EXPECT_TRUE(pruned["searched_after_all"].contains("wrong"));
}

// Scores are from White's view, as in every command; those of the visits are the side to move's.
TEST_F(WhyCommand, TheScoreIsFromWhitesView) {
  const Json story = json("\"3qk3/8/8/8/8/8/8/4K3 b - - 0 1\" --line \"d8d5\" --depth 4");
  EXPECT_LT(story["score"]["cp"].get<int>(), -500) << story.dump(1);
}

// On the principal variation every move is wanted.
TEST_F(WhyCommand, NamesTheGuards) {
  // Late moves from the second on, which the PV node of the reply may not skip.
  const std::string arguments = std::string(kKiwipete) +
                                " --line \"e2a6 h8h7\" --depth 6 --set late_move_pruning.base=1"
                                " --set late_move_pruning.scale=1 --set reverse_futility=off";
  EXPECT_NE(json(arguments).dump().find("\"guard\":"), std::string::npos);
  const Outcome text = lab("why " + arguments + " --color never 2>&1");
  EXPECT_NE(text.out.find("Held back"), std::string::npos) << text.out;
}

TEST_F(WhyCommand, SaysWhereTheLineEnded) {
  const Outcome out = lab("why " + std::string(kBackRank) + " --line \"g8h8 a1a8\" --depth 3 --color never 2>&1");
  EXPECT_EQ(out.code, 0) << out.out;
  EXPECT_NE(out.out.find("The root"), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("Ra8#"), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("visits;"), std::string::npos) << out.out;
}

TEST_F(WhyCommand, TakesTheLineBehindThePosition) {
  const std::string after_option = lab("why startpos --line \"e4 e5\" --depth 3 --color never 2>&1").out;
  EXPECT_EQ(lab("why startpos e4 e5 --depth 3 --color never 2>&1").out, after_option);
  EXPECT_EQ(lab("why \"" + std::string(oknos::fen::kInitial) + "\" e4 e5 --depth 3 --color never 2>&1").out,
            after_option);
  EXPECT_EQ(lab("why " + std::string(oknos::fen::kInitial) + " 1. e4 e5 --depth 3 --color never 2>&1").out,
            after_option);
}

TEST_F(WhyCommand, RefusesWhatIsNoLine) {
  const Outcome illegal = lab("why startpos --line \"e4 e4\" 2>&1");
  EXPECT_EQ(illegal.code, 2);
  EXPECT_NE(illegal.out.find("move 2 of the line"), std::string::npos) << illegal.out;
  EXPECT_EQ(lab("why startpos 2>&1").code, 2);
  EXPECT_EQ(lab("why startpos --line \"1.\" 2>&1").code, 2);
  EXPECT_EQ(lab("why nonsense --line e4 2>&1").code, 1);
}

}  // namespace
