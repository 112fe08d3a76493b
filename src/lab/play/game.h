#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/formats/pgn.h"
#include "lab/play/adjudication.h"
#include "lab/play/plan.h"
#include "lab/play/player.h"

// One game between two players, with a referee who knows the rules and the clocks.
namespace oknos::lab {

enum class Ending : std::uint8_t {
  Checkmate,
  Stalemate,
  Repetition,  // threefold
  FiftyMoves,
  DeadPosition,
  Resignation,  // adjudicated
  AgreedDraw,   // adjudicated
  MoveLimit,
  // The player named in GameRecord::at_fault lost by these:
  TimeForfeit,
  IllegalMove,
  Crash,
  Silence,
  CannotStart,
  Interrupted  // by Ctrl-C: no result
};
// "checkmate", "loss on time", ...: one word or a few, the same in tables, stores and JSON.
std::string_view name_of(Ending ending);
// By the rules of chess; nothing: the game goes on.
std::optional<Ending> ending_by_rules(const Position& position);
constexpr bool is_fault(Ending e) {
  return e >= Ending::TimeForfeit && e <= Ending::CannotStart;
}

struct Side {
  Player& player;
  TimeControl control;
  std::int64_t margin = 0;  // milliseconds over the clock that are forgiven
};

struct GameRules {
  AdjudicationSettings adjudication;
  // How long a player without a clock may be silent over a move, milliseconds.
  std::int64_t patience = 0;
};

struct GameMove {
  Move move;
  std::optional<Info> info;  // of the opening's moves: nothing
  std::int64_t time = 0;     // milliseconds
  std::string comment;
  bool from_opening = false;
};

struct GameRecord {
  Position start = Position::initial();
  std::vector<GameMove> moves;
  pgn::GameResult result = pgn::GameResult::Unknown;
  Ending ending = Ending::Interrupted;
  std::optional<Color> at_fault;
  std::string explanation;  // what happened, in a line: "Black loses on time: 52 ms over", "Stockfish ended with ..."
};

// Plays the opening's moves, then lets the players move until the game is over. It always ends: see Player::move.
GameRecord play_game(const Position& start, const std::vector<Move>& opening, const std::array<Side*, kColors>& sides,
                     const GameRules& rules);

struct GameTags {
  std::string event;
  std::string round;
  std::array<std::string, kColors> names;     // White's, Black's
  std::array<std::string, kColors> controls;  // in words
  std::string opening;                        // may be empty
  std::string date;                           // "2024.05.31"; empty: not said
};

// The game as PGN. A comment after each move says what its player reported, in the form that fastchess has made common:
// {+0.34/12 0.101s, n=12345, sd=18}: score in pawns from the mover's view (+M5: mate in 5 moves), depth, time, nodes,
// selective depth; {book} for the opening's moves. How the game ended follows the last move.
std::string to_pgn(const GameRecord& game, const GameTags& tags);

// "+0.34/12 0.101s, n=12345, sd=18".
std::string move_comment(const GameMove& move);

}  // namespace oknos::lab
