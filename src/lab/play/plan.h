#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "lab/play/player.h"

namespace oknos::lab {

// How far an engine may exceed its time for a move, in milliseconds, before it counts as hanging.
inline constexpr std::int64_t kPatienceBeyondMoveTime = 5000;

// What every searching command takes from the command line, as it was written.
struct SearchOptions {
  static constexpr std::size_t kDefaultHash = 64;  // MiB

  std::string preset{pruning::kDefaultPreset};
  std::vector<std::string> set;  // "NAME=VALUE"
  std::optional<int> depth;      // plies
  std::optional<std::uint64_t> nodes;
  std::optional<std::int64_t> time;  // milliseconds
  int threads = 1;
  std::size_t hash = kDefaultHash;  // MiB
  int multi_pv = 1;
  std::string evalfile;  // a network (eval/network/embedded.h); empty: the embedded one, if any

  bool limited() const { return depth || nodes || time; }
};

// A value that --set has changed.
struct Change {
  std::string name;  // "frontier_futility.margin"
  std::string from;
  std::string to;
};

// The rules and the network that our own search uses: always handed on as a whole.
struct RulesAndNetwork {
  pruning::Preset preset;
  pruning::Settings settings;  // the preset's, with the changes
  std::vector<Change> changes;
  std::shared_ptr<const eval::network::Network> network;  // for presets that want one
};

// What --set, a player or a factor is told of a name that it does not know, with the nearest one that it does.
std::string no_such_setting(std::string_view name);

// Our rules with these changes. An error names the first that cannot be.
Result<pruning::Settings> with_changes(const pruning::Settings& base, const ValueChanges& changes);

// What a position is searched with.
struct Plan : RulesAndNetwork {
  static constexpr std::string_view kEvalFile = "evalfile";  // the name of a change that chose another network

  Limits limits;
  int multi_pv = 1;
  int threads = 1;
  std::size_t hash = SearchOptions::kDefaultHash;
};

// `otherwise` limits the search when the options do not.
Result<Plan> make_plan(const SearchOptions& options, const Limits& otherwise);

// "4.00 s", "depth 12, 20,000 nodes".
std::string limits_in_words(const Limits& limits);
// The same for identities: exact.
std::string exact_text(const Limits& limits);
// Everything of the rules that a search depends on, for identities.
std::string identity_of(const pruning::Preset& preset, const pruning::Settings& settings,
                        const std::vector<Change>& changes);

// The limits of one search as the command line has them, of which each may be missing.
struct RawLimits {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::string time;
};

// How long a player may think: a clock, or so much for each move.
struct TimeControl {
  struct Clock {
    std::int64_t base = 0;       // milliseconds
    std::int64_t increment = 0;  // milliseconds a move
    std::optional<int> moves;    // for so many moves, then `base` comes again
    bool operator==(const Clock&) const = default;
  };
  std::optional<Clock> clock;
  std::optional<std::uint64_t> nodes;     // a move
  std::optional<int> depth;               // plies
  std::optional<std::int64_t> move_time;  // milliseconds

  bool given() const { return clock || nodes || depth || move_time; }
  bool mixed() const { return clock && (nodes || depth || move_time); }  // which makes no sense
  // nodes, depth and move_time; clocks are the referee's.
  Limits limits() const;
};

// "10+0.1", "40/60+0.6", "5": seconds, moves before the stroke. At least 10 ms.
Result<TimeControl::Clock> parse_clock(const std::string& text);
// "1 s + 0.01 s", "40 moves in 60 s", "2,000 nodes", "depth 8".
std::string in_words(const TimeControl& control);

// Limits for the commands that search to several, one after the other: one of these three; nothing in any: a depth.
struct LimitLists {
  std::vector<std::int64_t> depths;  // plies
  std::vector<std::int64_t> nodes;
  std::vector<std::string> times;  // durations, as parse_duration reads them
};

// "5", "0.5", "5s", "500ms", "2m" as milliseconds, at least 1.
Result<std::int64_t> parse_duration(const std::string& text);

}  // namespace oknos::lab
