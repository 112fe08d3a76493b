#pragma once

#include <optional>

#include "engine/chess/position.h"

namespace oknos::pgn {

// Follows one line of a game and remembers the position before its last move, where variations start. For the reader
// and the writer.
class Cursor {
 public:
  explicit Cursor(const Position& position) : now_(position), before_(position) {}

  void play(Move m) {
    if (last_) before_.play(*last_);
    last_ = m;
    now_.play(m);
  }
  const Position& now() const { return now_; }
  bool has_moved() const { return last_.has_value(); }
  // A line of its own from before the last move. Precondition: has_moved().
  Cursor variation() const { return Cursor(before_); }

 private:
  Position now_;
  Position before_;
  std::optional<Move> last_;
};

}  // namespace oknos::pgn
