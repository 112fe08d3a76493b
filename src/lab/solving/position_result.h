#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/score.h"
#include "lab/solving/mate_line.h"
#include "lab/solving/solving.h"
#include "lab/solving/suite_input.h"

namespace oknos::lab {

enum class SuiteOutcome : std::uint8_t {
  Solved,
  Missed,
  Searched,     // nothing was asked for
  GameOver,     // no legal move
  Crashed,      // the engine ended
  Silent,       // the engine did not answer in time
  IllegalMove,  // the engine answered with no move of the position
};
std::string_view name_of(SuiteOutcome outcome);  // "solved", "missed", ..., "illegal move"

// What became of a position, in texts and numbers: all that reports need, read from a run store or just found.
struct PositionResult {
  struct Line {  // the last exact line of a depth
    Moment moment;
    std::string move;  // SAN
    Score score;       // from White's view
    bool right = false;
  };

  int number = 0;  // in the input, from 1
  std::string id;
  std::string theme;
  std::string fen;
  std::string wanted;  // as wanted_text() says it
  SuiteOutcome outcome = SuiteOutcome::Missed;
  std::string move;                     // SAN; empty when there is none
  std::string uci;                      // the same
  std::optional<Score> score;           // from White's view
  bool shorter = false;                 // a shorter mate than claimed
  MateLine mate_line = MateLine::None;  // whether the last line leads to the mate that its score says
  Moment end;
  std::optional<Moment> held_since;
  std::optional<Moment> first;
  std::optional<int> points;  // of the move; nothing when the suite gives none
  int most_points = 0;
  std::string failure;  // what the engine did wrong
  std::vector<Line> lines;

  bool solved() const { return outcome == SuiteOutcome::Solved; }
  bool failed() const { return outcome >= SuiteOutcome::Crashed; }
  bool asked() const { return !wanted.empty(); }
  bool lost() const { return !solved() && first.has_value(); }  // right once, and lost again
  std::string name() const { return id.empty() ? fen : id; }
};

// What is known before the search.
PositionResult unsearched(const SuitePosition& position, int number);
// Has the player search the position, and says in `result` what came of it. A failure: the player cannot be started, or
// was interrupted.
std::optional<Failure> solve(Player& player, const SuitePosition& position, const Limits& limits,
                             std::optional<std::int64_t> patience, PositionResult& result);

}  // namespace oknos::lab
