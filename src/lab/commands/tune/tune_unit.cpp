#include "lab/commands/tune/tune_unit.h"

#include "lab/commands/tune/tune_result.h"
#include "lab/play/game_fields.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr auto kIterationFields = [](auto& f, auto& r) {
  constexpr int kMaxPoints = 4;
  f("plus", r.plus, "values of the point above, in the order of the parameters in the header");
  f("minus", r.minus, "values of the point below");
  f("half_points", r.half_points, "half points of the point above in the two games, 0 to 4");
  f("opening", r.opening, "name or number of the opening");
  f("plies", r.plies, "moves of both sides in both games");
  f("forfeits", r.forfeits, "games lost on time");
  f("time", r.time, "milliseconds that both thought", store::kVolatile);
  if constexpr (store::reads<decltype(f)>)
    if (r.half_points < 0 || r.half_points > kMaxPoints) f.fail("half_points", "0 to 4");
};

std::string values_text(const std::vector<int>& values) {
  return listed(values, {}, " ");
}

}  // namespace

IterationResult iteration_result(const SpsaTrial& trial, const PairSummary& pair) {
  IterationResult out;
  out.plus = values_text(trial.plus);
  out.minus = values_text(trial.minus);
  out.opening = pair[0].opening;
  for (const GameSummary& game : pair) {
    out.half_points += game.first_half_points();
    out.plies += game.plies();
    out.forfeits += game.ending == Ending::TimeForfeit ? 1 : 0;
    for (const Effort& e : game.effort) out.time += e.time;
  }
  return out;
}

store::Format<TuneUnit> TuneResult::format() {
  return store::format_of<TuneUnit>([](auto& t, auto& work_unit) {
    t.rows("iterations", work_unit.iteration, kIterationFields);
    t.rows("games", work_unit.games, kGameFields);
  });
}

}  // namespace oknos::lab
