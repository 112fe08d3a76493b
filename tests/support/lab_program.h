#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

// The program oknos-lab from outside: what it says, and with which exit code.
namespace oknos::test {

struct Outcome {
  int code = -1;
  std::string out;
};

// Both streams come back in `out` unless the arguments send one of them elsewhere.
inline Outcome lab(const std::string& arguments) {
  const std::string command = std::string("\"" OKNOS_BINARY_DIR "/oknos-lab\" ") + arguments;
  Outcome run;
  std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (!pipe) return run;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; (n = fread(block.data(), 1, block.size(), pipe)) > 0;) run.out.append(block.data(), n);
  const int status = pclose(pipe);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

// A folder of its own for each test, removed afterwards.
class LabProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(OKNOS_BINARY_DIR "/oknos-lab")) GTEST_SKIP() << "oknos-lab is not built";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return (folder_ / name).string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string content_of(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  static std::string folder_name() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string("oknos_") + test->test_suite_name() + "_" + test->name();
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / folder_name();
};

}  // namespace oknos::test
