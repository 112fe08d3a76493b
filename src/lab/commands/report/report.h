#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/experiment/result.h"

// `oknos-lab report RUN.db... --out FILE.html`: one page with tables and plots that opens without a network.
namespace oknos::lab {

struct ReportOptions {
  static constexpr std::size_t kDefaultWorst = 4;

  std::vector<std::string> stores;
  std::string out;  // the page
  bool force = false;
  std::size_t worst = kDefaultWorst;  // cases of each rule of an audit
  bool json = false;                  // what the page would hold, to standard output
};

// The program's exit code: 0, kFailure or kUsage.
int report(const ReportOptions& options, const RunKinds& kinds);

void add_report(CLI::App& app, int& exit_code, const RunKinds& kinds);

}  // namespace oknos::lab
