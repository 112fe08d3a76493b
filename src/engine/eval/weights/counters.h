#pragma once

#include <array>
#include <cstdint>

#include "engine/eval/weights/packed.h"
#include "engine/eval/weights/weights.h"

// What the terms report to: one counter for each side. The terms are templates over its type, so that one piece of code
// sums when playing and keeps the counts for the tuner, for `eval` and for tests.
namespace oknos::eval {

// Adds up the weights.
struct Sum {
  Packed value = 0;
  int danger = 0;    // to the king of the side
  int winnable = 0;  // of White's counter

  // The n-th weight of the group counts `times` times. All groups are constants where this is called, so nothing but
  // one addition remains.
  void add(Group g, int n = 0, int times = 1) {
    const Packed weight = kPackedWeights[weight_index(g, n)];
    if (group(g).kind == WeightKind::Danger)
      danger += weight * times;
    else if (group(g).kind == WeightKind::Winnable)
      winnable += weight * times;
    else
      value += weight * times;
  }
};

// Keeps the counts.
class TraceCounter {
 public:
  explicit TraceCounter(std::array<std::int16_t, kWeightCount>& count) : count_(count) {}
  void add(Group g, int n = 0, int times = 1) {
    std::int16_t& c = count_[weight_index(g, n)];
    c = static_cast<std::int16_t>(c + times);
  }

 private:
  std::array<std::int16_t, kWeightCount>& count_;
};

}  // namespace oknos::eval
