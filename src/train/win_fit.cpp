#include "train/win_fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tuple>

#include "lab/statistics/minimise.h"
#include "train/score_scale.h"

namespace oknos::train {

namespace {

using uci::WinModel;

// While fitting, material and move run from about -1 to 1 and scores are counted in pawns, so that all numbers have the
// same size.
constexpr double kPawn = 100.0;
constexpr double kMiddle = (WinModel::kMaxMaterial + WinModel::kMinMaterial) / 2.0;
constexpr double kReach = (WinModel::kMaxMaterial - WinModel::kMinMaterial) / 2.0;
constexpr double kMoveReach = 40.0;
constexpr double kMin = static_cast<double>(WinModel::kMin) / WinModel::kUnit / kPawn;
constexpr std::size_t kPowers = 4;
constexpr std::size_t kTerms = kPowers + 1;  // and the move

using Terms = std::array<double, kTerms>;

double clamped(double material) {
  return std::clamp<double>(material, WinModel::kMinMaterial, WinModel::kMaxMaterial);
}

double clamped_move(double material, double move) {
  return std::clamp<double>(move, WinModel::least_move(static_cast<int>(material)), WinModel::kMaxMove);
}

Terms terms_of(double material, double move) {
  const double u = (clamped(material) - kMiddle) / kReach;
  return {1.0, u, u * u, u * u * u, (clamped_move(material, move) - WinModel::kMiddleMove) / kMoveReach};
}

double dot(const Terms& terms, const double* numbers) {
  double out = 0.0;
  for (std::size_t i = 0; i < kTerms; ++i) out += terms[i] * numbers[i];
  return out;
}

// -ln(probability) of each result, and its derivatives by a and b.
struct Surprise {
  double value = 0.0;
  double by_half = 0.0;
  double by_spread = 0.0;
};

Surprise surprise_of(const WinCell& cell, double half, double spread) {
  constexpr double kMinLikely = 1e-12;  // probability: keeps logarithms finite
  const double score = cell.score / kPawn;
  const double z_win = (score - half) / spread;
  const double z_loss = (-score - half) / spread;
  const double win = sigmoid(z_win);
  const double loss = sigmoid(z_loss);
  const double draw = std::max(1.0 - win - loss, kMinLikely);
  const auto [losses, draws, wins] = cell.counts;
  const auto n = [](std::uint64_t count) { return static_cast<double>(count); };
  Surprise out;
  out.value = -n(wins) * std::log(std::max(win, kMinLikely)) - n(losses) * std::log(std::max(loss, kMinLikely)) -
              n(draws) * std::log(draw);
  const double by_z_win = -n(wins) * (1.0 - win) + n(draws) * win * (1.0 - win) / draw;
  const double by_z_loss = -n(losses) * (1.0 - loss) + n(draws) * loss * (1.0 - loss) / draw;
  out.by_half = -(by_z_win + by_z_loss) / spread;
  out.by_spread = -(by_z_win * z_win + by_z_loss * z_loss) / spread;
  return out;
}

// The numbers: kTerms for a, then kTerms for b, in pawns.
double mean_surprise(const std::vector<WinCell>& cells, double count, bool by_move, const std::vector<double>& numbers,
                     std::vector<double>& gradient) {
  double sum = 0.0;
  for (const WinCell& cell : cells) {
    const Terms terms = terms_of(cell.material, cell.move);
    const double half = dot(terms, numbers.data());
    const double spread = dot(terms, numbers.data() + kTerms);
    const Surprise s = surprise_of(cell, std::max(half, kMin), std::max(spread, kMin));
    sum += s.value;
    const double by_half = half > kMin ? s.by_half / count : 0.0;
    const double by_spread = spread > kMin ? s.by_spread / count : 0.0;
    for (std::size_t i = 0; i < (by_move ? kTerms : kPowers); ++i) {
      gradient[i] += by_half * terms[i];
      gradient[kTerms + i] += by_spread * terms[i];
    }
  }
  return sum / count;
}

double count_of(const std::vector<WinCell>& cells) {
  double out = 0.0;
  for (const WinCell& cell : cells)
    for (const std::uint64_t n : cell.counts) out += static_cast<double>(n);
  return out;
}

// From powers of u = (m * kMaterialUnit - kMiddle) / kReach to powers of m.
std::array<double, kPowers> in_material(const double* numbers) {
  std::array<double, kPowers> out{};
  std::array<double, kPowers> power = {1.0, 0.0, 0.0, 0.0};  // u to the power of i, in powers of m
  for (std::size_t i = 0; i < kPowers; ++i) {
    std::array<double, kPowers> next{};
    for (std::size_t j = 0; j < kPowers; ++j) {
      out[j] += kPawn * numbers[i] * power[j];
      next[j] -= power[j] * kMiddle / kReach;
      if (j + 1 < kPowers) next[j + 1] += power[j] * WinModel::kMaterialUnit / kReach;
    }
    power = next;
  }
  return out;
}

double curve_at(const std::array<double, 4>& p, double by_move, double material, double move) {
  const double m = clamped(material) / WinModel::kMaterialUnit;
  const double by_material = p[0] + m * (p[1] + m * (p[2] + m * p[3]));
  return std::max(by_material + by_move * (clamped_move(material, move) - WinModel::kMiddleMove), kPawn * kMin);
}

}  // namespace

std::vector<WinCell> cells_of(const std::vector<WinSighting>& sightings) {
  constexpr double kScoreStep = 4.0;
  constexpr double kMoveStep = 8.0;
  std::map<std::tuple<int, int, int>, std::array<std::uint64_t, 3>> counts;
  for (const WinSighting& s : sightings) {
    const auto score = static_cast<int>(std::lround(s.score / kScoreStep));
    const auto move = static_cast<int>(std::lround(s.move / kMoveStep));
    ++counts[{score, s.material, move}][s.half_points];
  }
  std::vector<WinCell> out;
  for (const auto& [key, by_result] : counts) {
    const auto [score, material, move] = key;
    out.push_back({score * kScoreStep, static_cast<double>(material), move * kMoveStep, by_result});
  }
  return out;
}

double WinCurve::half_at(double material, double move) const {
  return curve_at(half, half_by_move, material, move);
}

double WinCurve::spread_at(double material, double move) const {
  return curve_at(spread, spread_by_move, material, move);
}

double surprise(const WinCurve& curve, const std::vector<WinCell>& cells) {
  double sum = 0.0;
  for (const WinCell& cell : cells)
    sum += surprise_of(cell, curve.half_at(cell.material, cell.move) / kPawn,
                       curve.spread_at(cell.material, cell.move) / kPawn)
               .value;
  const double n = count_of(cells);
  return n > 0 ? sum / n : 0.0;
}

Result<WinCurve> fit_win_curve(const std::vector<WinCell>& cells, bool by_move) {
  constexpr double kPrecision = 1e-9;
  constexpr double kFirstHalf = 2.0;    // pawns
  constexpr double kFirstSpread = 1.0;  // pawns
  std::array<std::uint64_t, 3> results{};
  for (const WinCell& cell : cells)
    for (std::size_t r = 0; r < results.size(); ++r) results[r] += cell.counts[r];
  if (std::count(results.begin(), results.end(), 0U) > 0)
    return Error{fmt::format("wins, draws and losses are needed; there are {}, {} and {} positions of such games",
                             results[2], results[1], results[0])};
  const double n = count_of(cells);
  std::vector<double> start(2 * kTerms, 0.0);
  start[0] = kFirstHalf;
  start[kTerms] = kFirstSpread;
  const lab::Minimum found =
      lab::minimise([&](const std::vector<double>& x,
                        std::vector<double>& gradient) { return mean_surprise(cells, n, by_move, x, gradient); },
                    start, kPrecision);
  WinCurve out;
  out.half = in_material(found.point.data());
  out.spread = in_material(found.point.data() + kTerms);
  out.half_by_move = kPawn * found.point[kPowers] / kMoveReach;
  out.spread_by_move = kPawn * found.point[kTerms + kPowers] / kMoveReach;
  return out;
}

uci::WinModel model_of(const WinCurve& curve) {
  WinModel out;
  for (std::size_t i = 0; i < kPowers; ++i) {
    out.half[i] = static_cast<std::int32_t>(std::lround(curve.half[i] * WinModel::kUnit));
    out.spread[i] = static_cast<std::int32_t>(std::lround(curve.spread[i] * WinModel::kUnit));
  }
  out.half_by_move = static_cast<std::int32_t>(std::lround(curve.half_by_move * WinModel::kUnit));
  out.spread_by_move = static_cast<std::int32_t>(std::lround(curve.spread_by_move * WinModel::kUnit));
  return out;
}

std::string win_model_file_text(const uci::WinModel& model, const std::vector<std::string>& remarks) {
  std::string out =
      "#pragma once\n\n#include \"engine/uci/win_model.h\"\n\n// The numbers of the win model, see win_model.h.\n";
  for (const std::string& remark : remarks) out += fmt::format("// {}\n", remark);
  const auto line = [](const char* what, const WinModel::Polynomial& p) {
    return fmt::format("    {{{}, {}, {}, {}}},  // {}\n", p[0], p[1], p[2], p[3], what);
  };
  out += "namespace oknos::uci {\n\n// clang-format off\ninline constexpr WinModel kWinModel = {\n";
  out += line("half", model.half) + line("spread", model.spread);
  out +=
      fmt::format("    {},  // half_by_move\n    {},  // spread_by_move\n", model.half_by_move, model.spread_by_move);
  return out + "};\n// clang-format on\n\n}  // namespace oknos::uci\n";
}

}  // namespace oknos::train
