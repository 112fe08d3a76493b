#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "explorer/service.h"

namespace oknos::explorer {
namespace {

using Json = nlohmann::json;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* kMateInTwo = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

std::vector<Json> analyse(const Json& body) {
  Service service;
  std::vector<Json> lines;
  service.answer_in_lines({"POST", "/api/analyse", body.dump()}, [&](const std::string& line) {
    lines.push_back(Json::parse(line));
    return true;
  });
  return lines;
}

TEST(ServiceAnalysis, TellsLinesAndWhatWasSkipped) {
  const auto lines = analyse({{"fen", kKiwipete}, {"depth", 7}, {"multipv", 2}, {"preset", "heinz"}});
  const Json& done = lines.back()["done"];
  ASSERT_EQ(done["lines"].size(), 2U);
  for (const Json& line : done["lines"]) {
    EXPECT_EQ(line["depth"], 7);
    EXPECT_EQ(line["pv"].size(), line["san"].size());
  }
  EXPECT_EQ(done["lines"][0]["pv"][0], done["best"]["uci"]);
  EXPECT_EQ(done["lines"][0]["san"][0], done["best"]["san"]);
  EXPECT_GE(done["lines"][0]["score"]["cp"], done["lines"][1]["score"]["cp"]);
  std::uint64_t skipped = 0;
  for (const Json& rule : done["rules"]) skipped += rule["moves_skipped"].get<std::uint64_t>();
  EXPECT_GT(skipped, 0U);
  EXPECT_EQ(skipped, done["moves_skipped"]);
  ASSERT_GT(lines.size(), 2U);
  EXPECT_EQ(lines[0]["progress"]["depth"], 1);
}

TEST(ServiceAnalysis, ScoresAreThoseOfTheSideToMove) {
  EXPECT_EQ(analyse({{"fen", kMateInTwo}, {"depth", 6}}).back()["done"]["lines"][0]["score"]["mate"], 2);
  const Json after = analyse({{"fen", kMateInTwo}, {"moves", {"a2a7"}}, {"depth", 4}}).back()["done"];
  EXPECT_EQ(after["lines"][0]["score"]["mate"], -1);
  EXPECT_EQ(after["best"]["uci"], "h8g8");
}

TEST(ServiceAnalysis, WithoutAMoveThereIsNone) {
  const Json done = analyse({{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, {"depth", 3}}).back()["done"];
  EXPECT_TRUE(done["best"].is_null());
  EXPECT_TRUE(done["lines"].empty());
}

TEST(ServiceAnalysis, EndsByTime) {
  EXPECT_FALSE(analyse({{"fen", kKiwipete}, {"movetime", 20}}).back()["done"]["best"].is_null());
}

TEST(ServiceAnalysis, EndsWhenNobodyListens) {
  Service service;
  int told = 0;
  service.answer_in_lines({"POST", "/api/analyse", R"({"depth": 60})"}, [&](const std::string&) { return ++told < 3; });
  EXPECT_EQ(told, 3);
}

TEST(ServiceAnalysis, BadQuestionsAreNamed) {
  const auto error = [](const Json& body) { return analyse(body).back().value("error", "none"); };
  EXPECT_NE(error({{"fen", "rubbish"}, {"depth", 3}}).find("rubbish"), std::string::npos);
  EXPECT_NE(error(Json::object()).find("\"movetime\" is expected"), std::string::npos);
  EXPECT_NE(error({{"depth", 3}, {"multipv", 0}}).find("\"multipv\": a whole number from 1 to 256"), std::string::npos);
  EXPECT_NE(error({{"movetime", -1}}).find("\"movetime\""), std::string::npos);
  EXPECT_NE(error({{"depth", 3}, {"preset", "none such"}}).find("none such"), std::string::npos);
  EXPECT_NE(error({{"depth", 3}, {"set", {{"guards.legal-move", "off"}}}}).find("guards"), std::string::npos);
}

}  // namespace
}  // namespace oknos::explorer
