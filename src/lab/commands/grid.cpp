#include "lab/commands/grid.h"

#include "lab/terminal/words.h"

namespace oknos::lab {

Found<std::vector<GridCell>> search_grid(const record::Players::Started& players, const record::LimitLadder& limits,
                                         const SuitePosition& position) {
  std::vector<GridCell> out;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (const std::int64_t limit : limits.values) {
      PositionResult r = unsearched(position, 0);
      const auto failure = solve(*players[i], position, limits.limits(limit), limits.patience(limit), r);
      if (failure && failure->kind == FailureKind::Interrupted) return std::nullopt;
      if (failure) return Error{failure->text};
      GridCell cell{static_cast<int>(i), limit, r.outcome, r.uci, {}, r.end.depth, r.end.nodes, r.end.time};
      if (r.score) cell.value = white_view(*r.score, position.record.position.side_to_move()).value();
      out.push_back(std::move(cell));
    }
  return out;
}

}  // namespace oknos::lab
