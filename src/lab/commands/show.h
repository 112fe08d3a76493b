#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lab/arguments/command.h"
#include "lab/experiment/result.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// `oknos-lab show RUN.db`: what a run store holds.
namespace oknos::lab {

void add_show(CLI::App& app, int& exit_code, const RunKinds& kinds);

// The page that `web/report.html` becomes when it is built, with nothing in it yet; or why this build has none.
Result<std::string_view> report_page();
// The page with these runs in it (a JSON array of run_json()); the error: it has no place for them.
Result<std::string> filled_page(std::string_view page, const std::string& runs);

namespace store {

struct JsonParts {
  std::optional<std::size_t> table = std::nullopt;  // this one alone
  bool rows = false;
  bool stable = false;    // without what differs from run to run, the file's name and the result
  std::size_t worst = 4;  // cases of each rule of an audit
};

// {"file", "kind", "work_units", "shard", "done", "missing", "header", "search", "result"}. `search` asks the explorer
// for the run's search, but for the position. The result is what the run's own command writes with --json; of an audit
// with all four dimensions and the worst cases of each rule. Both are left out for a kind that is not among these.
Result<nlohmann::ordered_json> run_json(const StoreView& view, const RunKinds& kinds, const JsonParts& parts);

// What `show` prints, piece by piece: a store may be larger than memory.
using Sink = std::function<void(std::string_view text)>;
std::optional<Error> write_overview(const StoreView& view, const RunKinds& kinds, const Style& style, const Sink& out);
// Tab-separated, sorted by work unit and row, a line of names before each table. In texts \t, \n, \r and \\ stand for
// the signs they usually stand for; \N is a value that is not there. Without volatile columns when `stable`.
std::optional<Error> write_rows(const StoreView& view, std::optional<std::size_t> table, bool stable, const Sink& out);
// The same as one JSON value: run_json() with "tables".
std::optional<Error> write_json(const StoreView& view, const RunKinds& kinds, const JsonParts& parts, const Sink& out);

}  // namespace store

}  // namespace oknos::lab
