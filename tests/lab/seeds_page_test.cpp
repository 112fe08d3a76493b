// docs/seeds.md: every rule, key, preset and command that it names is one of this build, what it says of a preset is
// so, and every statement has an implementation or a reason.
#include <cctype>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/text.h"
#include "engine/pruning/parts/verdict.h"
#include "engine/pruning/presets/options.h"
#include "engine/pruning/presets/preset.h"
#include "support/lab_program.h"

namespace {

namespace pruning = oknos::pruning;
using OknosLabSeedsPage = oknos::test::LabProgram;
using Faults = std::vector<std::string>;

constexpr std::string_view kProgram = "oknos-lab ";
constexpr int kCells = 4;  // number, statement, names, reason

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// "a: b" with ": " as the mark gives a and b; without the mark, all of it is a.
std::pair<std::string, std::string> split(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + mark.size())};
}

bool is_name_of_a_key(const std::string& name) {
  if (pruning::find_rule(name)) return true;
  for (const auto& [key, value] : pruning::named_values(pruning::default_preset().settings))
    if (key == name) return true;
  return false;
}

// "key = value": may the key have this value, and if `preset` is named, has it there?
std::string setting_fault(const std::string& preset, const std::string& key, const std::string& value) {
  pruning::Overrides overrides;
  const auto set = overrides.set(key, value);
  if (!set) return set.error();
  if (!*set) return "no key '" + key + "'";
  if (preset.empty()) return "";
  const auto base = pruning::find_preset(preset);
  if (!base) return base.error();
  return overrides.resolve(*base) == base->settings ? "" : "'" + preset + "' has another value for " + key;
}

std::string command_fault(const std::string& command) {
  std::istringstream words(command.substr(kProgram.size()));
  std::string word;
  words >> word;
  const auto help = oknos::test::lab(word + " --help");
  if (help.code != 0) return "no command '" + word + "'";
  while (words >> word)
    if (word.starts_with("--") && help.out.find(word) == std::string::npos) return "no option '" + word + "'";
  return "";
}

// What is wrong with a name in fixed width; empty: nothing.
std::string name_fault(const std::string& name) {
  if (name.starts_with(kProgram)) return command_fault(name);
  const auto [before, after] = split(name, ": ");
  const auto [key, value] = split(after.empty() ? before : after, " = ");
  if (!value.empty()) return setting_fault(after.empty() ? "" : before, key, value);
  const bool known = is_name_of_a_key(name) || pruning::guard_from_name(name) || pruning::find_preset(name);
  return known ? "" : "no rule, key, guard or preset '" + name + "'";
}

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    names.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return names;
}

// The cells of a row of a table whose first cell is a number; else none.
std::vector<std::string> numbered_row(const std::string& line) {
  if (line.size() < 3 || !line.starts_with("| ") || !std::isdigit(static_cast<unsigned char>(line[2]))) return {};
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

Faults faults_of(const std::string& page) {
  Faults faults;
  int rows = 0;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    for (const std::string& name : names_in(line))
      if (const std::string fault = name_fault(name); !fault.empty()) faults.push_back(fault);
    const std::vector<std::string> cells = numbered_row(line);
    if (cells.empty()) continue;
    const std::string row = "row " + std::to_string(++rows);
    if (cells.size() != kCells) {
      faults.push_back(row + " has not four cells");
      continue;
    }
    if (cells[0] != std::to_string(rows)) faults.push_back(row + " is numbered " + cells[0]);
    if (cells[3].starts_with("Open")) faults.push_back(row + " is still open");
    if (names_in(cells[2]).empty() && cells[3].empty()) faults.push_back(row + " has no implementation and no reason");
  }
  if (page.find("**" + std::to_string(rows) + " statements**") == std::string::npos)
    faults.push_back("the page does not say that it has " + std::to_string(rows) + " statements");
  return faults;
}

// How the page must sum up its rows.
std::string summary_of(const std::string& page) {
  int followed = 0, different = 0, better = 0;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> cells = numbered_row(line);
    if (cells.size() != kCells) continue;
    const auto has = [&](const char* mark) { return cells[3].find(mark) != std::string::npos; };
    ++(has("Differs") ? different : has("Better") ? better : followed);
  }
  return "**" + std::to_string(followed) + " are followed, " + std::to_string(different) + " are marked Differs, and " +
         std::to_string(better) + " Better**";
}

std::string seeds_page() {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/seeds.md");
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

TEST_F(OknosLabSeedsPage, NamesOnlyWhatThisBuildHas) {
  const std::string page = seeds_page();
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(faults_of(page), Faults{});
}

TEST_F(OknosLabSeedsPage, CountsWhatIsFollowed) {
  const std::string page = seeds_page();
  EXPECT_NE(page.find(summary_of(page)), std::string::npos) << summary_of(page);
  EXPECT_EQ(summary_of("| 1 | a | `x` | Differs: b |\n| 2 | a | `x` | Better: b |\n| 3 | a | `x` |  |\n"),
            "**1 are followed, 1 are marked Differs, and 1 Better**");
}

TEST_F(OknosLabSeedsPage, IsRefusedWithAFalseName) {
  const std::string head = "**1 statements**\n";
  EXPECT_EQ(faults_of(head + "| 1 | says | `frontier_futility.margin` | `oknos-lab prove x.epd --depth 4` |\n"),
            Faults{});
  EXPECT_EQ(faults_of(head + "| 1 | says | `no_such_rule` | |\n"),
            Faults{"no rule, key, guard or preset 'no_such_rule'"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `frontier_futility.width` | |\n"),
            Faults{"no rule, key, guard or preset 'frontier_futility.width'"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `no_key = on` | |\n"), Faults{"no key 'no_key'"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `oknos-lab refute x.epd` | |\n"), Faults{"no command 'refute'"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `oknos-lab prove --nosuch` | |\n"), Faults{"no option '--nosuch'"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `wiki: frontier_futility.margin = 126` | |\n"),
            Faults{"'wiki' has another value for frontier_futility.margin"});
  EXPECT_EQ(faults_of(head + "| 1 | says | `estimate = guess` | |\n").size(), 1U);
  EXPECT_EQ(faults_of(head + "| 1 | says | `nosuch: estimate = bounds` | |\n").size(), 1U);
}

TEST_F(OknosLabSeedsPage, IsRefusedWithAGapOrAnEmptyRow) {
  EXPECT_EQ(faults_of("**2 statements**\n| 1 | says | `muller` | |\n| 3 | says | `muller` | |\n"),
            Faults{"row 2 is numbered 3"});
  EXPECT_EQ(faults_of("**1 statements**\n| 1 | says | - | |\n"), Faults{"row 1 has no implementation and no reason"});
  EXPECT_EQ(faults_of("**1 statements**\n| 1 | says | - | Open: later |\n"), Faults{"row 1 is still open"});
  EXPECT_EQ(faults_of("**1 statements**\n| 1 | says | - |\n"), Faults{"row 1 has not four cells"});
  EXPECT_EQ(faults_of("**2 statements**\n| 1 | says | - | a reason |\n"),
            Faults{"the page does not say that it has 1 statements"});
}

}  // namespace
