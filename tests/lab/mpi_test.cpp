// oknos-lab-mpi from outside, where it was built. That four ranks find the rows of one process, for every kind of run,
// is shown in experiment/experiment_rows_test.cpp.
#include <gtest/gtest.h>
#include <string>

#include "support/lab_program.h"

namespace {

using oknos::test::contains;
using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;

constexpr const char* kProgram = OKNOS_BINARY_DIR "/oknos-lab-mpi";

// Enough positions for a kill in the middle of the run. The thread sanitizer makes each of them fifty times slower.
#ifdef __SANITIZE_THREAD__
constexpr int kKilledRunPositions = 8;
#else
constexpr int kKilledRunPositions = 60;
#endif

class Mpi : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kProgram)) GTEST_SKIP() << "no MPI was there when the program was built";
    LabProgram::SetUp();
    file("three.epd",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
         "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n"
         "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id \"ending\";\n");
  }
  static Outcome ranks(int n, const std::string& arguments) {
    return run_command("mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(n) + " \"" + kProgram + "\" " +
                       arguments);
  }
  std::string rows(const std::string& store) { return lab("show " + path(store) + " --rows --stable").out; }
};

// The last rank is told of another file, which is not there.
TEST_F(Mpi, AMemberThatCannotWorkIsNamedAndNotWaitedFor) {
  const std::string audit = std::string("\"") + kProgram + "\" audit ", rest = " --depth 4 --sample 20 --json";
  for (const int good : {1, 2}) {
    const Outcome out = run_command("mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(good) + " " +
                                    audit + path("three.epd") + rest + " : -n 1 " + audit + path("missing.epd") + rest);
    EXPECT_EQ(out.code, 0) << out.out;
    EXPECT_TRUE(contains(out.out, "\"positions\":3")) << "the leader may do it itself";
    EXPECT_TRUE(contains(out.out, "rank " + std::to_string(good) + " on "));
  }
}

TEST_F(Mpi, ARunWhoseRankIsKilledGoesOn) {
  std::string many;
  for (int i = 0; i < kKilledRunPositions; ++i)
    many += "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"" + std::to_string(i) + "\";\n";
  file("many.epd", many);
  const std::string command = "audit " + path("many.epd") + " --depth 7 --sample 100";
  const std::string count = std::to_string(kKilledRunPositions);
  const std::string part = std::string("\"") + kProgram + "\" " + command + " --out " + path("killed.db");
  // Rank 2 is killed by its own shell once the store holds something.
  file("killed.sh", part + " &\nuntil \"" OKNOS_BINARY_DIR "/oknos-lab\" show " + path("killed.db") +
                        " 2>/dev/null | grep -q '[1-9][0-9]* of " + count +
                        " work units'; do sleep 0.05; done\n"
                        "kill -9 $!\nwait $!\n");
  const Outcome killed =
      run_command("mpirun --allow-run-as-root --oversubscribe -n 2 " + part + " : -n 1 sh " + path("killed.sh"));
  EXPECT_NE(killed.code, 0) << killed.out;
  EXPECT_EQ(lab("show " + path("killed.db")).out.find(count + " of " + count + " work units"), std::string::npos);
  const Outcome again = ranks(3, command + " --resume --out " + path("killed.db"));
  EXPECT_EQ(again.code, 0) << again.out;
  ASSERT_EQ(lab(command + " --out " + path("whole.db")).code, 0);
  EXPECT_EQ(rows("killed.db"), rows("whole.db"));
}

// The others have no store: they begin, and ask for work.
TEST_F(Mpi, ALeaderThatFailsLetsTheOthersGo) {
  const std::string audit = "audit " + path("three.epd") + " --depth 3 --sample 20 --out " + path("run.db");
  const auto within_minutes = [&](const std::string& arguments) {
    return run_command("timeout -k 5 180 mpirun --allow-run-as-root --oversubscribe -n 3 \"" + std::string(kProgram) +
                       "\" " + arguments);
  };
  ASSERT_EQ(within_minutes(audit).code, 0);
  const Outcome again = within_minutes(audit);
  EXPECT_EQ(again.code, 1) << again.out;
  EXPECT_NE(again.out.find("exists already"), std::string::npos) << again.out;
  // The same where all is done, or decided, and nothing is left to hand out.
  EXPECT_EQ(within_minutes(audit + " --resume").code, 0);
  const std::string match =
      "match modern none --nodes 300 --games 2000 --sprt -300,-200 --out " + path("test.db") + " ";
  ASSERT_EQ(within_minutes(match).code, 0);
  EXPECT_EQ(within_minutes(match + "--resume").code, 0);
}

TEST_F(Mpi, OneProcessSpeaks) {
  const Outcome wrong = ranks(3, "audit " + path("three.epd") + " --sample 0 2>&1");
  EXPECT_NE(wrong.code, 0);
  const std::size_t first = wrong.out.find("--sample");
  ASSERT_NE(first, std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.out.find("--sample", first + 1), std::string::npos) << wrong.out;
}

}  // namespace
