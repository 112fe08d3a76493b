#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "train/objective.h"

// Fits the weights to samples: Adam over minibatches (D. P. Kingma, J. Ba, "Adam: A Method for Stochastic
// Optimization", 2015). When an epoch does not improve the validation error, the next one continues from the best
// weights with half the step size; after some such halvings the fit ends.
namespace oknos::train {

struct FitOptions {
  int epochs = 60;            // at most
  double rate = 1.0;          // centipawns: initially, the most by which a step moves a weight
  double pull = 10.0;         // centipawns: expected distance of a weight from its start; see pull_of
  std::size_t batch = 16384;  // samples
  int threads = 1;            // the result does not depend on it
  std::uint64_t seed = 1;     // of the order of the samples
};

struct Epoch {
  int number = 0;         // from 1
  double training = 0.0;  // mean error over the epoch, while the weights moved
  double validation = 0.0;
  double rate = 0.0;
  bool best = false;
};

struct Fitted {
  Vector weights;  // the best by validation
  std::vector<Epoch> epochs;
  bool interrupted = false;
};

// Numbers of the samples for training and for validation. Without the latter, the training error is used instead.
struct Division {
  std::vector<std::uint32_t> training;
  std::vector<std::uint32_t> validation;
};

struct FitWatch {
  std::function<void(const Epoch&)> epoch;                   // after each; may be empty
  std::function<void(int epoch, double part)> within_epoch;  // may be empty
};

Fitted fit(const SampleSet& set, const Division& division, const Vector& start, const Objective& objective,
           const FitOptions& options, const FitWatch& watch = {});

// A penalty that is added to the mean error, so that weights that occur in few samples stay near their start:
//   strength * sum of ((w - start) / spread)^2
// The error is a mean over the samples, so the more samples a weight occurs in, the less the penalty matters to it.
struct Pull {
  double strength = 0.0;
  std::array<double, kNumbers> spread{};  // in the weight's own unit; 0: it stays where it is
};
Pull pull_of(double centipawns, std::size_t samples, double error);

}  // namespace oknos::train
