#include "lab/report/report.h"

#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"

namespace oknos::lab_cli {

void add_report(CLI::App& app, int& exit_code) {
  constexpr std::size_t kMostWorst = 1000;
  const auto options = std::make_shared<lab::ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "One page with tables and plots of run stores, to read and to send");
  command->footer(
      "The page is a single file that opens in any browser without a network, light or dark, and prints.\n"
      "There are reports of audit, compare, ablate, suite and match; several runs become one page.\n\n"
      "Examples:\n"
      "  oknos-lab report audit.db --out audit.html\n"
      "  oknos-lab report audit.db census.db ablate.db --out study.html");
  command->add_option("stores", options->stores, "Run stores")->required()->type_name("RUN.db...");
  CLI::Option* out = command->add_option("--out", options->out, "The page to write")->type_name("FILE.html");
  add_force(*command, options->force);
  add_number(*command, "--worst", options->worst, std::size_t{0}, kMostWorst, "cases",
             "Show so many of each rule's worst cases of an audit (4)");
  command->add_flag("--json", options->json, "What the page would hold, as one JSON value")->excludes(out);
  command->callback([options, &exit_code] { exit_code = lab::report(*options); });
}

}  // namespace oknos::lab_cli
