// What people and programs send by mistake: one line in answer (or none, where the protocol asks for silence), and the
// engine plays on.
#include <gtest/gtest.h>

#include "engine/platform/memory.h"
#include "engine/uci/session.h"
#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

using test::begins_with;
using test::Talk;

struct Case {
  const char* name;
  std::string line;
  std::string answer;  // must be found in the one line; empty: no answer at all
};

std::string many_moves(int plies) {
  constexpr const char* kDance[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
  std::string out = "position startpos moves";
  for (int i = 0; i < plies; ++i) out += kDance[i % 4];
  return out;
}

std::vector<Case> cases() {
  return {
      {"EmptyBoard", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"},
      {"NonsenseFen", "position fen the quick brown fox", "position: "},
      {"ShortFen", "position fen rnbqkbnr/pppppppp w", "position: "},
      {"TwoKings", "position fen 4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "king"},
      {"NoBlackKing", "position fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "king"},
      {"KingCanBeTaken", "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "could be taken"},
      {"PawnOnTheLastRank", "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn"},
      {"IllegalMove", "position startpos moves e2e4 e7e5 e1e3", "\"e1e3\", move 3 of 3, is not legal"},
      {"GarbledMove", "position startpos moves e2-e4", "\"e2-e4\""},
      {"NullMove", "position startpos moves 0000", "\"0000\""},
      {"BarePosition", "position", "startpos or fen"},
      {"FenIsMissing", "position fen", "the FEN is missing"},
      {"UnknownPosition", "position endpos", "\"endpos\""},
      {"HashOutOfRange", "setoption name Hash value 99999999999", "allowed 1..1048576"},
      {"HashBeyondAllNumbers", "setoption name Hash value 99999999999999999999999", "allowed 1..1048576"},
      {"HashZero", "setoption name Hash value 0", "allowed 1..1048576"},
      {"HashNegative", "setoption name Hash value -1", "allowed 1..1048576"},
      {"HashIsNoNumber", "setoption name Hash value lots", "\"lots\""},
      {"HashWithoutValue", "setoption name Hash", "needs a value"},
      {"HashWithEmptyValue", "setoption name Hash value", "allowed 1..1048576"},
      {"ThreadsOutOfRange", "setoption name Threads value 100000", "allowed 1..1024"},
      {"CheckThatIsNeither", "setoption name UCI_Chess960 value yes", "true or false"},
      {"UnknownOption", "setoption name Contempt value 24", "unknown option \"Contempt\""},
      {"UnknownButton", "setoption name Self Destruct", "unknown option \"Self Destruct\""},
      {"OptionWithoutName", "setoption", "setoption name NAME"},
      {"OptionWithoutTheWordName", "setoption Hash 32", "setoption name NAME"},
      {"PresetThatIsNot", "setoption name Preset value nosuch", "nosuch"},
      {"PresetFileThatIsNot", "setoption name Preset File value /no/such/file.toml", "/no/such/file.toml"},
      {"RuleParameterOutOfRange", "setoption name Frontier Futility Margin value 999999", "999999"},
      {"RuleSwitchThatIsNot", "setoption name Frontier Futility value maybe", "maybe"},
      {"LogFileThatCannotBe", "setoption name Debug Log File value /no/such/folder/x", "cannot be written"},
      {"EvalFileThatIsNot", "setoption name EvalFile value /no/such/file.oknn", "/no/such/file.oknn\" cannot be read"},
      {"EvalFileThatIsSomethingElse", "setoption name EvalFile value " OKNOS_SOURCE_DIR "/README.md", "is not used"},
      {"GoPerftIsNoNumber", "go perft x", "perft \"x\""},
      {"UnknownCommand", "xyzzy", "unknown command \"xyzzy\""},
      {"WrongCase", "ISREADY", "unknown command"},
      {"LongLine", std::string(1'000'000, 'a'), "unknown command"},
      {"LongLineOfWords",
       [] {
         std::string words;
         for (int i = 0; i < 200'000; ++i) words += "abcd ";
         return words;
       }(),
       "unknown command"},
      {"LongFen", "position fen " + std::string(1'000'000, '8'), "position: "},
      {"LongOption", "setoption name " + std::string(1'000'000, 'n') + " value 1", "unknown option"},
      {"LongMove", "position startpos moves " + std::string(1'000'000, 'e'), "move 1 of 1"},
      {"Zeros", std::string("\0\0\0", 3), "unknown command"},
      {"ZeroInACommand", std::string("is\0ready", 8), "unknown command"},
      {"ZeroInAMove", std::string("position startpos moves e2\0e4", 29), "is not legal"},
      {"NotUtf8", "\xff\xfe\xe9", "unknown command \"\\xff\\xfe\\xe9\""},
      {"NotUtf8InAMove", "position startpos moves \xe9", "\"\\xe9\""},
      {"OtherAlphabets", "\xd1\x85\xd0\xbe\xd0\xb4", "unknown command"},
      {"ControlCharacters", "\x1b[2J\x07", "unknown command"},
      {"DebugWithoutWord", "debug", "on or off"},
      {"StopWhenIdle", "stop", ""},
      {"PonderHitWhenIdle", "ponderhit", ""},
      {"Blank", " \t ", ""},
      {"Register", "register later", ""},
      {"ManyPlies", many_moves(1500), ""},
      {"PerftWithoutDepth", "perft", "perft: the depth is missing"},
      {"SeeOfAnIllegalMove", "see e2e5", "\"e2e5\" is not a legal move"},
      {"BenchWithJunk", "bench lots", "\"lots\""},
  };
}

class BadInput : public testing::TestWithParam<Case> {};

TEST_P(BadInput, OneLineAndTheEnginePlaysOn) {
  const Case& c = GetParam();
  Talk talk;
  talk.send(c.line);
  talk.send("isready");
  talk.expect("readyok");
  std::vector<std::string> said = talk.lines();
  said.pop_back();
  if (c.answer.empty()) {
    EXPECT_TRUE(said.empty()) << said[0];
  } else {
    ASSERT_EQ(said.size(), 1U);
    EXPECT_TRUE(begins_with(said[0], "info string ")) << said[0];
    EXPECT_NE(said[0].find(c.answer), std::string::npos) << said[0];
    EXPECT_LT(said[0].size(), 400U) << said[0];
    for (const char ch : said[0]) EXPECT_FALSE(ch >= 0 && ch < ' ') << "a control character came back";
  }
  talk.send({"ucinewgame", "position startpos", "go depth 2"});
  EXPECT_EQ(talk.expect("bestmove ").substr(0, 15).find("(none)"), std::string::npos);
  EXPECT_EQ(talk.finish(), Session::kExitOk);
}

INSTANTIATE_TEST_SUITE_P(Lines, BadInput, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& c) { return std::string(c.param.name); });

TEST(BadInputs, HashThatTheMachineCannotGive) {
  const std::size_t machine = platform::physical_memory() >> 20;
  if (machine == 0 || machine >= Engine::kMaxHash) GTEST_SKIP() << "this machine can give every size";
  const auto lines = test::answers({"setoption name Hash value 1048576", "go depth 1"});
  EXPECT_TRUE(begins_with(lines[0], "info string Hash: ")) << lines[0];
  EXPECT_NE(lines[0].find("it stays 16"), std::string::npos) << lines[0];
  EXPECT_EQ(test::count_with(lines, "bestmove "), 1);
}

TEST(BadInputs, AParameterThatIsWrongDoesNotSpoilTheOthers) {
  const auto lines = test::answers({"go depth abc nodes 100"});
  EXPECT_EQ(lines[0], "info string go: depth \"abc\" should be a whole number from 1; the rest is used");
  EXPECT_TRUE(begins_with(lines.back(), "bestmove "));
}

// Nothing is left that says when to end; the GUI waits for a move all the same.
TEST(BadInputs, AGoThatIsNotUnderstoodIsAnswered) {
  for (const char* go :
       {"go depth abc", "go depth -3", "go nodes", "go fast", "go wtime 1000,5", "go searchmoves e2e4 depth x"}) {
    const auto lines = test::answers({go});
    EXPECT_TRUE(begins_with(lines[0], "info string go: ")) << go;
    EXPECT_NE(lines[0].find("; 10000 nodes are searched"), std::string::npos) << lines[0];
    EXPECT_EQ(test::count_with(lines, "bestmove "), 1) << go;
  }
  const auto lines = test::answers({"go wtime 1000.5 btime 1000.5"});
  EXPECT_EQ(test::count_with(lines, "info string"), 0);
  EXPECT_EQ(test::count_with(lines, "bestmove "), 1);
  EXPECT_EQ(test::answers({"go perft x"}).size(), 1U) << "a count is not a search";
}

// The GUI's board is another one than the last that was understood.
TEST(BadInputs, AfterARefusedPositionNoMoveIsNamed) {
  for (const char* bad : {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e4 e2e4", "position"}) {
    const auto lines = test::answers({"position startpos moves e2e4", bad, "go depth 3", "go perft 1", "d",
                                      "position startpos moves d2d4 d7d5 c2c4", "go depth 1 searchmoves d5c4"});
    EXPECT_TRUE(begins_with(lines[0], "info string position")) << lines[0];
    EXPECT_EQ(lines[1],
              "info string go: the last position was refused, so there is nothing to search; send a valid one first");
    EXPECT_EQ(lines[2], "bestmove 0000") << bad;
    EXPECT_EQ(test::count_with(lines, "Nodes searched"), 0);
    EXPECT_EQ(test::last_with(lines, "bestmove ").substr(0, 13), "bestmove d5c4");
    EXPECT_TRUE(begins_with(test::last_with(lines, "Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/4P3/"));
    EXPECT_EQ(test::count_with(lines, "info string d: the last position was refused; this is the one before it"), 1);
  }
}

TEST(BadInputs, AnswersToLongInputAreShort) {
  const std::string path(100'000, 'x');
  std::string words = "go depth 1", moves = "go depth 1 searchmoves";
  for (int i = 0; i < 10'000; ++i) {
    words += " foo";
    moves += " e2e5";
  }
  const auto lines = test::answers({"setoption name EvalFile value " + path, words, moves, "perft 1 startpos"});
  for (const std::string& line : lines) EXPECT_LT(line.size(), 1200U);
  EXPECT_EQ(test::count_with(lines, "info string EvalFile"), 1);
  EXPECT_EQ(test::count_with(lines, "bestmove "), 2);
  EXPECT_NE(test::last_with(lines, "info string go searchmoves").find("and 9990 more; all moves are searched"),
            std::string::npos);
}

// A position waits in line like a good one: what was sent before it is not refused.
TEST(BadInputs, ARefusedPositionIsRefusedInItsTurn) {
  Talk talk;
  talk.send({"go infinite", "position startpos", "go depth 1", "position nonsense", "go depth 1", "stop"});
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  EXPECT_EQ(talk.count("bestmove "), 3);
  EXPECT_EQ(talk.count("bestmove 0000"), 1);
  EXPECT_EQ(test::last_with(talk.lines(), "bestmove "), "bestmove 0000");
}

TEST(BadInputs, WhatCanBePlayedIsPlayed) {
  struct Playable {
    const char* fen;
    int moves;
    int left_out;
  };
  for (const Playable& p :
       {Playable{"4k3/8/8/8/8/8/8/4K2R w KQkq e6 0 1", 15, 4},
        Playable{"4k3/8/8/8/8/8/8/4K2R w K - bm e1g1; id \"a b\";", 15, 0},
        Playable{"rnbqkbnr/pppppppp/qqqqqqqq/8/8/QQQQQQQQ/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 60, 0},
        Playable{"4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", 2, 0}, Playable{"4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 5", 4, 0}}) {
    const auto lines = test::answers({std::string("position fen ") + p.fen, "moves", "go nodes 500"});
    EXPECT_EQ(test::count_with(lines, "info string position: "), p.left_out) << p.fen;
    EXPECT_EQ(test::count_with(lines, std::to_string(p.moves) + " legal moves:"), 1) << p.fen;
    EXPECT_EQ(test::count_with(lines, "bestmove "), 1) << p.fen;
    EXPECT_EQ(test::count_with(lines, "bestmove 0000") + test::count_with(lines, "bestmove (none)"), 0) << p.fen;
  }
}

TEST(BadInputs, AfterManyPliesTheGameGoesOn) {
  const auto lines = test::answers({many_moves(1500), "go depth 2", "d"});
  EXPECT_EQ(test::count_with(lines, "bestmove "), 1);
  EXPECT_EQ(test::last_with(lines, "Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1500 751");
}

TEST(BadInputs, ALineWithoutEndIsLeftOut) {
  Talk talk;
  talk.send(std::string(1000, 'q'));
  EXPECT_EQ(talk.finish(), Session::kExitOk);
  test::CollectingSink out;
  test::CollectingSink errors;
  class TooLong : public LineInput {
   public:
    std::optional<InputLine> next() override {
      if (told_) return std::nullopt;
      told_ = true;
      return InputLine{"quit " + std::string(1000, 'x'), true};
    }

   private:
    bool told_ = false;
  } input;
  EXPECT_EQ(Session(out, errors, "test").run(input), Session::kExitOk);
  ASSERT_EQ(out.lines().size(), 1U);
  EXPECT_TRUE(begins_with(out.lines()[0], "info string a line longer than ")) << out.lines()[0];
}

}  // namespace
}  // namespace oknos::uci
