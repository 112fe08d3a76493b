#include "lab/solving/solving.h"

#include <algorithm>
#include <cstdlib>

#include "lab/solving/epd_verdict.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// A mate for the side that the task means, however long.
bool is_mate_for_right_side(int wanted, Score score) {
  return wanted > 0 ? is_win(score) : is_loss(score);
}

}  // namespace

Task task_of(const epd::Record& record) {
  Task task{record.best_moves(), record.avoid_moves(), record.mate_distance()};
  if (task.mate == 0) task.mate.reset();
  return task;
}

std::string wanted_text(const epd::Record& record) {
  std::string out = wanted_moves(record);
  const Task task = task_of(record);
  if (!task.mate) return out;
  if (!out.empty()) out += ", ";
  return out + (*task.mate > 0 ? "mate in " : "mated in ") + std::to_string(std::abs(*task.mate));
}

bool is_right(const Task& task, Move move, std::optional<Score> score) {
  if (!task.asked() || !move || is_among(task.avoid, move)) return false;
  if (!task.best.empty() && !is_among(task.best, move)) return false;
  if (!task.mate) return true;
  return score && is_mate_for_right_side(*task.mate, *score) && std::abs(mate_moves(*score)) <= std::abs(*task.mate);
}

bool is_shorter(const Task& task, std::optional<Score> score) {
  return task.mate && score && is_mate_for_right_side(*task.mate, *score) &&
         std::abs(mate_moves(*score)) < std::abs(*task.mate);
}

void Judge::on_info(const Info& info) {
  if (info.multi_pv != 1 || info.pv.empty()) return;
  if (info.bound == Bound::Lower || info.bound == Bound::Upper) return;
  const Iteration now{
      {info.depth, info.nodes, info.time}, info.pv.front(), info.score, is_right(task_, info.pv.front(), info.score)};
  last_ = now;
  last_line_.assign(info.pv.begin(), info.pv.end());
  keep(now);
  if (!now.right) {
    held_since_.reset();
    return;
  }
  if (!held_since_) held_since_ = now.moment;
  if (!first_) first_ = now.moment;
}

// An engine may report as often as it likes: one line for each depth is enough.
void Judge::keep(const Iteration& iteration) {
  if (iterations_.empty() || iterations_.back().moment.depth < iteration.moment.depth)
    iterations_.push_back(iteration);
  else if (iterations_.back().moment.depth == iteration.moment.depth)
    iterations_.back() = iteration;
}

Solving Judge::finish(const PlayedMove& played) const {
  Solving out;
  const std::optional<Info>& said = played.info;
  if (last_) out.end = last_->moment;
  if (said) out.end = {std::max(said->depth, out.end.depth), std::max(said->nodes, out.end.nodes), 0};
  out.end.time = played.time;
  if (last_) out.score = last_->score;
  out.line = last_line_;
  if (!out.score && said) out.score = said->score;
  // The score of another move than the one played proves nothing about it.
  const bool of_this_move = last_ && last_->move == played.move;
  const std::optional<Score> score = of_this_move ? out.score : std::nullopt;
  out.solved = is_right(task_, played.move, score);
  out.first = first_;
  if (!out.solved) return out;
  out.shorter = is_shorter(task_, score);
  // A move that no line had announced is held since the end.
  out.held_since = held_since_ ? held_since_ : out.end;
  if (!out.first) out.first = out.held_since;
  return out;
}

}  // namespace oknos::lab
