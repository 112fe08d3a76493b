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
      EXPECT_EQ(run.code, 0) << shell << ", " << program << ": " << run.out;
      EXPECT_EQ(run.out, "") << shell << ", " << program;
    }
  }
}

TEST_F(Completions, BashCompletesCommands) {
  EXPECT_EQ(bash_offers("oknos-lab aud"), Words{"audit"});
  EXPECT_EQ(bash_offers("oknos-lab preset ''"), (Words{"list", "show", "check", "uci", "variants"}));
  EXPECT_EQ(bash_offers("oknos-lab help expl"), Words{"explore"});
}

TEST_F(Completions, BashCompletesOptionsAndValues) {
  EXPECT_EQ(bash_offers("oknos-lab audit --dep"), Words{"--depth"});
  EXPECT_EQ(bash_offers("oknos-lab preset show --di"), Words{"--differences"});
  EXPECT_EQ(bash_offers("oknos-lab audit wac.epd --preset hei"), Words{"heinz"});
  EXPECT_EQ(bash_offers("oknos-lab audit --preset = hei"), Words{"heinz"}) << "bash makes three words of --preset=hei";
  EXPECT_EQ(bash_offers("oknos-lab audit --rule frontier"), (Words{"frontier_futility", "frontier_node"}));
  EXPECT_EQ(bash_offers("oknos-lab audit --color n"), Words{"never"});
  EXPECT_EQ(bash_offers("oknos-lab audit --depth ''"), Words{""}) << "a number";
  EXPECT_EQ(bash_offers("oknos-lab match --resign ''"), Words{""}) << "not the words of --color";
  EXPECT_EQ(bash_offers("oknos-lab datagen --format = c"), Words{"compact"});
}

TEST_F(Completions, TheEnginesWordsAreInItsScripts) {
  const std::string words =
      "go perft bench genfens d moves eval see preset options compiler version --expert --cpu --version -h --help";
  for (const std::string shell : {"bash", "zsh"})
    EXPECT_NE(lab("completions " + shell + " oknos").out.find(words), std::string::npos) << shell;
  EXPECT_NE(lab("completions fish oknos").out.find("complete -c oknos -a perft\n"), std::string::npos);
}

TEST_F(Completions, BashCompletesFiles) {
  file("my run.db", "");
  file("my.epd", "");
  EXPECT_EQ(bash_offers("oknos-lab audit my"), (Words{"my run.db", "my.epd"}));
  EXPECT_EQ(bash_offers("oknos-lab audit --show my"), (Words{"my run.db", "my.epd"}));
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
  const auto offers = [&](const std::string& line) {
    return run_command(path_setting() + " fish --no-config -c 'source " + script("fish") + "; complete -C \"" + line +
                       "\"' | cut -f1")
        .out;
  };
  EXPECT_EQ(offers("oknos-lab aud"), "audit\n");
  EXPECT_EQ(offers("oknos-lab audit --dep"), "--depth\n");
  EXPECT_EQ(offers("oknos-lab preset sh"), "show\n");
  EXPECT_EQ(offers("oknos-lab preset show --di"), "--differences\n");
  EXPECT_EQ(offers("oknos-lab audit --preset hei"), "heinz\n");
  EXPECT_EQ(offers("oknos-lab audit --preset=hei"), "--preset=heinz\n");
}

TEST_F(Completions, OtherShellsAreRefused) {
  const Outcome run = lab("completions tcsh");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.out.find("tcsh"), std::string::npos) << run.out;
}

}  // namespace
