#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/uci/win_model.h"

// Fits the win model (src/engine/uci/win_model.h) to scores and results by maximum likelihood.
namespace oknos::train {

// Positions that the model does not distinguish, from the view of the side to move.
struct WinCell {
  double score = 0.0;  // centipawns
  double material = 0.0;
  double move = 0.0;                      // number of the move in its game
  std::array<std::uint64_t, 3> counts{};  // by half points of the side to move
};

// One position with a score.
struct WinSighting {
  std::int16_t score = 0;  // centipawns, side to move's view
  std::uint8_t material = 0;
  std::uint8_t move = 0;         // at most 255
  std::uint8_t half_points = 0;  // of the side to move
};
// Scores to the nearest 4 centipawns, moves to the nearest 8.
std::vector<WinCell> cells_of(const std::vector<WinSighting>& sightings);

struct WinCurve {
  // Of m = material / 58, from the constant on; centipawns.
  std::array<double, 4> half{};
  std::array<double, 4> spread{};
  double half_by_move = 0.0;  // centipawns for each move beyond kMiddleMove
  double spread_by_move = 0.0;

  // Not less than WinModel::kMin.
  double half_at(double material, double move) const;
  double spread_at(double material, double move) const;
};

// The cross entropy of the model: the mean of -ln(probability of the actual result).
double surprise(const WinCurve& curve, const std::vector<WinCell>& cells);

// `by_move`: a and b may also depend on the move number. The error says that there are too few games.
Result<WinCurve> fit_win_curve(const std::vector<WinCell>& cells, bool by_move);

// The fitted values rounded to integers.
uci::WinModel model_of(const WinCurve& curve);

std::string win_model_file_text(const uci::WinModel& model, const std::vector<std::string>& remarks);

}  // namespace oknos::train
