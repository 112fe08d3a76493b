// `oknos-lab show --json` and `--html` from outside.
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;

constexpr const char* kPositions =
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"</script>\";\n";

class ShowCommand : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("two.epd", kPositions);
  }
  void run(const std::string& command, const std::string& store) {
    const Outcome out = lab(command + " --out " + path(store) + " 2>/dev/null");
    ASSERT_EQ(out.code, 0) << out.out;
  }
};

TEST_F(ShowCommand, HoldsWhatTheCommandsSay) {
  const std::string positions = path("two.epd");
  run("audit " + positions + " --depth 5 --sample 10", "audit.db");
  run("audit " + positions + " --depth 4 --sample 10 --margins --rule frontier_futility", "margin_sweep.db");
  run("suite " + positions + " --depth 4 --player none --player modern", "nodes.db");
  run("suite " + positions + " --each-rule --depth 4 --rule frontier_futility --rule reverse_futility --pairs",
      "each_rule.db");
  run("suite " + positions + " --depth 3", "suite.db");
  run("match modern heinz --games 2 --nodes 200", "match.db");
  std::vector<Json> runs;
  for (const char* name : {"audit.db", "margin_sweep.db", "nodes.db", "each_rule.db", "suite.db", "match.db"}) {
    const Outcome out = lab(std::string("show --json ") + path(name));
    ASSERT_EQ(out.code, 0) << out.out;
    runs.push_back(Json::parse(out.out, nullptr, false));
  }
  const char* kinds[] = {"audit", "audit", "nodes", "nodes", "solved", "match"};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i]["kind"], kinds[i]);
    EXPECT_EQ(runs[i]["done"], runs[i]["work_units"]);
    EXPECT_EQ(runs[i]["missing"]["count"], 0);
    EXPECT_FALSE(runs[i]["header"].empty());
  }
  EXPECT_EQ(runs[0]["file"], "audit.db");
  const Json search = {{"preset", "modern"}, {"set", Json::object()}, {"depth", 5}, {"hash", 16}};
  EXPECT_EQ(runs[0]["search"], search);
  const Json shown = Json::parse(lab("audit --show " + path("audit.db") + " --by depth --json").out, nullptr, false);
  EXPECT_EQ(runs[0]["result"]["checked"], shown["checked"]);
  // All four dimensions, so that the page can add them up as its reader likes.
  std::uint64_t checked = 0;
  for (const Json& rule : runs[0]["result"]["rules"])
    for (const Json& cell : rule["cells"]) {
      for (const char* dimension : {"depth", "kind", "phase", "node"}) EXPECT_TRUE(cell.contains(dimension));
      checked += cell["checked"].get<std::uint64_t>();
    }
  EXPECT_EQ(checked, runs[0]["result"]["checked"]);
  EXPECT_EQ(runs[1]["result"]["margins"][0]["rule"], "frontier_futility");
  EXPECT_EQ(runs[1]["result"]["margins"][0]["unit"], "centipawns");
  EXPECT_EQ(runs[2]["result"]["unit"], "depth");
  EXPECT_EQ(runs[2]["result"]["results"][0]["limit"], 4);
  EXPECT_EQ(runs[3]["result"]["interactions"].size(), 1U);
  EXPECT_EQ(runs[4]["result"]["asked"], 1);
  EXPECT_EQ(runs[5]["result"]["games"], 2);
}

// A command that adds nothing but its file and its line.
TEST_F(ShowCommand, KnowsEveryStoredCommand) {
  const auto toy = [](const std::string& arguments) {
    return run_command("\"" OKNOS_BINARY_DIR "/oknos-lab-toy\" " + arguments);
  };
  file("text.txt", "One two Three\nfour five\nSix\n");
  ASSERT_EQ(toy("toy " + path("text.txt") + " --out " + path("toy.db")).code, 0);
  const Outcome out = toy("show --json " + path("toy.db"));
  ASSERT_EQ(out.code, 0) << out.out;
  const Json run = Json::parse(out.out, nullptr, false);
  EXPECT_EQ(run["kind"], "toy");
  EXPECT_EQ(run["result"]["words"], 6);
  EXPECT_EQ(run["result"]["by_line"].size(), 3U);
  EXPECT_NEAR(run["result"]["by_line"][0]["capitals"]["rate"], 2.0 / 3, 1e-9);
  // Another program does not know it, and shows what any store has.
  const Json other = Json::parse(lab("show --json " + path("toy.db")).out, nullptr, false);
  EXPECT_EQ(other["kind"], "toy");
  EXPECT_FALSE(other.contains("result"));
}

TEST_F(ShowCommand, BadInputIsNamed) {
  run("suite " + path("two.epd") + " --depth 1", "suite.db");
  const std::string store = path("suite.db");
  for (const auto& [arguments, code, message] : std::vector<std::tuple<std::string, int, std::string>>{
           {path("none.db") + " --html " + path("x.html"), 1, "none.db"},
           {path("two.epd") + " --json", 1, "two.epd"},
           {store + " " + store, 2, "only --html FILE.html shows them together"},
           {store + " --html " + path("x.html") + " --json", 2, "--json excludes --html"},
           {store + " --force", 2, "--force requires --html"},
           {store + " --table nothing", 1, "has no table \"nothing\"; it has "},
           {"", 2, "stores is required"}}) {
    const Outcome out = lab("show " + arguments);
    EXPECT_EQ(out.code, code) << arguments;
    EXPECT_NE(out.out.find(message), std::string::npos) << arguments << "\n" << out.out;
  }
  EXPECT_FALSE(std::filesystem::exists(path("x.html")));
}

}  // namespace
