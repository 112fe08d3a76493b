#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/experiment/kind.h"
#include "lab/shadow/shadow.h"

// How a check of the playing search (`prove --playing`) lies in a run store: an item is a position, with a row in
// `positions` and one for each rule in `rules`.
namespace oknos::lab {

inline constexpr const char* kPlayedKind = "prove-playing";

struct PlayedRule {
  std::string rule;
  ShadowSums sums;
};

struct PlayedPosition {
  int number = 0;  // in the input, from 1
  std::string id;
  std::string fen;
  std::uint64_t nodes = 0;  // of the playing search
  std::vector<PlayedRule> rules;
};

store::Format<PlayedPosition> played_format();

// What the positions come to.
struct PlayedSums {
  std::map<std::string, ShadowSums> rules;
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;
  std::uint64_t checked = 0;
  std::uint64_t errors = 0;

  void add(const PlayedPosition& position);
};

// A table of the rules, and the worst case of each.
std::string played_report(const PlayedSums& sums, const Style& style);
std::string played_json(const PlayedSums& sums, const std::string& preset, bool interrupted);  // one JSON value
RunKind played_kind();

}  // namespace oknos::lab
