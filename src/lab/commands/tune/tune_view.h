#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/commands/tune/tune_plan.h"
#include "lab/commands/tune/tune_record.h"
#include "lab/terminal/style.h"

// How a tuning looks: on the terminal while it is played, at its end, and as JSON.
namespace oknos::lab {

struct TuneState {
  const TuneFacts& facts;
  const TuneRecord& record;
  std::uint64_t played_now = 0;  // games, without those of an earlier run
  std::int64_t time = 0;         // milliseconds of this run
  bool interrupted = false;
};

// Some lines for the live table, none wider than the style's width.
std::vector<std::string> live_lines(const TuneState& state, const Style& style);
// One line for a log: "1,200 of 10,000 iterations, ..., reverse_futility.margin 400 -> 310.2".
std::string log_line(const TuneState& state);
// The report at the end. Ends with a line end.
std::string tune_report(const TuneState& state, const Style& style);
nlohmann::ordered_json tune_json(const TuneState& state);

// The tuned values as a player of `oknos-lab match` has them behind its name: "reverse_futility.margin=75,
// late_move_pruning.scale=140" without the blank. Empty: none has changed.
std::string changes_text(const TuneState& state);

}  // namespace oknos::lab
