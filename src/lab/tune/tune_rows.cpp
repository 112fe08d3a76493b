#include "lab/tune/tune_rows.h"

namespace oknos::lab {

namespace {

using store::ColumnType;

std::vector<store::ColumnSpec> iteration_columns() {
  using enum ColumnType;
  return {{"plus", Text, false, "values of the point above, in the order of the parameters in the header"},
          {"minus", Text, false, "values of the point below"},
          {"half_points", Integer, false, "half points of the point above in the two games, 0 to 4"},
          {"opening", Text, false, "name or number of the opening"},
          {"plies", Integer, false, "moves of both sides in both games"},
          {"forfeits", Integer, false, "games lost on time"},
          {"time", Integer, true, "milliseconds that both thought"}};
}

std::string values_text(const std::vector<int>& values) {
  std::string out;
  for (const int value : values) out += (out.empty() ? "" : " ") + std::to_string(value);
  return out;
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

std::vector<store::TableSpec> tune_tables() {
  std::vector<store::TableSpec> out = {{"iterations", iteration_columns()}};
  for (store::TableSpec& table : match_tables()) out.push_back(std::move(table));
  return out;
}

std::vector<store::Row> to_rows(const IterationResult& r) {
  store::Row row;
  row.values = {
      r.plus, r.minus, std::int64_t{r.half_points}, r.opening, std::int64_t{r.plies}, std::int64_t{r.forfeits}, r.time};
  return {row};
}

Result<IterationResult> iteration_from_rows(const std::vector<store::Row>& rows) {
  const Error wrong{"a cell of the table iterations is missing or of a wrong type"};
  if (rows.size() != 1 || rows[0].table != 0 || rows[0].values.size() != iteration_columns().size()) return wrong;
  const auto& cells = rows[0].values;
  const auto text = [&](std::size_t i) { return std::get_if<std::string>(&cells[i]); };
  const auto number = [&](std::size_t i) { return std::get_if<std::int64_t>(&cells[i]); };
  constexpr std::size_t kPlus = 0, kMinus = 1, kPoints = 2, kOpening = 3, kPlies = 4, kForfeits = 5, kTime = 6;
  constexpr std::int64_t kMostPoints = 4;
  for (const std::size_t i : {kPlus, kMinus, kOpening})
    if (!text(i)) return wrong;
  for (const std::size_t i : {kPoints, kPlies, kForfeits, kTime})
    if (!number(i)) return wrong;
  if (*number(kPoints) < 0 || *number(kPoints) > kMostPoints) return wrong;
  IterationResult out;
  out.plus = *text(kPlus);
  out.minus = *text(kMinus);
  out.half_points = static_cast<int>(*number(kPoints));
  out.opening = *text(kOpening);
  out.plies = static_cast<int>(*number(kPlies));
  out.forfeits = static_cast<int>(*number(kForfeits));
  out.time = *number(kTime);
  return out;
}

std::vector<store::Row> verification_rows(const PairSummary& pair) {
  std::vector<store::Row> rows = to_rows(pair);
  for (store::Row& row : rows) row.table = kVerificationTable;
  return rows;
}

}  // namespace oknos::lab
