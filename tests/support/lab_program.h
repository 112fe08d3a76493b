#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <vector>

#include "support/contains.h"
#include "support/test_folder.h"

// The program oknos-lab from outside: what it says, and with which exit code.
namespace oknos::test {

struct Outcome {
  int code = -1;
  std::string out;
};

// Both streams come back in `out` unless the command sends one of them elsewhere.
inline Outcome run_command(const std::string& command) {
  Outcome run;
  std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (!pipe) return run;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; (n = fread(block.data(), 1, block.size(), pipe)) > 0;) run.out.append(block.data(), n);
  const int status = pclose(pipe);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

inline Outcome lab(const std::string& arguments) {
  return run_command(std::string("\"" OKNOS_BINARY_DIR "/oknos-lab\" ") + arguments);
}

// What the program must answer: its exit code, and a part of what it says.
struct Answer {
  std::string arguments;
  int code;
  std::string says;
};

inline void expect_answers(const std::vector<Answer>& answers, const std::string& before = "") {
  for (const auto& [arguments, code, says] : answers) {
    const Outcome run = lab(before + arguments);
    EXPECT_EQ(run.code, code) << before << arguments << "\n" << run.out;
    EXPECT_TRUE(contains(run.out, says)) << before << arguments;
  }
}

class LabProgram : public TestWithFolder {
 protected:
  void SetUp() override {
    ASSERT_TRUE(std::filesystem::exists(OKNOS_BINARY_DIR "/oknos-lab")) << "the build makes it before the tests";
    TestWithFolder::SetUp();
  }
};

}  // namespace oknos::test
