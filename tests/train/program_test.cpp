#include <gtest/gtest.h>

#include "support/lab_program.h"

namespace oknos {
namespace {

using test::lab;
using test::Outcome;

class TrainProgram : public test::LabProgram {};

TEST_F(TrainProgram, EveryCommandHasExamples) {
  for (const char* command : {"data", "train", "train classical", "train network", "train wdl"}) {
    const Outcome help = lab(std::string(command) + " --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos) << command;
    EXPECT_NE(help.out.find(std::string("oknos-lab ") + command), std::string::npos) << command;
  }
}

TEST_F(TrainProgram, WhatIsWrongIsSaidInALine) {
  struct Case {
    const char* arguments;
    int code;
    const char* says;
  };
  const std::string games = file("games.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
  const Case cases[] = {
      {"train classical GAMES", 2, "--out"},
      {"train classical --out x.h", 2, "games"},
      {"train classical GAMES --out x.h --blend 1.5", 2, "--blend: \"1.5\" is not allowed; allowed 0..1"},
      {"train classical GAMES --out x.h --blend much", 2, "--blend: \"much\" is not allowed"},
      {"train classical GAMES --out x.h --rate 0", 2, "--rate"},
      {"train classical GAMES --out x.h --validation 91", 2, "allowed 0..90 percent"},
      {"train network GAMES --out x.oknn --validation 5 --validate GAMES", 2, "--validation excludes --validate"},
      {"train network GAMES --out x.oknn --warm-up 91", 2, "allowed 0..90 percent"},
      {"train classical GAMES --out x.h --epochs 0", 2, "--epochs"},
      {"train classical GAMES --out x.h", 1, "comments like {+0.45/7, n=2000}"},
      {"train wdl GAMES --out x.h", 1, "comments like {+0.45/7, n=2000}"},
      {"train wdl nothing.pgn --force", 1, "\"nothing.pgn\" cannot be read"},
      {"train network GAMES", 2, ""},
      {"train", 2, "a command is expected"},
      {"data", 2, "games"},
      {"data nothing.pgn", 1, "\"nothing.pgn\" cannot be read"},
      {"data GAMES --workers 0", 2, "--workers"},
  };
  for (const Case& c : cases) {
    std::string arguments = c.arguments;
    if (const std::size_t at = arguments.find("GAMES"); at != std::string::npos) arguments.replace(at, 5, games);
    const Outcome run = lab(arguments);
    EXPECT_EQ(run.code, c.code) << arguments << '\n' << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << arguments << '\n' << run.out;
  }
}

}  // namespace
}  // namespace oknos
