// What oknos-lab and oknos print is there, or they say so: on a full disk, with standard output closed, in a pipe.
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;

constexpr const char* kEngine = "\"" OKNOS_BINARY_DIR "/oknos\" ";
constexpr const char* kComplaint = "standard output is incomplete";

constexpr const char* kPositions =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n";

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t count = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++count;
  return count;
}

// Of the laboratory, as its help lists them.
std::set<std::string> commands() {
  std::istringstream help(lab("--help").out);
  std::set<std::string> out;
  bool listed = false;
  for (std::string line; std::getline(help, line) && !line.starts_with("Example");) {
    const bool is_title = !line.empty() && line.back() == ':';
    if (is_title) listed = line != "Options:";
    if (listed && line.starts_with("  ")) out.insert(line.substr(2, line.find(' ', 2) - 2));
  }
  return out;
}

class StandardOutput : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("two.epd", kPositions);
  }
  void make_inputs() {
    oknos::test::expect_answers(
        {{"audit " + two() + " --depth 3 --sample 20 --out " + path("a.db"), 0, ""},
         {"audit " + two() + " --depth 5 --sample 1 --margins --rule frontier_futility --out " + path("m.db"), 0, ""},
         {"datagen --games 4 --nodes 200 --workers 1 --out " + path("g.games"), 0, ""}});
  }
  std::string two() { return path("two.epd"); }
  // Each with something to print.
  std::vector<std::string> examples() {
    return {"analyse " + two() + " --depth 2",
            "analyse startpos --depth 2 --json",
            "audit " + two() + " --depth 3 --sample 20",
            "audit --show " + path("a.db") + " --json",
            "audit " + two() + " --depth 3 --sample 20 --write-claims " + path("claims.jsonl"),
            "suite " + two() + " --player none --player modern --depth 2",
            "suite " + two() + " --each-rule --depth 2 --json",
            "suite " + two() + " --depth 2",
            "match none none --games 2 --depth 1 --max-moves 4 --json",
            "tune --parameter late_move_pruning.base --iterations 1 --nodes 100 --concurrency 1",
            "screen --factor null_move --games 2 --depth 1 --max-moves 4",
            "suite " + two() + " --measure tree --depth 2",
            "suite " + two() + " --measure regret --player none --depth 2 --judge-nodes 10",
            "prove " + two() + " --depth 2",
            "predict " + two() + " --rank --rule razoring --depth 3",
            "show " + path("a.db"),
            "show " + path("a.db") + " --rows",
            "show " + path("a.db") + " --json",
            "merge " + path("merged.db") + " " + path("a.db"),
            "margins " + path("m.db"),
            "why --line Be6 --depth 2",
            "explore --depth 2 --save " + path("t.oktree"),
            "preset list",
            "preset variants",
            "rules --json",
            "datagen --games 1 --nodes 100 --out " + path("h.games"),
            "positions openings --count 1 --out " + path("o.epd"),
            "data " + path("g.games"),
            "data --json " + path("g.games"),
            "data " + path("g.games") + " --count 5",
            "train classical " + path("g.games") + " --epochs 1 --out " + path("c.h"),
            "completions bash"};
  }
};

TEST_F(StandardOutput, NoCommandLosesWhatItPrints) {
  make_inputs();
  std::set<std::string> missing = commands();
  ASSERT_GE(missing.size(), 20U);
  for (const std::string& example : examples()) {
    const Outcome run = lab(example + " > /dev/full");
    EXPECT_EQ(run.code, 1) << example << "\n" << run.out;
    EXPECT_EQ(occurrences(run.out, kComplaint), 1U) << example << "\n" << run.out;
    missing.erase(example.substr(0, example.find(' ')));
  }
  EXPECT_TRUE(missing.empty()) << "there is no example of " << *missing.begin();
}

TEST_F(StandardOutput, NorDoesItsHelpAndAnErrorKeepsItsOwnCode) {
  for (const std::string& command : commands()) EXPECT_EQ(lab(command + " --help > /dev/full").code, 1) << command;
  EXPECT_EQ(lab("--version > /dev/full").code, 1);
  EXPECT_EQ(lab("rules nosuch > /dev/full").code, 2);
  EXPECT_EQ(lab("analyse nosuch.epd > /dev/full").code, 1);
}

// Its number would be given to the first file that is opened.
TEST_F(StandardOutput, AClosedOneIsReplacedByNoFile) {
  EXPECT_EQ(lab("rules >&-").code, 1);
  const Outcome match = lab("match none none --games 2 --depth 1 --max-moves 4 --pgn " + path("g.pgn") + " >&-");
  EXPECT_EQ(match.code, 1);
  EXPECT_EQ(occurrences(match.out, kComplaint), 1U) << match.out;
  const std::string pgn = content_of("g.pgn");
  EXPECT_TRUE(pgn.starts_with("[Event")) << pgn;
  EXPECT_EQ(occurrences(pgn, "[Result "), 2U) << pgn;
  EXPECT_EQ(pgn.find("Elo  "), std::string::npos) << pgn;
  EXPECT_EQ(lab("rules nosuch 2>&-").code, 2);
}

// More than a pipe holds, so that the reader leaves while it is written.
TEST_F(StandardOutput, AReaderMayLeave) {
  for (const char* signals : {"", "trap '' PIPE; "}) {
    const std::string writer =
        std::string("(") + signals + "\"" OKNOS_BINARY_DIR "/oknos-lab\" rules --json; echo $? > " + path("code") + ")";
    const Outcome run = run_command(writer + " | head -c 1");
    EXPECT_EQ(run.out, "{") << signals;
    EXPECT_EQ(content_of("code"), "141\n") << signals;
  }
}

TEST_F(StandardOutput, TheEngineLosesNothingEither) {
  const std::vector<std::string> commands = {"\"go depth 3\"", "bench 1 1 2",         "perft 2", "eval", "--version",
                                             "--help",         "< " + path("uci.txt")};
  for (const std::string& command : commands) {
    file("uci.txt", "uci\nisready\ngo depth 3\nquit\n");
    EXPECT_EQ(run_command(kEngine + command).code, 0) << command;
    const Outcome full = run_command(kEngine + command + " > /dev/full");
    EXPECT_EQ(full.code, 1) << command;
    EXPECT_EQ(occurrences(full.out, kComplaint), 1U) << command << "\n" << full.out;
    EXPECT_EQ(run_command(kEngine + command + " >&-").code, 1) << command;
  }
  EXPECT_EQ(run_command(std::string(kEngine) + "nonsense > /dev/full").code, 2);
  EXPECT_EQ(run_command(std::string(kEngine) + "<&-").code, 0) << "no input is the end of the input";
}

}  // namespace
