// `oknos-lab predict` from outside.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
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
    make("suite " + path("two.epd") + " --measure regret --judge-nodes 200 --hash 1 --workers 1 --force --out " +
         path(name) + " " + arguments);
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

// --- Prices of variants whose prices are known ---

// Ten rules with eight variants each. `set` fills in what was measured of a variant, and the Elo that this is worth.
// The games err by `deviation` Elo.
template <class Set>
Json made_up(double deviation, Set set) {
  std::mt19937_64 random(7);
  std::normal_distribution<> normal;
  const Json estimate = {{"value", 0.0}, {"low", 0.0}, {"high", 0.0}};
  const Json none = {{"of", Json::array()}, {"elo", Json::array()}, {"correlation", estimate}, {"deviation", 0.0}};
  Json out = {{"oknos_prices", 1},
              {"base", "preset modern, network c91bdac76430263a, settings 297a9348147188f3"},
              {"sources", {{{"what", "games"}, {"count", 4000}, {"how", "2,000 nodes"}, {"commit", "abc"}}}},
              {"depth", 11},
              {"sample", "100"},
              {"game_deviation", 0.0},
              {"by_errors", none},
              {"by_regret", none},
              {"variants", Json::array()}};
  for (int i = 0; i < 80; ++i) {
    Json v = {{"change", fmt::format("rule{}.margin={}", i / 8, i % 8)},
              {"games", 1000},
              {"positions", 100},
              {"log_nodes", 0.2 * normal(random)},
              {"wrong", 0.0},
              {"more_wrong", 0.0},
              {"loss", {normal(random), normal(random), normal(random), normal(random)}},
              {"solved", 0.0},
              {"regret_positions", 0},
              {"regret", estimate}};
    const double elo = set(v, random) + deviation * normal(random), wide = 1.96 * deviation;
    v["elo"] = {{"value", elo}, {"low", elo - wide}, {"high", elo + wide}};
    out["variants"].push_back(v);
  }
  return out;
}

double elo_of(const Json& v, double of_loss) {
  const double nodes = v["log_nodes"];
  return -60 * std::max(nodes, 0.0) + of_loss * v["loss"][0].get<double>();
}

class Prices : public PredictCommand {
 protected:
  Json fit(const Json& prices, const std::string& more = "") {
    return json("predict fit " + file("made_up.json", prices.dump()) + more);
  }
  static double correlation(const Json& fitted, std::size_t baseline = 0) {
    return fitted["baselines"][baseline]["correlation"]["value"];
  }
};

TEST_F(Prices, AreThoseThatMadeTheGames) {
  const Json found = fit(made_up(3, [](const Json& v, auto&) { return elo_of(v, -9); }));
  const auto elo = [&](std::size_t k) { return found["prices"][k]["Elo"]; };
  EXPECT_NEAR(elo(0)["value"], -0.6, 0.1);  // of one percent
  EXPECT_NEAR(elo(2)["value"], -9, 1);
  EXPECT_LT(elo(2)["high"], 0) << "an error costs something";
  EXPECT_NEAR(elo(3)["value"], 0, 1);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_LT(elo(k)["low"], elo(k)["high"]);
  EXPECT_GT(correlation(found), 0.9) << "of rules that it has not seen";
  EXPECT_GT(found["highest_correlation"], 0.9);
  EXPECT_EQ(found["predictions"].size(), 80U);
}

TEST_F(Prices, PredictNothingWhereNothingExplainsTheGames) {
  std::normal_distribution<> normal;
  const Json found = fit(made_up(3, [&](const Json&, auto& random) { return 10 * normal(random); }));
  EXPECT_LT(correlation(found), 0.3);
  EXPECT_LT(found["baselines"][0]["correlation"]["low"], 0);
}

// What a rule's own variants say must not be used for it: here it is the opposite of what the others say.
TEST_F(Prices, LeaveOutTheWholeRule) {
  const auto is_odd = [](const Json& v) { return v["change"].get<std::string>().starts_with("rule0."); };
  const Json measured =
      made_up(1, [&](const Json& v, auto&) { return (is_odd(v) ? -10 : 10) * v["loss"][0].get<double>(); });
  const Json found = fit(measured);
  for (std::size_t i = 0; i < 8; ++i) {
    const double loss = measured["variants"][i]["loss"][0];
    if (std::abs(loss) < 0.5) continue;
    EXPECT_GT(found["predictions"][i]["by_errors"].get<double>() * loss, 0);
  }
}

// Features of errors that are only noise must not spoil the predictions from nodes.
TEST_F(Prices, OfErrorsGoToNothingWhereTheyAreNoise) {
  const Json found = fit(made_up(3, [](const Json& v, auto&) { return elo_of(v, 0); }));
  EXPECT_NEAR(correlation(found), correlation(found, 1), 0.02);
}

TEST_F(Prices, ErrorsOfPredictionsAreNotUnderestimated) {
  const auto missed = [](Json& v, auto& random) {
    v["log_nodes"] = 0.0;
    v["loss"] = {0.0, 0.0, 0.0, 0.0};
    return random() % 2 == 0 ? 10.0 : -10.0;
  };
  const double of_many = fit(made_up(1, missed))["deviation"], of_few = fit(made_up(40, missed))["deviation"];
  EXPECT_NEAR(of_many, 10.5, 1);
  EXPECT_GT(of_few, 10) << "games too few to tell";
}

TEST_F(Prices, NoisyGamesAllowLess) {
  const auto elo = [](const Json& v, auto&) { return elo_of(v, -9); };
  EXPECT_GT(fit(made_up(1, elo))["highest_correlation"], 0.98);
  const double noisy = fit(made_up(15, elo))["highest_correlation"];
  EXPECT_LT(noisy, 0.85);
  EXPECT_GT(noisy, 0.4);
}

TEST_F(Prices, OfRegretTakeThePlaceOfThoseOfErrors) {
  Json measured = made_up(1, [](Json& v, auto& random) {
    std::normal_distribution<> normal;
    const double regret = 0.0005 * normal(random);
    v["regret_positions"] = 500;
    v["regret"] = {{"value", regret}, {"low", regret - 0.0001}, {"high", regret + 0.0001}};
    return elo_of(v, 0) - 20'000 * regret;
  });
  measured["sources"].push_back({{"what", "positions"}, {"count", 900}, {"how", "judge X"}, {"commit", "ghi"}});
  const std::string prices = path("prices.json");
  const Json found = fit(measured, " --out " + prices);
  EXPECT_NEAR(found["prices_with_regret"][2]["Elo"]["value"], -20, 2);  // of a tenth of a percent
  EXPECT_GT(correlation(found, 5), 0.95);
  EXPECT_LT(correlation(found), correlation(found, 5));
  EXPECT_TRUE(found["predictions"][0].contains("by_regret"));
  // A fit to the file is the fit to what it was made of.
  const Json again = json("predict fit " + prices);
  EXPECT_NEAR(again["prices_with_regret"][2]["Elo"]["value"], found["prices_with_regret"][2]["Elo"]["value"], 0.05);
  const Outcome ranked = lab("predict --rank --prices " + prices);
  for (const char* says : {"4,000 games", "commit abc", "(judge X; commit ghi)", "had other settings"})
    EXPECT_NE(ranked.out.find(says), std::string::npos) << says << "\n" << ranked.out;
  EXPECT_NE(lab("predict --rank --preset wiki --prices " + prices).out.find("measured with the"), std::string::npos);

  measured["variants"][1]["regret_positions"] = 0;
  refuses("predict fit " + file("some.json", measured.dump()), 1,
          "rule0.margin=1 has games and searches, but no regret");
  measured["variants"].erase(measured["variants"].begin() + 16, measured["variants"].end());
  refuses("predict fit " + file("few.json", measured.dump()), 1, "variants of 2 rules have both games and searches, 3");
  Json other = Json::parse(content_of("prices.json"));
  other["by_errors"]["of"][5] = "anything else";
  refuses("predict fit " + file("other.json", other.dump()), 1, "its prices are not those that this program knows");
}

// What `predict` uses unless it is given another file.
TEST_F(Prices, TheBuiltInOnesAreTheFitToWhatIsBuiltIn) {
  const Json built_in = Json::parse(oknos::test::run_command("cat " OKNOS_SOURCE_DIR "/prices/modern.json").out);
  const Json found = json("predict fit " OKNOS_SOURCE_DIR "/prices/modern.json --out " + path("again.json"));
  const Json again = Json::parse(content_of("again.json"));
  for (std::size_t k = 0; k < 3; ++k) {
    const double price = built_in["by_regret"]["elo"][k];
    EXPECT_NEAR(again["by_regret"]["elo"][k], price, 1e-3 * std::abs(price));
  }
}

}  // namespace
