// `oknos-lab completions`, tried in the shells that read them.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>

#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;
using Words = std::set<std::string>;

Words lines_of(const std::string& text) {
  Words out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.insert(line);
  return out;
}

class Completions : public oknos::test::LabProgram {
 protected:
  static bool has(const std::string& program) { return run_command("command -v " + program).code == 0; }

  std::string script(const std::string& shell, const std::string& program = "oknos-lab") {
    const Outcome run = lab("completions " + shell + " " + program);
    EXPECT_EQ(run.code, 0) << run.out;
    return file(program + "." + shell, run.out);
  }
  // The scripts call the program by its name.
  static std::string path_setting() { return "PATH=\"" OKNOS_BINARY_DIR ":$PATH\""; }
  // What bash offers behind these words, of which the last is being written.
  Words bash_offers(const std::string& words) {
    const std::string commands = path_setting() + "\nsource " + script("bash") + "\ncd " + folder().string() +
                                 "\nCOMP_WORDS=(" + words +
                                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_oknos_lab\n"
                                 "(IFS=$'\\n'; echo \"${COMPREPLY[*]}\")\n";
    const Outcome run = run_command("bash --noprofile --norc " + file("ask.bash", commands));
    EXPECT_EQ(run.code, 0) << run.out;
    return lines_of(run.out);
  }
};

TEST_F(Completions, ScriptsAreValid) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    if (!has(shell)) continue;
    for (const std::string program : {"oknos-lab", "oknos"}) {
      const Outcome run = run_command(shell + " -n " + script(shell, program));
      EXPECT_TRUE(run.code == 0 && run.out.empty()) << shell << ", " << program << ": " << run.out;
    }
  }
}

TEST_F(Completions, BashCompletes) {
  const Words runs = {"my run.db", "my.epd"};
  for (const std::string& name : runs) file(name, "");
  const std::pair<const char*, Words> cases[] = {
      {"aud", {"audit"}},
      {"preset ''", {"list", "show", "check", "uci", "variants"}},
      {"help expl", {"explore"}},
      {"audit --dep", {"--depth"}},
      {"preset show --di", {"--differences"}},
      {"audit wac.epd --preset hei", {"heinz"}},
      {"audit --preset = hei", {"heinz"}},  // bash makes three words of --preset=hei
      {"audit --rule frontier", {"frontier_futility", "frontier_node"}},
      {"audit --color n", {"never"}},
      {"audit --depth ''", {""}},   // a number
      {"match --resign ''", {""}},  // not the words of --color
      {"datagen --format = c", {"compact"}},
      {"audit my", runs},
      {"audit --show my", runs},
  };
  for (const auto& [words, offers] : cases) EXPECT_EQ(bash_offers("oknos-lab " + std::string(words)), offers) << words;
}

TEST_F(Completions, TheEnginesWordsAreInItsScripts) {
  const std::string words =
      "go perft bench genfens d moves eval see preset options compiler version --expert --cpu --version -h --help";
  for (const std::string shell : {"bash", "zsh"})
    EXPECT_NE(lab("completions " + shell + " oknos").out.find(words), std::string::npos) << shell;
  EXPECT_NE(lab("completions fish oknos").out.find("complete -c oknos -a perft\n"), std::string::npos);
}

// Every command with every option that its help has.
TEST_F(Completions, BashKnowsWhatTheHelpKnows) {
  const Words commands = bash_offers("oknos-lab ''");
  const std::string help = lab("--help").out;
  for (const std::string& command : commands) {
    if (command == "help") continue;  // a word before the others
    EXPECT_NE(help.find("  " + command + " "), std::string::npos) << command;
    const Words offered = bash_offers("oknos-lab " + command + " --");
    std::istringstream lines(lab(command + " --help").out);
    bool in_options = false;
    for (std::string line; std::getline(lines, line);) {
      if (line == "Options:") in_options = true;
      if (line.empty()) in_options = false;
      const std::size_t at = line.find("--");
      if (!in_options || at == std::string::npos || at > 5) continue;  // continued descriptions are further right
      const std::string name = line.substr(at, line.find_first_of(" ,", at) - at);
      EXPECT_TRUE(offered.contains(name)) << command << " " << name;
    }
  }
  EXPECT_GE(commands.size(), 20U);
}

TEST_F(Completions, FishCompletes) {
  if (!has("fish")) GTEST_SKIP() << "fish is not installed";
  const std::pair<std::string, const char*> cases[] = {{"aud", "audit\n"},
                                                       {"audit --dep", "--depth\n"},
                                                       {"preset sh", "show\n"},
                                                       {"preset show --di", "--differences\n"},
                                                       {"audit --preset hei", "heinz\n"},
                                                       {"audit --preset=hei", "--preset=heinz\n"}};
  for (const auto& [words, offers] : cases) {
    const std::string ask = "'source " + script("fish") + "; complete -C \"oknos-lab " + words + "\"'";
    EXPECT_EQ(run_command(path_setting() + " fish --no-config -c " + ask + " | cut -f1").out, offers) << words;
  }
}

}  // namespace
