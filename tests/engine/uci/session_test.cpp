#include "engine/uci/session.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

using test::answers;
using test::begins_with;
using test::count_with;
using test::last_with;
using test::Talk;

TEST(Session, Greeting) {
  const auto lines = answers({"uci"});
  ASSERT_GT(lines.size(), 3U);
  EXPECT_TRUE(begins_with(lines[0], "id name Oknos"));
  EXPECT_TRUE(begins_with(lines[1], "id author "));
  for (std::size_t i = 2; i + 1 < lines.size(); ++i) EXPECT_TRUE(begins_with(lines[i], "option name ")) << lines[i];
  EXPECT_EQ(lines.back(), "uciok");
}

TEST(Session, GreetingCanBeRepeated) {
  EXPECT_EQ(count_with(answers({"uci", "uci"}), "uciok"), 2);
}

TEST(Session, QuitAtOnce) {
  Talk talk;
  talk.send({"uci", "quit"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
}

TEST(Session, IsReady) {
  EXPECT_EQ(answers({"isready"}), std::vector<std::string>{"readyok"});
}

TEST(Session, SilentCommands) {
  EXPECT_TRUE(answers({"", "   ", "debug off", "register later", "ucinewgame", "position startpos", "stop", "ponderhit",
                       "setoption name Clear Hash", "setoption name Hash value 2", "setoption name Threads value 2",
                       "setoption name MultiPV value 2", "setoption name Ponder value true",
                       "setoption name UCI_AnalyseMode value true"})
                  .empty());
}

TEST(Session, HashChangesTheTable) {
  const auto lines = answers({"debug on", "setoption name Hash value 3", "go depth 1"});
  EXPECT_TRUE(begins_with(lines[0], "info string Hash is 3 MiB")) << lines[0];
  EXPECT_NE(lines[1].find("3 MiB"), std::string::npos) << lines[1];
}

TEST(Session, PositionIsReplayed) {
  const auto lines = answers({"position startpos moves e2e4 c7c5 g1f3", "d"});
  EXPECT_EQ(last_with(lines, "Fen: "), "Fen: rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST(Session, FensWithFourAndFiveFields) {
  EXPECT_EQ(last_with(answers({"position fen 8/8/8/8/8/4k3/4p3/4K3 w - -", "d"}), "Fen: "),
            "Fen: 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  EXPECT_EQ(last_with(answers({"position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 5", "d"}), "Fen: "),
            "Fen: 8/8/8/8/8/4k3/4p3/4K3 w - - 5 1");
}

TEST(Session, ABadPositionLeavesTheOldOneInForce) {
  for (const char* bad : {"position startpos moves e2e4 e2e4", "position fen x", "position"}) {
    const auto lines = answers({"position startpos moves d2d4", bad, "d"});
    EXPECT_TRUE(begins_with(last_with(lines, "Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/3P4/")) << bad;
  }
}

TEST(Session, AnIllegalMoveIsNamedWithItsNumberAndPosition) {
  EXPECT_EQ(answers({"position startpos moves e2e4 e2e5 g1f3"})[0],
            "info string position: \"e2e5\", move 2 of 3, is not legal in "
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST(Session, CastlingIsUnderstoodInBothStyles) {
  const std::string fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves ";
  for (const char* option : {"setoption name UCI_Chess960 value false", "setoption name UCI_Chess960 value true"})
    for (const char* moves : {"e1g1 e8c8", "e1h1 e8a8"})
      EXPECT_TRUE(
          begins_with(last_with(answers({option, fen + moves, "d"}), "Fen: "), "Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w"))
          << option << " " << moves;
}

TEST(Session, CastlingIsWrittenAsTheOptionSays) {
  const std::string position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const auto has_move = [](const std::vector<std::string>& lines, const std::string& move) {
    return (last_with(lines, "13 legal moves:") + last_with(lines, "15 legal moves:") + " ").find(" " + move + " ") !=
           std::string::npos;
  };
  EXPECT_TRUE(has_move(answers({position, "moves"}), "e1g1"));
  EXPECT_TRUE(has_move(answers({"setoption name UCI_Chess960 value true", position, "moves"}), "e1h1"));
  EXPECT_TRUE(has_move(answers({position, "setoption name UCI_Chess960 value true", "moves"}), "e1h1"));
}

TEST(Session, Chess960WithoutTheOptionIsPlayedAndToldOnce) {
  const std::string position = "position fen nrbbkqrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKQRN w GBgb - 0 1";
  const auto lines = answers({position, position, "go depth 1"});
  EXPECT_EQ(count_with(lines, "info string this is Chess960"), 1);
  EXPECT_EQ(count_with(lines, "bestmove "), 1);
  EXPECT_EQ(count_with(answers({"setoption name UCI_Chess960 value true", position}), "info string"), 0);
}

TEST(Session, Tools) {
  EXPECT_NE(answers({"eval value"})[0].find(" for White"), std::string::npos);
  EXPECT_EQ(count_with(answers({"eval"}), "bound on positional"), 2);
  EXPECT_EQ(answers({"see e2e4"}), std::vector<std::string>{"0"});
  EXPECT_TRUE(begins_with(answers({"moves"})[0], "20 legal moves: "));
  EXPECT_EQ(answers({"moves"})[1], "0 of them capture");
  EXPECT_EQ(answers({"moves 4k3/8/8/3pP3/8/8/8/4K2r w - d6 0 2"}).back(), "0 of them capture");  // in check
  EXPECT_EQ(answers({"moves 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"}).back(), "1 of them capture");
  EXPECT_GT(answers({"help"}).size(), 5U);
  EXPECT_EQ(answers({"version"}), std::vector<std::string>{"Oknos 0.2.0 (test)"});
  EXPECT_TRUE(begins_with(answers({"compiler"})[0], "compiler: "));
  EXPECT_EQ(count_with(answers({"preset"}), "* modern: "), 1);
}

TEST(Session, OptionsAreListedByAPartOfTheirNames) {
  EXPECT_EQ(count_with(answers({"options frontier futility"}), "option name Frontier Futility"), 3);
  EXPECT_GT(count_with(answers({"options"}), "option name "), 100);
  EXPECT_EQ(answers({"options nothing of ours"})[0],
            "info string options: no option has \"nothing of ours\" in its name");
}

TEST(Session, ExpertDeclaresAllOptions) {
  const int usual = count_with(answers({"uci"}), "option name ");
  EXPECT_LE(usual, 25);
  const auto lines = answers({"setoption name Expert value true", "uci"});
  EXPECT_EQ(lines[0], "info string Expert: \"uci\" now declares all options");
  EXPECT_EQ(count_with(lines, "option name "), count_with(answers({"options"}), "option name "));
}

// The evaluation is told from White's view, whoever moves.
TEST(Session, EvalIsWhites) {
  const auto up = answers({"position fen 4k3/8/8/8/8/8/8/Q3K3 w - -", "eval value",
                           "position fen 4k3/8/8/8/8/8/8/Q3K3 b - -", "eval value"});
  ASSERT_EQ(up.size(), 2U);
  EXPECT_GT(std::stoi(up[0]), 500);
  EXPECT_GT(std::stoi(up[1]), 500);
}

TEST(Session, ToolsTakeAFen) {
  EXPECT_TRUE(begins_with(answers({"moves 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"})[0], "0 legal moves:"));
  EXPECT_EQ(last_with(answers({"d fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"}), "Fen: "),
            "Fen: 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
}

TEST(Session, PresetsAreShownAsFilesThatCanBeReadBack) {
  std::string text;
  for (const std::string& line : answers({"setoption name Frontier Futility Margin value 321", "preset show"}))
    text += line + "\n";
  const auto preset = pruning::parse_preset(text, "shown");
  ASSERT_TRUE(preset.ok()) << preset.error();
  EXPECT_EQ(preset->settings.of<pruning::FrontierFutility>()[pruning::FrontierFutility::P::Margin], 321);
}

}  // namespace
}  // namespace oknos::uci
