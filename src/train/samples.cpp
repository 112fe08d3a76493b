#include "train/samples.h"

#include <limits>

namespace oknos::train {

namespace {

using eval::Trace;
using eval::WeightKind;

// Appends what counts in a group, by `count(index of the weight)`. How many entries that made.
template <class Count>
std::uint8_t append_kind(std::vector<Entry>& entries, WeightKind kind, Count count) {
  std::uint8_t size = 0;
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    if (group.kind != kind) continue;
    for (int i = group.first; i < group.first + group.count; ++i) {
      const int n = count(static_cast<std::size_t>(i));
      if (n == 0) continue;
      entries.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(n)});
      ++size;
    }
  }
  return size;
}

static_assert(eval::kWeightCount <= std::numeric_limits<std::uint16_t>::max());

}  // namespace

bool SampleSet::add(const Trace& trace, Score score, int half_points) {
  if (trace.ending == Trace::Ending::Exact) return false;
  Sample sample;
  sample.first = entries_.size();
  const auto difference = [&](std::size_t i) { return trace.count[0][i] - trace.count[1][i]; };
  const auto white = [&](std::size_t i) { return trace.count[0][i]; };
  const auto black = [&](std::size_t i) { return trace.count[1][i]; };
  sample.sizes = {append_kind(entries_, WeightKind::Psqt, difference),
                  append_kind(entries_, WeightKind::Tapered, difference),
                  append_kind(entries_, WeightKind::Danger, white), append_kind(entries_, WeightKind::Danger, black),
                  append_kind(entries_, WeightKind::Winnable, white)};
  sample.phase = static_cast<std::uint8_t>(trace.phase);
  sample.scale = static_cast<std::uint8_t>(trace.scale);
  sample.half_points = static_cast<std::uint8_t>(half_points);
  sample.material = static_cast<std::int16_t>(trace.material.value());
  sample.width = static_cast<std::int16_t>(trace.width.value());
  sample.score = static_cast<std::int16_t>(score.value());
  samples_.push_back(sample);
  return true;
}

void SampleSet::append(const SampleSet& other) {
  const std::uint64_t offset = entries_.size();
  entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
  for (Sample sample : other.samples_) {
    sample.first += offset;
    samples_.push_back(sample);
  }
}

void SampleSet::reserve(std::size_t samples, std::size_t entries) {
  samples_.reserve(samples);
  entries_.reserve(entries);
}

}  // namespace oknos::train
