// `oknos-lab price` from outside.
#include <algorithm>
#include <cmath>
#include <fstream>
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

class PriceCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("two.epd", kPositions);
  }
  std::string screen(const std::string& more) {
    return std::string("screen --variants ") + kRules + "--probability 0.5 --nodes 60 --hash 1 --games 400 --seed 2 " +
           more;
  }
  // Enough for `predict`.
  std::string five_times_two() {
    std::string out;
    for (int i = 0; i < 5; ++i) out += path("two.epd") + " ";
    return out;
  }
  std::string audit(const std::string& more) {
    return "price audit " + path("two.epd") + " " + kRules + "--depth 4 --sample 5 " + more;
  }
};

TEST_F(PriceCommand, FitsPricesToGamesAndAudits) {
  const Outcome played = lab(screen("--json --out " + path("screen.db") + " 2>/dev/null"));
  ASSERT_EQ(played.code, 0) << played.out;
  const Json screened = Json::parse(played.out, nullptr, false);
  ASSERT_EQ(lab(audit("--out " + path("errors.db"))).code, 0);
  const std::string fit = "price fit " + path("screen.db") + " " + path("errors.db") + " ";
  const Outcome out = lab(fit + "--json 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json prices = Json::parse(out.out, nullptr, false);
  EXPECT_EQ(prices["rules"], 4);
  EXPECT_EQ(prices["prices"].size(), 6U);
  EXPECT_EQ(prices["rivals"][0]["predicted_from"], "this model");
  ASSERT_EQ(prices["variants"].size(), screened["changes"].size());
  std::uint64_t checked = 0;
  for (const Json& v : prices["variants"]) {
    EXPECT_EQ(v["positions"], 2) << v;
    EXPECT_EQ(v["asked"], 1) << v;
    checked += v["checked"].get<std::uint64_t>();
    for (const Json& change : screened["changes"])
      if (change["change"] == v["change"]) {
        EXPECT_EQ(v["games"], change["games"]);
        EXPECT_EQ(v["elo"], change["elo"]) << v;
      }
  }
  EXPECT_GT(checked, 0U);
  // The table that is written says as much as the runs.
  ASSERT_EQ(lab(fit + "--table " + path("table.tsv")).code, 0);
  // A line about the audits, one for each run, one of names, and one for each variant.
  const std::string table = content_of("table.tsv");
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), prices["variants"].size() + 4);
  const Outcome from_table = lab("price fit " + path("table.tsv") + " --json 2>/dev/null");
  ASSERT_EQ(from_table.code, 0) << from_table.out;
  const Json again = Json::parse(from_table.out, nullptr, false);
  ASSERT_EQ(again["prices"].size(), prices["prices"].size());
  for (std::size_t i = 0; i < prices["prices"].size(); ++i)
    EXPECT_NEAR(again["prices"][i]["elo"]["value"], prices["prices"][i]["elo"]["value"],
                0.01 * (1 + std::abs(prices["prices"][i]["elo"]["value"].get<double>())));
  // No output replaces what the command reads or writes besides.
  for (const char* clash : {"--out screen.db", "--table x.tsv --out x.tsv", "--table x"}) {
    std::string options = clash;
    for (std::size_t at = options.find(' '); at != std::string::npos; at = options.find(' ', at + 1))
      if (options[at + 1] != '-') options.insert(at + 1, path(""));
    const Outcome refused = lab(fit + options + " --force 2>&1");
    EXPECT_EQ(refused.code, 1) << options << "\n" << refused.out;
  }
  const Outcome both = lab("price fit " + path("table.tsv") + " " + path("errors.db") + " 2>&1");
  EXPECT_EQ(both.code, 1);
  EXPECT_NE(both.out.find("nothing can be added"), std::string::npos) << both.out;
}

// Shards of one run are joined, but nothing is counted twice.
TEST_F(PriceCommand, TakesNoRunTwice) {
  ASSERT_EQ(lab(screen("--out " + path("games.db"))).code, 0);
  ASSERT_EQ(lab(audit("--shard 1/2 --out " + path("odd.db"))).code, 0);
  ASSERT_EQ(lab(audit("--shard 2/2 --out " + path("even.db"))).code, 0);
  const std::string fit = "price fit " + path("games.db") + " " + path("odd.db") + " " + path("even.db");
  EXPECT_EQ(lab(fit).code, 0);
  const Outcome refused = lab(fit + " " + path("even.db") + " 2>&1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.out.find("counted twice"), std::string::npos) << refused.out;
}

// Screenings that differ only in --seed are joined.
TEST_F(PriceCommand, JoinsScreenings) {
  const auto make = [&](const char* file, const char* options) {
    const std::string words = std::string("screen --variants ") + kRules + "--hash 1 " + options;
    ASSERT_EQ(lab(words + " --out " + path(file) + " 2>/dev/null").code, 0) << file;
  };
  make("one.db", "--probability 0.5 --nodes 60 --games 800");
  make("two.db", "--probability 0.5 --nodes 60 --games 800 --seed 2");
  make("longer.db", "--probability 0.5 --nodes 70 --games 20 --seed 3");
  make("rarer.db", "--probability 0.25 --nodes 60 --games 20 --seed 4");
  ASSERT_EQ(lab(audit("--out " + path("errors.db"))).code, 0);
  const std::string runs = "price fit " + path("one.db") + " " + path("errors.db") + " ";
  const auto fitted = [&](const std::string& more) {
    const Outcome done = lab(runs + more + " --json 2>/dev/null");
    EXPECT_EQ(done.code, 0) << done.out;
    return Json::parse(done.out, nullptr, false)["variants"];
  };
  const Json of_one = fitted(""), of_both = fitted(path("two.db"));
  ASSERT_FALSE(of_one.empty());
  ASSERT_EQ(of_both.size(), of_one.size());
  for (std::size_t i = 0; i < of_one.size(); ++i) EXPECT_GT(of_both[i]["games"], of_one[i]["games"]);
  const auto refuses = [&](const char* games, const char* because) {
    const Outcome refused = lab(runs + path(games) + " 2>&1");
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.out.find(because), std::string::npos) << refused.out;
  };
  refuses("one.db", "--seed 1 already");
  refuses("longer.db", "the same conditions");
  refuses("rarer.db", "--probability 0.25");
}

TEST_F(PriceCommand, PredictsFromThePricesThatItWrote) {
  ASSERT_EQ(lab(screen("--out " + path("games.db"))).code, 0);
  ASSERT_EQ(lab(audit("--out " + path("errors.db"))).code, 0);
  ASSERT_EQ(lab("price fit " + path("games.db") + " " + path("errors.db") + " --out " + path("prices.json")).code, 0);
  const std::string predict = "predict " + five_times_two() + " --prices " + path("prices.json") + " ";
  const Outcome same = lab(predict + "2>&1");
  EXPECT_EQ(same.code, 2);
  EXPECT_NE(same.out.find("modern is modern itself"), std::string::npos) << same.out;
  const Json on = Json::parse(lab(predict + "--set razoring=on --json 2>/dev/null").out, nullptr, false);
  // The same audit as that of the variant.
  const Json fit = Json::parse(
      lab("price fit " + path("games.db") + " " + path("errors.db") + " --json 2>/dev/null").out, nullptr, false);
  for (const Json& v : fit["variants"])
    if (v["change"] == "razoring=on") {
      EXPECT_NEAR(v["more_nodes"].get<double>(), on["more_nodes"].get<double>(), 1e-12);
    }
  EXPECT_LE(on["elo"]["low"], on["elo"]["value"]);
  const Outcome few = lab("predict " + path("two.epd") + " --prices " + path("prices.json") + " --set razoring=on");
  EXPECT_EQ(few.code, 0);
  EXPECT_NE(few.out.find("No prediction: 2 positions were searched with both presets; at least 10 are expected."),
            std::string::npos)
      << few.out;
  const std::string calibrate = "calibrate " + path("errors.db") + " --price " + path("prices.json") + " ";
  const Outcome chosen = lab(calibrate + "--out " + path("priced.toml"));
  EXPECT_EQ(chosen.code, 0) << chosen.out;
  EXPECT_EQ(lab("preset show " + path("priced.toml")).code, 0);
  EXPECT_EQ(lab(calibrate + "--risk 1").code, 2);
  const Json decisions = Json::parse(lab(calibrate + "--json --queue-out " + path("queue.toml")).out, nullptr, false);
  EXPECT_EQ(decisions["variants"].size(), fit["variants"].size());
  for (const Json& v : decisions["variants"])
    if (v["change"] == "razoring=on") {
      EXPECT_NEAR(v["more_nodes"].get<double>(), on["more_nodes"].get<double>(), 1e-12);
      EXPECT_LT(v["predicted_elo"]["low"], v["predicted_elo"]["value"]);
      EXPECT_LE(v["predicted_elo"]["high"], on["elo"]["high"]);  // which allows for the scatter of the positions
    }
  EXPECT_NE(lab(calibrate + "--all").out.find("razoring=on"), std::string::npos);
  EXPECT_EQ(lab("calibrate " + path("errors.db") + " --all").code, 2);  // without prices
  for (const Json& rule : decisions["rules"]) {
    const auto change = rule["change"].get<std::string>();
    EXPECT_NE(content_of("queue.toml").find("first = \"preset=modern," + change + "\""), std::string::npos) << change;
  }
  EXPECT_NE(lab(calibrate + "--preset heinz").out.find("name their preset with --preset"), std::string::npos);
  // The table has the same audits, and the games besides.
  ASSERT_EQ(lab("price fit " + path("games.db") + " " + path("errors.db") + " --table " + path("variants.tsv")).code,
            0);
  const std::string by_table = "calibrate " + path("variants.tsv") + " --price " + path("prices.json") + " ";
  const Json of_table = Json::parse(lab(by_table + "--json").out, nullptr, false);
  ASSERT_EQ(of_table["variants"].size(), decisions["variants"].size());
  for (std::size_t i = 0; i < decisions["variants"].size(); ++i) {
    EXPECT_EQ(of_table["variants"][i]["change"], decisions["variants"][i]["change"]);
    EXPECT_NEAR(of_table["variants"][i]["predicted_elo"]["value"].get<double>(),
                decisions["variants"][i]["predicted_elo"]["value"].get<double>(), 1e-3);
    EXPECT_FALSE(of_table["variants"][i]["played_elo"].is_null());
    EXPECT_TRUE(decisions["variants"][i]["played_elo"].is_null());
  }
  EXPECT_EQ(lab("calibrate " + path("games.db") + " --price " + path("prices.json")).code, 1);
  EXPECT_NE(lab(by_table + "--preset heinz").out.find("name their preset with --preset"), std::string::npos);
  file("prices.json", "{}");
  const Outcome bad = lab(predict + "--set razoring=on 2>&1");
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.out.find("prices.json"), std::string::npos) << bad.out;
}

// What the variants' moves give away is compared with errors, and priced beside nodes.
TEST_F(PriceCommand, FitsPricesToRegrets) {
  ASSERT_EQ(lab(screen("--out " + path("games.db"))).code, 0);
  ASSERT_EQ(lab(audit("--out " + path("errors.db"))).code, 0);
  const std::string regret = "suite --measure regret " + path("two.epd") + " --judge-nodes 200 --hash 1 --workers 1 ";
  ASSERT_EQ(lab(regret + "--variants " + kRules + "--nodes 60 --out " + path("regret.db")).code, 0);
  const std::string stores = path("games.db") + " " + path("errors.db") + " ";
  const std::string table = path("table.tsv"), prices = path("prices.json");
  const Outcome out =
      lab("price fit " + stores + path("regret.db") + " --json --table " + table + " --out " + prices + " 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  const Json fit = Json::parse(out.out, nullptr, false);
  ASSERT_FALSE(fit["variants"].empty());
  for (const Json& v : fit["variants"]) EXPECT_EQ(v["regret_positions"], 2) << v;
  ASSERT_EQ(fit["by_regret"]["prices"].size(), 3U) << fit;
  EXPECT_EQ(fit["by_regret"]["prices"][2]["of"], "regret");
  EXPECT_NE(out.out.find("nodes and regret"), std::string::npos);
  ASSERT_EQ(fit["predictions"].size(), fit["variants"].size());
  for (const Json& p : fit["predictions"]) EXPECT_TRUE(p["by_errors"].is_number() && p["by_regret"].is_number()) << p;
  EXPECT_NE(lab("price fit " + table + " --variants").out.find("0.1 % of a point more given away"), std::string::npos);
  const Json choices = Json::parse(lab("calibrate " + table + " --price " + prices + " --json").out, nullptr, false);
  EXPECT_EQ(choices["prices_of"], "regret");
  ASSERT_EQ(choices["variants"].size(), fit["variants"].size());
  for (const Json& v : choices["variants"]) EXPECT_TRUE(v.contains("more_regret")) << v;

  // Runs on other positions can be added.
  const std::string regret_of_another = "suite --measure regret " +
                                        file("third.epd", "8/k7/8/2P5/3p4/8/6K1/8 w - -\n") +
                                        " --judge-nodes 200 --hash 1 --variants " + kRules;
  ASSERT_EQ(lab(regret_of_another + "--nodes 60 --out " + path("third.db")).code, 0);
  const std::string joint = "price fit " + stores + path("regret.db") + " ";
  const Json both = Json::parse(lab(joint + path("third.db") + " --json 2>/dev/null").out, nullptr, false);
  ASSERT_EQ(both["variants"].size(), fit["variants"].size());
  for (const Json& v : both["variants"]) EXPECT_EQ(v["regret_positions"], 3) << v;
  EXPECT_NE(lab(joint + path("regret.db") + " 2>&1").out.find("of the same file of positions are there already"),
            std::string::npos);
  ASSERT_EQ(lab(regret_of_another + "--nodes 90 --force --out " + path("third.db")).code, 0);
  EXPECT_NE(lab(joint + path("third.db") + " 2>&1").out.find("its regrets were measured with"), std::string::npos);

  // A prediction goes by them too, if they were measured in the same way.
  const std::string predict = "predict " + five_times_two() + " --prices " + prices + " --set razoring=on";
  const std::string by_regret = predict + " --regret " + path("regret.db");
  const Json predicted = Json::parse(lab(by_regret + " --json 2>/dev/null").out, nullptr, false);
  const auto razoring = std::find_if(choices["variants"].begin(), choices["variants"].end(),
                                     [](const Json& v) { return v["change"] == "razoring=on"; });
  ASSERT_NE(razoring, choices["variants"].end());
  EXPECT_NEAR(predicted["elo"]["value"], (*razoring)["predicted_elo"]["value"], 0.01) << predicted;
  EXPECT_GE(predicted["elo"]["high"], (*razoring)["predicted_elo"]["high"]) << predicted;
  EXPECT_NE(lab(by_regret).out.find("\nRegret  "), std::string::npos);
  const Outcome another = lab(by_regret + " --set razoring.max_depth=7 2>&1");
  EXPECT_EQ(another.code, 1);
  EXPECT_NE(another.out.find("none of its players is \"preset modern, razoring=on"), std::string::npos) << another.out;
  EXPECT_NE(lab(by_regret + " --against heinz 2>&1").out.find("its first player is \"preset modern,"),
            std::string::npos);

  // Prices of other regrets are not used.
  ASSERT_EQ(lab(regret + "--variants " + kRules + "--nodes 90 --out " + path("more.db")).code, 0);
  ASSERT_EQ(lab("price fit " + stores + path("more.db") + " --table " + path("more.tsv")).code, 0);
  const Outcome longer = lab(predict + " --regret " + path("more.db") + " 2>&1");
  EXPECT_EQ(longer.code, 1);
  EXPECT_NE(longer.out.find("the moves were searched and judged with \"hash=1, 90 nodes"), std::string::npos)
      << longer.out;
  const Outcome errors = lab("calibrate " + path("more.tsv") + " --price " + prices + " --json 2>/dev/null");
  EXPECT_EQ(errors.code, 0);
  EXPECT_EQ(Json::parse(errors.out, nullptr, false)["prices_of"], "errors");
  EXPECT_NE(lab("calibrate " + path("more.tsv") + " --price " + prices + " 2>&1")
                .out.find("The regrets of the table are not used: they were measured with \"hash=1, 90 nodes"),
            std::string::npos);
  const std::string without = path("without.json");
  ASSERT_EQ(lab("price fit " + stores + "--out " + without).code, 0);
  EXPECT_NE(lab("predict " + path("two.epd") + " --prices " + without + " --set razoring=on --regret " +
                path("regret.db") + " 2>&1")
                .out.find("these prices have none of regret"),
            std::string::npos);

  // Some variants alone cannot be compared with all.
  ASSERT_EQ(lab(regret + "--variants --rule razoring --nodes 60 --out " + path("some.db")).code, 0);
  EXPECT_NE(lab("price fit " + stores + path("some.db") + " 2>&1").out.find("has games and audits, but no regret"),
            std::string::npos);

  for (const auto& [arguments, says] :
       {std::pair{std::string("--variants --nodes 60,90"), "moves to one limit"},
        {"--player modern --player heinz --nodes 60", "is not \"modern\" with one change of a rule"},
        {"--player modern,hash=1 --player modern,razoring=on,hash=2 --nodes 60", "the same hash"},
        {"--player heinz --variants --nodes 60", "the audits are of preset modern"}}) {
    ASSERT_EQ(lab(regret + arguments + " " + (arguments.find("--variants") == std::string::npos ? "" : kRules) +
                  "--force --out " + path("bad.db"))
                  .code,
              0);
    const Outcome refused = lab("price fit " + stores + path("bad.db") + " 2>&1");
    EXPECT_EQ(refused.code, 1) << arguments;
    EXPECT_NE(refused.out.find(says), std::string::npos) << refused.out;
  }
}

// The variants of a preset with a change of its own.
TEST_F(PriceCommand, FitsPricesOfAChangedPreset) {
  ASSERT_EQ(lab(screen("--set razoring=on --out " + path("games.db"))).code, 0);
  ASSERT_EQ(lab(audit("--set razoring=on --out " + path("errors.db"))).code, 0);
  ASSERT_EQ(lab("suite --measure regret " + path("two.epd") + " --player modern,razoring=on --variants " + kRules +
                "--nodes 60 --judge-nodes 200 --hash 1 --out " + path("regret.db"))
                .code,
            0);
  const Outcome out =
      lab("price fit " + path("games.db") + " " + path("errors.db") + " " + path("regret.db") + " --json 2>/dev/null");
  ASSERT_EQ(out.code, 0) << out.out;
  EXPECT_TRUE(Json::parse(out.out, nullptr, false).contains("by_regret")) << out.out;
}

TEST_F(PriceCommand, TheRowsDoNotDependOnWhoFoundThem) {
  ASSERT_EQ(lab(audit("--workers 1 --out " + path("one.db"))).code, 0);
  ASSERT_EQ(lab(audit("--workers 3 --out " + path("three.db"))).code, 0);
  const std::string expected = lab("show " + path("one.db") + " --rows --stable").out;
  EXPECT_NE(expected.find("late_move_pruning"), std::string::npos);
  EXPECT_EQ(lab("show " + path("three.db") + " --rows --stable").out, expected);
}

TEST_F(PriceCommand, SaysWhatIsMissing) {
  ASSERT_EQ(lab(audit("--out " + path("errors.db"))).code, 0);
  const Outcome out = lab("price fit " + path("errors.db") + " 2>&1");
  EXPECT_EQ(out.code, 1);
  EXPECT_NE(out.out.find("both games and audits"), std::string::npos) << out.out;
  EXPECT_NE(lab("price fit " + path("two.epd") + " 2>&1").out.find("two.epd"), std::string::npos);
}

}  // namespace
