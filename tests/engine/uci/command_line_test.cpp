#include "engine/uci/command_line.h"

#include <gtest/gtest.h>

#include "engine/uci/session.h"
#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::vector<std::string_view>& arguments) {
  const auto invocation = parse_arguments(arguments);
  if (!invocation) return {invocation.error()};
  EXPECT_EQ(invocation->kind, Invocation::Kind::Lines);
  return invocation->lines;
}

TEST(CommandLine, NothingIsTheProtocol) {
  const auto invocation = parse_arguments({});
  ASSERT_TRUE(invocation.ok());
  EXPECT_EQ(invocation->kind, Invocation::Kind::Protocol);
}

TEST(CommandLine, BareWordsAreOneCommand) {
  EXPECT_EQ(lines_of({"bench"}), Lines{"bench"});
  EXPECT_EQ(lines_of({"perft", "6"}), Lines{"perft 6"});
  EXPECT_EQ(lines_of({"debug", "on"}), Lines{"debug on"});
  EXPECT_EQ(lines_of({"perft", "5", "8/8/8/8/8/4k3/4p3/4K3", "w", "-", "-", "--divide", "--threads", "2"}),
            Lines{"perft 5 8/8/8/8/8/4k3/4p3/4K3 w - - --divide --threads 2"});
  EXPECT_EQ(lines_of({"perft", "5", "8/8/8/8/8/4k3/4p3/4K3 w - -"}), Lines{"perft 5 8/8/8/8/8/4k3/4p3/4K3 w - -"});
}

TEST(CommandLine, QuotedArgumentsAreLines) {
  EXPECT_EQ(lines_of({"genfens 5 seed 1", "quit"}), (Lines{"genfens 5 seed 1", "quit"}));
  EXPECT_EQ(lines_of({"position startpos", "d", "go depth 3"}), (Lines{"position startpos", "d", "go depth 3"}));
  EXPECT_EQ(lines_of({"go depth 3"}), Lines{"go depth 3"});
}

TEST(CommandLine, AFenMayFollowGo) {
  const Lines expected = {"position fen 8/8/8/8/8/4k3/4p3/4K3 w - -", "go depth 12"};
  EXPECT_EQ(lines_of({"go", "depth", "12", "8/8/8/8/8/4k3/4p3/4K3", "w", "-", "-"}), expected);
  EXPECT_EQ(lines_of({"go", "depth", "12", "fen", "8/8/8/8/8/4k3/4p3/4K3", "w", "-", "-"}), expected);
}

TEST(CommandLine, ExpertComesBeforeEverythingElse) {
  EXPECT_TRUE(parse_arguments({"--expert"})->expert);
  EXPECT_EQ(parse_arguments({"--expert"})->kind, Invocation::Kind::Protocol);
  const auto bench = parse_arguments({"--expert", "bench", "16"});
  EXPECT_TRUE(bench->expert);
  EXPECT_EQ(bench->lines, Lines{"bench 16"});
  EXPECT_FALSE(parse_arguments({"bench"})->expert);
}

TEST(CommandLine, NothingFollowsWhatTakesNothing) {
  EXPECT_EQ(lines_of({"uci", "--expert"}),
            Lines{"\"--expert\" stands after uci, which takes nothing; options come first"});
  EXPECT_EQ(lines_of({"isready", "foo"}), Lines{"\"foo\" stands after isready, which takes nothing"});
  EXPECT_FALSE(parse_arguments({"--version", "extra"}).ok());
}

TEST(CommandLine, HelpAndVersion) {
  EXPECT_EQ(parse_arguments({"--help"})->kind, Invocation::Kind::Help);
  EXPECT_EQ(parse_arguments({"-h"})->kind, Invocation::Kind::Help);
  EXPECT_EQ(parse_arguments({"--version"})->kind, Invocation::Kind::Version);
}

TEST(CommandLine, UnknownOptionsAndEmptyArguments) {
  EXPECT_NE(parse_arguments({"--frobnicate"}).error().find("--frobnicate"), std::string::npos);
  EXPECT_FALSE(parse_arguments({""}).ok());
  EXPECT_FALSE(parse_arguments({"  ", "d"}).ok());
}

struct Outcome {
  int exit_code = 0;
  Lines out;
  Lines errors;
};

Outcome run(const Lines& lines) {
  test::CollectingSink out;
  test::CollectingSink errors;
  const int exit_code = Session(out, errors, "test").run_lines(lines);
  return {exit_code, out.lines(), errors.lines()};
}

TEST(RunLines, EachSearchIsFinishedBeforeTheNextLine) {
  const Outcome outcome =
      run({"position startpos", "go depth 3", "position startpos moves e2e4", "go depth 2", "quit"});
  EXPECT_EQ(outcome.exit_code, Session::kExitOk);
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(test::count_with(outcome.out, "bestmove "), 2);
  EXPECT_EQ(test::count_with(outcome.out, "info depth 3 "), 1);
  EXPECT_EQ(test::count_with(outcome.out, "info depth 2 "), 2);
}

TEST(RunLines, QuitEndsTheList) {
  const Outcome outcome = run({"isready", "quit", "uci"});
  EXPECT_EQ(outcome.exit_code, Session::kExitOk);
  EXPECT_EQ(outcome.out, Lines{"readyok"});
}

TEST(RunLines, TheFirstBadLineEndsItWithOneLineOnStandardError) {
  for (const char* bad : {"hallo welt",
                          "go depth abc",
                          "go depth abc nodes 5",
                          "go",
                          "go infinite",
                          "go ponder wtime 5",
                          "go searchmoves e2e5 depth 2",
                          "position startpos moves e2e5",
                          "position fen nonsense",
                          "setoption name Nosuch value 1",
                          "setoption name Hash value 0",
                          "perft",
                          "perft x",
                          "perft 3 nonsense",
                          "perft 3 --threads 0",
                          "perft 3 --frob",
                          "see e2e5",
                          "see",
                          "d nonsense",
                          "eval nonsense",
                          "moves nonsense",
                          "bench x",
                          "bench 1 0",
                          "bench 1 1 0",
                          "bench 1 1 1 junk",
                          "preset frob",
                          "preset show nosuch",
                          "debug"}) {
    const Outcome outcome = run({bad, "isready"});
    EXPECT_EQ(outcome.exit_code, Session::kExitBadInput) << bad;
    ASSERT_EQ(outcome.errors.size(), 1U) << bad;
    EXPECT_TRUE(test::begins_with(outcome.errors[0], "oknos: ")) << outcome.errors[0];
    EXPECT_TRUE(outcome.out.empty()) << bad << " said " << outcome.out[0];
  }
}

TEST(RunLines, NoSearchIsPromisedWhereNoneFollows) {
  for (const char* bad : {"go depth 2 foo", "go depth 0", "go searchmoves e2e5 depth 2", "go depth 2 searchmoves"}) {
    const Outcome outcome = run({bad});
    ASSERT_EQ(outcome.errors.size(), 1U) << bad;
    EXPECT_EQ(outcome.errors[0].find("searched"), std::string::npos) << outcome.errors[0];
    EXPECT_EQ(outcome.errors[0].find("used"), std::string::npos) << outcome.errors[0];
  }
}

TEST(RunLines, LateStopIsNoError) {
  EXPECT_EQ(run({"stop", "ponderhit", "isready"}).exit_code, Session::kExitOk);
}

}  // namespace
}  // namespace oknos::uci
