#include "engine/uci/command.h"

#include <gtest/gtest.h>

namespace oknos::uci {
namespace {

template <class Kind>
Kind parsed(std::string_view line) {
  Result<Command> command = parse_command(line);
  if (!command) {
    ADD_FAILURE() << line << ": " << command.error();
    return {};
  }
  if (!std::holds_alternative<Kind>(*command)) {
    ADD_FAILURE() << line << " is another command, number " << command->index();
    return {};
  }
  return std::get<Kind>(*command);
}

std::string error_of(std::string_view line) {
  const Result<Command> command = parse_command(line);
  return command ? "no error" : command.error();
}

TEST(Command, SimpleOnes) {
  parsed<Uci>("uci");
  parsed<IsReady>("isready");
  parsed<NewGame>("ucinewgame");
  parsed<Stop>("stop");
  parsed<PonderHit>("ponderhit");
  parsed<Quit>("quit");
  parsed<Nothing>("register later");
  parsed<Nothing>("copyprotection ok");
}

TEST(Command, BlankLinesAreNothing) {
  parsed<Nothing>("");
  parsed<Nothing>(" \t \r");
}

TEST(Command, AnyWhiteSpaceSeparates) {
  parsed<Uci>("  uci\r");
  EXPECT_EQ(parsed<SetPosition>("position\t startpos \t moves\te2e4   e7e5\r").moves,
            (std::vector<std::string>{"e2e4", "e7e5"}));
}

TEST(Command, UnknownLeadingWordsAreSkipped) {
  EXPECT_TRUE(parsed<Debug>("joho debug on").on);
  parsed<Stop>("please stop");
  // ... but words of ours do not hide among them: "help" in a sentence means nothing.
  EXPECT_NE(error_of("please help me").find("unknown command"), std::string::npos);
}

TEST(Command, UnknownOnesAreNamed) {
  EXPECT_EQ(error_of("hallo welt"), "unknown command \"hallo welt\"; \"help\" lists the commands");
  EXPECT_NE(error_of("UCI").find("unknown command"), std::string::npos);
}

TEST(Command, Debug) {
  EXPECT_TRUE(parsed<Debug>("debug on").on);
  EXPECT_FALSE(parsed<Debug>("debug off").on);
  EXPECT_NE(error_of("debug").find("on or off"), std::string::npos);
  EXPECT_NE(error_of("debug maybe").find("maybe"), std::string::npos);
}

TEST(Command, SetOption) {
  const SetOption hash = parsed<SetOption>("setoption name Hash value 64");
  EXPECT_EQ(hash.name, "Hash");
  EXPECT_EQ(hash.value, "64");
  const SetOption button = parsed<SetOption>("setoption name Clear Hash");
  EXPECT_EQ(button.name, "Clear Hash");
  EXPECT_FALSE(button.value.has_value());
  EXPECT_EQ(parsed<SetOption>("setoption name Move  Overhead value 5").name, "Move Overhead");
}

TEST(Command, SetOptionKeepsTheValueAsItIs) {
  EXPECT_EQ(parsed<SetOption>("setoption name Preset File value  /my  files/a value.toml ").value,
            "/my  files/a value.toml");
}

TEST(Command, SetOptionKnowsTwoWaysToWriteNothing) {
  EXPECT_EQ(parsed<SetOption>("setoption name Debug Log File value <empty>").value, "");
  EXPECT_EQ(parsed<SetOption>("setoption name Debug Log File value ").value, "");
  EXPECT_EQ(parsed<SetOption>("setoption name Debug Log File value").value, "");
}

TEST(Command, SetOptionNeedsAName) {
  for (const char* line : {"setoption", "setoption name", "setoption Hash value 3", "setoption name value 3"})
    EXPECT_NE(error_of(line).find("setoption name NAME"), std::string::npos) << line;
}

TEST(Command, Position) {
  const SetPosition initial = parsed<SetPosition>("position startpos");
  EXPECT_FALSE(initial.fen.has_value());
  EXPECT_TRUE(initial.moves.empty());
  const SetPosition fen = parsed<SetPosition>("position fen  8/8/8/8/8/4k3/4p3/4K3  w - - 0 1 moves e1d1");
  EXPECT_EQ(fen.fen, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  EXPECT_EQ(fen.moves, std::vector<std::string>{"e1d1"});
  EXPECT_TRUE(parsed<SetPosition>("position startpos moves").moves.empty());
}

// A bad position is a command all the same: what comes behind it must not be about the one before.
std::string problem_of(std::string_view line) {
  return parsed<SetPosition>(line).problem;
}

TEST(Command, PositionErrors) {
  EXPECT_NE(problem_of("position").find("startpos or fen"), std::string::npos);
  EXPECT_NE(problem_of("position fen").find("FEN is missing"), std::string::npos);
  EXPECT_NE(problem_of("position fen moves e2e4").find("FEN is missing"), std::string::npos);
  EXPECT_NE(problem_of("position startpos e2e4").find("moves MOVE"), std::string::npos);
  EXPECT_NE(problem_of("position 8/8/8/8/8/8/8/8 w - -").find("startpos or fen"), std::string::npos);
}

TEST(Command, Tools) {
  EXPECT_EQ(parsed<Tool>("d").name, "d");
  const Tool bench = parsed<Tool>("bench  32 1 \t5 ");
  EXPECT_EQ(bench.name, "bench");
  EXPECT_EQ(bench.arguments, "32 1 \t5");
}

TEST(Command, WhatIsAnsweredAtOnce) {
  for (const char* line : {"isready", "stop", "ponderhit", "quit", "debug on", "uci", ""})
    EXPECT_TRUE(is_immediate(*parse_command(line))) << line;
  for (const char* line : {"go", "position startpos", "setoption name Hash value 1", "ucinewgame", "d", "bench"})
    EXPECT_FALSE(is_immediate(*parse_command(line))) << line;
}

TEST(Command, ZerosAndLongLinesAreOnlyText) {
  const std::string zeros("go\0depth", 8);
  EXPECT_NE(error_of(zeros).find("unknown command"), std::string::npos);
  const std::string error = error_of(std::string(1'000'000, 'x'));
  EXPECT_LT(error.size(), 200U) << "a message is one line for people";
}

}  // namespace
}  // namespace oknos::uci
