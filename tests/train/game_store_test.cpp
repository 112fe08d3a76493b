#include "lab/formats/game_store.h"

#include <fstream>
#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "support/contains.h"
#include "support/positions.h"
#include "support/random_games.h"
#include "support/test_folder.h"
#include "train/game_files.h"
#include "train/game_walk.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

using compact::decode;
using compact::encode;
using compact::store_head;
using compact::store_record;
using compact::StoreAppender;
using compact::StoreReader;

GameRecord random_record(std::uint64_t seed, int start = -1) {
  RandomNumbers random(seed);
  GameRecord out;
  if (start >= 0) out.start = test::chess960_start(start);
  Position position = out.start;
  for (int ply = 0; ply < 150; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    const Move m = moves[random.below(moves.size())];
    out.moves.push_back({m, ply < 8 ? std::nullopt : std::optional<int>(static_cast<int>(random.below(2001)) - 1000)});
    position.play(m);
  }
  out.opening_plies = 8;
  out.half_points = static_cast<int>(random.below(3));
  return out;
}

void expect_same(const GameRecord& a, const GameRecord& b) {
  EXPECT_EQ(fen::to_text(a.start, fen::CastlingStyle::Shredder), fen::to_text(b.start, fen::CastlingStyle::Shredder));
  EXPECT_EQ(a.start.chess960(), b.start.chess960());
  EXPECT_EQ(a.moves, b.moves);
  EXPECT_EQ(a.half_points, b.half_points);
  EXPECT_EQ(a.opening_plies, b.opening_plies);
}

TEST(GameRecord, WhatIsEncodedIsDecoded) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    GameRecord game = random_record(seed, seed % 2 == 0 ? -1 : static_cast<int>(seed) * 17);
    game.moves[10].score = mate_in(5).value();
    game.moves[11].score = mated_in(246).value();
    game.moves[12].score = std::nullopt;
    game.moves[13].score = 0;
    const auto again = decode(encode(game));
    ASSERT_TRUE(again) << again.error();
    expect_same(game, *again);
    if (game.start.chess960()) continue;  // it has its start in it
    EXPECT_LT(store_record(game).size(), 4 * game.moves.size() + 20) << "a ply takes four bytes";
  }
}

TEST(GameRecord, BytesThatAreNoGameAreRefusedWithTheReason) {
  const std::string good = encode(random_record(3));
  const auto with = [&](std::size_t at, char byte) {
    std::string out = good;
    out[at] = byte;
    return out;
  };
  const std::pair<std::string, const char*> cases[] = {{"", "head"},
                                                       {with(0, 64), "flags"},
                                                       {with(1, 3), "half points"},
                                                       {with(3, 100), "opening"},
                                                       {good.substr(0, good.size() - 1), "bytes of moves"},
                                                       {with(6, 0), "ply 1 is not legal"}};
  for (const auto& [bytes, says] : cases) {
    const auto game = decode(bytes);
    ASSERT_FALSE(game) << says;
    EXPECT_TRUE(test::contains(game.error(), says));
  }
}

class GameStore : public test::TestWithFolder {
 protected:
  std::string store_of(int games) const {
    std::string out = store_head("made for a test");
    for (int i = 0; i < games; ++i) out += store_record(random_record(static_cast<std::uint64_t>(i)));
    return out;
  }
};

TEST_F(GameStore, GoesThroughAllGames) {
  const std::string text = store_of(7);
  auto reader = StoreReader::open(text);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->provenance(), "made for a test");
  for (std::uint64_t i = 0; i < 7; ++i) {
    const auto payload = reader->next();
    ASSERT_TRUE(payload);
    expect_same(*decode(*payload), random_record(i));
  }
  EXPECT_FALSE(reader->next());
  EXPECT_EQ(reader->torn(), 0U);
  EXPECT_FALSE(reader->damage());
}

TEST_F(GameStore, EveryFlippedByteIsNoticed) {
  const std::string text = store_of(2);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string flipped = text;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    auto reader = StoreReader::open(flipped);
    if (!reader) continue;
    while (reader->next()) {
    }
    EXPECT_TRUE(reader->games() < 2 && (reader->damage() || reader->torn() > 0)) << "byte " << at;
  }
}

TEST_F(GameStore, WhatIsCutShortIsUsedAsFarAsItGoes) {
  const std::string text = store_of(3);
  const std::size_t two = store_of(2).size();
  for (std::size_t size = two; size < text.size(); size += 7) {
    const auto files = read_game_files({file("torn.games", text.substr(0, size))});
    ASSERT_TRUE(files) << files.error();
    const auto blocks = cut_into_blocks(*files);
    ASSERT_EQ(blocks.size(), 1U);
    GameTally tally;
    int games = 0;
    for_each_game(blocks[0], tally, [&](const GameRecord&, std::uint64_t) { ++games; });
    EXPECT_EQ(games, 2);
    EXPECT_EQ((*files)[0].remark.empty(), size == two);
  }
}

TEST_F(GameStore, DamagedFilesAreRefusedWithThePlace) {
  std::string text = store_of(3);
  text[store_of(1).size() + 20] ^= 1;
  const auto files = read_game_files({file("bad.games", text)});
  ASSERT_FALSE(files);
  EXPECT_TRUE(test::contains(files.error(), "bad.games", "in game 2"));
}

TEST_F(GameStore, AppendingCutsOffWhatIsTorn) {
  const std::string name = file("a.games", store_of(3).substr(0, store_of(3).size() - 5));
  {
    StoreAppender appender;
    ASSERT_FALSE(appender.open(name, "not used"));
    EXPECT_EQ(appender.games_before(), 2U);
    appender.add(store_record(random_record(2)));
    EXPECT_FALSE(appender.flush());
  }
  EXPECT_EQ(content_of("a.games"), store_of(3));
  StoreAppender other;
  const auto error = other.open(file("games.pgn", "[Event \"x\"]\n"), "");
  ASSERT_TRUE(error);
  EXPECT_TRUE(test::contains(error->message, "games.pgn"));
  EXPECT_EQ(content_of("games.pgn"), "[Event \"x\"]\n");
}

}  // namespace
}  // namespace oknos::train
