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
  std::string workers = "--threads";
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
  // Of one worker: what all others are compared with.
  std::string expected() const {
    const Outcome one = run("one.db", GetParam().workers + " 1");
    EXPECT_EQ(one.code, 0) << one.out;
    const std::string out = rows("one.db");
    EXPECT_GT(std::count(out.begin(), out.end(), '\n'), 3 * kRounds) << out;
    return out;
  }

  static constexpr int kRounds = 4;
};

TEST_P(StoredRuns, TwoWorkersGiveTheSameRows) {
  const std::string one = expected();
  ASSERT_EQ(run("two.db", GetParam().workers + " 2").code, 0);
  EXPECT_EQ(rows("two.db"), one);
}

TEST_P(StoredRuns, ThreeShardsMergedGiveTheSameRows) {
  const std::string one = expected();
  std::string parts;
  for (const std::string part : {"1", "2", "3"}) {
    const Outcome shard = run("part" + part + ".db", "--shard " + part + "/3");
    ASSERT_EQ(shard.code, 0) << shard.out;
    parts += " \"" + path("part" + part + ".db") + "\"";
  }
  ASSERT_EQ(lab("merge \"" + path("merged.db") + "\"" + parts).code, 0);
  EXPECT_EQ(rows("merged.db"), one);
  // What it comes to is read of it as of a whole run.
  EXPECT_EQ(lab("show \"" + path("merged.db") + "\"").code, 0);
  const Outcome report = lab("report --json \"" + path("merged.db") + "\"");
  EXPECT_EQ(report.code, 0);
  EXPECT_NE(report.out.find("\"result\":{"), std::string::npos) << report.out;
}

TEST_P(StoredRuns, KilledAndResumedTheyGiveTheSameRows) {
  const std::string one = expected();
  // Killed by its own shell once the store holds something.
  const std::string lab = program(GetParam().program);
  file("killed.sh", lab + command("killed.db", GetParam().workers + " 1") + " > /dev/null &\nrun=$!\nuntil " + lab +
                        "show \"" + path("killed.db") + "\" 2> /dev/null | grep -q '^[1-9][0-9]* of'; do\n" +
                        "kill -0 $run || break\nsleep 0.01\ndone\nkill -9 $run\nwait $run\ntrue\n");
  ASSERT_EQ(run_command("sh \"" + path("killed.sh") + "\"").code, 0);
  const Outcome resumed = run("killed.db", "--resume");
  EXPECT_EQ(resumed.code, 0) << resumed.out;
  EXPECT_EQ(rows("killed.db"), one);
}

TEST_P(StoredRuns, FourRanksGiveTheSameRows) {
  const std::string name = GetParam().program + "-mpi";
  if (!std::filesystem::exists(OKNOS_BINARY_DIR "/" + name)) GTEST_SKIP() << "no MPI was there when it was built";
  const std::string one = expected();
  const Outcome ranks = run_command(kMpiRun + std::string("4 ") + program(name) + command("ranks.db", ""));
  ASSERT_EQ(ranks.code, 0) << ranks.out;
  EXPECT_EQ(rows("ranks.db"), one);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, StoredRuns,
    testing::Values(StoredRun{"Suite", "suite @ --depth 5"}, StoredRun{"Audit", "audit @ --depth 5 --sample 20"},
                    StoredRun{"Census", "audit @ --depth 4 --sample 20 --margins"},
                    StoredRun{"Claims", "audit --claims # --judge modern,hash=1"},
                    StoredRun{"Compare", "compare @ --preset none --preset modern --depth 2,3"},
                    StoredRun{"Ablate", "ablate @ --depth 2 --rule frontier_futility --rule reverse_futility"},
                    StoredRun{"Match", "match none modern --games 24 --nodes 300", "--concurrency"},
                    StoredRun{"Prove", "prove @ --depth 2"},
                    StoredRun{"Playing", "prove @ --playing --preset sound --depth 3"},
                    StoredRun{"Toy", "toy @", "--threads", "oknos-lab-toy"}),
    [](const auto& about) { return about.param.name; });

}  // namespace
