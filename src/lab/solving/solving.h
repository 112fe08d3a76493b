#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/formats/epd.h"
#include "lab/play/player.h"

// What a test position asks for, and whether and since when a search has it right. Nothing here searches.
namespace oknos::lab {

struct Task {
  std::vector<Move> best;   // bm: one of them
  std::vector<Move> avoid;  // am: none of them
  std::optional<int> mate;  // moves, from dm or `bm #N`; negative: the side to move is mated

  bool asked() const { return !best.empty() || !avoid.empty() || mate.has_value(); }
};

// `dm 0` asks for nothing: there is no mate in no moves to look for.
Task task_of(const epd::Record& record);
// "bm Qg6 Rd8", "am Kh1", "mate in 5", "mated in 3", several with commas between them, or nothing.
std::string wanted_text(const epd::Record& record);

// Everything that is asked for must hold at once: a best move, none to avoid, and a mate for the right side in at most
// the moves claimed. `score` is that of the move, from the view of the side to move; nothing when it is not known.
bool is_right(const Task& task, Move move, std::optional<Score> score);
// A mate is asked for, and the score claims one in fewer moves.
bool is_shorter(const Task& task, std::optional<Score> score);

// A point in a search.
struct Moment {
  int depth = 0;  // plies
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
};

// The last exact line of a depth.
struct Iteration {
  Moment moment;
  Move move;
  Score score;  // from the view of the side to move
  bool right = false;
};

struct Solving {
  bool solved = false;   // right at the end
  bool shorter = false;  // solved, with a shorter mate than claimed
  // The first line from which on every later line, and the move played, are right. Nothing when it is not solved.
  std::optional<Moment> held_since;
  std::optional<Moment> first;  // the first right line, whatever came later
  std::optional<Score> score;   // of the last exact line, from the view of the side to move
  std::vector<Move> line;       // the last exact line
  Moment end;
};

// Follows a search by what it reports: the exact lines of multipv 1.
class Judge : public SearchListener {
 public:
  explicit Judge(const Task& task) : task_(task) {}

  void on_info(const Info& info) override;
  Solving finish(const PlayedMove& played) const;
  const std::vector<Iteration>& iterations() const { return iterations_; }

 private:
  void keep(const Iteration& iteration);

  const Task& task_;
  std::optional<Iteration> last_;
  std::vector<Move> last_line_;
  std::optional<Moment> held_since_;
  std::optional<Moment> first_;
  std::vector<Iteration> iterations_;  // by growing depth
};

}  // namespace oknos::lab
