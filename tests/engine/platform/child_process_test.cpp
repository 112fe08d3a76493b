#include "engine/platform/child_process.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/processes.h"

namespace oknos::platform {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Reading = ChildProcess::Reading;

constexpr auto kLong = 30s;  // that nothing here takes unless something is wrong

std::unique_ptr<ChildProcess> start(const std::string& program, std::vector<std::string> arguments = {},
                                    const std::string& folder = "") {
  auto started = ChildProcess::start({program, std::move(arguments), folder});
  EXPECT_TRUE(started.ok()) << started.error();
  return started ? std::move(*started) : nullptr;
}
std::unique_ptr<ChildProcess> shell(const std::string& script) {
  return start("sh", {"-c", script});
}

std::string line_of(ChildProcess& process) {
  std::string line;
  return process.read_line(line, now() + kLong) == Reading::Line ? line : "(no line)";
}
long number_of(ChildProcess& process) {
  return std::stol(line_of(process));
}
Reading next(ChildProcess& process) {
  std::string line;
  return process.read_line(line, now() + kLong);
}

TEST(ChildProcess, LinesGoInAndComeOut) {
  const auto cat = start("cat");
  EXPECT_TRUE(cat->write_line("one", now() + kLong));
  EXPECT_TRUE(cat->write_line("", now() + kLong));
  EXPECT_TRUE(cat->write_line("three\r", now() + kLong));
  EXPECT_EQ(line_of(*cat), "one");
  EXPECT_EQ(line_of(*cat), "");
  EXPECT_EQ(line_of(*cat), "three");
  EXPECT_FALSE(cat->end());
  cat->close_input();
  EXPECT_EQ(next(*cat), Reading::End);
  ASSERT_TRUE(cat->wait(now() + kLong));
  EXPECT_EQ(in_words(*cat->end()), "ended with exit code 0");
}

TEST(ChildProcess, ManyLinesWhileNobodyReads) {
  // More than the pipes hold: the echo must be read while we write.
  const auto cat = start("cat");
  const std::string line(1000, 'x');
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(cat->write_line(line, now() + kLong)) << i;
  for (int i = 0; i < 500; ++i) ASSERT_EQ(line_of(*cat), line) << i;
}

TEST(ChildProcess, ProgramsThatAreNotThere) {
  const auto error = [](const std::string& program, const std::string& folder = "") {
    const auto started = ChildProcess::start({program, {}, folder});
    return started ? "it has started" : started.error();
  };
  EXPECT_EQ(error("no-such-program-as-this"),
            "there is no program \"no-such-program-as-this\" in the folders of PATH or in /usr/games; a program "
            "elsewhere is named with "
            "its folder");
  EXPECT_EQ(
      error(""),
      "there is no program \"\" in the folders of PATH or in /usr/games; a program elsewhere is named with its folder");
  EXPECT_EQ(error("./no/such"), "there is no program \"./no/such\"");
  EXPECT_EQ(error("/"), "\"/\" is no program: it is a folder or may not be executed");
  EXPECT_EQ(error("cat", "/no/such"), "\"/no/such\", to start \"cat\" in, is no folder");
}

TEST(ChildProcess, AFileThatTheSystemCannotExecute) {
  const fs::path file = fs::temp_directory_path() / ("oknos_child_process_test_" + std::to_string(getpid()));
  std::ofstream(file) << "no program\n";
  fs::permissions(file, fs::perms::owner_all);
  const auto started = ChildProcess::start({file.string(), {}, ""});
  fs::remove(file);
  ASSERT_FALSE(started.ok());
  EXPECT_NE(started.error().find("cannot be started: "), std::string::npos) << started.error();
}

TEST(ChildProcess, StartsInAFolderAndHandsArgumentsOn) {
  const auto process = start("sh", {"-c", "pwd; echo \"$1-$2\"", "sh", "two words", ""}, "/");
  EXPECT_EQ(line_of(*process), "/");
  EXPECT_EQ(line_of(*process), "two words-");
}

TEST(ChildProcess, DoesNotGetHiddenVariables) {
  setenv("OKNOS_TEST_HIDDEN", "yes", 1);
  setenv("OKNOS_TEST_HIDDEN_NOT", "yes", 1);
  ProcessCommand command{"sh", {"-c", "echo \"$OKNOS_TEST_HIDDEN,$OKNOS_TEST_HIDDEN_NOT\""}, ""};
  const auto all = ChildProcess::start(command);
  command.hidden_variables = {"OKNOS_TEST_HIDDEN", "OKNOS_TEST_NOBODY"};
  const auto some = ChildProcess::start(command);
  unsetenv("OKNOS_TEST_HIDDEN");
  unsetenv("OKNOS_TEST_HIDDEN_NOT");
  ASSERT_TRUE(all.ok() && some.ok());
  EXPECT_EQ(line_of(**all), "yes,yes");
  EXPECT_EQ(line_of(**some), ",yes");
}

TEST(ChildProcess, GetsVariablesInPlaceOfOurs) {
  setenv("OKNOS_TEST_OURS", "ours", 1);
  ProcessCommand command{"sh", {"-c", "echo \"$OKNOS_TEST_OURS,$OKNOS_TEST_NEW\""}, ""};
  command.variables = {{"OKNOS_TEST_OURS", "its own"}, {"OKNOS_TEST_NEW", "a=b"}};
  const auto process = ChildProcess::start(command);
  unsetenv("OKNOS_TEST_OURS");
  ASSERT_TRUE(process.ok());
  EXPECT_EQ(line_of(**process), "its own,a=b");
}

TEST(ChildProcess, HowItEnded) {
  const auto end_of = [](const std::string& script) {
    const auto process = shell(script);
    return process->wait(now() + kLong) ? in_words(*process->end()) : "runs on";
  };
  EXPECT_EQ(end_of("exit 7"), "ended with exit code 7");
  EXPECT_EQ(end_of("kill -9 $$"), "was killed by signal 9 (kill)");
  EXPECT_EQ(end_of("kill -11 $$"), "was killed by signal 11 (segmentation fault)");
}

TEST(ChildProcess, KeepsTheLastWordsOfStderr) {
  const auto process =
      shell("head -c 100000 /dev/zero | tr '\\0' 'e' >&2; echo >&2; echo ' the reason ' >&2; echo >&2");
  EXPECT_EQ(next(*process), Reading::End);
  EXPECT_TRUE(process->wait(now() + kLong));
  EXPECT_EQ(process->last_error_line(), "the reason");
  EXPECT_EQ(shell("true")->last_error_line(), "");
}

TEST(ChildProcess, AnEndWithoutALineEndIsALine) {
  const auto process = shell("printf 'a\\nb'");
  EXPECT_EQ(line_of(*process), "a");
  EXPECT_EQ(line_of(*process), "b");
  EXPECT_EQ(next(*process), Reading::End);
}

TEST(ChildProcess, LongLinesAreCut) {
  const auto process = shell("head -c 3000000 /dev/zero | tr '\\0' 'x'; echo; echo next");
  EXPECT_EQ(line_of(*process), std::string(ChildProcess::kMaxLine, 'x'));
  EXPECT_EQ(line_of(*process), "next");
}

TEST(ChildProcess, ReadingGivesUpAtTheDeadline) {
  const auto process = shell("while :; do printf x; done");  // no line ever
  std::string line;
  const TimePoint start_time = now();
  EXPECT_EQ(process->read_line(line, start_time + 30ms), Reading::Nothing);
  EXPECT_GE(now() - start_time, 30ms);
  const auto quiet = start("cat");
  EXPECT_EQ(quiet->read_line(line, now() + 30ms), Reading::Nothing);
  EXPECT_EQ(quiet->read_line(line, TimePoint::min()), Reading::Nothing);
}

TEST(ChildProcess, ADeadlineThatHasPassedGivesWhatIsThere) {
  const auto cat = start("cat");
  ASSERT_TRUE(cat->write_line("a\nb\nc", now() + kLong));
  EXPECT_EQ(line_of(*cat), "a");
  std::string line;
  EXPECT_EQ(cat->read_line(line, TimePoint::min()), Reading::Line);
  EXPECT_EQ(line, "b");
}

TEST(ChildProcess, WritingGivesUpAtTheDeadline) {
  const auto process = start("sleep", {"60"});
  EXPECT_FALSE(process->write_line(std::string(1'000'000, 'x'), now() + 30ms));
  EXPECT_FALSE(process->end());
}

TEST(ChildProcess, WritingToAnEndedOneIsNoSignalForUs) {
  const auto process = shell("exit 3");
  ASSERT_TRUE(process->wait(now() + kLong));
  EXPECT_FALSE(process->write_line("hello", now() + kLong));
  const auto deaf = shell("exec 0<&-; echo closed; sleep 60");
  ASSERT_EQ(line_of(*deaf), "closed");
  EXPECT_FALSE(deaf->write_line("hello", now() + kLong));
}

TEST(ChildProcess, AClosedOutputIsAnEnd) {
  const auto process = shell("exec >&-; sleep 60");
  EXPECT_EQ(next(*process), Reading::End);
  EXPECT_FALSE(process->end());
}

TEST(ChildProcess, KillsTheDeafAndTheirChildren) {
  const auto process = shell("trap '' TERM; sleep 60 & echo $!; while :; do wait; sleep 60; done");
  const long grandchild = number_of(*process);
  EXPECT_TRUE(test::runs(grandchild));
  process->kill();
  EXPECT_EQ(in_words(*process->end()), "was killed by signal 9 (kill)");
  EXPECT_TRUE(test::ends(grandchild));
}

TEST(ChildProcess, WhoHoldsThePipesOfADeadOneIsNotWaitedFor) {
  const auto process = shell("sleep 60 & echo $!; exit 4");
  const long grandchild = number_of(*process);
  EXPECT_EQ(next(*process), Reading::End);
  EXPECT_EQ(in_words(*process->end()), "ended with exit code 4");
  EXPECT_TRUE(test::ends(grandchild));
}

TEST(ChildProcess, NothingIsLeftBehind) {
  long running = 0;
  {
    const auto process = start("sleep", {"60"});
    running = process->id();
    EXPECT_TRUE(test::exists(running));
  }
  EXPECT_FALSE(test::exists(running));  // not even a zombie
}

TEST(ChildProcess, SignalsThatWeIgnoreAreNotIgnoredThere) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const auto process = shell("kill -PIPE $$; echo lives");
  std::signal(SIGPIPE, before);
  EXPECT_EQ(next(*process), Reading::End);
}

// A copy of the other's pipe would keep `cat` from seeing the end of its input.
TEST(ChildProcess, ThreadsStartProgramsAtTheSameTime) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 5;
  std::vector<std::thread> threads;
  std::array<int, kThreads> well{};
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&well, i] {
      std::vector<std::unique_ptr<ChildProcess>> cats;
      for (int round = 0; round < kRounds; ++round) cats.push_back(start("cat"));
      for (const auto& cat : cats) {
        cat->close_input();
        if (cat->wait(now() + kLong)) ++well[i];
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const int n : well) EXPECT_EQ(n, kRounds);
}

}  // namespace
}  // namespace oknos::platform
