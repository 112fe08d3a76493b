#include "lab/commands/compare/compare_result.h"

#include <nlohmann/json.hpp>

#include "lab/commands/compare/compare_fields.h"

namespace oknos::lab {

namespace {

constexpr auto kComparedFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
  f("asked", p.asked, "1: a move or a mate is asked for");
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
