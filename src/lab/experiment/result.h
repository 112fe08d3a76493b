#pragma once

#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/store/format.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// A result is a header and work units. A run that has just ended and a run store of it are printed by the same object,
// made from the header of the run, to which the work units are added one after the other.
namespace oknos::lab {

// What a run says of itself: the entries of a store's header, whether it is stored or not.
class RunHeader {
 public:
  explicit RunHeader(const store::RunSpec& spec);
  explicit RunHeader(const store::StoreView& view);

  std::string entry(const std::string& name) const;          // empty when there is none
  WorkUnitNumber work_units() const { return work_units_; }  // of the whole run

 private:
  std::map<std::string, std::string> entries_;
  WorkUnitNumber work_units_ = 0;
};

// The part of a result that `show`, `report` and the skeleton know.
class RunResult {
 public:
  virtual ~RunResult() = default;

  virtual std::string text(const Style& style) const = 0;  // ends with a line end
  virtual nlohmann::ordered_json json() const = 0;
  // Everything that the report's page needs, with so many of the worst cases of each rule if the run has cases.
  virtual void show_for_report(std::size_t /*worst*/) {}

  bool interrupted = false;  // ended early by Ctrl-C; a store does not know
};

// A kind of result is a class R derived from RunResult, with
//
//   using Unit = ...;                              what is found for a work unit
//   static constexpr const char* kKind             "audit"
//   static constexpr const char* kDescription      what its runs are, in one line
//   static store::Format<Unit> format();           how a work unit lies in a store
//   void add(WorkUnitNumber number, Unit unit);    or std::optional<Error> if work units may contradict the header
//   explicit R(const RunHeader&)                   or a default constructor if the header is not needed
//
// An R that the header may not suffice for has `static Result<R> of(const RunHeader&)` instead of the constructor.
template <class R>
Result<R> make_result(const RunHeader& header) {
  if constexpr (requires { R::of(header); })
    return R::of(header);
  else if constexpr (std::is_constructible_v<R, const RunHeader&>)
    return R(header);
  else
    return R();
}

template <class R>
std::optional<Error> add_work_unit(R& to, WorkUnitNumber number, typename R::Unit work_unit) {
  if constexpr (std::is_void_v<decltype(to.add(number, std::move(work_unit)))>) {
    to.add(number, std::move(work_unit));
    return std::nullopt;
  } else {
    return to.add(number, std::move(work_unit));
  }
}

// Calls `take(number, work_unit)` for every finished work unit, in order. An error if the store is of another kind.
template <class R, class Take>
std::optional<Error> for_each_work_unit(const store::StoreView& view, Take take) {
  if (view.kind() != R::kKind)
    return Error{fmt::format("\"{}\" holds a run of '{}', not of '{}'", view.path(), view.kind(), R::kKind)};
  const auto format = R::format();
  for (const WorkUnitNumber number : view.done()) {
    const auto rows = view.rows(number);
    auto work_unit = rows ? format.work_unit(*rows) : Result<typename R::Unit>(Error{rows.error()});
    const auto error = work_unit ? take(number, *std::move(work_unit)) : std::optional(Error{work_unit.error()});
    if (error) return Error{fmt::format("\"{}\", work unit {}: {}", view.path(), number, error->message)};
  }
  return std::nullopt;
}

// Sums all finished work units.
template <class R>
Result<R> read_result(const store::StoreView& view) {
  auto out = make_result<R>(RunHeader(view));
  if (!out) return Error{fmt::format("\"{}\": {}", view.path(), out.error())};
  const auto add = [&](WorkUnitNumber number, typename R::Unit work_unit) {
    return add_work_unit(*out, number, std::move(work_unit));
  };
  if (const auto error = for_each_work_unit<R>(view, add)) return *error;
  return out;
}

// A kind of stored runs, for whoever shows a store without the command that made it.
struct RunKind {
  std::string name;
  std::string description;
  std::vector<store::TableSpec> (*tables)();
  Result<std::unique_ptr<RunResult>> (*read)(const store::StoreView& view);
};
using RunKinds = std::vector<RunKind>;

template <class R>
RunKind kind_of() {
  return {R::kKind, R::kDescription, R::format().tables,
          [](const store::StoreView& view) -> Result<std::unique_ptr<RunResult>> {
            auto read = read_result<R>(view);
            if (!read) return Error{read.error()};
            return std::unique_ptr<RunResult>(std::make_unique<R>(*std::move(read)));
          }};
}

const RunKind* find_kind(const RunKinds& kinds, const std::string& name);  // nullptr: none of that name

}  // namespace oknos::lab
