// One test for each guard of the sound rules: positions/counterexamples.epd holds positions whose value a rule changes
// as soon as that guard is off, and only then. Their evaluation is material alone, so that no weight decides a test.
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/eval/bounds/bounds.h"
#include "lab/formats/epd.h"
#include "support/lab_program.h"
#include "support/positions.h"

namespace oknos {
namespace {

using Json = nlohmann::json;

const char* const kFile = OKNOS_SOURCE_DIR "/positions/counterexamples.epd";

const std::vector<epd::Record>& entries() {
  static const std::vector<epd::Record> all = [] {
    std::vector<epd::Record> out;
    std::ifstream file(kFile);
    for (std::string line; std::getline(file, line);)
      if (!line.empty() && line[0] != '#') out.push_back(*epd::parse(line));
    return out;
  }();
  return all;
}

std::string of(const epd::Record& entry, const char* operation) {
  return entry.text(operation).value_or("");
}

// By the positions' names: why their values differ.
std::map<std::string, std::string> differences(const std::string& options) {
  const test::Outcome run = test::lab("prove \"" + std::string(kFile) + "\" --show 1000 --json " + options);
  const Json found = Json::parse(run.out, nullptr, false);
  std::map<std::string, std::string> out;
  for (const Json& d : found["explained"]) out[d["id"]] = d["explanation"];
  EXPECT_EQ(found["differences"], out.size()) << "each position differs once";
  return out;
}

TEST(Guards, WithAllOfThemNoValueChanges) {
  for (const epd::Record& p : entries()) EXPECT_EQ(of(p, "oknos_evaluation"), "material") << p.id();
  EXPECT_TRUE(differences("").empty()) << "with the rules that the positions name";
  EXPECT_TRUE(differences("--each").empty());
}

// A guard, and what is said where it is missing: of which position, and what.
struct Guard {
  std::string name, position = "", says = "";
};

class EachGuard : public testing::TestWithParam<Guard> {};

TEST_P(EachGuard, IsNeeded) {
  const auto& [name, position, says] = GetParam();
  auto found = differences("--without-guard " + name);
  std::size_t shown = 0;
  for (const epd::Record& p : entries()) {
    if (of(p, "oknos_guard") != name) continue;
    EXPECT_TRUE(found.contains(p.id())) << p.id();
    ++shown;
  }
  EXPECT_GT(shown, 0U);
  EXPECT_TRUE(position.empty() || test::contains(found[name + "/" + position], says));
}

INSTANTIATE_TEST_SUITE_P(Guards, EachGuard,
                         testing::Values(Guard{"child-alive", "over_kill", "a2a3 holds beta"},
                                         Guard{"draw-in-reach", "deep_futility.2", "b3a4 may be skipped"},
                                         Guard{"gives-check", "deep_futility", "a1a8 may be skipped"},
                                         Guard{"null-allowed", "super_stand_pat", "the node is worth"},
                                         Guard{"promotion", "general_futility", "general futility is wrong at"},
                                         // Every skip is right there; taking the node for a stalemate because nothing
                                         // is left to search is not.
                                         Guard{"legal-move", "frontier_futility", "No single verdict is wrong"},
                                         Guard{"reply-exists"}, Guard{"null-clock"}, Guard{"en-passant"},
                                         Guard{"depth-range"}),
                         [](const auto& about) {
                           std::string out = about.param.name;
                           std::replace(out.begin(), out.end(), '-', '_');
                           return out;
                         });

// Every rule that is proved has a position for each guard that its description names.
TEST(Guards, EveryRuleHasItsPositions) {
  std::map<std::string, std::set<std::string>> found;
  for (const epd::Record& p : entries())
    if (const std::string guard = of(p, "oknos_guard"); !guard.empty()) {
      const std::string rules = of(p, "oknos_rule");
      found[guard].insert(rules.substr(0, rules.find(' ')));
    }
  const std::map<std::string, std::set<std::string>> wanted = {
      {"legal-move", {"general_futility", "frontier_futility", "super_stand_pat", "plain_super"}},
      {"child-alive", {"over_kill", "plain_super"}},
      {"reply-exists", {"super_stand_pat"}},
      {"draw-in-reach", {"deep_futility", "general_deep_futility", "plain_deep"}},
      {"gives-check", {"deep_futility", "general_deep_futility", "plain_deep"}},
      {"null-allowed", {"super_stand_pat", "deep_futility", "general_deep_futility"}},
      {"null-clock", {"super_stand_pat", "deep_futility"}},
      {"promotion",
       {"delta_pruning", "frontier_futility", "general_futility", "over_kill", "super_stand_pat", "plain_super",
        "deep_futility", "general_deep_futility", "plain_deep"}},
      {"en-passant", {"delta_pruning", "frontier_futility", "general_futility", "over_kill", "deep_futility"}},
      {"depth-range",
       {"general_futility", "over_kill", "super_stand_pat", "plain_super", "deep_futility", "general_deep_futility",
        "plain_deep"}}};
  EXPECT_EQ(found, wanted);
}

// With the pieces of before the move, over-kill counts the attacker for a pawn although it has become a queen.
TEST(Guards, OverKillByAPromotedAttacker) {
  const auto p = std::find_if(entries().begin(), entries().end(),
                              [](const epd::Record& r) { return r.id() == "over_kill-promoted-attacker"; });
  ASSERT_NE(p, entries().end());
  const Score beta{std::stoi(p->find("oknos_window")->operands.at(1).text)};
  const Position& position = p->position;
  const Move m = test::move_in(position, "b7a8q");
  const eval::Incremental incremental = eval::Incremental::of(position);
  const Score before_reply = incremental.after(position, m).material(position.side_to_move());
  EXPECT_GE(before_reply - eval::victims(position, position.side_to_move()).first, beta)
      << "the rule as it was first put would cut";
  Position after = position;
  after.play(m);
  EXPECT_LT(before_reply - eval::victims(after, position.side_to_move()).first, beta);
}

}  // namespace
}  // namespace oknos
