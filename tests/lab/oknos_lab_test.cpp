// The program from outside: what it says, and with which exit code.
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "lab/formats/pgn.h"
#include "support/lab_program.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

using oknos::test::Answer;
using oknos::test::contains;
using oknos::test::expect_answers;
using oknos::test::lab;
using oknos::test::Outcome;

constexpr const char* kGames =
    "[Event \"one\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
    "[Event \"broken\"]\n[Result \"*\"]\n\n1. e4 e5 2. Zz9 Nc6 *\n\n"
    "[Event \"three\"]\n[Result \"1-0\"]\n\n1. e4 f6 2. d4 g5 3. Qh5# 1-0\n";
constexpr const char* kMate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n";

class OknosLab : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    games_ = file("g.pgn", kGames);
    mate_ = file("mate.epd", kMate);
  }
  std::string games_, mate_;
};

TEST_F(OknosLab, WrongArgumentsAreNamedWithTheRightOnes) {
  expect_answers({
      {"", 2, "analyse"},
      {"nonsense", 2, "\"nonsense\" is not a command"},
      {"help nonsense", 2, ""},
      {"analyze", 2, "did you mean analyse?"},
      {"preset shwo", 2, "did you mean show?"},
      {"train clasical", 2, "did you mean classical?"},
      {"compare x.epd --preset a", 2, "oknos-lab: compare is now: suite --player A --player B\n"},
      {"analyse --nonsense", 2, "--nonsense"},
      {"analyse --dpeth 3", 2, "did you mean --depth?"},
      {"analyse --depth 0", 2, "allowed 1..245"},
      {"analyse --depth x", 2, "allowed 1..245"},
      {"analyse --nodes 0", 2, "--nodes"},
      {"analyse --nodes 1.5", 2, "--nodes"},
      {"analyse --threads 0", 2, "allowed 1..1024"},
      {"analyse --threads 100000", 2, "allowed 1..1024"},
      {"analyse --time -1", 2, "500ms"},
      {"analyse --multipv 0", 2, "--multipv"},
      {"analyse --hash 0", 2, "--hash"},
      {"analyse --color blue", 2, "auto, always, never"},
      {"analyse --preset nosuch", 2, "modern"},
      {"analyse --set nosuch=1", 2, "frontier_futility.margin"},
      {"analyse --set null_mov=off", 2, "did you mean null_move?"},
      {"analyse --set late_move_pruning.base=1000", 2, "0..64"},
      {"analyse nosuch.epd", 1, "nosuch.epd"},
      {"analyse 8/8/8/8/8/8/8/8 w - -", 1, "king"},
      {"analyse startpos moves e2e5", 1, "\"e2e5\" is not a legal move here"},
      {"analyse " + fs::temp_directory_path().string(), 1, "directory"},
      {"analyse " + file("empty.epd", ""), 1, ""},
      {"analyse " + file("blank.pgn", "\n \n"), 1, ""},
      {"analyse " + file("words.epd", "no chess here\n"), 1, ""},
      {"analyse " + mate_ + " " + games_, 1, "mate.epd holds positions and "},
      {"analyse " + mate_ + " " + games_, 1, "g.pgn holds games; "},
      {"analyse " + mate_ + " " + path("missing.epd"), 1, "missing.epd"},
      {"analyse " + games_ + " --out " + path("no/such/folder/x.pgn"), 1, "x.pgn"},
      {"analyse " + games_ + " --out " + fs::temp_directory_path().string(), 1, ""},
      {"analyse --out " + path("x.pgn"), 2, "--out"},
      {"preset show nosuch", 2, "modern"},
      {"preset check " + file("bad.toml", "name = 3\n"), 1, ""},
      {"match modern stockfish", 2, "a UCI engine is cmd=stockfish"},
      {"rules nosuch", 2, "over_kill"},
      {"rules --markdown --json", 2, "--json"},
      {"datagen --games 1 --out x --format epd", 2, "--format: \"epd\" is not allowed; allowed pgn, compact"},
      {"completions tcsh", 2, "tcsh"},
  });
}

TEST_F(OknosLab, WrongArgumentsOfTrainingAreNamedToo) {
  const std::string bare = file("bare.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
  const std::string classical = "train classical " + bare, network = "train network " + bare + " --out x.oknn";
  expect_answers({
      {classical, 2, "--out"},
      {"train classical --out x.h", 2, "games"},
      {classical + " --out x.h --blend 1.5", 2, "--blend: \"1.5\" is not allowed; allowed 0..1"},
      {classical + " --out x.h --blend much", 2, "--blend: \"much\" is not allowed"},
      {classical + " --out x.h --rate 0", 2, "--rate"},
      {classical + " --out x.h --validation 91", 2, "allowed 0..90 percent"},
      {classical + " --out x.h --epochs 0", 2, "--epochs"},
      {classical + " --out x.h", 1, "comments like {+0.45/7, n=2000}"},
      {network + " --validation 5 --validate " + bare, 2, "--validation excludes --validate"},
      {network + " --warm-up 91", 2, "allowed 0..90 percent"},
      {"train network " + bare, 2, ""},
      {"train wdl " + bare + " --out x.h", 1, "comments like {+0.45/7, n=2000}"},
      {"train wdl nothing.pgn --force", 1, "\"nothing.pgn\" cannot be read"},
      {"train", 2, "a command is expected"},
      {"data", 2, "games"},
      {"data nothing.pgn", 1, "\"nothing.pgn\" cannot be read"},
      {"data " + bare + " --workers 0", 2, "--workers"},
  });
}

// A script may have forgotten to set a variable.
TEST_F(OknosLab, AnEmptyValueIsNotTakenForNone) {
  for (const std::string& command : std::vector<std::string>{
           "analyse " + games_, "audit " + mate_, "suite " + mate_, "prove " + mate_, "predict " + mate_,
           "match none none --games 2 --depth 1", "screen --factor null_move", "tune", "predict fit x.db",
           "margins x.db", "datagen --games 1", "positions openings", "data " + games_, "train classical " + games_,
           "train network " + games_, "train wdl " + games_})
    expect_answers({{command + " --out ''", 2, "--out"}});
  expect_answers({{"analyse " + games_ + " --out=", 2, "--out"},
                  {"match none none --games 2 --depth 1 --pgn ''", 2, "--pgn"},
                  {"analyse startpos --depth 1 --evalfile ''", 2, "--evalfile"}});
}

TEST_F(OknosLab, DatagenTakesTheWordsThatItsHelpNames) {
  const std::string games =
      "datagen --games 1 --nodes 10 --random-plies 4 --balance 1000 --force --out " + file("a", "");
  for (const auto& [words, first] : {std::pair{" --format pgn", '%'},
                                     {" --format compact", 'O'},
                                     {" --random-moves weighted --soft-nodes 10 --format pgn", '%'}}) {
    EXPECT_EQ(lab(games + words).code, 0) << words;
    EXPECT_EQ(content_of("a").front(), first) << words;
  }
}

TEST_F(OknosLab, EveryCommandHasAHelpWithAnExample) {
  for (const std::string command :
       {"",           "analyse", "audit", "prove",  "match",           "suite",         "datagen",
        "positions",  "show",    "merge", "preset", "preset list",     "preset show",   "preset check",
        "preset uci", "rules",   "data",  "train",  "train classical", "train network", "train wdl"}) {
    const Outcome run = lab(command + " --help");
    EXPECT_EQ(run.code, 0) << command;
    EXPECT_TRUE(contains(run.out, "Example", "oknos-lab " + command));
    for (const char* raw : {"INT in [", "Excludes:", "Needs:"})
      EXPECT_EQ(run.out.find(raw), std::string::npos) << command << " shows what CLI11 checks, not what it means";
  }
  EXPECT_EQ(lab("--version").code, 0);
  for (const std::string command : {"", "audit", "preset show"})
    EXPECT_EQ(lab("help " + command).out, lab(command + " --help").out);
}

TEST_F(OknosLab, CountsMayBeWrittenShort) {
  EXPECT_EQ(Json::parse(lab("analyse --json --nodes 1e3").out)["nodes"], 1000);
  EXPECT_EQ(Json::parse(lab("analyse --json --nodes 1.5k").out)["nodes"], 1500);
  expect_answers({{"suite " + mate_ + " --player modern --player heinz --nodes 1k,2k", 0, ""},
                  {"audit " + mate_ + " --depth 2 --sample 1k --sample razoring=1e1", 0, ""},
                  {"match modern,nodes=0.1k heinz --nodes 1e2 --games 2", 0, ""}});
}

TEST_F(OknosLab, APositionMayBeWrittenInManyWays) {
  const std::string after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  const auto lines_of = [](const std::string& words) {
    return Json::parse(lab("analyse --json --depth 3 " + words).out)["lines"][0]["san"];
  };
  for (const std::string words : {"startpos moves e2e4 e7e5", "startpos moves e4 e5"})
    EXPECT_EQ(lines_of(words), lines_of(after)) << words;
  EXPECT_EQ(lines_of("\"" + after + " moves g1f3\""), lines_of("startpos moves e4 e5 Nf3"));
  EXPECT_EQ(lab("rules \"Frontier Futility\"").out, lab("rules frontier_futility").out);
}

TEST_F(OknosLab, TakesSeveralFiles) {
  expect_answers({{"analyse " + mate_ + " " + mate_ + " --depth 3", 0, "2 of 2 as wanted"},
                  {"analyse " + games_ + " " + games_ + " --nodes 100 --out " + path("out.pgn"), 0, "6 games"}});
}

TEST_F(OknosLab, WhatIsNoTextIsRefused) {
  std::string utf16 = "\xff\xfe", bytes;
  for (const char c : std::string(kGames)) utf16 += {c, '\0'};
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i * 73 + i / 256 * 31);
  expect_answers({{"analyse " + file("utf16.pgn", utf16), 1, "UTF-16"},
                  {"analyse " + file("bare.pgn", utf16.substr(2)), 1, "UTF-16"},
                  {"analyse - < " + path("utf16.pgn"), 1, "UTF-16"},
                  {"analyse " + file("bytes.pgn", bytes), 1, "it is not a text file"},
                  {"analyse " + file("bytes.epd", bytes), 1, "it is not a text file"},
                  {"suite " + path("bytes.epd"), 1, ""}});
}

TEST_F(OknosLab, CtrlCSaysHowToContinue) {
  const std::string epd = file("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - id \"a\";\n");
  for (const std::string& command : {"suite " + epd + " --depth 60", "audit " + epd + " --depth 60"}) {
    const std::string store = path(command.substr(0, command.find(' ')) + ".db");
    // Not before it is listened to: SIGINT, the second bit, is caught.
    expect_answers(
        {{command + " --workers 1 --out " + store + " & p=$!; until [ -e " + store +
              " ] && grep -q '^SigCgt:.*[2367abef]$' /proc/$p/status; do sleep 0.1; done; kill -INT $p; wait $p",
          130, "--resume continues " + store}});
  }
  const std::string out = file("out", "");
  expect_answers({{"analyse --time 600 > " + out + " & p=$!; until grep -q 1/ " + out +
                       "; do sleep 0.1; done; kill -INT $p; wait $p; code=$?; cat " + out + "; exit $code",
                   130, "What the rules did"}});
}

TEST_F(OknosLab, ColoursAreForTerminals) {
  for (const std::string command : {"analyse 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 --depth 4", "rules"})
    EXPECT_EQ(lab(command).out.find('\x1b'), std::string::npos) << command;
  EXPECT_TRUE(contains(lab("analyse --depth 2 --color always").out, "\x1b"));
}

TEST_F(OknosLab, SaysThatAGameIsOver) {
  expect_answers({{"analyse \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"", 0, "Black is stalemated"}});
}

TEST_F(OknosLab, LinesOfAnEpdThatCannotBeReadAreCounted) {
  const std::string epd =
      file("a.epd", std::string(kMate) + "not a position\n" + "6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8#; id \"avoid\";\n");
  expect_answers(
      {{"analyse " + epd + " --depth 3", 0, "a.epd:2"}, {"analyse " + epd + " --depth 3", 0, "1 of 2 as wanted"}});
  std::istringstream lines(lab("analyse --json --depth 3 " + epd + " 2>/dev/null").out);
  Json last;
  for (std::string line; std::getline(lines, line);) last = Json::parse(line);
  EXPECT_EQ(last["type"], "summary");
  EXPECT_EQ(last["unreadable"], 1);
}

TEST_F(OknosLab, AnnotatedGamesReadBack) {
  expect_answers({{"analyse " + games_ + " --nodes 2000 --out " + path("out.pgn"), 0, "Zz9"}});
  EXPECT_FALSE(fs::exists(path("out.pgn.part")));
  const std::string text = content_of("out.pgn");
  EXPECT_TRUE(contains(text, "2. g4 $4"));
  oknos::LineSource source{std::string_view(text)};
  oknos::pgn::Reader reader(source, "out");
  for (const std::size_t plies : {4U, 2U, 5U}) {
    const auto game = reader.next();
    ASSERT_TRUE(game.has_value());
    EXPECT_TRUE(game->complaints.empty());
    EXPECT_EQ(game->main_line().size(), plies);
  }
  EXPECT_FALSE(reader.next().has_value());
  // The same games through a pipe, to standard output.
  EXPECT_EQ(lab("analyse - --nodes 2000 < " + games_ + " 2>/dev/null").out, text);
}

TEST_F(OknosLab, ShownPresetsAreFilesOfPresets) {
  const std::string toml = file("h.toml", lab("preset show heinz").out);
  EXPECT_EQ(lab("preset check " + toml).code, 0);
  EXPECT_EQ(lab("preset uci " + toml).out, lab("preset uci heinz").out);
}

}  // namespace
