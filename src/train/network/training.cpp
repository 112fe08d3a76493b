#include "train/network/training.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>

#include "engine/base/bytes.h"
#include "engine/base/random_numbers.h"
#include "train/parallel.h"

namespace oknos::train::network {

namespace {

constexpr std::string_view kMagic = "OKNOSCP2";
constexpr std::size_t kPortion = 1 << 14;  // positions that are judged at a time

// The positions in an order that any other is as likely as.
std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed, int epoch) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  RandomNumbers random(seed, static_cast<std::uint64_t>(epoch));
  for (std::size_t left = count; left > 1; --left) std::swap(out[left - 1], out[random.below(left)]);
  return out;
}

void append_floats(std::string& to, const Floats& numbers) {
  for (const float x : numbers) bytes::append(to, std::bit_cast<std::uint32_t>(x));
}

bool read_floats(bytes::Reader& in, Floats& to) {
  for (float& x : to) {
    const auto bits = in.number<std::uint32_t>();
    if (!bits) return false;
    x = std::bit_cast<float>(*bits);
  }
  return true;
}

}  // namespace

std::string Schedule::to_text() const {
  return fmt::format(
      "(768 mirrored{} -> {}) x 2 -> 1 x {}{}, SCReLU; {} epochs, batch {}, AdamW, rate {} to {} (cosine{}), decay {}, "
      "blend {} to {}, scale {:.1f} cp, seed {}",
      layout.king_buckets > 1 ? fmt::format(" x {} king buckets", layout.king_buckets) : "", layout.neurons,
      layout.buckets, layout.hidden > 0 ? fmt::format(", and by {} hidden neurons", layout.hidden) : "", epochs, batch,
      rate, final_rate, warm_up > 0 ? fmt::format(", warm-up {} %", warm_up) : "", decay, first_blend, last_blend,
      scale, seed);
}

Training::Training(const Schedule& schedule, const Positions& positions, int threads, const std::optional<Start>& start)
    : schedule_(schedule),
      positions_(positions),
      threads_(threads),
      optimiser_(schedule.layout, {schedule.decay, threads}, schedule.seed),
      steps_in_epoch_((positions.training.size() + schedule.batch - 1) / schedule.batch) {
  if (start) optimiser_.start_from(start->layout, start->numbers);
}

double Training::position_in_schedule() const {
  const auto all = static_cast<double>(steps_in_epoch_ * static_cast<std::size_t>(schedule_.epochs));
  return static_cast<double>(optimiser_.state().steps) / all;
}

double Schedule::rate_at(double part) const {
  constexpr double kPercent = 100.0;
  constexpr double kHalf = 0.5;
  const double rising = warm_up / kPercent;
  if (part < rising) return rate * part / rising;
  const double fall = kHalf * (1.0 + std::cos(std::numbers::pi * (part - rising) / (1.0 - rising)));
  return final_rate + (rate - final_rate) * fall;
}

bool Training::run_epoch(const std::function<bool(double part)>& progress) {
  const auto order = shuffled(positions_.training.size(), schedule_.seed, epochs_done());
  double errors = 0.0;
  for (std::size_t step = 0; step < steps_in_epoch_; ++step) {
    if (!progress(static_cast<double>(step) / static_cast<double>(steps_in_epoch_))) return false;
    const std::size_t first = step * schedule_.batch;
    const std::size_t size = std::min(schedule_.batch, order.size() - first);
    const double part = position_in_schedule();
    const Target target{schedule_.first_blend + (schedule_.last_blend - schedule_.first_blend) * part, schedule_.scale};
    errors +=
        optimiser_.step(target, positions_.training, std::span(order).subspan(first, size), schedule_.rate_at(part));
  }
  EpochLoss loss;
  loss.training = errors / static_cast<double>(order.size());
  loss.validation = sum_over_judges([&](const Target& target, std::span<const PackedPosition> positions) {
                      return sum_of_errors(schedule_.layout, numbers(), target, positions);
                    }) /
                    static_cast<double>(judges().size());
  losses_.push_back(loss);
  return true;
}

double Training::sum_over_judges(const SumOfErrors& sum_of) const {
  const Target target{schedule_.last_blend, schedule_.scale};
  const auto& all = judges();
  std::vector<double> sums((all.size() + kPortion - 1) / kPortion);
  parallel_for(sums.size(), threads_, [&](std::size_t portion) {
    const std::size_t first = portion * kPortion;
    sums[portion] = sum_of(target, std::span(all).subspan(first, std::min(kPortion, all.size() - first)));
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

std::string Training::checkpoint(const std::string& identity) const {
  const Optimiser::State& state = optimiser_.state();
  std::string content;
  bytes::append(content, static_cast<std::uint32_t>(identity.size()));
  content += identity;
  bytes::append(content, static_cast<std::uint32_t>(losses_.size()));
  for (const EpochLoss& loss : losses_) {
    bytes::append(content, std::bit_cast<std::uint64_t>(loss.training));
    bytes::append(content, std::bit_cast<std::uint64_t>(loss.validation));
  }
  bytes::append(content, state.steps);
  for (const auto* numbers : {&state.numbers, &state.means, &state.squares}) append_floats(content, *numbers);
  std::string out(kMagic);
  bytes::append(out, bytes::checksum(content));
  return out + content;
}

std::optional<Error> Training::restore(std::string_view checkpoint, const std::string& identity) {
  if (!checkpoint.starts_with(kMagic)) return Error{"it is no checkpoint of oknos-lab train network"};
  bytes::Reader in(checkpoint.substr(kMagic.size()));
  const auto sum = in.number<std::uint64_t>();
  if (!sum || bytes::checksum(checkpoint.substr(checkpoint.size() - in.left())) != *sum)
    return Error{"it is cut short or damaged"};
  const auto size = in.number<std::uint32_t>();
  const auto whose = size ? in.take(*size) : std::nullopt;
  if (!whose || *whose != identity)
    return Error{fmt::format("it is of another training:\n  {}\nnot\n  {}", whose.value_or("?"), identity)};
  std::vector<EpochLoss> losses(in.number<std::uint32_t>().value_or(0));
  for (EpochLoss& loss : losses) {
    loss.training = std::bit_cast<double>(in.number<std::uint64_t>().value_or(0));
    loss.validation = std::bit_cast<double>(in.number<std::uint64_t>().value_or(0));
  }
  Optimiser::State state = optimiser_.state();
  state.steps = in.number<std::uint64_t>().value_or(0);
  if (!read_floats(in, state.numbers) || !read_floats(in, state.means) || !read_floats(in, state.squares) ||
      in.left() > 0)
    return Error{"its numbers are not those of this network"};
  losses_ = std::move(losses);
  optimiser_.restore(std::move(state));
  return std::nullopt;
}

}  // namespace oknos::train::network
