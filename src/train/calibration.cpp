#include "train/calibration.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::train {

namespace {

constexpr int kNoEnd = std::numeric_limits<int>::max() / 2;
// Centipawns as shown.
constexpr std::array<int, 14> kBorders = {-kNoEnd, -300, -200, -150, -100, -50, -20,
                                          20,      50,   100,  150,  200,  300, kNoEnd};
constexpr double kAll = 1000.0;  // per mille

std::array<double, 3> probabilities(const uci::WinModel& model, const WinSighting& s) {
  const uci::Wdl wdl = model.wdl(Score{s.score}, s.material, s.move);
  return {wdl.loss / kAll, wdl.draw / kAll, wdl.win / kAll};
}

double share_of(const CalibrationBin& bin, std::size_t half_points) {
  return lab::share(bin.observed[half_points], bin.positions);
}

std::string range_text(const std::vector<CalibrationBin>& bins, std::size_t i) {
  if (i == 0) return fmt::format("below {}", bins[1].from);
  if (i + 1 == bins.size()) return fmt::format("from {}", bins[i].from);
  return fmt::format("{} to {}", bins[i].from, bins[i + 1].from);
}

}  // namespace

std::vector<CalibrationBin> calibration_of(const uci::WinModel& model, const std::vector<WinSighting>& sightings) {
  std::vector<CalibrationBin> out(kBorders.size() - 1);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].from = kBorders[i];
  for (const WinSighting& s : sightings) {
    const int shown = model.normalised(Score{s.score}, s.material, s.move).value();
    const auto above = std::upper_bound(kBorders.begin(), kBorders.end(), shown);
    CalibrationBin& bin = out[static_cast<std::size_t>(above - kBorders.begin()) - 1];
    ++bin.positions;
    ++bin.observed[s.half_points];
    const auto predicted = probabilities(model, s);
    for (std::size_t r = 0; r < predicted.size(); ++r) bin.predicted[r] += predicted[r];
  }
  for (CalibrationBin& bin : out)
    for (double& p : bin.predicted) p = bin.positions > 0 ? p / static_cast<double>(bin.positions) : 0.0;
  return out;
}

double miscalibration(const std::vector<CalibrationBin>& bins) {
  double sum = 0.0;
  double positions = 0.0;
  for (const CalibrationBin& bin : bins) {
    const double predicted = bin.predicted[2] + bin.predicted[1] / 2;
    const double observed = share_of(bin, 2) + share_of(bin, 1) / 2;
    sum += static_cast<double>(bin.positions) * std::abs(predicted - observed);
    positions += static_cast<double>(bin.positions);
  }
  return positions > 0 ? sum / positions : 0.0;
}

std::string text_of(const std::vector<CalibrationBin>& bins, const lab::Style& style) {
  constexpr double kPercent = 100.0;
  const auto right = lab::Align::Right;
  lab::TextTable table({{"shown score", right, 9},
                        {"positions", right, 1},
                        {"wins: model", right, 8},
                        {"games", right, 8},
                        {"draws: model", right, 7},
                        {"games", right, 7},
                        {"losses: model", right, 6},
                        {"games", right, 6}});
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const CalibrationBin& bin = bins[i];
    std::vector<lab::Cell> cells = {{range_text(bins, i)}, {lab::grouped(bin.positions)}};
    for (std::size_t r = bin.observed.size(); r-- > 0;) {
      cells.push_back({fmt::format("{:.1f} %", kPercent * bin.predicted[r])});
      cells.push_back({fmt::format("{:.1f} %", kPercent * share_of(bin, r))});
    }
    table.add_row(std::move(cells));
  }
  return table.to_text(style);
}

Json json_of(const std::vector<CalibrationBin>& bins) {
  Json out = Json::array();
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const CalibrationBin& bin = bins[i];
    const auto three = [](double win, double draw, double loss) {
      return Json{{"win", win}, {"draw", draw}, {"loss", loss}};
    };
    out.push_back({{"from_cp", i == 0 ? Json(nullptr) : Json(bin.from)},
                   {"to_cp", i + 1 == bins.size() ? Json(nullptr) : Json(bins[i + 1].from)},
                   {"positions", bin.positions},
                   {"predicted", three(bin.predicted[2], bin.predicted[1], bin.predicted[0])},
                   {"observed", three(share_of(bin, 2), share_of(bin, 1), share_of(bin, 0))}});
  }
  return out;
}

double surprise(const uci::WinModel& model, const std::vector<WinSighting>& sightings) {
  constexpr double kMin = 0.5 / kAll;  // what is said to be 0 per mille may be that much
  double sum = 0.0;
  for (const WinSighting& s : sightings) sum -= std::log(std::max(probabilities(model, s)[s.half_points], kMin));
  return sightings.empty() ? 0.0 : sum / static_cast<double>(sightings.size());
}

}  // namespace oknos::train
