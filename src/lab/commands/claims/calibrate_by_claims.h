#pragma once

#include <string>
#include <vector>

#include "lab/terminal/style.h"

// `margins CLAIMS.db --engine PLAYER --option RULE=OPTION`: which of an engine's own margins are worth a match.
namespace oknos::lab {

struct CalibrateByClaimsOptions {
  std::string claims;                  // a run store of an audit of claims
  std::string engine;                  // a UCI engine, written as a player
  std::vector<std::string> margins;    // for parse_margin_option()
  std::vector<std::string> positions;  // files, to count nodes with; empty: nodes are not counted
  int depth = 10;                      // of these searches, plies
  std::string queue_out;               // file for `match --queue`; empty: none
  bool force = false;                  // replaces what is there
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int calibrate_by_claims(const CalibrateByClaimsOptions& options);

}  // namespace oknos::lab
