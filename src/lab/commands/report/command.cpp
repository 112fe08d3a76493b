#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/report/report.h"

namespace oknos::lab {

void add_report(CLI::App& app, int& exit_code, const RunKinds& kinds) {
  constexpr std::size_t kMaxWorst = 1000;
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Make one self-contained page of tables and plots from run stores");
  command->footer(
      "The page is a single file that opens in any browser, offline, in light or dark mode, and can be printed. "
      "Several\n"
      "runs can be on one page.\n\n"
      "Examples:\n"
      "  oknos-lab report audit.db --out audit.html\n"
      "  oknos-lab report audit.db margin_sweep.db ablate.db --out study.html");
  command->add_option("stores", options->stores, "Run stores")->required()->type_name("RUN.db...");
  CLI::Option* out = command->add_option("--out", options->out, "Page to write")->type_name("FILE.html");
  add_force(*command, options->force);
  add_number(*command, "--worst", options->worst, std::size_t{0}, kMaxWorst, "cases",
             "Number of worst errors to show per rule of an audit (default: 4)");
  command->add_flag("--json", options->json, "Print the contents of the page as one JSON value")->excludes(out);
  command->callback([options, kinds, &exit_code] { exit_code = report(*options, kinds); });
}

}  // namespace oknos::lab
