// README.md and docs/: every command of the laboratory that a code block shows exists, and so do its options.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/lab_program.h"

namespace {

using OknosLabDocumentedCommands = oknos::test::LabProgram;
using Words = std::vector<std::string>;

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
  const auto faults = [&](const std::string& line) {
    Checked out;
    std::istringstream page("```\n" + line + "\n```\n" + line + "\n");
    check_page(page, "page", helps, out);
    return std::to_string(out.commands) + (out.faults.empty() ? "" : " " + out.faults.front());
  };
  EXPECT_EQ(faults("./run --depth 12 --preset none"), "1");
  EXPECT_EQ(faults("./run \"r1bq w - -\" --time 2   # --nonsense"), "1");
  EXPECT_EQ(faults("$ oknos-lab preset show modern > --file"), "1");
  EXPECT_EQ(faults("ls --nonsense"), "0");
  EXPECT_EQ(faults("oknos-lab audit x.epd --dept 3"), "1 page: 'audit' has no option '--dept'");
  EXPECT_EQ(faults("./run refute x.epd"), "1 page: no command 'refute'");
}

}  // namespace
