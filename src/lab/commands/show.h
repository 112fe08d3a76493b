#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "lab/arguments/command.h"
#include "lab/experiment/result.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// `oknos-lab show RUN.db`: what a run store holds.
namespace oknos::lab {

void add_show(CLI::App& app, int& exit_code, const RunKinds& kinds);

namespace store {

// What `show` prints, piece by piece: a store may be larger than memory.
using Sink = std::function<void(std::string_view text)>;
std::optional<Error> write_overview(const StoreView& view, const RunKinds& kinds, const Style& style, const Sink& out);
// Tab-separated, sorted by work unit and row, a line of names before each table. In texts \t, \n, \r and \\ stand for
// the signs they usually stand for; \N is a value that is not there. Without volatile columns when `stable`.
std::optional<Error> write_rows(const StoreView& view, std::optional<std::size_t> table, bool stable, const Sink& out);
std::optional<Error> write_json(const StoreView& view, std::optional<std::size_t> table, bool rows, bool stable,
                                const Sink& out);

}  // namespace store

}  // namespace oknos::lab
