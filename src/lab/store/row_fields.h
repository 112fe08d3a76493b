#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "lab/store/run_store.h"

// Writing the values of a row and reading them back in one order: a function template that names every column, called
// with a RowWriter or a RowReader, gives that order once for both.
namespace oknos::lab::store {

class RowWriter {
 public:
  void number(const char*, int v) { values.emplace_back(std::int64_t{v}); }
  void number(const char*, std::int64_t v) { values.emplace_back(v); }
  void number(const char*, std::uint64_t v) { values.emplace_back(static_cast<std::int64_t>(v)); }
  void text(const char*, const std::string& v) { values.emplace_back(v); }
  void flag(const char*, bool v) { values.emplace_back(std::int64_t{v ? 1 : 0}); }
  template <class T>
  void optional_number(const char*, const std::optional<T>& v) {
    values.push_back(v ? Value(static_cast<std::int64_t>(*v)) : Value());
  }

  std::vector<Value> values;
};

// What is not as expected is remembered, the first time.
class RowReader {
 public:
  explicit RowReader(const std::vector<Value>& values) : values_(values) {}

  template <class T>
  void number(const char* name, T& to) {
    std::optional<T> v;
    optional_number(name, v);
    if (!v) fail(name, "a number");
    to = v.value_or(T{});
  }
  template <class T>
  void optional_number(const char* name, std::optional<T>& to) {
    const Value& v = next();
    to.reset();
    if (const auto* n = std::get_if<std::int64_t>(&v)) {
      to = static_cast<T>(*n);
    } else if (!std::holds_alternative<std::monostate>(v)) {
      fail(name, "a number");
    }
  }
  void text(const char* name, std::string& to) {
    if (const auto* s = std::get_if<std::string>(&next())) {
      to = *s;
    } else {
      fail(name, "a text");
    }
  }
  void flag(const char* name, bool& to) {
    int n = 0;
    number(name, n);
    to = n != 0;
  }

  // Skips the next value when there is none.
  bool next_is_empty() {
    if (at_ < values_.size() && !std::holds_alternative<std::monostate>(values_[at_])) return false;
    ++at_;
    return true;
  }
  void fail(const char* name, const std::string& expected) {
    if (error_.empty()) error_ = fmt::format("column {}: {} is expected", name, expected);
  }
  // Also when there are more columns than were read.
  std::optional<Error> error() const {
    if (!error_.empty()) return Error{error_};
    if (at_ != values_.size()) return Error{fmt::format("{} columns are expected, {} are there", at_, values_.size())};
    return std::nullopt;
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

}  // namespace oknos::lab::store
