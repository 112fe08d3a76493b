#include "train/game_walk.h"

#include <gtest/gtest.h>
#include <string>

#include "engine/chess/fen.h"
#include "support/contains.h"
#include "support/positions.h"
#include "support/test_folder.h"
#include "train/network/positions.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

std::string game(const std::string& result, const std::string& moves, const std::string& tags = "") {
  return "[Event \"test\"]\n[Result \"" + result + "\"]\n" + tags + "\n" + moves + " " + result + "\n\n";
}

// With moves of every fate.
const std::string kGame = game("1-0",
                               "1. e4 {+0.10/5, n=1} d5 {-0.20/5, n=1} 2. exd5 {+0.30/5, n=1} Qxd5 {-0.40/5, n=1} "
                               "3. Nc3 {+0.50/5, n=1} Qe5+ {+0.60/5, n=1} 4. Be2 {-0.70/5, n=1} Nf6 {+M3/5, n=1} "
                               "5. Nf3 {-10.01/5, n=1} Qe4 {+7.00/5, n=1} 6. Nxe4 {+9.00/5, n=1} Nxe4",
                               "[OpeningPlies \"1\"]\n");

struct Seen {
  GameTally tally;
  std::vector<Position> positions;
  std::vector<Fate> fates;
  std::vector<int> scores, half_points;
};

Seen walked(std::string_view text, const Filter& filter = {}, bool is_compact = false) {
  Seen out;
  const std::string name = "test";
  for_each_game({&name, text, 0, is_compact}, out.tally, [&](const GameRecord& g, std::uint64_t) {
    walk(g, filter, out.tally, [&](const Sighting& s) {
      out.positions.push_back(s.position);
      out.fates.push_back(s.fate);
      out.scores.push_back(s.score.value());
      out.half_points.push_back(s.half_points);
    });
  });
  return out;
}

TEST(GameWalk, EveryMoveHasItsFate) {
  const Seen seen = walked(kGame);
  using enum Fate;
  EXPECT_EQ(seen.fates, (std::vector<Fate>{Random, Kept, Tactical, Tactical, AfterCapture, Kept, InCheck, Mate, Decided,
                                           Kept, Tactical, NoScore}));
  // From White's view, though the comments are from the mover's.
  EXPECT_EQ(seen.scores[1], 20);
  EXPECT_EQ(seen.scores[5], -60);
  EXPECT_EQ(seen.scores[9], -700);
  EXPECT_EQ(seen.half_points, std::vector<int>(12, 2));
  EXPECT_EQ(seen.tally.plies, 12U);
  EXPECT_EQ(seen.tally.fates[static_cast<std::size_t>(Kept)], 3U);
  EXPECT_EQ(seen.tally.results[2], 1U);
}

// All fates of one game with different filters; "." is kept.
std::string fates_with(const Filter& filter) {
  constexpr std::string_view kSigns = ".rsmdectA";
  std::string out;
  for (const Fate fate : walked(kGame, filter).fates) out += kSigns[static_cast<std::size_t>(fate)];
  return out;
}

TEST(GameWalk, FiltersLeaveOutWhatTheySay) {
  const std::pair<Filter, const char*> cases[] = {
      {{}, "r.ttA.cmd.ts"},
      {{.after_capture = false}, "r.tt..cmd.ts"},
      {{.in_check = false}, "r.ttA..md.ts"},
      {{.tactical = false}, "r..AA.cmd..s"},
      {{.in_check = false, .tactical = false, .after_capture = false}, "r......md..s"},
      {{.decided = 699}, "r.ttA.cmddds"},
      {{.decided = 1001}, "r.ttA.cm..ts"},
      {{.early = 5}, "reeee.cmd.ts"}};
  for (const auto& [filter, fates] : cases) EXPECT_EQ(fates_with(filter), fates);
}

TEST(GameWalk, WhatANetworkLearnsFromIsTheQuietPositionsAndThoseAfterCaptures) {
  const std::string text = test::self_play_text(60);
  const auto quiet = walked(text);
  const auto network = walked(text, network::kNetworkFilter);
  ASSERT_EQ(quiet.fates.size(), network.fates.size());
  for (std::size_t i = 0; i < quiet.fates.size(); ++i)
    EXPECT_EQ(network.fates[i] == Fate::Kept, quiet.fates[i] == Fate::Kept || quiet.fates[i] == Fate::AfterCapture);
  EXPECT_GT(quiet.tally.fates[static_cast<std::size_t>(Fate::AfterCapture)], 50U);
}

// Kings that stay and kings that move next to their rook, rooks that take each other's place.
TEST(GameWalk, CastlingInChess960LeavesTheMenWhereTheyBelong) {
  const struct {
    const char *fen, *castles, *after;
  } cases[] = {{"4k3/8/8/8/8/8/P6P/1R3KR1 w GB - 0 1", "f1g1", "4k3/8/8/8/8/8/P6P/1R3RK1 b - - 0 1"},
               {"4k3/8/8/8/8/8/P6P/R1K4R w HA - 0 1", "c1a1", "4k3/8/8/8/8/8/P6P/2KR3R b - - 0 1"},
               {"4k3/8/8/8/8/8/P6P/RK5R w HA - 0 1", "b1a1", "4k3/8/8/8/8/8/P6P/2KR3R b - - 0 1"},
               {"rk5r/8/8/8/8/8/8/4K3 b ha - 0 1", "b8h8", "r4rk1/8/8/8/8/8/8/4K3 w - - 0 1"}};
  for (const auto& [fen, castles, after] : cases) {
    GameRecord record;
    record.start = test::position_from(fen);
    record.start.set_chess960(true);
    Position position = record.start;
    const Move castling = test::move_in(position, castles);
    ASSERT_TRUE(castling.is_castling()) << fen;
    record.moves.push_back({castling, 10});
    position.play(castling);
    record.moves.push_back({legal_moves(position)[0], -10});
    for (const bool is_compact : {true, false}) {
      const Seen seen =
          walked(is_compact ? compact::store_record(record) : pgn::to_text(lab::game_of(record, 1)), {}, is_compact);
      ASSERT_EQ(seen.positions.size(), 2U) << seen.tally.first_complaint;
      const Position expected = test::position_from(after);
      for (const Color c : {Color::White, Color::Black})
        EXPECT_EQ(seen.positions[1].pieces(c), expected.pieces(c)) << fen << is_compact;
      EXPECT_EQ(network::pack(seen.positions[1], Score{0}, 1).men, network::pack(expected, Score{0}, 1).men);
      EXPECT_EQ(seen.fates, (std::vector<Fate>{Fate::Kept, Fate::Kept}));  // castling takes nothing
      EXPECT_EQ(seen.tally.chess960, 1U);
    }
  }
}

TEST(GameWalk, WithoutAResultAGameIsLeftOut) {
  const Seen seen = walked(game("*", "1. e4 {+0.10/5, n=1}") + game("1/2-1/2", "1. e4 {+0.10/5, n=1}") +
                           game("0-1", "1. e4 {+0.10/5, n=1}",
                                "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n") +
                           game("0-1", "1. e4 {+0.10/5, n=1} Ke7 {+0.10/5, n=1}"));
  EXPECT_EQ(seen.tally.games, 3U);
  EXPECT_EQ(seen.tally.without_result, 1U);
  EXPECT_EQ(seen.tally.chess960, 1U);
  EXPECT_EQ(seen.tally.complaints, 1U);  // the last one's second move
  EXPECT_NE(seen.tally.first_complaint.find("Ke7"), std::string::npos) << seen.tally.first_complaint;
  EXPECT_EQ(seen.half_points, (std::vector<int>{1, 0, 0}));
}

class GameFiles : public test::TestWithFolder {};

TEST_F(GameFiles, BlocksTogetherAreTheFilesAndNumberTheGames) {
  const auto files =
      read_game_files({file("a.pgn", test::self_play_text(300, 10)), file("b.pgn", test::self_play_text(5, 10))});
  ASSERT_TRUE(files) << files.error();
  const std::vector<GameBlock> blocks = cut_into_blocks(*files);
  EXPECT_GT(blocks.size(), 3U);
  std::string all;
  std::uint64_t next = 0;
  for (const GameBlock& block : blocks) {
    all += block.text;
    EXPECT_EQ(block.first_game, next);
    GameTally tally;
    for_each_game(block, tally, [&](const GameRecord&, std::uint64_t number) { EXPECT_EQ(number, next++); });
    EXPECT_EQ(tally.complaints, 0U);
  }
  EXPECT_EQ(all, (*files)[0].text + (*files)[1].text);
  EXPECT_EQ(next, 305U);
  EXPECT_NE(description_of(*files).find("b.pgn (sha256 "), std::string::npos);

  std::vector<GameFile> many(5);
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::string(1, static_cast<char>('a' + i));
  const std::string together = description_of(many);
  EXPECT_TRUE(together.starts_with("5 files from a to e (sha256 of their hashes ")) << together;
  many[2].hash = "another";
  EXPECT_NE(description_of(many), together);
}

TEST_F(GameFiles, ComplaintsNameTheGameAndTheLineInTheFile) {
  std::string text;
  for (int i = 0; i < 299; ++i) text += "[Event \"x\"]\n\n1. e4 {+0.10/5} 1-0\n\n";
  text += "[Event \"x\"]\n\n1. e5 {+0.10/5} 1-0\n\n";
  const auto files = read_game_files({file("a.pgn", text), file("b.pgn", text)});
  ASSERT_TRUE(files) << files.error();
  std::string complaint;
  for (const GameBlock& block : cut_into_blocks(*files)) {
    GameTally tally;
    for_each_game(block, tally, [](const GameRecord&, std::uint64_t) {});
    if (!tally.first_complaint.empty()) complaint = tally.first_complaint;
  }
  EXPECT_NE(complaint.find("b.pgn: game 300, line 1199: move 1. \"e5\""), std::string::npos) << complaint;
}

TEST_F(GameFiles, WhatIsNoFileOfGamesIsNamed) {
  const std::pair<std::string, const char*> cases[] = {{path("nothing.pgn"), "nothing.pgn\" cannot be read"},
                                                       {folder().string(), "is a directory"},
                                                       {file("text.pgn", "no game at all\n"), "holds no game"},
                                                       {file("empty.pgn", ""), "holds no game"}};
  for (const auto& [name, says] : cases) {
    const auto files = read_game_files({name});
    ASSERT_FALSE(files) << name;
    EXPECT_TRUE(test::contains(files.error(), says));
  }
}

}  // namespace
}  // namespace oknos::train
