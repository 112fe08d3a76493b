#include "train/network/loss_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace oknos::train::network {

namespace {

// All in pixels.
constexpr double kWidth = 720.0;
constexpr double kHeight = 400.0;
constexpr double kLeft = 90.0;
constexpr double kRight = 110.0;  // room for the names of the curves
constexpr double kTop = 40.0;
constexpr double kBottom = 50.0;
constexpr int kMaxTicks = 8;

// Where values lie in the picture.
struct Frame {
  int epochs = 1;
  double low = 0.0;
  double high = 1.0;

  double x(double epoch) const {
    const double part = epochs > 1 ? (epoch - 1) / (epochs - 1) : 0.5;
    return kLeft + part * (kWidth - kLeft - kRight);
  }
  double y(double error) const { return kTop + (high - error) / (high - low) * (kHeight - kTop - kBottom); }
};

// 1, 2 or 5 times a power of ten, so that there are few steps.
double step_for(double range) {
  constexpr std::array<double, 3> kNice = {1.0, 2.0, 5.0};
  constexpr double kTen = 10.0;
  for (double power = std::pow(kTen, std::floor(std::log10(range / kMaxTicks)));; power *= kTen)
    for (const double nice : kNice)
      if (range / (nice * power) <= kMaxTicks) return nice * power;
}

Frame frame_of(const std::vector<EpochLoss>& losses) {
  constexpr double kMinRange = 1e-6;
  Frame frame;
  frame.epochs = static_cast<int>(losses.size());
  frame.low = frame.high = losses.front().training;
  for (const EpochLoss& loss : losses) {
    frame.low = std::min({frame.low, loss.training, loss.validation});
    frame.high = std::max({frame.high, loss.training, loss.validation});
  }
  const double step = step_for(std::max(frame.high - frame.low, kMinRange));
  frame.low = std::floor(frame.low / step) * step;
  frame.high = std::max(std::ceil(frame.high / step) * step, frame.low + step);
  return frame;
}

std::string axes_of(const Frame& frame) {
  constexpr double kGap = 8.0;
  constexpr double kHalfLine = 4.0;
  std::string out;
  const double step = step_for(frame.high - frame.low);
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step))));
  const int lines = static_cast<int>(std::lround((frame.high - frame.low) / step));
  for (int i = 0; i <= lines; ++i) {
    const double error = frame.low + i * step;
    const double y = frame.y(error);
    out += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", kLeft, y, kWidth - kRight);
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.{}f}</text>\n", kLeft - kGap,
                       y + kHalfLine, error, digits);
  }
  const int apart = (frame.epochs + kMaxTicks - 1) / kMaxTicks;
  for (int epoch = 1; epoch <= frame.epochs; epoch += apart)
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", frame.x(epoch),
                       kHeight - kBottom + 2.5 * kGap, epoch);
  return out + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">epoch</text>\n",
                           (kLeft + kWidth - kRight) / 2, kHeight - kGap);
}

std::string curve_of(const Frame& frame, const std::vector<EpochLoss>& losses, double EpochLoss::*which,
                     const std::string& name, double label_shift) {
  constexpr double kGap = 8.0;
  std::string line;
  std::string dots;
  int epoch = 0;
  for (const EpochLoss& loss : losses) {
    ++epoch;
    const double x = frame.x(epoch);
    const double y = frame.y(loss.*which);
    line += fmt::format("{}{:.1f} {:.1f}", epoch == 1 ? "M" : "L", x, y);
    dots += fmt::format(
        "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>epoch {}: {:.6f}</title></circle>\n", name, x,
        y, epoch, loss.*which);
  }
  return fmt::format("<path class=\"{} line\" d=\"{}\"/>\n{}<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n",
                     name, line, dots, frame.x(epoch) + kGap, frame.y(losses.back().*which) + label_shift, name, name);
}

constexpr std::string_view kDress =
    "<style>\n"
    "svg { font: 13px sans-serif; background: #fff; } text { fill: #333; }\n"
    ".grid { stroke: #ddd; } .line { fill: none; stroke-width: 2; }\n"
    ".training { fill: #1f6fb4; } .training.line { fill: none; stroke: #1f6fb4; }\n"
    ".validation { fill: #c2501c; } .validation.line { fill: none; stroke: #c2501c; }\n"
    "@media (prefers-color-scheme: dark) { svg { background: #1b1b1b; } text { fill: #ccc; } .grid { stroke: #444; } "
    "}\n"
    "</style>\n";

}  // namespace

std::string loss_table(const Schedule& schedule, const std::vector<EpochLoss>& losses) {
  std::string out = "epoch\ttraining\tvalidation\trate\n";
  int epoch = 0;
  for (const EpochLoss& loss : losses) {
    ++epoch;
    out += fmt::format("{}\t{:.8f}\t{:.8f}\t{:.4e}\n", epoch, loss.training, loss.validation,
                       schedule.rate_at(static_cast<double>(epoch) / schedule.epochs));
  }
  return out;
}

std::string loss_picture(const Schedule& schedule, const std::vector<EpochLoss>& losses) {
  constexpr double kApart = 14.0;  // the names, where the curves end side by side
  constexpr double kHalfLine = 4.0;
  const Frame frame = frame_of(losses);
  const EpochLoss& last = losses.back();
  const double distance = frame.y(last.training) - frame.y(last.validation);
  const double shift = std::abs(distance) < kApart ? std::copysign((kApart - std::abs(distance)) / 2, distance) : 0.0;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">\n<title>Mean squared "
      "error "
      "by epoch</title>\n<desc>{}</desc>\n",
      kWidth, kHeight, schedule.to_text());
  out += kDress;
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">mean squared error, of {} epochs</text>\n", kLeft, kTop / 2,
                     schedule.epochs);
  out += axes_of(frame);
  out += curve_of(frame, losses, &EpochLoss::training, "training", kHalfLine + shift);
  out += curve_of(frame, losses, &EpochLoss::validation, "validation", kHalfLine - shift);
  return out + "</svg>\n";
}

}  // namespace oknos::train::network
