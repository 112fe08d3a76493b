// Every stored command gives the same rows, whoever worked on them: the promise of docs/run-stores.md.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "support/lab_program.h"

namespace {

using oknos::test::Outcome;
using oknos::test::run_command;

constexpr const char* kMpiRun = "mpirun --allow-run-as-root --oversubscribe -n ";

struct StoredRun {
  std::string name;
  std::string arguments;  // @ stands for the file of positions, # for one of claims
  std::string workers = "--workers";
  std::string program = "oknos-lab";
};

void PrintTo(const StoredRun& run, std::ostream* out) {
  *out << run.program << " " << run.arguments;
}

class StoredRuns : public oknos::test::LabProgram, public testing::WithParamInterface<StoredRun> {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    std::string positions;
    for (int i = 0; i < kRounds; ++i)
      for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n",
                              "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n",
                              "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id \"ending\";\n"})
        positions += fen;
    file("positions.epd", positions);
    run_command("OKNOS_CLAIMS=\"" + path("claims.jsonl") + "\" OKNOS_CLAIMS_RATE=1 " + program("oknos-claims-writer") +
                "9");
  }

  static std::string program(const std::string& name) { return "\"" OKNOS_BINARY_DIR "/" + name + "\" "; }
  std::string command(const std::string& out, const std::string& more) const {
    std::string arguments = GetParam().arguments;
    const std::pair<char, const char*> files[] = {{'@', "positions.epd"}, {'#', "claims.jsonl"}};
    for (const auto& [sign, name] : files)
      if (const std::size_t at = arguments.find(sign); at != std::string::npos)
        arguments.replace(at, 1, "\"" + path(name) + "\"");
    return arguments + " --out \"" + path(out) + "\" " + more;
  }
  Outcome run(const std::string& out, const std::string& more) const {
    return run_command(program(GetParam().program) + command(out, more));
  }
  Outcome lab(const std::string& arguments) const { return run_command(program(GetParam().program) + arguments); }
  std::string rows(const std::string& store) const { return lab("show \"" + path(store) + "\" --rows --stable").out; }

  // Each of these makes a run of its own and says which rows it has.
  std::string rows_of_two_workers() const {
    const Outcome two = run("two.db", GetParam().workers + " 2");
    EXPECT_EQ(two.code, 0) << two.out;
    return rows("two.db");
  }
  std::string rows_of_three_shards() const {
    std::string parts;
    for (const std::string part : {"1", "2", "3"}) {
      const Outcome shard = run("part" + part + ".db", "--shard " + part + "/3");
      EXPECT_EQ(shard.code, 0) << shard.out;
      parts += " \"" + path("part" + part + ".db") + "\"";
    }
    EXPECT_EQ(lab("merge \"" + path("merged.db") + "\"" + parts).code, 0);
    return rows("merged.db");
  }
  // Killed by its own shell once the store holds something, and continued.
  std::string rows_of_killed_run() const {
    const std::string lab = program(GetParam().program);
    file("killed.sh", lab + command("killed.db", GetParam().workers + " 1") + " > /dev/null &\nrun=$!\nuntil " + lab +
                          "show \"" + path("killed.db") + "\" 2> /dev/null | grep -q '^[1-9][0-9]* of'; do\n" +
                          "kill -0 $run || break\nsleep 0.01\ndone\nkill -9 $run\nwait $run\ntrue\n");
    EXPECT_EQ(run_command("sh \"" + path("killed.sh") + "\"").code, 0);
    const Outcome resumed = run("killed.db", "--resume");
    EXPECT_EQ(resumed.code, 0) << resumed.out;
    return rows("killed.db");
  }
  std::string rows_of_four_ranks(const std::string& name) const {
    const Outcome ranks = run_command(kMpiRun + std::string("4 ") + program(name) + command("ranks.db", ""));
    EXPECT_EQ(ranks.code, 0) << ranks.out;
    return rows("ranks.db");
  }

  static constexpr int kRounds = 4;
};

// One case of all ways, as each is compared with the same run of one worker.
TEST_P(StoredRuns, WhoeverWorksGivesTheSameRows) {
  const Outcome one = run("one.db", GetParam().workers + " 1");
  ASSERT_EQ(one.code, 0) << one.out;
  const std::string expected = rows("one.db");
  ASSERT_GT(std::count(expected.begin(), expected.end(), '\n'), 3 * kRounds) << expected;

  EXPECT_EQ(rows_of_two_workers(), expected);
  EXPECT_EQ(rows_of_three_shards(), expected);
  EXPECT_EQ(rows_of_killed_run(), expected);
  // Only where MPI was there when it was built.
  const std::string ranks = GetParam().program + "-mpi";
  if (std::filesystem::exists(OKNOS_BINARY_DIR "/" + ranks)) {
    EXPECT_EQ(rows_of_four_ranks(ranks), expected);
  }

  // What it comes to is read of merged shards as of a whole run.
  EXPECT_EQ(lab("show \"" + path("merged.db") + "\"").code, 0);
  const Outcome report = lab("show --json \"" + path("merged.db") + "\"");
  EXPECT_EQ(report.code, 0);
  EXPECT_NE(report.out.find("\"result\": {"), std::string::npos) << report.out;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, StoredRuns,
    testing::Values(
        StoredRun{"Solved", "suite @ --depth 8 --hash 1"}, StoredRun{"Audit", "audit @ --depth 5 --sample 20 --hash 1"},
        StoredRun{"MarginSweep", "audit @ --depth 4 --sample 20 --margins --hash 1"},
        StoredRun{"Claims", "audit # --judge modern,hash=1"},
        StoredRun{"Nodes", "suite @ --player none --player modern --depth 5,6 --hash 1"},
        StoredRun{"Match", "match none modern --games 24 --nodes 300 --hash 1", "--concurrency"},
        StoredRun{"Screen", "screen --factor razoring --factor null_move --games 24 --nodes 150 --hash 1",
                  "--concurrency"},
        StoredRun{"Regret",
                  "suite @ --measure regret --player none --player modern --nodes 100,300 --judge-nodes 500 --hash 1"},
        StoredRun{"Tree", "suite @ --measure tree --player none --player modern --depth 3,4 --hash 1"},
        StoredRun{"Predict", "predict @ --rank --rule razoring --rule late_move_pruning --depth 4 --sample 5"},
        StoredRun{"Prove", "prove @ --depth 2"}, StoredRun{"Toy", "toy @", "--workers", "oknos-lab-toy"}),
    [](const auto& about) { return about.param.name; });

}  // namespace
