#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace oknos::test {

// A test with a folder of its own, which is removed afterwards.
class TestWithFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::filesystem::path& folder() const { return folder_; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // Writes a file and says where.
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return path(name);
  }
  std::string content_of(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  static std::string name() {
    const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string out = std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(getpid());
    for (char& c : out)  // tests with parameters have strokes in their names
      if (c == '/') c = '_';
    return "oknos_" + out;
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / name();
};

}  // namespace oknos::test
