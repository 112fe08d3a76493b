#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/score.h"
#include "lab/commands/datagen.h"
#include "lab/formats/game_record.h"
#include "lab/formats/game_store.h"
#include "lab/formats/pgn.h"
#include "train/game_files.h"

// The positions of self-play games in which a move was searched, and which of them are suitable for training.
namespace oknos::train {

using compact::GameRecord;
using compact::RecordedMove;

// Which positions are left out, besides those without a score, with a mate score, or with a random move.
struct Filter {
  static constexpr int kDecided = 1000;  // centipawns; beyond this, datagen adjudicates games
  static constexpr int kMaxDecided = 3000;

  bool in_check = true;
  bool tactical = true;       // the move played captures or promotes
  bool after_capture = true;  // the move before captured
  int decided = kDecided;     // centipawns: scores further from 0; 1 to kMaxDecided
  int early = 0;              // plies at the beginning of each game, including the random ones

  bool operator==(const Filter&) const = default;
  // "check,noisy; scores beyond 1000; first 8 plies".
  std::string to_text() const;
};

// Whether a position is kept, or why not. A search evaluates quiet positions, so only those are used for training.
enum class Fate : std::uint8_t {
  Kept,
  Random,   // the move was random (the tag OpeningPlies gives their number)
  NoScore,  // the comment of the move does not begin with a score
  Mate,     // the score is a mate
  // The rest depends on the Filter; the first reason that applies is used.
  Decided,
  Early,
  InCheck,
  Tactical,
  AfterCapture,
};
inline constexpr std::size_t kFates = 9;
std::string_view explain(Fate fate);  // "kept", "in check", ...

// A position of a game with its score, the result of the game, and its fate. All from White's view.
struct Sighting {
  const Position& position;
  Fate fate = Fate::Kept;
  Score score;          // of the search; when fate is Random or NoScore: 0
  int half_points = 0;  // of White in the end: 2, 1, 0
  int ply = 0;          // of the game, from 0
};

struct GameTally {
  std::uint64_t games = 0;           // games that were read
  std::uint64_t without_result = 0;  // games left out: no result
  std::uint64_t chess960 = 0;        // of these games
  std::uint64_t complaints = 0;      // games that could be read only in part
  std::string first_complaint;
  std::array<std::uint64_t, 3> results{};  // by White's half points
  std::array<std::uint64_t, kFates> fates{};
  std::uint64_t plies = 0;

  GameTally& operator+=(const GameTally& other);
};

// A ply of a game: the position before it, the move, and what came before.
struct Ply {
  const Position& position;
  RecordedMove made;
  int number = 0;              // from 0
  bool random = false;         // the move was random
  bool after_capture = false;  // the previous move was a capture
};
Fate fate_of(const Ply& ply, const Filter& filter);

// Whether the game has a result. Counts the game, its result and its problems.
bool admit(const pgn::Game& game, GameTally& tally);
void count(const GameRecord& game, GameTally& tally);
void complain(GameTally& tally, const std::string& complaint);

// Calls visit(sighting) for every ply.
template <class Visit>
void walk(const GameRecord& game, const Filter& filter, GameTally& tally, Visit visit) {
  Position position = game.start;
  bool after_capture = false;
  int number = 0;
  for (const RecordedMove& made : game.moves) {
    const Fate fate = fate_of({position, made, number, number < game.opening_plies, after_capture}, filter);
    const Score seen{fate == Fate::Random || fate == Fate::NoScore ? 0 : *made.score};
    ++tally.fates[static_cast<std::size_t>(fate)];
    ++tally.plies;
    visit(Sighting{position, fate, position.side_to_move() == Color::White ? seen : -seen, game.half_points, number});
    after_capture = position.is_capture(made.move);
    position.play(made.move);
    ++number;
  }
}

// Calls visit(game, number) for every game of the block that can be read.
template <class Visit>
void for_each_record(const GameBlock& block, GameTally& tally, Visit visit) {
  compact::StoreReader reader = compact::StoreReader::records(block.text);
  for (std::uint64_t number = block.first_game;; ++number) {
    const auto payload = reader.next();
    if (!payload) return;
    const auto game = compact::decode(*payload);
    if (!game) {
      complain(tally,
               *block.name + ": game " + std::to_string(block.games_before + reader.games()) + ": " + game.error());
      continue;
    }
    count(*game, tally);
    visit(*game, number);
  }
}

// Calls visit(game, number) for every game of the block that can be used.
template <class Visit>
void for_each_game(const GameBlock& block, GameTally& tally, Visit visit) {
  if (block.compact) return for_each_record(block, tally, visit);
  LineSource source(block.text, block.lines_before);
  pgn::Reader reader(source, *block.name, pgn::NullMoves::Refused, static_cast<int>(block.games_before));
  for (std::uint64_t number = block.first_game;; ++number) {
    const auto game = reader.next();
    if (!game) return;
    if (!admit(*game, tally)) continue;
    const GameRecord record = lab::record_of(*game);
    count(record, tally);
    visit(record, number);
  }
}

}  // namespace oknos::train
