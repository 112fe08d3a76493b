// README.md and docs/: every command of the laboratory that a code block shows exists, and so do its options. And
// docs/seeds.md: every rule, key, preset and command that it names is one of this build, what it says of a preset is
// so, and every statement has an implementation or a reason.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
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
using OknosLabDocumentedCommands = oknos::test::LabProgram;
using OknosLabSeedsPage = oknos::test::LabProgram;
using Words = std::vector<std::string>;
using Faults = std::vector<std::string>;

constexpr const char* kEnds[] = {"#", "|", ">", ">>", "<", "&&", ";", "\\", "2>"};

// The words of a line up to a comment, a pipe or a redirection; what stands in quotation marks counts as one word.
Words words_of(const std::string& line) {
  Words words;
  std::istringstream in(line);
  std::string word;
  while (in >> word && std::find(std::begin(kEnds), std::end(kEnds), word) == std::end(kEnds)) {
    while (std::count(word.begin(), word.end(), '"') % 2 == 1) {
      std::string more;
      if (!(in >> more)) break;
      word += " " + more;
    }
    words.push_back(word);
  }
  if (!words.empty() && words.front() == "$") words.erase(words.begin());
  return words;
}

bool is_command(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
         word != "startpos";
}

// The words after the program's name; of what ./run takes for a position, a file or an option: "analyse" and those.
// Empty: the line is no command of the laboratory.
Words laboratory_command(const std::string& line) {
  Words words = words_of(line);
  if (words.empty() || (words.front() != "./run" && words.front() != "oknos-lab")) return {};
  const bool by_script = words.front() == "./run";
  words.erase(words.begin());
  if (by_script && !words.empty() && words.front() == "site") return {};  // the script's own
  if (by_script && (words.empty() || !is_command(words.front()))) words.insert(words.begin(), "analyse");
  return words;
}

bool names_option(const std::string& help, const std::string& option) {
  for (std::size_t at = 0; (at = help.find(option, at)) != std::string::npos; ++at) {
    const char next = help[std::min(at + option.size(), help.size() - 1)];
    if (next != '-' && (next < 'a' || next > 'z')) return true;
  }
  return false;
}

class Helps {
 public:
  // What is wrong with a command; empty: nothing.
  std::string fault(Words words) {
    if (words.empty() || words.front() == "help" || words.front().starts_with('-')) return "";
    std::string command = words.front();
    const bool has_commands = command == "preset" || command == "train";
    const bool fits = command == "predict" && words.size() > 1 && words[1] == "fit";
    if (fits || (has_commands && words.size() > 1)) command += " " + words[1];
    const auto known = helps_.try_emplace(command).first;
    if (known->second.out.empty()) known->second = oknos::test::lab(command + " --help");
    if (known->second.code != 0) return "no command '" + command + "'";
    for (const std::string& word : words)
      if (word.starts_with("--") && !names_option(known->second.out, word.substr(0, word.find('='))))
        return "'" + command + "' has no option '" + word + "'";
    return "";
  }

 private:
  std::map<std::string, oknos::test::Outcome> helps_;
};

struct Checked {
  int commands = 0;
  std::vector<std::string> faults;
};

void check_page(std::istream& page, const std::string& name, Helps& helps, Checked& out) {
  bool in_code = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    const Words words = in_code ? laboratory_command(line) : Words{};
    if (words.empty()) continue;
    ++out.commands;
    if (const std::string fault = helps.fault(words); !fault.empty()) out.faults.push_back(name + ": " + fault);
  }
}

TEST_F(OknosLabDocumentedCommands, ExistWithTheirOptions) {
  const std::filesystem::path root = OKNOS_SOURCE_DIR;
  std::vector<std::filesystem::path> pages{root / "README.md", root / "positions/README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  Helps helps;
  Checked all;
  for (const auto& path : pages) {
    std::ifstream page(path);
    const int before = all.commands;
    check_page(page, std::filesystem::relative(path, root).string(), helps, all);
    if (path.filename() == "tutorial.md") {
      EXPECT_GE(all.commands - before, 9) << "the tutorial's commands are found";
    }
  }
  EXPECT_EQ(all.faults, std::vector<std::string>{});
}

TEST_F(OknosLabDocumentedCommands, AreRefusedWithAFalseName) {
  Helps helps;
  const std::pair<std::string, std::string> cases[] = {
      {"./run --depth 12 --preset none", "1"},
      {"./run \"r1bq w - -\" --time 2   # --nonsense", "1"},
      {"$ oknos-lab preset show modern > --file", "1"},
      {"ls --nonsense", "0"},
      {"oknos-lab audit x.epd --dept 3", "1 page: 'audit' has no option '--dept'"},
      {"./run refute x.epd", "1 page: no command 'refute'"},
  };
  for (const auto& [line, faults] : cases) {
    Checked out;
    std::istringstream page("```\n" + line + "\n```\n" + line + "\n");
    check_page(page, "page", helps, out);
    EXPECT_EQ(std::to_string(out.commands) + (out.faults.empty() ? "" : " " + out.faults.front()), faults) << line;
  }
}

// --- The page of the statements that Oknos goes by

constexpr int kCells = 4;  // number, statement, names, reason

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

// What is wrong with a name in fixed width; empty: nothing.
std::string name_fault(const std::string& name, Helps& helps) {
  if (name.starts_with("oknos-lab ")) return helps.fault(laboratory_command(name));
  const auto [before, after] = split(name, ": ");
  const auto [key, value] = split(after.empty() ? before : after, " = ");
  if (!value.empty()) return setting_fault(after.empty() ? "" : before, key, value);
  const bool known = is_name_of_a_key(name) || pruning::guard_from_name(name) || pruning::find_preset(name);
  return known ? "" : "no rule, key, guard or preset '" + name + "'";
}

std::vector<std::string> names_in(const std::string& text) {
  static const std::regex name("`([^`]*)`");
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it) names.push_back((*it)[1]);
  return names;
}

// The cells of a row of a table whose first cell is a number; else none.
std::vector<std::string> numbered_row(const std::string& line) {
  if (line.size() < 3 || !line.starts_with("| ") || !std::isdigit(static_cast<unsigned char>(line[2]))) return {};
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) cells.emplace_back(oknos::text::trim(cell));
  return cells;
}

Faults faults_of(const std::string& page) {
  Helps helps;
  Faults faults;
  int rows = 0;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    for (const std::string& name : names_in(line))
      if (const std::string fault = name_fault(name, helps); !fault.empty()) faults.push_back(fault);
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

TEST_F(OknosLabSeedsPage, NamesWhatThisBuildHasAndCountsWhatIsFollowed) {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/seeds.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(faults_of(page), Faults{});
  EXPECT_TRUE(oknos::test::contains(page, summary_of(page)));
  EXPECT_EQ(summary_of("| 1 | a | `x` | Differs: b |\n| 2 | a | `x` | Better: b |\n| 3 | a | `x` |  |\n"),
            "**1 are followed, 1 are marked Differs, and 1 Better**");
}

TEST_F(OknosLabSeedsPage, IsRefusedWithAFalseNameAGapOrAnEmptyRow) {
  const std::pair<std::string, std::string> cases[] = {
      {"| `frontier_futility.margin` | `oknos-lab prove x.epd --depth 4` |", ""},
      {"| `no_such_rule` | |", "no rule, key, guard or preset 'no_such_rule'"},
      {"| `frontier_futility.width` | |", "no rule, key, guard or preset 'frontier_futility.width'"},
      {"| `no_key = on` | |", "no key 'no_key'"},
      {"| `oknos-lab refute x.epd` | |", "no command 'refute'"},
      {"| `oknos-lab prove --nosuch` | |", "'prove' has no option '--nosuch'"},
      {"| `wiki: frontier_futility.margin = 126` | |", "'wiki' has another value for frontier_futility.margin"},
      {"| - | |", "row 1 has no implementation and no reason"},
      {"| - | Open: later |", "row 1 is still open"},
      {"| - |", "row 1 has not four cells"},
      {"| `muller` | |\n| 3 | says | `muller` | |", "row 2 is numbered 3"},
  };
  for (const auto& [cells, fault] : cases) {
    const std::string count = fault.starts_with("row 2") ? "2" : "1";
    EXPECT_EQ(faults_of("**" + count + " statements**\n| 1 | says " + cells + "\n"),
              fault.empty() ? Faults{} : Faults{fault});
  }
  for (const char* name : {"estimate = guess", "nosuch: estimate = bounds"})
    EXPECT_EQ(faults_of("**1 statements**\n| 1 | says | `" + std::string(name) + "` | |\n").size(), 1U) << name;
  EXPECT_EQ(faults_of("**2 statements**\n| 1 | says | - | a reason |\n"),
            Faults{"the page does not say that it has 1 statements"});
}

}  // namespace
