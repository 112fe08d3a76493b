#include "lab/suite/suite_rows.h"

#include "lab/suite/outcome_fields.h"
#include "lab/words.h"

namespace oknos::lab {

namespace {

using store::ColumnSpec;
using store::ColumnType;
using store::Value;

constexpr std::size_t kPositions = 0;  // tables, in the order of suite_tables()
constexpr std::size_t kIterations = 1;

// The functions below that take an Access give the order of the columns, for both of these.
class Writer : public OutcomeWriter {
 public:
  void score(const std::optional<Score>& v) {
    const bool mate = v && is_mate(*v);
    values.push_back(v && !mate ? Value(std::int64_t{v->value()}) : Value());
    values.push_back(mate ? Value(std::int64_t{mate_moves(*v)}) : Value());
  }
  void moment(const std::optional<Moment>& v) {
    values.push_back(v ? Value(std::int64_t{v->depth}) : Value());
    values.push_back(v ? Value(static_cast<std::int64_t>(v->nodes)) : Value());
    values.push_back(v ? Value(v->time) : Value());
  }
};

class Reader : public OutcomeReader {
 public:
  using OutcomeReader::OutcomeReader;

  void score(std::optional<Score>& to) {
    std::optional<int> centipawns;
    std::optional<int> mate;
    optional_number("centipawns", centipawns);
    optional_number("mate", mate);
    to.reset();
    if (centipawns) to = Score{*centipawns};
    if (mate) to = *mate > 0 ? mate_in(2 * *mate - 1) : mated_in(-2 * *mate);  // plies
  }
  void moment(std::optional<Moment>& to) {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::int64_t> time;
    optional_number("depth", depth);
    optional_number("nodes", nodes);
    optional_number("ms", time);
    to.reset();
    if (depth) to = Moment{*depth, nodes.value_or(0), time.value_or(0)};
  }
};

// R: PositionResult or const PositionResult.
template <class Access, class R>
void pass_position(Access& a, R& r) {
  a.number("number", r.number);
  a.text("id", r.id);
  a.text("theme", r.theme);
  a.text("fen", r.fen);
  a.text("wanted", r.wanted);
  a.outcome("outcome", r.outcome);
  a.text("move", r.move);
  a.text("uci", r.uci);
  a.score(r.score);
  a.flag("shorter", r.shorter);
  a.number("depth", r.end.depth);
  a.number("nodes", r.end.nodes);
  a.number("ms", r.end.time);
  a.moment(r.held_since);
  a.moment(r.first);
  a.optional_number("points", r.points);
  a.number("most_points", r.most_points);
  a.text("failure", r.failure);
}

std::vector<ColumnSpec> position_columns() {
  constexpr auto kText = ColumnType::Text;
  constexpr auto kInteger = ColumnType::Integer;
  return {
      {"number", kInteger, false, "place in the input, from 1"},
      {"id", kText, false, "the position's name"},
      {"theme", kText, false, "the name's text before its number"},
      {"fen", kText, false, "the position"},
      {"wanted", kText, false, "what is asked for; empty: nothing"},
      {"outcome", kText, false, "solved, missed, searched (nothing asked), game over, crashed, silent, illegal move"},
      {"move", kText, false, "the move at the end, SAN"},
      {"uci", kText, false, "the same, UCI"},
      {"centipawns", kInteger, false, "score of the last line, from White's view"},
      {"mate", kInteger, false, "or moves to mate; negative: by Black"},
      {"shorter", kInteger, false, "1: solved with a shorter mate than claimed"},
      {"depth", kInteger, false, "of the last line, plies"},
      {"nodes", kInteger, false, "of the whole search"},
      {"ms", kInteger, true, "milliseconds of the whole search"},
      {"held_depth", kInteger, false, "depth of the first line from which on all were right"},
      {"held_nodes", kInteger, false, "nodes until then"},
      {"held_ms", kInteger, true, "milliseconds until then"},
      {"first_depth", kInteger, false, "depth of the first right line, also when it was lost again"},
      {"first_nodes", kInteger, false, "nodes until then"},
      {"first_ms", kInteger, true, "milliseconds until then"},
      {"points", kInteger, false, "the suite's points for the move"},
      {"most_points", kInteger, false, "the points for the best move"},
      {"failure", kText, true, "what the engine did wrong"},
  };
}

std::vector<ColumnSpec> iteration_columns() {
  constexpr auto kInteger = ColumnType::Integer;
  return {
      {"depth", kInteger, false, "plies"},
      {"nodes", kInteger, false, "nodes until then"},
      {"ms", kInteger, true, "milliseconds until then"},
      {"move", ColumnType::Text, false, "the best move, SAN"},
      {"centipawns", kInteger, false, "its score, from White's view"},
      {"mate", kInteger, false, "or moves to mate; negative: by Black"},
      {"right", kInteger, false, "1: what is asked for"},
  };
}

std::vector<Value> values_of(const PositionResult::Line& line) {
  Writer w;
  w.moment(line.moment);
  w.text("move", line.move);
  w.score(line.score);
  w.flag("right", line.right);
  return w.values;
}

std::optional<Error> read_line(const std::vector<Value>& values, PositionResult::Line& line) {
  Reader r(values);
  std::optional<Moment> moment;
  std::optional<Score> score;
  r.moment(moment);
  r.text("move", line.move);
  r.score(score);
  r.flag("right", line.right);
  line.moment = moment.value_or(Moment{});
  line.score = score.value_or(kDraw);
  return r.error();
}

}  // namespace

std::vector<store::TableSpec> suite_tables() {
  return {{kPositionTable, position_columns()}, {"iterations", iteration_columns()}};
}

std::vector<store::Row> to_rows(const PositionResult& result) {
  Writer w;
  pass_position(w, result);
  std::vector<store::Row> rows = {{kPositions, std::move(w.values)}};
  for (const PositionResult::Line& line : result.lines) rows.push_back({kIterations, values_of(line)});
  return rows;
}

Result<PositionResult> result_from_rows(const std::vector<store::Row>& rows) {
  PositionResult result;
  bool found = false;
  for (const store::Row& row : rows) {
    if (row.table == kPositions) {
      Reader r(row.values);
      pass_position(r, result);
      if (auto error = r.error()) return Error{"table positions: " + error->message};
      found = true;
    } else {
      result.lines.emplace_back();
      if (auto error = read_line(row.values, result.lines.back())) return Error{"table iterations: " + error->message};
    }
  }
  if (!found) return Error{"table positions: a row is missing"};
  return result;
}

}  // namespace oknos::lab
