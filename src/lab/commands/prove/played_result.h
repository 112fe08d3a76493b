#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/experiment/result.h"
#include "lab/shadow/shadow.h"

namespace oknos::lab {

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

// What the positions come to.
struct PlayedSums {
  std::map<std::string, ShadowSums> rules;
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;
  std::uint64_t checked = 0;
  std::uint64_t errors = 0;

  void add(const PlayedPosition& position);
};

// What a check of the playing search (`prove --playing`) comes to. In a run store a work unit is a position, with a row
// in `positions` and one for each rule in `rules`.
class PlayedResult final : public RunResult {
 public:
  using Unit = PlayedPosition;
  static constexpr const char* kKind = "prove-playing";
  static constexpr const char* kDescription = "what the playing search prunes, searched after all";
  static store::Format<PlayedPosition> format();

  explicit PlayedResult(const RunHeader& header) : preset(header.entry("preset")) {}
  void add(WorkUnitNumber, const PlayedPosition& position) { sums.add(position); }
  std::string text(const Style& style) const override;  // a table of the rules, and the worst case of each
  nlohmann::ordered_json json() const override;

  std::string preset;
  PlayedSums sums;
};

}  // namespace oknos::lab
