// Runs with UCI engines are known by what the engines are, not by where they lie.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "lab/play/uci_player.h"
#include "support/lab_program.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;
using test::lab;
using test::Outcome;

constexpr const char* kFake = OKNOS_BINARY_DIR "/oknos-fake-engine";

class EngineBuild : public test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    file("x.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    fs::copy_file(kFake, path("engine"));
  }
  std::string script(const std::string& name, const std::string& text) {
    std::string out = file(name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(out, fs::perms::owner_all);
    return out;
  }
  Outcome suite(const std::string& engine, const std::string& more = "--resume") {
    return lab("suite " + path("x.epd") + " --nodes 10 --player \"cmd=" + engine + "\" --out " + path("run.db") + " " +
               more);
  }
  void change_engine() { std::ofstream(path("engine"), std::ios::app) << "\n"; }
  static void expect_another_run(const Outcome& outcome) {
    EXPECT_NE(outcome.code, 0);
    EXPECT_NE(outcome.out.find("this is another run: player_1 is "), std::string::npos) << outcome.out;
  }
};

TEST_F(EngineBuild, AnotherBuildDoesNotContinueARunButAnotherPlaceDoes) {
  ASSERT_EQ(suite(path("engine"), "").code, 0);
  EXPECT_EQ(suite(path("engine")).code, 0);
  fs::create_directory(path("elsewhere"));
  fs::copy_file(path("engine"), path("elsewhere/engine"));
  const Outcome moved = suite(path("elsewhere/engine"));
  EXPECT_EQ(moved.code, 0) << moved.out;
  change_engine();
  expect_another_run(suite(path("engine")));
  EXPECT_EQ(suite(path("elsewhere/engine")).code, 0);
}

TEST_F(EngineBuild, AnEngineBehindAScriptIsSeen) {
  for (const std::string start : {"exec", ""}) {
    fs::remove(path("run.db"));
    const std::string around = script("around", start + " \"$(dirname \"$0\")/engine\"");
    ASSERT_EQ(suite(around, "").code, 0);
    EXPECT_EQ(suite(around).code, 0);
    change_engine();
    expect_another_run(suite(around));
  }
}

TEST_F(EngineBuild, AChangedScriptAndAnotherNameAreSeen) {
  const std::string around = script("around", "exec " + std::string(kFake) + " --name \"$(cat " + path("name") + ")\"");
  file("name", "One");
  ASSERT_EQ(suite(around, "").code, 0);
  EXPECT_EQ(suite(around).code, 0);
  file("name", "Two");
  expect_another_run(suite(around));
  file("name", "One");
  script("around", "# with a remark\nexec " + std::string(kFake) + " --name \"$(cat " + path("name") + ")\"");
  expect_another_run(suite(around));
}

TEST_F(EngineBuild, FilesThatAreNamedCountByTheirContent) {
  EXPECT_EQ(argument_content("-v", ""), "-v");
  EXPECT_EQ(argument_content("engine", path("")).find("file of sha256 "), 0U)
      << "a program, behind taskset for example";
  EXPECT_EQ(argument_content("x.epd", path("")), "x.epd") << "it may be written by the engine";
  EXPECT_EQ(option_content("EvalFile", path("x.epd"), "").find("file of sha256 "), 0U);
  EXPECT_EQ(option_content("EvalFile", "x.epd", path("")), option_content("EvalFile", path("x.epd"), ""));
  EXPECT_EQ(option_content("Debug Log File", path("x.epd"), ""), path("x.epd"));
  EXPECT_EQ(option_content("EvalFile", "<empty>", ""), "<empty>");
  EXPECT_EQ(option_content("SyzygyPath", path(""), ""), path("")) << "a folder";
}

}  // namespace
}  // namespace oknos::lab
