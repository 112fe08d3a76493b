#include "lab/terminal/output_file.h"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "support/lab_program.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGames = "[Event \"one\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
constexpr const char* kSuite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n";

class OutputFileTest : public oknos::test::TestWithFolder {
 protected:
  // The error, or nothing.
  static std::string write(const OutputPath& to, const std::string& text = "new") {
    OutputFile out;
    if (const auto error = out.open(to)) return error->message;
    out.write(text);
    const auto error = out.finish();
    return error ? error->message : "";
  }
};

TEST_F(OutputFileTest, AFileThatExistsIsReplacedOnlyWithForce) {
  EXPECT_EQ(write({path("a"), false, {}}), "");
  EXPECT_EQ(write({path("a"), false, {}}, "other"), "\"" + path("a") + "\" exists already; --force replaces it");
  EXPECT_EQ(content_of("a"), "new");
  EXPECT_EQ(write({path("a"), true, {}}, "other"), "");
  EXPECT_EQ(content_of("a"), "other");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1);
}

TEST_F(OutputFileTest, WhatTheCommandUsesIsNeverReplaced) {
  const std::string input = file("input", "old");
  fs::create_hard_link(input, path("hard"));
  fs::create_symlink(input, path("soft"));
  fs::create_symlink(path("."), path("folder"));
  for (const std::string name : {"input", "hard", "soft", "folder/input", "./input"})
    EXPECT_NE(write({path(name), true, {"8/8/8/8/8/8/8/8 w - -", "", input}}).find("uses besides"), std::string::npos)
        << name;
  EXPECT_EQ(content_of("input"), "old");
  // The file aside would be the input.
  const std::string part = file("x.part", "old");
  EXPECT_NE(write({path("x"), true, {part}}), "");
  EXPECT_EQ(content_of("x.part"), "old");
  // Another output that does not exist yet.
  EXPECT_NE(write({path("run.db"), true, {path("folder/run.db")}}), "");
}

TEST_F(OutputFileTest, SymbolicLinksAreFollowed) {
  file("target", "old");
  fs::create_symlink("target", path("link"));
  fs::create_symlink("link", path("link2"));
  EXPECT_NE(write({path("link2"), false, {}}), "") << "the target exists";
  EXPECT_EQ(write({path("link2"), true, {}}), "");
  EXPECT_TRUE(fs::is_symlink(path("link2")));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content_of("target"), "new");
  fs::create_symlink("later", path("dangling"));
  EXPECT_EQ(write({path("dangling"), false, {}}), "");
  EXPECT_TRUE(fs::is_symlink(path("dangling")));
  EXPECT_EQ(content_of("later"), "new");
  fs::create_symlink("loop", path("loop"));
  EXPECT_NE(write({path("loop"), true, {}}), "");
}

TEST_F(OutputFileTest, AFifoIsWrittenTo) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  const int reader = open(path("fifo").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  EXPECT_EQ(write({path("fifo"), true, {}}), "");
  EXPECT_TRUE(fs::is_fifo(path("fifo")));
  std::array<char, 16> got{};
  EXPECT_EQ(read(reader, got.data(), got.size()), 3);
  OutputFile discarded;
  EXPECT_FALSE(discarded.open({path("fifo"), false, {}}).has_value());
  discarded.discard();
  EXPECT_TRUE(fs::is_fifo(path("fifo")));
  close(reader);
}

// A device of the test's own: what goes wrong here must not reach the machine's. Only root can make one.
TEST_F(OutputFileTest, ADeviceIsWrittenTo) {
  constexpr int kNullMajor = 1, kNullMinor = 3;
  const std::string null = path("null");
  if (mknod(null.c_str(), S_IFCHR | 0666, makedev(kNullMajor, kNullMinor)) != 0) return;
  if (const int device = open(null.c_str(), O_WRONLY | O_CLOEXEC); device >= 0)
    close(device);
  else
    return;  // the file system holds no devices
  EXPECT_EQ(write({null, false, {}}), "");
  EXPECT_TRUE(fs::is_character_file(null));
  const std::string games = file("g.pgn", kGames);
  oknos::test::expect_answers({{"analyse " + games + " --nodes 100 --out " + null, 0, ""},
                               {"suite " + file("a.epd", kSuite) + " --depth 1 --out " + null, 1, ""}});
  EXPECT_TRUE(fs::is_character_file(null));
}

TEST_F(OutputFileTest, ThePermissionsOfAReplacedFileStay) {
  fs::permissions(file("a", "old"), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(write({path("a"), true, {}}), "");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, StandardOutputIsNotReplaced) {
  const std::string games = file("g.pgn", kGames);
  const std::string analyse = "analyse " + games + " --nodes 100 --out /dev/stdout";
  EXPECT_TRUE(oknos::test::contains(oknos::test::lab(analyse + " | cat").out, "[Event \"one\"]"));
  oknos::test::lab(analyse + " > " + path("all"));
  EXPECT_TRUE(oknos::test::contains(content_of("all"), "[Event \"one\"]", "1 game"));
}

// Every command that writes goes by this.
TEST_F(OutputFileTest, CommandsKeepTheirInputsAndAskForForce) {
  const std::string games = file("g.pgn", kGames);
  const std::string suite = file("a.epd", kSuite);
  const std::string preset = file("p.toml", oknos::test::lab("preset show modern").out);
  const std::string there = file("there", "precious");
  const auto content = [](const std::string& path) { return oknos::test::run_command("cat " + path).out; };
  const std::pair<std::string, std::string> cases[] = {
      {"analyse " + games + " --nodes 100 --out", games},
      {"analyse - --nodes 100 < " + games + " --out", games},
      {"match modern " + preset + " --nodes 10 --games 2 --pgn", preset},
      {"match modern heinz --nodes 10 --games 2 --out", ""},
      {"suite " + suite + " --depth 1 --failed", suite},
      {"suite " + suite + " --depth 1 --out", suite},
      {"audit " + suite + " --depth 1 --out", suite},
      {"suite " + suite + " --player modern --player " + preset + " --depth 1 --out", preset},
      {"datagen --games 1 --nodes 10 --preset " + preset + " --out", preset},
      {"positions tactics --from " + games + " --count 1 --nodes 10 --out", games},
      {"explore startpos --depth 1 --preset " + preset + " --save", preset},
      {"train wdl " + games + " --out", games},
      {"train classical " + games + " --out", games},
      {"margins " + suite + " --out", suite},
      {"show " + suite + " --html", suite},
      {"merge", ""},
  };
  for (const auto& [arguments, input] : cases) {
    const std::string rest = arguments == "merge" ? " " + suite : "";
    const auto kept = oknos::test::lab(arguments + " " + there + rest);
    EXPECT_NE(kept.code, 0) << arguments;
    EXPECT_TRUE(oknos::test::contains(kept.out, "exists already")) << arguments;
    EXPECT_EQ(content(there), "precious") << arguments;
    if (input.empty()) continue;
    const std::string before = content(input);
    const auto refused = oknos::test::lab(arguments + " " + input + " --force");
    EXPECT_NE(refused.code, 0) << arguments;
    EXPECT_TRUE(oknos::test::contains(refused.out, "uses besides")) << arguments;
    EXPECT_EQ(content(input), before) << arguments;
  }
}

TEST_F(OutputFileTest, ARunStoreIsReplacedWithForce) {
  oknos::test::expect_answers({{"", 0, ""}, {"", 1, "exists already"}, {" --force", 0, ""}, {" --resume", 0, ""}},
                              "suite " + file("a.epd", kSuite) + " --depth 1 --out " + path("run.db"));
}

}  // namespace
}  // namespace oknos::lab
