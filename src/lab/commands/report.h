#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "lab/arguments/command.h"
#include "lab/experiment/result.h"

// `oknos-lab report RUN.db... --out FILE.html`: one page with tables and plots that opens without a network.
namespace oknos::lab {

void add_report(CLI::App& app, int& exit_code, const RunKinds& kinds);

// One JSON value without line ends: {"file", "kind", "header": [[name, value]...], "work_units", "done", "search",
// "result"}. `search` asks the explorer for the run's search, but for the position. The result is what the run's own
// command writes with --json; of an audit with all four dimensions and the `worst` cases of each rule.
Result<nlohmann::ordered_json> run_json(const store::StoreView& view, const RunKinds& kinds, std::size_t worst);

// The page that `web/report.html` becomes when it is built, with nothing in it yet; or why this build has none.
Result<std::string_view> report_page();
// The page with these runs in it (a JSON array); the error: it has no place for them.
Result<std::string> filled_page(std::string_view page, const std::string& runs);

}  // namespace oknos::lab
