#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/commands/effort/effort_counts.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// What a player did in the nodes of one remaining depth, in one search.
struct EffortRow {
  int player = 0;          // in the order of the command line, from 0
  std::int64_t limit = 0;  // plies, nodes or milliseconds
  int depth = 0;           // remaining, plies; 0: quiescence
  EffortCounts counts;
};

// A position searched by all players to all limits.
struct EffortUnit {
  int number = 0;  // in the input, from 1
  std::string id;
  std::string fen;
  std::vector<EffortRow> rows;
};

class EffortResult final : public RunResult {
 public:
  using Unit = EffortUnit;
  using Depths = std::map<int, EffortCounts>;  // by remaining depth
  static constexpr const char* kKind = "effort";
  static constexpr const char* kDescription = "where searches spend their nodes";
  static store::Format<EffortUnit> format();

  explicit EffortResult(const RunHeader& header);
  std::optional<Error> add(WorkUnitNumber number, const EffortUnit& unit);
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;

  // By limit, then by player.
  const std::map<std::int64_t, std::vector<Depths>>& sums() const { return sums_; }

 private:
  std::string heading(std::int64_t limit, std::size_t player) const;  // "modern, depth 12"
  std::string node_table(const Style& style) const;
  std::string order_table(const Style& style) const;
  std::string depth_table(const Style& style) const;

  std::vector<std::string> players_;
  std::string unit_;
  std::map<std::int64_t, std::vector<Depths>> sums_;
  std::uint64_t positions_ = 0;
};

}  // namespace oknos::lab
