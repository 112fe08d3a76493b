#include "engine/uci/win_model.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/eval/endings/known_endings.h"
#include "engine/uci/win_model_values.h"

namespace oknos::uci {

namespace {

constexpr int kAll = 1000;  // per mille

// 1 / (1 + exp(-z)) from a table: exact every 1/kSteps, straight lines between (less than 0.1 per mille off).
constexpr int kSteps = 16;    // in a unit of z
constexpr int kLargest = 12;  // z; beyond that it is all or nothing
constexpr int kFine = 1024;   // parts of a step that are told apart
constexpr int kCertain = 1 << 24;
constexpr std::size_t kEntries = kSteps * kLargest + 1;

// e^-z for 0 <= z: the power series of a small part of z, squared until it is the whole.
constexpr double exp_of_minus(double z) {
  constexpr int kSquarings = 8;
  constexpr int kTerms = 12;
  const double x = -z / (1 << kSquarings);
  double term = 1.0;
  double sum = 1.0;
  for (int n = 1; n < kTerms; ++n) {
    term *= x / n;
    sum += term;
  }
  for (int i = 0; i < kSquarings; ++i) sum *= sum;
  return sum;
}

constexpr std::array<std::int32_t, kEntries> make_logistic() {
  std::array<std::int32_t, kEntries> out{};
  for (std::size_t i = 0; i < kEntries; ++i) {
    const double z = static_cast<double>(i) / kSteps;
    out[i] = static_cast<std::int32_t>(kCertain / (1.0 + exp_of_minus(z)) + 0.5);
  }
  return out;
}

constexpr std::array<std::int32_t, kEntries> kLogistic = make_logistic();

// Per mille, of z = numerator / denominator. Precondition: denominator > 0.
int logistic(std::int64_t numerator, std::int64_t denominator) {
  constexpr std::int64_t kMax = std::int64_t{kSteps} * kLargest * kFine;
  const std::int64_t size = std::abs(numerator) * kSteps * kFine / denominator;
  std::int64_t likely = kCertain;
  if (size < kMax) {
    const auto i = static_cast<std::size_t>(size / kFine);
    likely = kLogistic[i] + (kLogistic[i + 1] - kLogistic[i]) * (size % kFine) / kFine;
  }
  const std::int64_t part = numerator < 0 ? kCertain - likely : likely;
  return static_cast<int>((part * kAll + kCertain / 2) / kCertain);
}

}  // namespace

std::int64_t WinModel::at(const Polynomial& p, std::int32_t by_move, int material, int move) {
  const std::int64_t m = std::clamp(material, kMinMaterial, kMaxMaterial);
  std::int64_t sum = 0;  // times kMaterialUnit to the power of what was gone through
  std::int64_t power = 1;
  for (std::size_t i = p.size(); i-- > 0;) {
    sum = sum * m + p[i] * power;
    power *= kMaterialUnit;
  }
  const std::int64_t by_material = sum / (power / kMaterialUnit);
  return std::max<std::int64_t>(
      by_material + std::int64_t{by_move} * (std::clamp(move, least_move(material), kMaxMove) - kMiddleMove), kMin);
}

Score WinModel::normalised(Score internal, int material, int move) const {
  constexpr std::int64_t kHalfWon = 100;  // centipawns shown where half of the games are won
  if (is_decisive(internal)) return internal;
  const std::int64_t a = half_at(material, move);
  const std::int64_t size = (std::abs(std::int64_t{internal.value()}) * kHalfWon * kUnit + a / 2) / a;
  const Score shown{static_cast<int>(std::min<std::int64_t>(size, kMaxEvaluation.value()))};
  return internal < Score{0} ? -shown : shown;
}

Wdl WinModel::wdl(Score internal, int material, int move) const {
  if (internal >= kDecisiveBound) return {kAll, 0, 0};
  if (internal <= -kDecisiveBound) return {0, 0, kAll};
  const std::int64_t score = std::int64_t{internal.value()} * kUnit;
  const std::int64_t a = half_at(material, move);
  const std::int64_t b = spread_at(material, move);
  const int win = logistic(score - a, b);
  const int loss = std::min(logistic(-score - a, b), kAll - win);
  return {win, kAll - win - loss, loss};
}

int material_left(const Position& position) {
  constexpr std::array<int, kPieceTypes> kWorth = {1, 3, 3, 5, 9, 0};
  int out = 0;
  for (int t = 0; t < kPieceTypes; ++t)
    out += kWorth[static_cast<std::size_t>(t)] * popcount(position.pieces(static_cast<PieceType>(t)));
  return out;
}

Wdl wdl(Score internal, const Position& position) {
  Wdl out = kWinModel.wdl(internal, material_left(position), position.fullmove_number());
  // A bare king cannot win, whatever the score.
  const Color us = position.side_to_move();
  if (eval::is_bare_king(position, us)) out.draw += std::exchange(out.win, 0);
  if (eval::is_bare_king(position, ~us)) out.draw += std::exchange(out.loss, 0);
  return out;
}

}  // namespace oknos::uci
