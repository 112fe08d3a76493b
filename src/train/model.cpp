#include "train/model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/eval/incremental/evaluation.h"

namespace oknos::train {

namespace {

struct Sums {
  double mg = 0.0;
  double eg = 0.0;
};

// Sums of the weights of each part of a sample, one after the other.
class Reader {
 public:
  Reader(const Sample& sample, const Entry* entries, const Vector& weights)
      : sizes_(sample.sizes), entry_(entries), weights_(weights) {}

  Sums next() {
    Sums out;
    for (const Entry* end = entry_ + sizes_[part_]; entry_ != end; ++entry_) {
      const double* w = &weights_[2 * std::size_t{entry_->weight}];
      out.mg += w[0] * entry_->count;
      out.eg += w[1] * entry_->count;
    }
    ++part_;
    return out;
  }

 private:
  const std::array<std::uint8_t, kParts>& sizes_;
  const Entry* entry_;
  const Vector& weights_;
  std::size_t part_ = 0;
};

struct Saturated {
  double value = 0.0;
  double slope = 0.0;
};

Saturated saturate(double x, double width) {
  const double size = std::abs(x);
  const double knee = width / 2;
  if (size <= knee) return {x, 1.0};
  const double beyond = (size - knee) / 2;
  if (beyond >= width - knee) return {std::copysign(width, x), 0.0};
  return {std::copysign(knee + beyond, x), 0.5};
}

}  // namespace

Vector vector_of(const Weights& weights) {
  Vector out;
  out.reserve(kNumbers);
  for (const eval::Tapered& w : weights) {
    out.push_back(w.mg);
    out.push_back(w.eg);
  }
  return out;
}

Weights rounded(const Vector& numbers) {
  const auto whole = [](double x) {
    using Limits = std::numeric_limits<std::int16_t>;
    return static_cast<std::int16_t>(
        std::clamp(std::round(x), static_cast<double>(Limits::min()), static_cast<double>(Limits::max())));
  };
  Weights out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {whole(numbers[2 * i]), whole(numbers[2 * i + 1])};
  return out;
}

std::array<bool, kNumbers> numbers_in_use() {
  std::array<bool, kNumbers> out{};
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    const bool tapered = group.kind == eval::WeightKind::Psqt || group.kind == eval::WeightKind::Tapered;
    for (int i = group.first; i < group.first + group.count; ++i) {
      out[2 * static_cast<std::size_t>(i)] = true;
      out[2 * static_cast<std::size_t>(i) + 1] = tapered;
    }
  }
  return out;
}

Stages stages_of(const Sample& sample, const Entry* entries, const Vector& weights) {
  Reader reader(sample, entries, weights);
  const Sums psqt = reader.next();
  const Sums tapered = reader.next();
  const double white_danger = std::max(0.0, reader.next().mg);
  const double black_danger = std::max(0.0, reader.next().mg);
  const double winnable = reader.next().mg;

  const double middlegame = static_cast<double>(sample.phase) / eval::kFullPhase;
  const double ending = 1.0 - middlegame;
  const double scale = static_cast<double>(sample.scale) / eval::kFullScale;
  const double mg = tapered.mg + (black_danger * black_danger - white_danger * white_danger) / eval::kDangerSquare;
  const double eg = tapered.eg + (black_danger - white_danger) / eval::kDangerEnding;
  const double whole = sample.material + psqt.eg + eg;
  const double size = std::abs(whole);
  const double sign = whole > 0 ? 1.0 : whole < 0 ? -1.0 : 0.0;
  const double scaled = (whole + sign * std::clamp(winnable, -size, size)) * scale;
  const Saturated positional = saturate(middlegame * mg + ending * (eg + scaled - whole), sample.width);

  Stages out;
  out.value = sample.material + middlegame * psqt.mg + ending * psqt.eg + positional.value;
  const bool within = std::abs(winnable) < size;  // else it doubles what the ending is worth, or takes it all
  const double kept = scale * (within ? 1.0 : winnable > 0 ? 2.0 : 0.0);  // derivative of `scaled` by `whole`
  out.tapered_mg = positional.slope * middlegame;
  out.tapered_eg = positional.slope * ending * kept;
  out.psqt_mg = middlegame;
  out.psqt_eg = ending + positional.slope * ending * (kept - 1.0);
  const auto by_danger = [&](double d) {
    return d > 0 ? out.tapered_mg * 2.0 * d / eval::kDangerSquare + out.tapered_eg / eval::kDangerEnding : 0.0;
  };
  out.white_danger = -by_danger(white_danger);
  out.black_danger = by_danger(black_danger);
  out.winnable = within ? positional.slope * ending * sign * scale : 0.0;
  return out;
}

double value_of(const Sample& sample, const Entry* entries, const Vector& weights) {
  return stages_of(sample, entries, weights).value;
}

void add_derivatives(const Sample& sample, const Entry* entries, const Stages& stages, double factor, Vector& sums) {
  const std::array<Sums, kParts> by_part = {{{factor * stages.psqt_mg, factor * stages.psqt_eg},
                                             {factor * stages.tapered_mg, factor * stages.tapered_eg},
                                             {factor * stages.white_danger, 0.0},
                                             {factor * stages.black_danger, 0.0},
                                             {factor * stages.winnable, 0.0}}};
  const Entry* entry = entries;
  for (std::size_t part = 0; part < kParts; ++part) {
    const Sums by = by_part[part];
    for (const Entry* end = entry + sample.sizes[part]; entry != end; ++entry) {
      double* sum = &sums[2 * std::size_t{entry->weight}];
      sum[0] += by.mg * entry->count;
      sum[1] += by.eg * entry->count;
    }
  }
}

}  // namespace oknos::train
