#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/terminal/style.h"
#include "train/report.h"
#include "train/win_fit.h"

// The predictions of a win model compared with the results.
namespace oknos::train {

struct CalibrationBin {
  int from = 0;  // centipawns as shown, side to move's view; the bin ends where the next begins
  std::uint64_t positions = 0;
  std::array<double, 3> predicted{};        // mean share of losses, draws, wins
  std::array<std::uint64_t, 3> observed{};  // by half points
};

std::vector<CalibrationBin> calibration_of(const uci::WinModel& model, const std::vector<WinSighting>& sightings);
// The mean of |predicted - observed| points; bins are weighted by their positions.
double miscalibration(const std::vector<CalibrationBin>& bins);

std::string text_of(const std::vector<CalibrationBin>& bins, const lab::Style& style);
Json json_of(const std::vector<CalibrationBin>& bins);

// The cross entropy of the model that the engine uses: the mean of -ln(probability of the actual result).
double surprise(const uci::WinModel& model, const std::vector<WinSighting>& sightings);

}  // namespace oknos::train
