#include "lab/commands/prove/tally.h"

#include <algorithm>

namespace oknos::lab {

oracle::Counts& operator+=(oracle::Counts& a, const oracle::Counts& b) {
  a.nodes += b.nodes;
  a.quiescence_nodes += b.quiescence_nodes;
  a.generated += b.generated;
  a.evaluations += b.evaluations;
  return a;
}

Sums& Sums::operator+=(const Sums& other) {
  searches += other.searches;
  differences += other.differences;
  total_difference += other.total_difference;
  mate_differences += other.mate_differences;
  largest = std::max(largest, other.largest);
  without += other.without;
  with += other.with;
  return *this;
}

void Tally::add(const Difference& d, const oracle::Counts& without, const oracle::Counts& with) {
  Sums sums;
  sums.searches = 1;
  sums.without = without;
  sums.with = with;
  if (d.with != d.without) {
    sums.differences = 1;
    if (is_mate(d.with) || is_mate(d.without)) {
      sums.mate_differences = 1;
    } else {
      sums.largest = d.size();
      sums.total_difference = static_cast<std::uint64_t>(d.size().value());
    }
    differences.push_back(d);
  }
  Row& row = rows[{d.variant, d.search, d.depth}];
  row.all += sums;
  if (d.window.is_full()) row.full += sums;
}

Tally& Tally::operator+=(const Tally& other) {
  for (const auto& [key, row] : other.rows) {
    rows[key].all += row.all;
    rows[key].full += row.full;
  }
  differences.insert(differences.end(), other.differences.begin(), other.differences.end());
  cases += other.cases;
  dropped += other.dropped;
  windows += other.windows;
  return *this;
}

Sums Tally::sum(std::size_t variant, bool full_only) const {
  Sums out;
  for (const auto& [key, row] : rows)
    if (key.variant == variant) out += row.of(full_only);
  return out;
}

std::uint64_t Tally::searches() const {
  std::uint64_t n = 0;
  for (const auto& [key, row] : rows) n += row.all.searches;
  return n;
}

}  // namespace oknos::lab
