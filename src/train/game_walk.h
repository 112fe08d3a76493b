#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/score.h"
#include "formats/pgn.h"
#include "train/game_files.h"
#include "train/game_record.h"
#include "train/game_store.h"

// The positions of self-play games in which a move was searched, and which of them an evaluation can learn from.
namespace oknos::train {

// What becomes of a position. An evaluation is asked in quiet positions, so it learns from those alone.
enum class Fate : std::uint8_t {
  Kept,
  Random,   // the move was drawn at random (within the tag OpeningPlies)
  NoScore,  // the move's comment begins with no score
  Mate,     // the score is a mate
  Decided,  // the score is beyond kDecided
  InCheck,
  Tactical,      // the move played captures or promotes
  AfterCapture,  // the move before captured
};
inline constexpr std::size_t kFates = 8;
std::string_view explain(Fate fate);  // "kept", "in check", ...

inline constexpr Score kDecided{1000};  // centipawns; the referee of datagen ends games beyond it

// A position of a game with what was thought of it and what became of it. All from White's view.
struct Sighting {
  const Position& position;
  Fate fate = Fate::Kept;
  Score score;          // of the search; when fate is Random or NoScore: 0
  int half_points = 0;  // of White in the end: 2, 1, 0
};

struct GameTally {
  std::uint64_t games = 0;           // that were walked through
  std::uint64_t without_result = 0;  // games left out: no result
  std::uint64_t chess960 = 0;        // games left out: not the standard rules
  std::uint64_t complaints = 0;      // games that could be read in part only
  std::string first_complaint;
  std::array<std::uint64_t, 3> results{};  // by White's half points
  std::array<std::uint64_t, kFates> fates{};
  std::uint64_t plies = 0;

  GameTally& operator+=(const GameTally& other);
};

// White's half points, or nothing.
std::optional<int> half_points_of(pgn::GameResult result);

// Of the position before the move. `after_capture`: the move before was one.
Fate fate_of(const Position& position, Move move, std::optional<int> score, bool random, bool after_capture);

// Whether the game can be used; counts it.
bool admit(const pgn::Game& game, GameTally& tally);
bool admit(const GameRecord& game, GameTally& tally);
void complain(GameTally& tally, const std::string& complaint);

// How many plies at the game's beginning nobody chose.
int opening_plies(const pgn::Game& game);

// The score at the beginning of a comment of datagen's, from the mover's view.
std::optional<int> score_of(const std::string& comment);

// The main line. Precondition: the game has a result.
GameRecord record_of(const pgn::Game& game);

// Calls visit(sighting) for every ply. Precondition: admit(game).
template <class Visit>
void walk(const GameRecord& game, GameTally& tally, Visit visit) {
  Position position = game.start;
  bool after_capture = false;
  int ply = 0;
  for (const RecordedMove& made : game.moves) {
    const Fate fate = fate_of(position, made.move, made.score, ply < game.opening_plies, after_capture);
    const Score seen{fate == Fate::Random || fate == Fate::NoScore ? 0 : *made.score};
    ++tally.fates[static_cast<std::size_t>(fate)];
    ++tally.plies;
    visit(Sighting{position, fate, position.side_to_move() == Color::White ? seen : -seen, game.half_points});
    after_capture = position.is_capture(made.move);
    position.play(made.move);
    ++ply;
  }
}

// Calls visit(game, number) for every game of the block that can be read.
template <class Visit>
void for_each_record(const GameBlock& block, GameTally& tally, Visit visit) {
  StoreReader reader = StoreReader::records(block.text);
  for (std::uint64_t number = block.first_game;; ++number) {
    const auto payload = reader.next();
    if (!payload) return;
    const auto game = decode(*payload);
    if (!game)
      complain(tally, *block.name + ": game " + std::to_string(reader.games()) + ": " + game.error());
    else if (admit(*game, tally))
      visit(*game, number);
  }
}

// Calls visit(game, number) for every game of the block that can be used.
template <class Visit>
void for_each_game(const GameBlock& block, GameTally& tally, Visit visit) {
  if (block.compact) return for_each_record(block, tally, visit);
  LineSource source(block.text);
  pgn::Reader reader(source, *block.name);
  for (std::uint64_t number = block.first_game;; ++number) {
    const auto game = reader.next();
    if (!game) return;
    if (admit(*game, tally)) visit(record_of(*game), number);
  }
}

}  // namespace oknos::train
