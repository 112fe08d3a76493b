#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/pruning/parts/guards.h"
#include "engine/pruning/presets/preset.h"

// What the page asks, read and checked.
namespace oknos::explorer {

struct SearchQuestion {
  std::string fen;
  bool chess960 = false;
  std::vector<std::string> moves;  // UCI's, from `fen`
  Position position = Position::initial();
  std::string preset;
  std::vector<std::pair<std::string, std::string>>
      set;  // "frontier_futility.margin" and its value; "guards.legal-move"
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> ordinal;   // show the iteration in which this was left out
  std::optional<std::size_t> hash;        // MiB
  std::optional<std::int64_t> move_time;  // milliseconds, of an analysis
  int multi_pv = 1;                       // lines, of an analysis
};

// The error names the key and what would be right.
Result<SearchQuestion> read_search_question(const std::string& body, int most_depth);

// The same with "movetime" and "multipv".
Result<SearchQuestion> read_analysis_question(const std::string& body, int most_depth);

// {"fen", "moves", "chess960"} alone.
Result<SearchQuestion> read_position_question(const std::string& body);

// {"line": "e4 e5"}
Result<std::string> read_line_question(const std::string& body);
// {"sample": 200}
Result<int> read_audit_question(const std::string& body, int most);

// The preset's settings with the question's changes, and the guards that it switches off.
struct Rules {
  pruning::Settings settings;
  pruning::GuardSwitches guards;
};
Result<Rules> rules_of(const pruning::Preset& preset, const SearchQuestion& question);

}  // namespace oknos::explorer
