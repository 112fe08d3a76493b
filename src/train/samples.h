#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/score.h"
#include "eval/trace.h"

// Traces of many positions, kept small: of some nine hundred weights a position has about fifty.
namespace oknos::train {

// How a weight enters the value of a position; see eval/trace.h.
enum class Part : std::uint8_t { Psqt, Tapered, WhiteDanger, BlackDanger, Winnable };
inline constexpr std::size_t kParts = 5;

struct Entry {
  std::uint16_t weight = 0;
  std::int16_t count = 0;  // White's less Black's; of Danger and Winnable as eval/trace.h says
};

struct Sample {
  std::uint64_t first = 0;                   // of its entries
  std::array<std::uint8_t, kParts> sizes{};  // entries of each part, one part after the other
  std::uint8_t phase = 0;                    // 0 to 24
  std::uint8_t scale = 0;                    // of kFullScale
  std::uint8_t half_points = 0;              // of White at the end of the game
  std::int16_t material = 0;                 // centipawns, White's view, as are the next two
  std::int16_t width = 0;
  std::int16_t score = 0;  // of the search
};

class SampleSet {
 public:
  // False: the position says nothing about the weights (an ending with a rule of its own).
  bool add(const eval::Trace& trace, Score score, int half_points);
  void append(const SampleSet& other);
  void reserve(std::size_t samples, std::size_t entries);

  std::size_t size() const { return samples_.size(); }
  std::size_t entry_count() const { return entries_.size(); }
  const Sample& operator[](std::size_t i) const { return samples_[i]; }
  Sample& operator[](std::size_t i) { return samples_[i]; }
  const Entry* entries(const Sample& sample) const { return entries_.data() + sample.first; }
  std::size_t bytes() const { return samples_.size() * sizeof(Sample) + entries_.size() * sizeof(Entry); }

 private:
  std::vector<Sample> samples_;
  std::vector<Entry> entries_;
};

}  // namespace oknos::train
