#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/score.h"
#include "engine/eval/trace.h"

// Evaluation traces of many positions in little memory: of some nine hundred weights, a position uses about fifty.
namespace oknos::train {

// The part of the evaluation in which a weight is used; see eval/trace.h.
enum class Part : std::uint8_t { Psqt, Tapered, WhiteDanger, BlackDanger, Winnable };
inline constexpr std::size_t kParts = 5;

struct Entry {
  std::uint16_t weight = 0;
  std::int16_t count = 0;  // White's minus Black's; for Danger and Winnable see eval/trace.h
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
