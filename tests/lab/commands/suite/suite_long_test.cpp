// Every mate that the engine announces is one: the positions come with the length of the shortest mate, proved full
// width.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;

constexpr const char* kMates = OKNOS_SOURCE_DIR "/positions/mates.epd";
constexpr std::size_t kPositions = 700;

Json summary_of(const std::string& output) {
  std::istringstream in(output);
  Json last;
  for (std::string line; std::getline(in, line);) last = Json::parse(line, nullptr, false);
  return last;
}

TEST(SuiteOfMates, EveryAnnouncedMateIsOne) {
  for (const std::string nodes : {"3000", "300000"}) {
    const auto run = lab(std::string("suite ") + kMates + " --nodes " + nodes + " --workers 2 --json 2>/dev/null");
    ASSERT_EQ(run.code, 0) << run.out;
    EXPECT_EQ(run.out.find("\"shorter\":true"), std::string::npos) << "a mate shorter than the shortest";
    const Json summary = summary_of(run.out);
    ASSERT_EQ(summary["positions"], kPositions);
    EXPECT_GT(summary["mate_scores"]["mates"], kPositions / 4) << nodes;
    EXPECT_EQ(summary["mate_scores"]["wrong"], 0) << nodes;
    EXPECT_EQ(summary["mate_scores"]["short"], 0) << nodes;
  }
}

}  // namespace
