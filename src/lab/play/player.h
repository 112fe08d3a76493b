#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/search/limits.h"
#include "engine/search/report.h"

// Somebody who plays: our own search in this process (EnginePlayer) or a UCI engine beside it (UciPlayer). Matches and
// suites know players only through this.
namespace oknos::lab {

// The position to move in, as a game reaches it: engines are told the start and the moves, so that they see
// repetitions.
struct GameLine {
  Position start = Position::initial();
  std::vector<Move> moves;
  Position current = Position::initial();  // after the moves

  explicit GameLine(const Position& from) : start(from), current(from) {}
  void play(Move m) {
    moves.push_back(m);
    current.play(m);
  }
};

struct MoveRequest {
  const GameLine& line;
  Limits limits;  // nodes, depth, move_time, or clocks for both sides
  // After so much time without an answer (milliseconds, counted from the request) the player is given up as silent.
  // Nothing: as long as it takes.
  std::optional<std::int64_t> patience;
  // From another thread: nobody wants the answer any more. May be null.
  const std::atomic<bool>* unwanted = nullptr;

  bool is_unwanted() const { return unwanted && *unwanted; }
};

struct PlayedMove {
  Move move;
  std::optional<Info> info;    // the last exact line that it reported, else the last line; nothing when it said none
  std::int64_t time = 0;       // milliseconds between request and answer, by our clock
  std::string comment;         // what it said with `info string pgncomment`
  bool score_clipped = false;  // the score of `info` was beyond what an evaluation may be
};

enum class FailureKind : std::uint8_t {
  CannotStart,  // no such program, no `uciok`, an option refused
  Crashed,      // it ended, or closed its output
  Silent,       // no answer within the patience
  IllegalMove,  // `text` has the move
  Interrupted   // we were told to stop: nobody's fault
};

// What a player did wrong: one line that names the player.
struct Failure {
  FailureKind kind = FailureKind::Crashed;
  std::string text;
};

using MoveOutcome = std::variant<PlayedMove, Failure>;

class Player {
 public:
  virtual ~Player() = default;
  virtual const std::string& name() const = 0;
  // Of a program beside this one: which build of it runs (engine_build()). Empty: a part of this program.
  virtual std::string build() const { return ""; }
  // Forgets what was learnt. A player that has failed is started again by this. Nothing: it is ready. Ends early, with
  // Interrupted, when interrupted() or `unwanted` (from another thread; may be null) becomes true.
  virtual std::optional<Failure> new_game(bool chess960, const std::atomic<bool>* unwanted = nullptr) = 0;
  // Ends a program that broke the rules; new_game() starts it again. Nothing for players in this process.
  virtual void give_up() {}
  // Thinks and answers. `listener` hears each reported line (on_info alone) from the thread that called or another one;
  // it may be null. Ends early, with Interrupted, when interrupted() becomes true or the answer unwanted.
  virtual MoveOutcome move(const MoveRequest& request, SearchListener* listener) = 0;
};

}  // namespace oknos::lab
