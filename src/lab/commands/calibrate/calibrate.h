#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/play/plan.h"
#include "lab/terminal/style.h"

// `oknos-lab calibrate MARGIN_SWEEP.db --risk R --out FILE.toml`: margins that are wrong no more often than R.
namespace oknos::lab {

struct CalibrateOptions {
  std::string margin_sweep;  // a run store of `audit --margins`
  double risk = 1.0;         // percent
  SearchOptions search;      // the preset of the margin sweep, and what was changed in it
  std::string name = "calibrated";
  std::string out;     // the preset; empty: it is only shown
  bool force = false;  // replaces what is there
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

// The program's exit code: 0, kFailure or kUsage.
int calibrate(const CalibrateOptions& options);

void add_calibrate(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
