#include "lab/commands/analyse/analyse.h"

#include <cstdio>

#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPositionTime = 4000;  // milliseconds: long enough to be worth it, short enough to wait for
constexpr std::int64_t kEpdTime = 1000;       // milliseconds a position
constexpr std::uint64_t kGameNodes = 20000;   // a move

Limits default_limits(InputKind kind) {
  Limits limits;
  switch (kind) {
    case InputKind::Position:
      limits.move_time = kPositionTime;
      break;
    case InputKind::Positions:
      limits.move_time = kEpdTime;
      break;
    case InputKind::Games:
      limits.nodes = kGameNodes;
      break;
  }
  return limits;
}

}  // namespace

int analyse(const AnalyseOptions& options) {
  if (const auto plan = make_plan(options.search, Limits{}); !plan) return complain(kUsage, plan.error());
  auto inputs = find_inputs(options.input);
  if (!inputs) return complain(kFailure, inputs.error());
  const Input& first = inputs->front();
  if (options.out && first.kind != InputKind::Games)
    return complain(kUsage, "--out is for games (PGN); the result of a position goes to standard output");
  const auto plan = make_plan(options.search, default_limits(first.kind));
  if (!plan) return complain(kUsage, plan.error());
  const Style style = style_of(stdout, options.color);
  catch_interrupts();
  const AnalyseTask task{options, *plan, style};
  switch (first.kind) {
    case InputKind::Position:
      return analyse_position(task, *first.position, first.caption);
    case InputKind::Positions:
      return analyse_positions(task, *inputs);
    case InputKind::Games:
      return analyse_games(task, *inputs);
  }
  return kFailure;
}

}  // namespace oknos::lab
