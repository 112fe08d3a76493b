// `oknos-lab positions`: what each kind finds, and the files in positions/ that it made.
#include "lab/commands/positions.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/search/report.h"
#include "lab/formats/epd.h"
#include "support/lab_program.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using test::position_from;

std::vector<Info> lines(int best, int second) {
  std::vector<Info> out(2);
  out[0].score = Score{best};
  out[1].score = Score{second};
  out[0].pv = {Move(Square::E2, Square::E4)};
  out[1].pv = {Move(Square::D2, Square::D4)};
  return out;
}

TEST(IsTactic, NeedsAMarginAndSomethingAtStake) {
  EXPECT_TRUE(is_tactic(lines(200, 50), 150));
  EXPECT_FALSE(is_tactic(lines(199, 50), 150));
  EXPECT_TRUE(is_tactic(lines(-100, -400), 150));
  EXPECT_FALSE(is_tactic(lines(-101, -400), 150)) << "lost anyway";
  EXPECT_TRUE(is_tactic(lines(900, 400), 150));
  EXPECT_FALSE(is_tactic(lines(900, 401), 150)) << "won anyway";
  EXPECT_TRUE(is_tactic(lines(mate_in(5).value(), 400), 150));
  EXPECT_FALSE(is_tactic(lines(mate_in(5).value(), mate_in(7).value()), 1));
  EXPECT_FALSE(is_tactic({lines(200, 0)[0]}, 150)) << "only one line";
}

TEST(MaterialKind, NamesTheRicherSideFirst) {
  EXPECT_EQ(material_kind(Position::initial()), "QRRBBNN-QRRBBNN");
  EXPECT_EQ(material_kind(position_from("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1")), "-");
  EXPECT_EQ(material_kind(position_from("4kr2/pp6/8/8/8/8/4N3/4K3 w - - 0 1")), "R-N");
  EXPECT_EQ(material_kind(position_from("4kn2/pp6/8/8/8/8/3R4/4K3 w - - 0 1")), "R-N");
}

std::string game(const std::string& fen, const std::string& moves, const std::string& tags = "") {
  return "[Event \"?\"]\n" + tags + (fen.empty() ? "" : "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n") + "\n" + moves +
         " *\n\n";
}

class Positions : public test::LabProgram {
 protected:
  // What is in the file that the command writes: headings and lines.
  std::string made(const std::string& arguments) const {
    const test::Outcome run = test::lab("positions " + arguments + " --force --out " + path("out.epd"));
    EXPECT_EQ(run.code, 0) << run.out;
    return content_of("out.epd");
  }
  // The lines alone, of a kind that takes the games in `pgn`.
  std::vector<std::string> lines_of(const std::string& arguments, const std::string& pgn) const {
    std::istringstream in(made(arguments + " --from " + file("games.pgn", pgn)));
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);)
      if (!line.starts_with('#')) out.push_back(line);
    return out;
  }
};

TEST_F(Positions, BeginWithTheCommandThatMakesThem) {
  const std::string one = made("openings --count 3 --nodes 500");
  EXPECT_TRUE(one.starts_with("# oknos-lab positions openings --count 3 --nodes 500 --balance 40 --seed 1\n# ")) << one;
  const std::string pgn = file("a.pgn", game("", "1. e4 e5 2. Nf3 Nc6"));
  const std::string other = made("sampled --from " + pgn);
  EXPECT_TRUE(other.starts_with("# oknos-lab positions sampled --from a.pgn --count 5000 --seed 1\n# ")) << other;
  EXPECT_TRUE(test::contains(other, "\n# a.pgn: SHA-256 "));
}

TEST_F(Positions, BadArgumentsAreNamed) {
  const std::string from = " --from " + path("x.pgn");
  test::expect_answers(
      {
          {"nonsense", 2,
           "\"nonsense\" is not a kind of positions; there are: openings, middlegames, endings, tactics"},
          {"tactics", 2, "--from GAMES.pgn"},
          {"openings" + from, 2, "without games"},
          {"tactics --balance 50" + from, 2, "--balance"},
          {"sampled --nodes 50" + from, 2, "--nodes"},
          {"tactics" + from, 1, "x.pgn"},
          {"endings --from " + file("empty.pgn", game("", "")), 1, "empty.pgn"},
          {"endings --from " + file("one.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n"), 1, "not a file of games"},
      },
      "positions --out " + path("out.epd") + " ");
  EXPECT_FALSE(std::filesystem::exists(path("out.epd")));
  EXPECT_FALSE(std::filesystem::exists(path("out.epd.part")));
}

TEST_F(Positions, OpeningsAreTheSameForAnyNumberOfWorkersAndOtherwiseForAnotherSeed) {
  const std::string openings = "openings --count 6 --nodes 2000 --balance 60";
  const std::string one = made(openings);
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 2 + 6);
  EXPECT_EQ(made(openings + " --workers 2"), one);
  EXPECT_NE(made(openings + " --seed 2"), one);
}

constexpr const char* kTactic = "1r4k1/1N1R1pp1/1Q2pb2/4q2p/1P6/P1P3P1/7P/1K5R b - -";
constexpr const char* kTactics = "tactics --nodes 100000";

TEST_F(Positions, TacticsAreWhatAShallowSearchMisses) {
  const std::string other_game = game("", "1. e4 e5 2. Nf3 Nc6");
  const auto found = lines_of(kTactics, game(std::string(kTactic) + " 5 40", "40... Qd5"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with(std::string(kTactic) + " bm Qxc3; ce ")) << found[0];
  EXPECT_TRUE(found[0].ends_with("id \"oknos-tactics.001\";")) << found[0];
  EXPECT_EQ(lines_of(kTactics, other_game + game(kTactic, "1... Qd5") + game(kTactic, "1... Qd5")), found)
      << "what was searched before must not matter, and no position is kept twice";
  EXPECT_TRUE(lines_of(kTactics, game("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "1. exd5")).empty()) << "seen at once";
  EXPECT_TRUE(lines_of(kTactics, other_game).empty()) << "quiet";
}

TEST_F(Positions, TacticsFollowErrorsThatThePlayersSaw) {
  // White's last move and Black's answer, with the scores of both.
  const std::string before = "1r4k1/1N1R1pp1/1Q2pb2/4q2p/1P6/P1P3P1/7P/K6R w - -";
  const auto count = [&](const std::string& moves, const std::string& tags = "") {
    return lines_of(kTactics, game(before, moves, tags)).size();
  };
  EXPECT_EQ(count("1. Kb1 Qd5"), 1U);
  EXPECT_EQ(count("1. Kb1 {+0.30/9, n=100} Qd5 {+0.50/9, n=100}"), 1U);
  EXPECT_EQ(count("1. Kb1 {+0.30/9, n=100} Qd5 {+0.49/9, n=100}"), 0U);
  EXPECT_EQ(count("1. Kb1 Qd5", "[OpeningPlies \"2\"]\n"), 0U) << "nobody chose these moves";
}

// Short games in endings of three kinds of material, of which two are the same but for the colours.
std::string ending_games() {
  std::string out;
  for (const char* fen : {"6k1/p6p/8/8/8/8/P6P/6K1 w - - 0 1", "6k1/p6p/8/8/8/8/PP5P/6K1 w - - 0 1",
                          "6k1/p6p/r7/8/8/7R/P6P/6K1 w - - 0 1", "6k1/p6p/b7/8/8/7R/P6P/6K1 w - - 0 1",
                          "6k1/p6p/r7/8/8/7B/P6P/6K1 w - - 0 1"})
    out += game(fen, "1. Kf2 Kf7 2. Ke3 Ke6 3. Kd4 Kd6");
  return out;
}

TEST_F(Positions, EndingsAreSpreadOverKindsOfMaterial) {
  const std::string twentieth = "endings --count 20 --nodes 1000 --balance 1000";  // one of each kind
  const auto found = lines_of(twentieth, ending_games());
  std::map<std::string, int> kinds;
  for (const std::string& line : found) ++kinds[material_kind(epd::parse(line)->position)];
  EXPECT_EQ(kinds, (std::map<std::string, int>{{"-", 1}, {"R-R", 1}, {"R-B", 1}}));
  EXPECT_EQ(lines_of(twentieth + " --workers 3", ending_games()), found);
  EXPECT_TRUE(lines_of("middlegames --count 20 --nodes 1000 --balance 1000", ending_games()).empty());
}

TEST_F(Positions, SampledAreEveryFourthOfAGameAndEachOnce) {
  const std::string ten_plies = game("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7");
  const std::string games = ten_plies + game("", "1. d4 d5 2. c4 e6 3. Nc3 Nf6") + game("", "");
  const auto all = lines_of("sampled", games);
  EXPECT_GE(all.size(), 3U);
  EXPECT_LE(all.size(), 5U);
  for (const std::string& line : all) EXPECT_EQ(line.find("hmvc"), std::string::npos) << line;
  EXPECT_EQ(lines_of("sampled --count 2", games), std::vector<std::string>(all.begin(), all.begin() + 2));
  std::string six_games;
  for (int i = 0; i < 6; ++i) six_games += ten_plies;
  const auto found = lines_of("sampled", six_games);
  EXPECT_GT(found.size(), 3U) << "where they begin is drawn for each game";
  EXPECT_LE(found.size(), 10U) << "each once";
}

// --- the files in positions/, as far as a line says something that needs no search -----------------------------------

// Checks what all have in common: a heading with the command, readable lines, each position once, none over.
std::vector<epd::Record> read_positions(const std::string& kind) {
  const std::string path = std::string(OKNOS_SOURCE_DIR) + "/positions/" + kind + ".epd";
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(text.starts_with("# oknos-lab positions " + kind + " ")) << path;
  LineSource source{std::string_view(text)};
  epd::Reader reader(source, kind + ".epd");
  std::set<std::string> positions;
  std::set<std::string> ids;
  std::vector<epd::Record> out;
  while (auto record = reader.next()) {
    if (!record->ok()) {
      ADD_FAILURE() << record->error();
      continue;
    }
    const Position& position = (*record)->position;
    const std::string id = (*record)->id();
    EXPECT_TRUE(positions.insert(fen::to_text(position)).second) << "twice: " << fen::to_text(position);
    EXPECT_TRUE(id.empty() || ids.insert(id).second) << "twice: " << id;
    EXPECT_FALSE(position.is_dead() || legal_moves(position).empty()) << fen::to_text(position);
    EXPECT_EQ(position.halfmove_clock(), 0);
    out.push_back(**record);
  }
  return out;
}

// Of each file: how many positions it has at least, and how far from even their scores are at most.
TEST(PositionFiles, HoldWhatTheirHeadingsSay) {
  constexpr int kNoScore = 100'000;
  const struct {
    std::string kind;
    std::size_t least;
    int balance;
  } files[] = {{"openings", 3000, 40},      {"middlegames", 1000, 300}, {"endings", 1000, 500},
               {"tactics", 300, kNoScore},  {"mates", 700, kNoScore},   {"stalemates", 600, kNoScore},
               {"zugzwang", 400, kNoScore}, {"queens", 500, kNoScore}};
  for (const auto& [kind, least, balance] : files) {
    const auto records = read_positions(kind);
    EXPECT_GE(records.size(), least) << kind;
    for (const epd::Record& r : records) {
      EXPECT_LE(std::abs(std::atoi(r.text("ce").value_or(std::to_string(kNoScore)).c_str())), balance)
          << kind << " " << r.id();
      EXPECT_TRUE(kind != "mates" || r.mate_distance().value_or(0) != 0) << r.id();
      EXPECT_TRUE(kind != "tactics" || r.best_moves().size() == 1) << r.id();
    }
  }
}

}  // namespace
}  // namespace oknos::lab
