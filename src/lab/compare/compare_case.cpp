#include "lab/compare/compare_case.h"

#include <fmt/format.h>

#include "lab/suite/outcome_fields.h"

namespace oknos::lab {

namespace {

using store::ColumnType;

constexpr std::size_t kPositions = 0;  // tables, in the order of compare_tables()
constexpr std::size_t kCells = 1;

using Writer = OutcomeWriter;
using Reader = OutcomeReader;

template <class Access, class P>
void pass_position(Access& a, P& p) {
  a.number("number", p.number);
  a.text("id", p.id);
  a.text("fen", p.fen);
  a.flag("asked", p.asked);
}

template <class Access, class C>
void pass_cell(Access& a, C& c) {
  a.number("player", c.player);
  a.number("limit", c.limit);
  a.outcome("outcome", c.outcome);
  a.text("move", c.move);
  a.optional_number("value", c.value);
  a.number("depth", c.depth);
  a.number("nodes", c.nodes);
  a.number("ms", c.time);
}

}  // namespace

std::vector<store::TableSpec> compare_tables() {
  constexpr auto kText = ColumnType::Text;
  constexpr auto kInteger = ColumnType::Integer;
  return {
      {"positions",
       {{"number", kInteger, false, "place in the input, from 1"},
        {"id", kText, false, "the position's name"},
        {"fen", kText, false, "the position"},
        {"asked", kInteger, false, "1: a move or a mate is asked for"}}},
      {"results",
       {{"player", kInteger, false, "in the order of the header's players, from 0"},
        {"limit", kInteger, false, "plies, nodes or milliseconds, as the header's limits say"},
        {"outcome", kText, false, "solved, missed, searched (nothing asked), game over, crashed, silent, illegal move"},
        {"move", kText, false, "the move at the end, UCI"},
        {"value", kInteger, false, "its value from the view of the side to move; mate: 32000 less its plies"},
        {"depth", kInteger, false, "completed, plies"},
        {"nodes", kInteger, false, "of the whole search"},
        {"ms", kInteger, true, "milliseconds of the whole search"}}}};
}

std::vector<store::Row> to_rows(const ComparedPosition& position) {
  Writer first;
  pass_position(first, position);
  std::vector<store::Row> rows = {{kPositions, std::move(first.values)}};
  for (const CompareCell& cell : position.cells) {
    Writer w;
    pass_cell(w, cell);
    rows.push_back({kCells, std::move(w.values)});
  }
  return rows;
}

Result<ComparedPosition> compared_from_rows(const std::vector<store::Row>& rows) {
  ComparedPosition out;
  bool found = false;
  for (const store::Row& row : rows) {
    Reader r(row.values);
    if (row.table == kPositions) {
      pass_position(r, out);
      found = true;
    } else {
      pass_cell(r, out.cells.emplace_back());
    }
    if (auto error = r.error())
      return Error{fmt::format("table {}: {}", row.table == kPositions ? "positions" : "results", error->message)};
  }
  if (!found) return Error{"table positions: a row is missing"};
  return out;
}

}  // namespace oknos::lab
