// oknos-lab-mpi from outside, where it was built.
#include <gtest/gtest.h>
#include <string>

#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;
using oknos::test::run_command;

constexpr const char* kProgram = OKNOS_BINARY_DIR "/oknos-lab-mpi";

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

TEST_F(Mpi, TheRowsAreThoseOfOneProcess) {
  const std::string positions = path("three.epd");
  for (const std::string& command :
       {"audit " + positions + " --depth 5 --sample 20", "suite " + positions + " --depth 4",
        "compare " + positions + " --preset none --preset modern --depth 3,4", "ablate " + positions + " --depth 3"}) {
    const std::string name = command.substr(0, command.find(' '));
    ASSERT_EQ(lab(command + " --threads 1 --out " + path(name + ".db")).code, 0) << command;
    const Outcome four = ranks(4, command + " --out " + path(name + "4.db"));
    ASSERT_EQ(four.code, 0) << command << "\n" << four.out;
    EXPECT_EQ(rows(name + "4.db"), rows(name + ".db")) << command;
    EXPECT_NE(rows(name + ".db").find("kiwipete"), std::string::npos);
  }
}

TEST_F(Mpi, OneRankDoesEverythingItself) {
  const Outcome one = ranks(1, "audit " + path("three.epd") + " --depth 4 --sample 20 --json");
  EXPECT_EQ(one.code, 0) << one.out;
  EXPECT_NE(one.out.find("\"positions\":3"), std::string::npos) << one.out;
}

TEST_F(Mpi, OneProcessSpeaks) {
  const Outcome wrong = ranks(3, "audit " + path("three.epd") + " --sample 0 2>&1");
  EXPECT_NE(wrong.code, 0);
  const std::size_t first = wrong.out.find("--sample");
  ASSERT_NE(first, std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.out.find("--sample", first + 1), std::string::npos) << wrong.out;
}

}  // namespace
