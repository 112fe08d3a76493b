// `oknos-lab predict` from outside.
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kPositions =
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n";
constexpr const char* kRules =
    "--rule razoring --rule frontier_futility --rule history_pruning --rule late_move_pruning ";

class PredictCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    std::string ten;
    for (int i = 0; i < 5; ++i) ten += kPositions;
    file("ten.epd", ten);
    file("two.epd", kPositions);
    stores_ = path("games.db") + " " + path("searches.db") + " ";
  }
  // Games, searches and regrets of variants of modern, and what `more` changes in it.
  void measure(const std::string& more = "") {
    make("screen --variants " + std::string(kRules) +
         "--probability 0.5 --nodes 60 --hash 1 --games 400 --seed 2 --out " + path("games.db") + more);
    make("predict " + path("ten.epd") + " --rank " + kRules + "--depth 4 --sample 5 --out " + path("searches.db") +
         more);
  }
  void make_regrets(const std::string& name, const std::string& arguments) {
    make("suite " + path("two.epd") + " --measure regret --judge-nodes 200 --hash 1 --workers 1 --force --out " + path(name) + " " +
         arguments);
  }
  void make(const std::string& words) {
    const Outcome made = lab(words + " 2>&1");
    ASSERT_EQ(made.code, 0) << words << "\n" << made.out;
  }
  Json json(const std::string& words) {
    const Outcome out = lab(words + " --json 2>/dev/null");
    EXPECT_EQ(out.code, 0) << words << "\n" << out.out;
    return Json::parse(out.out, nullptr, false);
  }
  void refuses(const std::string& words, int code, const std::string& says) {
    const Outcome out = lab(words + " 2>&1");
    EXPECT_EQ(out.code, code) << words << "\n" << out.out;
    EXPECT_NE(out.out.find(says), std::string::npos) << words << "\n" << out.out;
  }
  Json line_of(const Json& lines, const std::string& change) {
    for (const Json& line : lines)
      if (line["change"] == change) return line;
    ADD_FAILURE() << "no " << change;
    return {};
  }

  std::string stores_;
};

TEST_F(PredictCommand, FitsPricesAndPredictsFromThem) {
  measure();
  make_regrets("regret.db", std::string("--variants --nodes 60 ") + kRules);
  const std::string prices = path("prices.json");
  const Json fit = json("predict fit " + stores_ + path("regret.db") + " --out " + prices);
  EXPECT_EQ(fit["rules"], 4);
  EXPECT_EQ(fit["prices"].size(), 6U);
  EXPECT_EQ(fit["prices_with_regret"].size(), 3U);
  EXPECT_EQ(fit["predictions"].size(), fit["variants"]);
  // The file says as much as the runs.
  const Json again = json("predict fit " + prices);
  ASSERT_EQ(again["prices"].size(), fit["prices"].size());
  EXPECT_NEAR(again["prices"][0]["Elo"]["value"], fit["prices"][0]["Elo"]["value"], 0.01);

  const Json ranked = json("predict --rank --prices " + prices + " --queue-out " + path("queue.toml"));
  ASSERT_EQ(ranked["variants"].size(), json("predict --show " + path("searches.db"))["variants"].size());
  for (std::size_t i = 1; i < ranked["variants"].size(); ++i)
    EXPECT_GE(ranked["variants"][i - 1]["Elo"]["value"], ranked["variants"][i]["Elo"]["value"]);
  const Json best = ranked["variants"][0];
  EXPECT_TRUE(best.contains("played") && best.contains("predicted") && best.contains("regret")) << best;
  EXPECT_NE(content_of("queue.toml").find("first = \"preset=modern," + best["change"].get<std::string>() + "\""),
            std::string::npos);

  // The same searches as those of the variant.
  const std::string predict = "predict " + path("ten.epd") + " --prices " + prices + " --set razoring=on";
  const Json by_errors = line_of(json(predict)["variants"], "razoring=on");
  const Json of_file = line_of(ranked["variants"], "razoring=on");
  EXPECT_NEAR(by_errors["nodes"], of_file["nodes"], 1e-5);
  const Json by_regret = json(predict + " --regret " + path("regret.db"));
  const Json line = line_of(by_regret["variants"], "razoring=on");
  EXPECT_NEAR(line["Elo"]["value"], of_file["predicted"], 0.05);
  EXPECT_LT(line["Elo"]["low"], line["Elo"]["high"]);
  EXPECT_GT(by_regret["equivalent_games"], 0);
  EXPECT_NE(lab(predict).out.find("would give an interval as narrow"), std::string::npos);
}

TEST_F(PredictCommand, RefusesRegretsThatDoNotFit) {
  measure();
  make_regrets("regret.db", std::string("--variants --nodes 60 ") + kRules);
  const std::string prices = path("prices.json");
  make("predict fit " + stores_ + path("regret.db") + " --out " + prices);
  const std::string predict = "predict " + path("ten.epd") + " --set razoring=on --prices " + prices;
  const std::string by_regret = predict + " --regret " + path("regret.db");
  refuses(by_regret + " --set razoring.max_depth=7", 1, "no player has \"razoring=on razoring.max_depth=7\"");
  refuses(by_regret + " --against heinz", 1, "its changes are of preset modern,");
  make_regrets("more.db", "--variants --nodes 90 --rule razoring");
  refuses(predict + " --regret " + path("more.db"), 1, "searched and judged with \"90 nodes");
  refuses("predict fit " + stores_ + path("more.db"), 1, "has games and searches, but no regret");
  make("predict fit " + stores_ + " --force --out " + prices);
  refuses(by_regret, 1, "these prices have none of regret");
  make_regrets("bad.db", "--variants --rule razoring --nodes 60,90");
  refuses("predict fit " + stores_ + path("bad.db"), 1, "moves to one limit");
  make_regrets("bad.db", "--player modern,hash=1 --player modern,razoring=on,hash=2 --nodes 60");
  refuses("predict fit " + stores_ + path("bad.db"), 1, "differ in more than rules");
  make_regrets("bad.db", "--player heinz --variants --rule razoring --nodes 60");
  refuses("predict fit " + stores_ + path("bad.db"), 1, "its changes are of preset heinz");
}

// The variants of a preset with a change of its own.
TEST_F(PredictCommand, FitsPricesOfAChangedPreset) {
  measure(" --set razoring=on");
  make_regrets("regret.db", std::string("--player modern,razoring=on --nodes 60 --variants ") + kRules);
  EXPECT_TRUE(json("predict fit " + stores_ + path("regret.db")).contains("prices_with_regret"));
}

// The built-in prices hold for other presets than the one that they were measured on, and are said to be a guess of
// none.
TEST_F(PredictCommand, TheBuiltInPricesRankAndPredict) {
  const Json ranked = json("predict --rank");
  EXPECT_GT(ranked["variants"].size(), 100U);
  const Outcome out = lab("predict " + path("ten.epd") + " --set null_move.min_mobility=1 --regret x.db 2>&1");
  EXPECT_NE(out.out.find("x.db"), std::string::npos) << out.out;
  EXPECT_EQ(json("predict --rank --rule razoring")["variants"].size(), 1U);
  const Outcome shown = lab("predict --rank");
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("fitted to variants of preset modern: 70,000 games"), std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find("guess"), std::string::npos);
}

TEST_F(PredictCommand, TheRowsDoNotDependOnWhoFoundThem) {
  const std::string rank = "predict " + path("two.epd") + " --rank " + kRules + "--depth 4 --sample 5 --out ";
  make(rank + path("one.db") + " --workers 1");
  make(rank + path("three.db") + " --workers 3");
  const std::string expected = lab("show " + path("one.db") + " --rows --stable").out;
  EXPECT_NE(expected.find("late_move_pruning"), std::string::npos);
  EXPECT_EQ(lab("show " + path("three.db") + " --rows --stable").out, expected);
}

TEST_F(PredictCommand, SaysWhatIsMissing) {
  const std::string rank = "predict " + path("two.epd") + " --rank --rule razoring --depth 3 ";
  make(rank + "--out " + path("searches.db"));
  const std::string few = lab(rank).out;
  EXPECT_NE(few.find("the prices are for searches to depth 11, not to depth 3"), std::string::npos) << few;
  refuses("predict fit " + path("searches.db"), 1, "both games and searches");
  refuses("predict fit " + path("searches.db") + " " + path("searches.db"), 1, "'oknos-lab merge' joins");
  refuses("predict fit " + path("two.epd"), 1, "two.epd");
  refuses("predict fit " + path("searches.db") + " --force --out " + path("searches.db"), 1, "searches.db");
  refuses("predict " + path("two.epd"), 2, "modern is modern itself");
  file("prices.json", "{}");
  refuses("predict " + path("two.epd") + " --set razoring=on --prices " + path("prices.json"), 1, "prices.json");
  refuses("price fit x.db", 2, "price fit is now: predict fit");
  refuses("calibrate x.db", 2, "calibrate is now: margins");
}

}  // namespace
