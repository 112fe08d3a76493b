#include "lab/commands/suite/suite_summary.h"

#include <algorithm>
#include <array>
#include <map>

namespace oknos::lab {

namespace {

using Within = SuiteSummary::Within;

// The least of 1, 2, 5, 10, 20, 50, ... that is not below n.
std::int64_t round_limit(std::int64_t n) {
  constexpr std::array<std::int64_t, 3> kSteps = {1, 2, 5};
  constexpr std::int64_t kBase = 10;
  constexpr std::int64_t kLast = std::int64_t{1} << 59;  // beyond it nothing is multiplied
  for (std::int64_t power = 1; power < kLast; power *= kBase)
    for (const std::int64_t step : kSteps)
      if (step * power >= n) return step * power;
  return n;
}

// Adds up what map says of each limit.
std::vector<Within> cumulated(const std::map<std::int64_t, std::size_t>& counts) {
  std::vector<Within> out;
  std::size_t solved = 0;
  for (const auto& [limit, count] : counts) out.push_back({limit, solved += count});
  return out;
}

}  // namespace

void SuiteCounts::add(const PositionResult& result) {
  ++positions;
  asked += result.asked() ? 1 : 0;
  solved += result.solved() ? 1 : 0;
  failed += result.failed() ? 1 : 0;
  mates += result.mate_line == MateLine::Mates ? 1 : 0;
  short_lines += result.mate_line == MateLine::Short ? 1 : 0;
  wrong_lines += result.mate_line == MateLine::Wrong ? 1 : 0;
  nodes += result.end.nodes;
  time += result.end.time;
  if (!result.points) return;
  ++scored;
  points += static_cast<std::uint64_t>(*result.points);
  most_points += static_cast<std::uint64_t>(result.most_points);
}

SuiteSummary summary_of(const std::vector<PositionResult>& results) {
  SuiteSummary out;
  std::map<std::int64_t, std::size_t> depths;
  std::map<std::int64_t, std::size_t> nodes;
  std::map<std::int64_t, std::size_t> times;
  for (const PositionResult& r : results) {
    out.counts.add(r);
    auto theme =
        std::find_if(out.themes.begin(), out.themes.end(), [&r](const ThemeCounts& t) { return t.theme == r.theme; });
    if (theme == out.themes.end()) theme = out.themes.insert(theme, {r.theme, {}});
    theme->counts.add(r);
    if (!r.held_since) continue;
    ++depths[r.held_since->depth];
    ++nodes[round_limit(static_cast<std::int64_t>(r.held_since->nodes))];
    ++times[round_limit(r.held_since->time)];
  }
  out.by_depth = cumulated(depths);
  out.by_nodes = cumulated(nodes);
  out.by_time = cumulated(times);
  return out;
}

}  // namespace oknos::lab
