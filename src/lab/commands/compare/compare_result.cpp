#include "lab/commands/compare/compare_result.h"

#include <nlohmann/json.hpp>

#include "lab/solving/outcome_fields.h"

namespace oknos::lab {

namespace {

constexpr auto kComparedFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
  f("asked", p.asked, "1: a move or a mate is asked for");
};

constexpr auto kCompareCellFields = [](auto& f, auto& c) {
  f("player", c.player, "in the order of the header's players, from 0");
  f("limit", c.limit, "plies, nodes or milliseconds, as the header's limits say");
  outcome_field(f, c.outcome);
  f("move", c.move, "the move at the end, UCI");
  f("value", c.value, "its value from the view of the side to move; mate: 32000 less its plies");
  f("depth", c.depth, "completed, plies");
  f("nodes", c.nodes, "of the whole search");
  f("ms", c.time, "milliseconds of the whole search", store::kVolatile);
};

}  // namespace

store::Format<ComparedPosition> ComparisonResult::format() {
  return store::format_of<ComparedPosition>([](auto& t, auto& position) {
    t.row("positions", position, kComparedFields);
    t.rows("results", position.cells, kCompareCellFields);
  });
}

ComparisonResult::ComparisonResult(const RunHeader& header) {
  comparison.unit = header.entry("unit");
  for (int i = 1;; ++i) {
    const std::string name = header.entry(fmt::format("name_{}", i));
    if (name.empty()) break;
    comparison.players.push_back(name);
  }
}

nlohmann::ordered_json CompareResult::json() const {
  return compare_json(comparison, interrupted);
}

}  // namespace oknos::lab
