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

using oknos::test::lab;
using oknos::test::Outcome;
using OknosLab = oknos::test::LabProgram;

constexpr const char* kGames =
    "[Event \"one\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
    "[Event \"broken\"]\n[Result \"*\"]\n\n1. e4 e5 2. Zz9 Nc6 *\n\n"
    "[Event \"three\"]\n[Result \"1-0\"]\n\n1. e4 f6 2. d4 g5 3. Qh5# 1-0\n";

TEST_F(OknosLab, WrongArgumentsAreNamedWithTheRightOnes) {
  struct Case {
    std::string arguments;
    int code;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"", 2, "analyse"},
      {"nonsense", 2, "\"nonsense\" is not a command"},
      {"analyse --nonsense", 2, "--nonsense"},
      {"analyse --depth 0", 2, "allowed 1..245"},
      {"analyse --depth x", 2, "allowed 1..245"},
      {"analyse --nodes 0", 2, "--nodes"},
      {"analyse --threads 0", 2, "allowed 1..1024"},
      {"analyse --threads 100000", 2, "allowed 1..1024"},
      {"analyse --time -1", 2, "500ms"},
      {"analyse --multipv 0", 2, "--multipv"},
      {"analyse --hash 0", 2, "--hash"},
      {"analyse --color blue", 2, "auto, always, never"},
      {"analyse --preset nosuch", 2, "modern"},
      {"analyse --set nosuch=1", 2, "frontier_futility.margin"},
      {"analyse --set late_move_pruning.base=1000", 2, "0..64"},
      {"analyse nosuch.epd", 1, "nosuch.epd"},
      {"analyse 8/8/8/8/8/8/8/8 w - -", 1, "king"},
      {"analyse " + fs::temp_directory_path().string(), 1, "directory"},
      {"preset show nosuch", 2, "modern"},
      {"analyse --set null_mov=off", 2, "did you mean null_move?"},
      {"match modern stockfish", 2, "a UCI engine is cmd=stockfish"},
      {"rules nosuch", 2, "over_kill"},
  };
  for (const Case& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, c.code) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

// A script may have forgotten to set a variable.
TEST_F(OknosLab, AnEmptyValueIsNotTakenForNone) {
  const std::string positions = " " + file("one.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n");
  const std::string games = " " + file("games.pgn", kGames);
  const std::vector<std::string> commands = {"analyse" + games,       "audit" + positions,
                                             "suite" + positions,     "match none none --games 2 --depth 1",
                                             "prove" + positions,     "tune",
                                             "predict" + positions,   "screen --factor null_move",
                                             "predict fit x.db",
                                             "margins x.db",
                                             "datagen --games 1",     "positions openings",
                                             "data" + games,          "train classical" + games,
                                             "train network" + games, "train wdl" + games};
  for (const std::string& command : commands)
    for (const std::string empty : {" --out ''", " --out="}) {
      const Outcome run = lab(command + empty);
      EXPECT_EQ(run.code, 2) << command << empty << "\n" << run.out;
      EXPECT_NE(run.out.find("--out"), std::string::npos) << command << empty << "\n" << run.out;
    }
  EXPECT_EQ(lab("match none none --games 2 --depth 1 --pgn ''").code, 2);
  EXPECT_EQ(lab("analyse startpos --depth 1 --evalfile ''").code, 2);
}

TEST_F(OknosLab, DatagenTakesTheWordsThatItsHelpNames) {
  const std::string games =
      "datagen --games 1 --nodes 10 --random-plies 4 --balance 1000 --force --out " + file("a", "");
  const auto first_character = [&] { return content_of("a").substr(0, 1); };
  EXPECT_EQ(lab(games + " --format pgn").code, 0);
  EXPECT_EQ(first_character(), "%");
  EXPECT_EQ(lab(games + " --format compact").code, 0);
  EXPECT_EQ(first_character(), "O");
  EXPECT_EQ(lab(games + " --random-moves weighted --soft-nodes 10").code, 0);
  EXPECT_NE(lab(games + " --format epd").out.find("--format: \"epd\" is not allowed; allowed pgn, compact"),
            std::string::npos);
}

TEST_F(OknosLab, HelpOfACommandIsItsHelp) {
  EXPECT_EQ(lab("help").out, lab("--help").out);
  EXPECT_EQ(lab("help audit").out, lab("audit --help").out);
  EXPECT_EQ(lab("help preset show").out, lab("preset show --help").out);
  EXPECT_EQ(lab("help nonsense").code, 2);
}

TEST_F(OknosLab, SaysWhatWasProbablyMeant) {
  EXPECT_NE(lab("analyze").out.find("did you mean analyse?"), std::string::npos);
  EXPECT_NE(lab("analyse --dpeth 3").out.find("did you mean --depth?"), std::string::npos);
  EXPECT_NE(lab("preset shwo").out.find("did you mean show?"), std::string::npos);
  EXPECT_NE(lab("train clasical").out.find("did you mean classical?"), std::string::npos);
}

TEST_F(OknosLab, SaysWhereACommandWent) {
  const Outcome run = lab("compare x.epd --preset a");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "oknos-lab: compare is now: suite --player A --player B\n");
}

TEST_F(OknosLab, CountsMayBeWrittenShort) {
  EXPECT_EQ(Json::parse(lab("analyse --json --nodes 1e3").out)["nodes"], 1000);
  EXPECT_EQ(Json::parse(lab("analyse --json --nodes 1.5k").out)["nodes"], 1500);
  const std::string epd = file("a.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n");
  EXPECT_EQ(lab("suite " + epd + " --player modern --player heinz --nodes 1k,2k").code, 0);
  EXPECT_EQ(lab("audit " + epd + " --depth 2 --sample 1k --sample razoring=1e1").code, 0);
  EXPECT_EQ(lab("match modern,nodes=0.1k heinz --nodes 1e2 --games 2").code, 0);
  EXPECT_EQ(lab("analyse --nodes 1.5").code, 2);
}

TEST_F(OknosLab, AnalysesWhatWasPlayedFromAPosition) {
  const std::string after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  const auto lines_of = [](const std::string& words) {
    return Json::parse(lab("analyse --json --depth 3 " + words).out)["lines"][0]["san"];
  };
  EXPECT_EQ(lines_of("startpos moves e2e4 e7e5"), lines_of(after));
  EXPECT_EQ(lines_of("startpos moves e4 e5"), lines_of(after));
  EXPECT_EQ(lines_of("\"" + after.substr(0, after.size()) + " moves g1f3\""), lines_of("startpos moves e4 e5 Nf3"));
  const Outcome wrong = lab("analyse startpos moves e2e5");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.out.find("\"e2e5\" is not a legal move here"), std::string::npos) << wrong.out;
}

TEST_F(OknosLab, AnalysesSeveralFiles) {
  const std::string a = file("a.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"one\";\n");
  const std::string b = file("b.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"two\";\n");
  const std::string pgn = file("g.pgn", kGames);
  EXPECT_NE(lab("analyse " + a + " " + b + " --depth 3").out.find("2 of 2 as wanted"), std::string::npos);
  const Outcome games = lab("analyse " + pgn + " " + pgn + " --nodes 100 --out " + path("out.pgn"));
  EXPECT_EQ(games.code, 0) << games.out;
  EXPECT_NE(games.out.find("6 games"), std::string::npos) << games.out;
  const Outcome mixed = lab("analyse " + a + " " + pgn);
  EXPECT_EQ(mixed.code, 1);
  EXPECT_NE(mixed.out.find("a.epd holds positions and "), std::string::npos) << mixed.out;
  EXPECT_NE(mixed.out.find("g.pgn holds games; "), std::string::npos) << mixed.out;
  const Outcome missing = lab("analyse " + a + " " + path("missing.epd"));
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.out.find("missing.epd"), std::string::npos) << missing.out;
}

TEST_F(OknosLab, WhatIsNoTextIsRefused) {
  std::string utf16 = "\xff\xfe", bare;
  for (const char c : std::string(kGames)) {
    utf16 += c;
    utf16 += '\0';
  }
  bare = utf16.substr(2);
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i * 73 + i / 256 * 31);
  for (const std::string& content : {utf16, bare}) {
    const Outcome run = lab("analyse " + file("x.pgn", content));
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("UTF-16"), std::string::npos) << run.out;
  }
  EXPECT_NE(lab("analyse - < " + file("x.pgn", utf16)).out.find("UTF-16"), std::string::npos);
  for (const std::string name : {"x.pgn", "x.epd"}) {
    const Outcome run = lab("analyse " + file(name, bytes));
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("it is not a text file"), std::string::npos) << run.out;
  }
  EXPECT_EQ(lab("suite " + path("x.epd")).code, 1);
}

TEST_F(OknosLab, CtrlCSaysHowToContinue) {
  const std::string epd = file("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - id \"a\";\n");
  for (const std::string& command : {"suite " + epd + " --depth 60", "audit " + epd + " --depth 60"}) {
    const std::string store = path(command.substr(0, command.find(' ')) + ".db");
    // Not before it is listened to: SIGINT, the second bit, is caught.
    const Outcome run =
        lab(command + " --workers 1 --out " + store + " & p=$!; until [ -e " + store +
            " ] && grep -q '^SigCgt:.*[2367abef]$' /proc/$p/status; do sleep 0.1; done; kill -INT $p; wait $p");
    EXPECT_EQ(run.code, 130) << run.out;
    EXPECT_NE(run.out.find("--resume continues " + store), std::string::npos) << run.out;
  }
}

TEST_F(OknosLab, ShowsOneTable) {
  const std::string epd = file("a.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n");
  ASSERT_EQ(lab("audit " + epd + " --depth 3 --out " + path("run.db")).code, 0);
  const Outcome run = lab("show " + path("run.db") + " --rows --table cases");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(run.out, lab("show " + path("run.db") + " --rows cases").out);
}

TEST_F(OknosLab, HelpHasAnExampleForEveryCommand) {
  for (const std::string command :
       {"", "analyse", "audit", "prove", "match", "suite", "datagen", "positions", "show", "merge", "preset",
        "preset list", "preset show", "preset check", "preset uci", "rules"}) {
    const Outcome run = lab(command + " --help");
    EXPECT_EQ(run.code, 0) << command;
    EXPECT_NE(run.out.find("Example"), std::string::npos) << command << "\n" << run.out;
    for (const char* raw : {"INT in [", "Excludes:", "Needs:"})
      EXPECT_EQ(run.out.find(raw), std::string::npos) << command << " shows what CLI11 checks, not what it means";
  }
  EXPECT_EQ(lab("--version").code, 0);
}

TEST_F(OknosLab, AnalysesAPositionGivenInSeveralWords) {
  const Outcome run = lab("analyse 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 --depth 4");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_NE(run.out.find("1. Ra8#"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("What the rules did"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << "no colours in a pipe";
  EXPECT_NE(lab("analyse --depth 2 --color always").out.find('\x1b'), std::string::npos);
}

TEST_F(OknosLab, SaysThatAGameIsOver) {
  const Outcome run = lab("analyse \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"");
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.out.find("Black is stalemated"), std::string::npos) << run.out;
}

TEST_F(OknosLab, JsonOfAPosition) {
  const Outcome run = lab("analyse --json --nodes 3000 --multipv 2 --set late_move_pruning=off");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json json = Json::parse(run.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << run.out;
  EXPECT_EQ(json["lines"].size(), 2U);
  EXPECT_EQ(json["nodes"], 3000);
  EXPECT_EQ(json["settings"]["preset"], "modern");
  EXPECT_EQ(json["settings"]["changed"]["late_move_pruning"]["to"], "off");
  EXPECT_EQ(json["settings"]["limits"]["nodes"], 3000);
  EXPECT_EQ(json["ledger"]["rules"]["late_move_pruning"]["asked"], 0);
  EXPECT_GT(json["ledger"]["rules"]["frontier_futility"]["moves_skipped"], 0);
  EXPECT_GT(json["ledger"]["rules"]["stand_pat"]["quiescence_nodes_cut"], 0);
  EXPECT_EQ(json["ledger"]["rules"]["stand_pat"]["nodes_cut"], 0);
  EXPECT_EQ(json["lines"][0]["san"].size(), json["lines"][0]["uci"].size());
  EXPECT_EQ(json["interrupted"], false);
}

TEST_F(OknosLab, EpdGivesARowEachAndAVerdict) {
  const std::string epd = file("a.epd",
                               "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\nnot a position\n"
                               "6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8#; id \"avoid\";\n");
  const Outcome run = lab("analyse " + epd + " --depth 3");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_NE(run.out.find("a.epd:2"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("1 of 2 as wanted"), std::string::npos) << run.out;
  std::istringstream lines(lab("analyse --json --depth 3 " + epd + " 2>/dev/null").out);
  std::vector<Json> values;
  for (std::string line; std::getline(lines, line);) values.push_back(Json::parse(line));
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0]["verdict"], "ok");
  EXPECT_EQ(values[1]["verdict"], "not");
  EXPECT_EQ(values[2]["type"], "summary");
  EXPECT_EQ(values[2]["unreadable"], 1);
}

TEST_F(OknosLab, EmptyAndUselessFilesAreRefused) {
  EXPECT_EQ(lab("analyse " + file("empty.epd", "")).code, 1);
  EXPECT_EQ(lab("analyse " + file("blank.pgn", "\n \n")).code, 1);
  EXPECT_EQ(lab("analyse " + file("words.epd", "no chess here\n")).code, 1);
}

TEST_F(OknosLab, AnnotatedGamesReadBack) {
  const std::string pgn = file("g.pgn", kGames);
  const Outcome run = lab("analyse " + pgn + " --nodes 2000 --out " + path("out.pgn"));
  ASSERT_EQ(run.code, 0) << run.out;
  EXPECT_NE(run.out.find("Zz9"), std::string::npos) << "the complaint: " << run.out;
  EXPECT_FALSE(fs::exists(path("out.pgn.part")));
  const std::string text = content_of("out.pgn");
  EXPECT_NE(text.find("2. g4 $4"), std::string::npos) << text;
  oknos::LineSource source{std::string_view(text)};
  oknos::pgn::Reader reader(source, "out");
  const std::vector<std::size_t> plies = {4, 2, 5};
  for (const std::size_t expected : plies) {
    const auto game = reader.next();
    ASSERT_TRUE(game.has_value());
    EXPECT_TRUE(game->complaints.empty());
    EXPECT_EQ(game->main_line().size(), expected);
  }
  EXPECT_FALSE(reader.next().has_value());
  // The same games through a pipe, to standard output.
  EXPECT_EQ(lab("analyse - --nodes 2000 < " + pgn + " 2>/dev/null").out, text);
}

TEST_F(OknosLab, OutThatCannotBeWrittenIsRefusedAtOnce) {
  const std::string pgn = file("g.pgn", kGames);
  EXPECT_EQ(lab("analyse " + pgn + " --out " + path("no/such/folder/x.pgn")).code, 1);
  EXPECT_EQ(lab("analyse " + pgn + " --out " + fs::temp_directory_path().string()).code, 1);
  EXPECT_EQ(lab("analyse --out " + path("x.pgn")).code, 2);
}

TEST_F(OknosLab, InterruptPrintsWhatThereIs) {
  const std::string out = file("out", "");
  const Outcome run = lab("analyse --time 600 > " + out + " & p=$!; until grep -q 1/ " + out +
                          "; do sleep 0.1; done; kill -INT $p; wait $p; code=$?; cat " + out + "; exit $code");
  EXPECT_EQ(run.code, 130) << run.out;
  EXPECT_NE(run.out.find("What the rules did"), std::string::npos) << run.out;
}

TEST_F(OknosLab, PresetsCanBeListedShownCheckedAndTranslated) {
  EXPECT_NE(lab("preset list").out.find("modern (the default)"), std::string::npos);
  const std::string toml = lab("preset show heinz").out;
  const Outcome check = lab("preset check " + file("h.toml", toml));
  EXPECT_EQ(check.code, 0) << check.out;
  EXPECT_EQ(lab("preset uci " + path("h.toml")).out, lab("preset uci heinz").out);
  EXPECT_EQ(lab("preset check " + file("bad.toml", "name = 3\n")).code, 1);
}

}  // namespace
