#pragma once

#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/experiment/run_arguments.h"
#include "lab/store/format.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// The kinds of stored runs, and how to show the results in a store of each kind without the command that made it. There
// is one list of all kinds (apps/lab_cli/registry.cpp).
namespace oknos::lab {

struct RunKind {
  std::string name;         // "audit"
  std::string description;  // what its runs are, in one line
  std::vector<store::TableSpec> (*tables)();
  // What the command prints at its end.
  Result<std::string> (*text)(const store::StoreView& view, const Style& style);
  // The same as one JSON value, with the `worst` worst cases of each rule if the run has cases.
  Result<std::string> (*json)(const store::StoreView& view, std::size_t worst);
};
using RunKinds = std::vector<RunKind>;

const RunKind* find_kind(const RunKinds& kinds, const std::string& name);  // nullptr: none of that name

// `--show RUN.db` of a command: prints the results in a store of its kind as JSON or text. Returns the program's exit
// code.
int show_run(const std::string& path, const RunKind& kind, const store::RunArguments& as);

// Calls `take` for every finished item, in order. An error if the store is of another kind.
template <class Item, class Take>
std::optional<Error> read_items(const store::StoreView& view, const std::string& kind,
                                const store::Format<Item>& format, Take take) {
  if (view.kind() != kind)
    return Error{fmt::format("\"{}\" holds a run of '{}', not of '{}'", view.path(), view.kind(), kind)};
  for (const ItemNumber number : view.done()) {
    const auto rows = view.rows(number);
    auto item = rows ? format.item(*rows) : Result<Item>(Error{rows.error()});
    if (!item) return Error{fmt::format("\"{}\", item {}: {}", view.path(), number, item.error())};
    take(number, *std::move(item));
  }
  return std::nullopt;
}

// Prints what was read from a store, or why it could not be read.
template <class T, class Show>
Result<std::string> shown(const Result<T>& read, Show show) {
  if (!read) return Error{read.error()};
  return show(*read);
}

}  // namespace oknos::lab
