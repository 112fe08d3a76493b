#include "lab/commands/report/report.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/commands/report/report_page.h"
#include "lab/commands/report/run_json.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

namespace {

Result<std::string> runs_json(const ReportOptions& options, const RunKinds& kinds) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const std::string& path : options.stores) {
    const auto view = store::StoreView::open(path);
    if (!view) return Error{view.error()};
    auto run = run_json(**view, kinds, options.worst);
    if (!run) return Error{run.error()};
    out.push_back(*std::move(run));
  }
  return json_text(out);
}

OutputPath path_of(const ReportOptions& options) {
  return {options.out, options.force, options.stores};
}

int write_page(const ReportOptions& options, const std::string& runs) {
  const auto empty = report_page();
  if (!empty) return complain(kFailure, "this program was built without the report's page: " + empty.error());
  const auto page = filled_page(*empty, runs);
  if (!page) return complain(kFailure, page.error());
  OutputFile file;
  if (const auto error = file.open(path_of(options))) return complain(kFailure, "--out " + error->message);
  file.write(*page);
  if (const auto error = file.finish()) return complain(kFailure, "--out " + error->message);
  std::printf("%s\n", fmt::format("{}: {} KB, {} {}", options.out, page->size() / 1000, options.stores.size(),
                                  options.stores.size() == 1 ? "run" : "runs")
                          .c_str());
  return 0;
}

}  // namespace

int report(const ReportOptions& options, const RunKinds& kinds) {
  if (!options.json && options.out.empty()) return complain(kUsage, "--out FILE.html says where the page goes");
  if (!options.out.empty())
    if (const auto error = output_objection(path_of(options))) return complain(kFailure, "--out " + error->message);
  const auto runs = runs_json(options, kinds);
  if (!runs) return complain(kFailure, runs.error());
  if (options.json) {
    std::printf("%s\n", runs->c_str());
    return 0;
  }
  return write_page(options, *runs);
}

}  // namespace oknos::lab
