#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/commands/compare/compare_case.h"
#include "lab/terminal/style.h"

// What a comparison comes to: for every limit and player, beside the first player.
namespace oknos::lab {

struct CompareSum {
  std::uint64_t positions = 0;
  std::uint64_t asked = 0;
  std::uint64_t solved = 0;
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
  // Beside the first player at the same limit:
  std::uint64_t moves_changed = 0;
  std::uint64_t values_changed = 0;
  std::uint64_t gained = 0;  // solved, and not by the first
  std::uint64_t lost = 0;    // the other way round
};

struct Comparison {
  std::vector<std::string> players;
  std::string unit;                                        // "depth", "nodes", "time"
  std::map<std::int64_t, std::vector<CompareSum>> limits;  // a sum for each player
  std::uint64_t positions = 0;

  void add(const ComparedPosition& position);
  std::string heading(std::int64_t limit) const;  // "Depth 8"
};

std::string compare_report(const Comparison& comparison, const Style& style);
nlohmann::ordered_json compare_json(const Comparison& comparison, bool interrupted);

}  // namespace oknos::lab
