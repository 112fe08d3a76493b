#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/search/limits.h"
#include "engine/search/report.h"
#include "engine/uci/options.h"

// Somebody who plays: our own search in this process or a UCI engine beside it (start_uci_player()). Commands know
// players only through this.
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

// The line of a search that counts at its end: the last exact one, else the last.
class LastLine {
 public:
  // True: it counts until another one does.
  bool take(const Info& info) {
    if (info.multi_pv != 1 || (line_ && line_->bound == Bound::Exact && info.bound != Bound::Exact)) return false;
    line_ = info;
    return true;
  }
  // With the nodes of the whole search, also those after the line was reported.
  std::optional<Info> with_nodes(std::uint64_t nodes) const {
    std::optional<Info> out = line_;
    if (out) out->nodes = std::max(out->nodes, nodes);
    return out;
  }

 private:
  std::optional<Info> line_;
};

// Before the name of a UCI engine's option, where a parameter of our rules may stand as well.
inline constexpr std::string_view kOptionPrefix = "option.";
// Values that a player has instead of its own: of our rules ("null_move", "off"), or of a UCI engine ("option.Margin",
// "80").
using ValueChanges = std::vector<std::pair<std::string, std::string>>;

class Player {
 public:
  virtual ~Player() = default;
  virtual const std::string& name() const = 0;
  // Of a program beside this one: which build of it runs. Empty: a part of this program.
  virtual std::string build() const { return ""; }
  // Forgets what was learnt. A player that has failed is started again by this. Nothing: it is ready. Ends early, with
  // Interrupted, when interrupted() or `unwanted` (from another thread; may be null) becomes true.
  virtual std::optional<Failure> new_game(bool chess960, const std::atomic<bool>* unwanted = nullptr) = 0;
  // From the next game on it has these values, and else its own; what an earlier call changed is as it was. An error
  // names a value that it cannot have; then nothing has changed.
  virtual std::optional<Error> change(const ValueChanges& changes) = 0;
  // What a UCI engine declares; none of our own search.
  virtual const std::vector<uci::Option>& options() const {
    static const std::vector<uci::Option> kNone;
    return kNone;
  }
  // Ends a program that broke the rules; new_game() starts it again. Nothing for players in this process.
  virtual void give_up() {}
  // Thinks and answers. `listener` hears each reported line (on_info alone) from the thread that called or another one;
  // it may be null. Ends early, with Interrupted, when interrupted() becomes true or the answer unwanted.
  virtual MoveOutcome move(const MoveRequest& request, SearchListener* listener) = 0;
};

}  // namespace oknos::lab
