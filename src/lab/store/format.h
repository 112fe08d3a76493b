#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/score.h"
#include "lab/store/run_store.h"

// How what was found for a work unit lies in the tables of a run store. Each field is described once:
//
//   constexpr auto kRuleFields = [](auto& f, auto& rule) {
//     f("rule", rule.name, "the rule that decided");
//     f("ms", rule.time, "milliseconds", kVolatile);
//   };
//   constexpr auto kLayout = [](auto& t, auto& unit) {
//     t.row("positions", unit, kPositionFields);  // one row of each work unit
//     t.rows("rules", unit.rules, kRuleFields);   // a row of each element
//   };
//
// and format_of<Unit>(kLayout) makes of that the tables, the rows of a work unit and the work unit of its rows. A field
// that is stored otherwise than it is kept goes through a local variable, which is taken over `if constexpr
// (reads<decltype(f)>)`.
namespace oknos::lab::store {

inline constexpr bool kVolatile = true;  // the last argument of a field that may differ between two runs

template <class Unit>
struct Format {
  std::vector<TableSpec> (*tables)();
  std::vector<Row> (*rows)(const Unit& work_unit);
  // The error says which column holds what it should not.
  Result<Unit> (*work_unit)(const std::vector<Row>& rows);
};

namespace fields {

template <class T>
struct Optional : std::false_type {
  using Value = T;
};
template <class T>
struct Optional<std::optional<T>> : std::true_type {
  using Value = T;
};
template <class T>
using ValueOf = typename Optional<std::remove_cv_t<T>>::Value;

template <class T>
constexpr ColumnType type_of() {
  using V = ValueOf<T>;
  if constexpr (std::is_integral_v<V> || std::is_same_v<V, Score>) return ColumnType::Integer;
  if constexpr (std::is_floating_point_v<V>) return ColumnType::Real;
  return ColumnType::Text;
}

template <class T>
Value value_of(const T& v) {
  if constexpr (Optional<T>::value)
    return v ? value_of(*v) : Value();
  else if constexpr (std::is_same_v<T, Score>)
    return std::int64_t{v.value()};
  else if constexpr (std::is_integral_v<T>)
    return static_cast<std::int64_t>(v);
  else
    return v;
}

// What a column must hold for value_of() to have made it; false: it holds something else.
template <class T>
bool take(const Value& value, T& to) {
  if constexpr (Optional<T>::value) {
    to.reset();
    return std::holds_alternative<std::monostate>(value) || take(value, to.emplace());
  } else {
    using Stored = std::conditional_t<type_of<T>() == ColumnType::Integer, std::int64_t,
                                      std::conditional_t<type_of<T>() == ColumnType::Real, double, std::string>>;
    const auto* stored = std::get_if<Stored>(&value);
    if (!stored) return false;
    if constexpr (std::is_same_v<T, Score>)
      to = Score{static_cast<int>(*stored)};
    else if constexpr (std::is_same_v<T, bool>)
      to = *stored != 0;
    else
      to = static_cast<T>(*stored);
    return true;
  }
}

// The fields' names and meanings.
struct Lister {
  std::vector<ColumnSpec> columns;

  template <class T>
  void operator()(const char* name, const T&, const char* meaning, bool is_volatile = false) {
    columns.push_back({name, type_of<T>(), is_volatile, meaning});
  }
  // An enumeration with `count` values, stored as name_of() has them.
  template <class E>
  void choice(const char* name, const E&, int, const char* meaning, bool is_volatile = false) {
    columns.push_back({name, ColumnType::Text, is_volatile, meaning});
  }
};

struct Writer {
  std::vector<Value> values;

  template <class T>
  void operator()(const char*, const T& v, const char*, bool = false) {
    values.push_back(value_of(v));
  }
  template <class E>
  void choice(const char*, const E& v, int, const char*, bool = false) {
    if constexpr (Optional<E>::value)
      values.push_back(v ? Value(std::string(name_of(*v))) : Value());
    else
      values.push_back(std::string(name_of(v)));
  }
};

// What is not as expected is remembered, the first time.
class Reader {
 public:
  explicit Reader(const std::vector<Value>& values) : values_(values) {}

  template <class T>
  void operator()(const char* name, T& to, const char*, bool = false) {
    if (!take(next(), to)) fail(name, type_of<T>() == ColumnType::Text ? "a text" : "a number");
  }
  template <class E>
  void choice(const char* name, E& to, int count, const char*, bool = false) {
    using Choice = ValueOf<E>;
    const Value& value = next();
    if constexpr (Optional<E>::value) to.reset();
    if (Optional<E>::value && std::holds_alternative<std::monostate>(value)) return;
    const auto* text = std::get_if<std::string>(&value);
    for (int i = 0; text && i < count; ++i)
      if (*text == name_of(static_cast<Choice>(i))) {
        to = static_cast<Choice>(i);
        return;
      }
    fail(name, fmt::format("{}, {}, ...", name_of(static_cast<Choice>(0)), name_of(static_cast<Choice>(1))));
  }

  void fail(const char* name, const std::string& expected) {
    if (error_.empty()) error_ = fmt::format("column {}: {} is expected", name, expected);
  }
  // Also when there are more columns than were read. Empty: none.
  std::string error() const {
    if (!error_.empty() || at_ == values_.size()) return error_;
    return fmt::format("{} columns are expected, {} are there", at_, values_.size());
  }

 private:
  const Value& next() {
    static const Value kNothing;
    return at_ < values_.size() ? values_[at_++] : (++at_, kNothing);
  }

  const std::vector<Value>& values_;
  std::size_t at_ = 0;
  std::string error_;
};

struct TableLister {
  std::vector<TableSpec> tables;

  template <class T, class Fields>
  void row(const char* name, const T& record, Fields fields) {
    Lister f;
    fields(f, record);
    tables.push_back({name, std::move(f.columns)});
  }
  template <class List, class Fields>
  void rows(const char* name, const List&, Fields fields) {
    row(name, typename List::value_type{}, fields);
  }
};

struct RowsWriter {
  std::vector<Row> out;
  std::size_t table = 0;

  template <class T, class Fields>
  void row(const char* name, const T& record, Fields fields) {
    add(record, fields, name);
    ++table;
  }
  template <class List, class Fields>
  void rows(const char* name, const List& list, Fields fields) {
    for (const auto& record : list) add(record, fields, name);
    ++table;
  }

 private:
  template <class T, class Fields>
  void add(const T& record, Fields fields, const char*) {
    Writer f;
    fields(f, record);
    out.push_back({table, std::move(f.values)});
  }
};

class RowsReader {
 public:
  explicit RowsReader(const std::vector<Row>& rows) : rows_(rows) {}

  template <class T, class Fields>
  void row(const char* name, T& record, Fields fields) {
    const std::vector<const Row*> found = next_table();
    if (found.size() != 1) return fail(name, found.empty() ? "a row is missing" : "one row is expected");
    read(name, *found.front(), record, fields);
  }
  // A list that cannot grow has as many rows as it has elements.
  template <class List, class Fields>
  void rows(const char* name, List& list, Fields fields) {
    const std::vector<const Row*> found = next_table();
    if constexpr (requires { list.resize(found.size()); }) list.resize(found.size());
    if (found.size() != list.size())
      return fail(name, fmt::format("{} rows are expected, {} are there", list.size(), found.size()));
    for (std::size_t i = 0; i < found.size(); ++i) read(name, *found[i], list[i], fields);
  }
  const std::string& error() const { return error_; }

 private:
  std::vector<const Row*> next_table() {
    std::vector<const Row*> out;
    for (const Row& row : rows_)
      if (row.table == table_) out.push_back(&row);
    ++table_;
    return out;
  }
  template <class T, class Fields>
  void read(const char* name, const Row& row, T& record, Fields fields) {
    Reader f(row.values);
    fields(f, record);
    if (const std::string error = f.error(); !error.empty()) fail(name, error);
  }
  void fail(const char* table, const std::string& what) {
    if (error_.empty()) error_ = fmt::format("table {}: {}", table, what);
  }

  const std::vector<Row>& rows_;
  std::size_t table_ = 0;
  std::string error_;
};

}  // namespace fields

// Of the first argument of a description of fields: whether the fields are being read.
template <class F>
constexpr bool reads = std::is_same_v<std::remove_reference_t<F>, fields::Reader>;

// Of the first argument of a layout: the same.
template <class T>
constexpr bool reads_rows = std::is_same_v<std::remove_reference_t<T>, fields::RowsReader>;

template <class Unit, class Layout>
constexpr Format<Unit> format_of(Layout) {
  return {[] {
            fields::TableLister t;
            const Unit work_unit{};
            Layout{}(t, work_unit);
            return t.tables;
          },
          [](const Unit& work_unit) {
            fields::RowsWriter t;
            Layout{}(t, work_unit);
            return t.out;
          },
          [](const std::vector<Row>& rows) -> Result<Unit> {
            fields::RowsReader t(rows);
            Unit work_unit{};
            Layout{}(t, work_unit);
            if (!t.error().empty()) return Error{t.error()};
            return work_unit;
          }};
}

}  // namespace oknos::lab::store
