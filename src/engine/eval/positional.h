#pragma once

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/trace.h"

// How the sums of the terms become the positional part: the second half of the formula in trace.h.
namespace oknos::eval {

// From White's view, in centipawns.
struct PositionalSums {
  int material = 0;
  int psqt_eg = 0;
  int mg = 0;  // of the tapered terms
  int eg = 0;
  int white_danger = 0;
  int black_danger = 0;
  int winnable = 0;
  int phase = 0;

  void count_danger() {
    const int white = std::max(white_danger, 0);
    const int black = std::max(black_danger, 0);
    mg += black * black / kDangerSquare - white * white / kDangerSquare;
    eg += black / kDangerEnding - white / kDangerEnding;
  }
  // What the ending is worth as a whole (e) ...
  int ending() const { return material + psqt_eg + eg; }
  // ... and with the winnable terms, which make nothing of it or twice as much at the utmost: where it is level they
  // say nothing, so that the value does not jump.
  int winnable_ending() const {
    const int e = ending();
    const int size = e < 0 ? -e : e;
    const int better = size + std::clamp(winnable, -size, size);
    return e < 0 ? -better : better;
  }
  // Precondition: count_danger() was called once.
  int positional(int scale, int width) const {
    const int change = winnable_ending() * scale / kFullScale - ending();
    return saturate((mg * phase + (eg + change) * (kFullPhase - phase)) / kFullPhase, width);
  }
};

}  // namespace oknos::eval
