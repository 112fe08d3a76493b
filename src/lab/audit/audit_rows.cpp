#include <fmt/format.h>

#include "lab/audit/audit_case.h"
#include "lab/store/row_fields.h"

namespace oknos::lab {

namespace {

using store::ColumnSpec;
using store::ColumnType;

constexpr std::size_t kPositions = 0;  // tables, in the order of audit_tables()
constexpr std::size_t kCounts = 1;
constexpr std::size_t kCases = 2;

std::string_view name_of(ShadowSample::Kind what) {
  constexpr std::array<std::string_view, 3> kNames{"move", "cut above", "cut below"};
  return kNames[static_cast<std::size_t>(what)];
}

// The functions below that take an Access give the order of the columns, for both of these.
class Writer : public store::RowWriter {
 public:
  template <class E>
  void choice(const char* name, E v, int) {
    text(name, std::string(name_of(v)));
  }
  template <class E>
  void optional_choice(const char* name, const std::optional<E>& v, int count) {
    if (v) return choice(name, *v, count);
    values.emplace_back();
  }
};

class Reader : public store::RowReader {
 public:
  using RowReader::RowReader;

  template <class E>
  void choice(const char* name, E& to, int count) {
    std::string s;
    text(name, s);
    for (int i = 0; i < count; ++i)
      if (s == name_of(static_cast<E>(i))) {
        to = static_cast<E>(i);
        return;
      }
    fail(name, fmt::format("{}, {}, ...", name_of(static_cast<E>(0)), name_of(static_cast<E>(1))));
  }
  template <class E>
  void optional_choice(const char* name, std::optional<E>& to, int count) {
    to.reset();
    if (next_is_empty()) return;
    choice(name, to.emplace(), count);
  }
};

template <class Access, class P>
void pass_position(Access& a, P& p) {
  a.number("number", p.number);
  a.text("id", p.id);
  a.text("fen", p.fen);
  a.number("depth", p.depth);
  a.number("nodes", p.nodes);
  a.text("move", p.move);
  a.number("value", p.value);
}

template <class Access, class C>
void pass_count(Access& a, C& c) {
  a.text("rule", c.rule);
  a.number("depth", c.depth);
  a.number("moves", c.pruned.moves);
  a.number("nodes", c.pruned.nodes);
}

template <class Access, class C>
void pass_case(Access& a, C& c) {
  a.text("rule", c.rule);
  a.text("rules", c.rules);
  a.choice("what", c.what, 3);
  a.number("ordinal", c.ordinal);
  a.number("ply", c.ply);
  a.number("depth", c.depth);
  a.number("full_depth", c.full_depth);
  a.number("first_depth", c.first_depth);
  a.choice("node", c.node, 4);
  a.choice("kind", c.kind, 5);
  a.choice("phase", c.phase, 3);
  a.flag("in_check", c.in_check);
  a.flag("improving", c.improving);
  a.flag("with_the_rest", c.with_the_rest);
  a.number("searched", c.searched);
  a.number("history", c.history);
  a.text("exemptions", c.exemptions);
  a.number("correction", c.correction);
  a.optional_number("static_value", c.static_value);
  a.number("alpha", c.alpha);
  a.number("beta", c.beta);
  a.number("bound", c.bound);
  a.number("slack", c.slack);
  a.text("move", c.move);
  a.flag("error", c.error);
  a.flag("noticed", c.noticed);
  a.number("value", c.value);
  a.number("regret", c.regret);
  a.number("nodes", c.nodes);
  a.text("fen", c.fen);
  a.optional_choice("reach", c.reach, 3);
  a.flag("watched", c.watched);
  a.text("decided", c.decided);
  a.number("margin_depth", c.margin_facts.depth);
  a.flag("margin_improving", c.margin_facts.improving);
  a.flag("margin_tactical", c.margin_facts.tactical);
  a.optional_number("margin", c.margin);
  a.optional_number("largest_margin", c.largest_margin);
}

template <class T, class Pass>
store::Row row_of(std::size_t table, const T& from, Pass&& pass) {
  Writer w;
  pass(w, from);
  return {table, std::move(w.values)};
}

template <class T, class Pass>
std::optional<Error> read(const store::Row& row, const char* table, T& to, Pass&& pass) {
  Reader r(row.values);
  pass(r, to);
  if (auto error = r.error()) return Error{fmt::format("table {}: {}", table, error->message)};
  return std::nullopt;
}

std::vector<ColumnSpec> position_columns() {
  constexpr auto kText = ColumnType::Text;
  constexpr auto kInteger = ColumnType::Integer;
  return {{"number", kInteger, false, "place in the input, from 1"},
          {"id", kText, false, "the position's name"},
          {"fen", kText, false, "the position"},
          {"depth", kInteger, false, "completed depth, plies"},
          {"nodes", kInteger, false, "nodes of the search, without those of the shadow searches"},
          {"move", kText, false, "the move at the end, UCI"},
          {"value", kInteger, false, "its value, centipawns from the view of the side to move"}};
}

std::vector<ColumnSpec> count_columns() {
  constexpr auto kInteger = ColumnType::Integer;
  return {{"rule", ColumnType::Text, false, "the rule that decided"},
          {"depth", kInteger, false, "of the node, plies; 0: quiescence"},
          {"moves", kInteger, false, "moves that were not searched"},
          {"nodes", kInteger, false, "nodes that were cut"}};
}

std::vector<ColumnSpec> case_columns() {
  constexpr auto kText = ColumnType::Text;
  constexpr auto kInteger = ColumnType::Integer;
  return {{"rule", kText, false, "the rule that decided"},
          {"rules", kText, false, "every rule that would have pruned it"},
          {"what", kText, false, "move; cut above: a node, at beta or more; cut below: a node, at alpha or less"},
          {"ordinal", kInteger, false, "number among all that this search pruned, from 0"},
          {"ply", kInteger, false, "of the node, from the root"},
          {"depth", kInteger, false, "of the node, plies; 0: quiescence"},
          {"full_depth", kInteger, false, "at which it would have been searched, not reduced"},
          {"first_depth", kInteger, false, "at which it would have been searched first"},
          {"node", kText, false, "pv, cut (a cut-off was expected), all, quiescence"},
          {"kind", kText, false, "quiet, check, capture, promotion; node: no move"},
          {"phase", kText, false, "opening, middlegame, ending"},
          {"in_check", kInteger, false, "1: the side to move was in check"},
          {"improving", kInteger, false, "1: the static value rose since two plies before"},
          {"with_the_rest", kInteger, false, "1: skipped together with others, not considered by itself"},
          {"searched", kInteger, false, "moves searched before at this node"},
          {"history", kInteger, false, "of the quiet move, -16384 to 16384"},
          {"exemptions", kText, false, "kinds of moves (which presets can exempt) that it belongs to"},
          {"correction", kInteger, false, "of the static value, centipawns"},
          {"static_value", kInteger, false, "centipawns; nothing in check"},
          {"alpha", kInteger, false, "lower bound of the window"},
          {"beta", kInteger, false, "upper bound of the window"},
          {"bound", kInteger, false, "what the rule claims: worth at most (cut above: at least) this"},
          {"slack", kInteger, false, "distance from the rule's threshold, centipawns"},
          {"move", kText, false, "UCI; empty: a node as a whole"},
          {"error", kInteger, false, "1: the claim is wrong about the window"},
          {"noticed", kInteger, false, "1: the reduced search would have seen the error"},
          {"value", kInteger, false, "of an error: what it is worth; else a bound"},
          {"regret", kInteger, false, "of an error: by how much"},
          {"nodes", kInteger, false, "that were saved: the move itself, and the search at first_depth below it"},
          {"fen", kText, false, "of an error: the node's position"},
          {"reach", kText, false, "of some errors, undone: what changed at the root: nothing, value, move"},
          {"watched", kInteger, false, "1: sample of a census, for which the rule did not act"},
          {"decided", kText, false, "of a watched rule: the rule that pruned it; empty: searched"},
          {"margin_depth", kInteger, false, "of a watched rule: the depth that its margin depends on"},
          {"margin_improving", kInteger, false, "1: its margin depends on the side improving, and it is"},
          {"margin_tactical", kInteger, false, "1: its margin depends on the move being tactical, and it is"},
          {"margin", kInteger, false, "of a watched rule: the preset's margin here, in the rule's unit"},
          {"largest_margin", kInteger, false, "of a watched rule: the largest margin with which it would still fire"}};
}

}  // namespace

std::vector<store::TableSpec> audit_tables() {
  return {{"positions", position_columns()}, {"pruned", count_columns()}, {"cases", case_columns()}};
}

std::vector<store::Row> to_rows(const AuditPosition& position) {
  std::vector<store::Row> rows = {row_of(kPositions, position, [](auto& a, auto& p) { pass_position(a, p); })};
  for (const AuditCount& count : position.counts)
    rows.push_back(row_of(kCounts, count, [](auto& a, auto& c) { pass_count(a, c); }));
  for (const AuditCase& c : position.cases)
    rows.push_back(row_of(kCases, c, [](auto& a, auto& x) { pass_case(a, x); }));
  return rows;
}

Result<AuditPosition> audit_from_rows(const std::vector<store::Row>& rows) {
  AuditPosition out;
  bool found = false;
  for (const store::Row& row : rows) {
    std::optional<Error> error;
    if (row.table == kPositions) {
      error = read(row, "positions", out, [](auto& a, auto& p) { pass_position(a, p); });
      found = true;
    } else if (row.table == kCounts) {
      error = read(row, "pruned", out.counts.emplace_back(), [](auto& a, auto& c) { pass_count(a, c); });
    } else {
      error = read(row, "cases", out.cases.emplace_back(), [](auto& a, auto& c) { pass_case(a, c); });
    }
    if (error) return *error;
  }
  if (!found) return Error{"table positions: a row is missing"};
  return out;
}

}  // namespace oknos::lab
