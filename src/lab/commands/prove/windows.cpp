#include "lab/commands/prove/windows.h"

#include <algorithm>

namespace oknos::lab {

namespace {

constexpr Score kOne{1};
constexpr int kFar = 1000;   // centipawns that a random bound may lie beside the static value
constexpr int kNear = 30;    // the same, beside the value
constexpr int kMatePly = 8;  // mates of so many plies

// The null window above `alpha`.
Window null_window(Score alpha) {
  const Score a = std::clamp(alpha, -kInfinite, kInfinite - kOne);
  return {a, a + kOne};
}

class Drawn {
 public:
  Drawn(Score static_eval, Score value, RandomNumbers& random)
      : static_eval_(static_eval), value_(value), random_(random) {}

  Window of_number(int n) {
    enum Kind { Full, BelowValue, AboveValue, Static, Draw, RandomNull, Wide, Mate, NearValue, kCount };
    const int kind = n < kCount ? n : Static + (n - kCount) % (kCount - Static);
    switch (kind) {
      case Full:
        return {};
      case BelowValue:
        return null_window(value_ - kOne);
      case AboveValue:
        return null_window(value_);
      case Static:
        return null_window(static_eval_ - Score{below(2)});
      case Draw:
        return null_window(-Score{below(2)});
      case RandomNull:
        return null_window(static_eval_ + around(kFar));
      case Wide: {
        const Score alpha = far_bound();
        return {alpha, std::min(alpha + kOne + Score{below(kFar)}, kInfinite)};
      }
      case Mate:
        return among_mates();
      default:
        return null_window(value_ + around(kNear));
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }
  Score far_bound() { return std::clamp(static_eval_ + around(kFar), kOne - kInfinite, kInfinite - kOne); }
  Score around(int n) { return Score{below(2 * n + 1) - n}; }

  Window among_mates() {
    constexpr int kKinds = 6;
    const Score mate = kMate - Score{below(kMatePly)};
    switch (below(kKinds)) {
      case 0:
        return null_window(mate - kOne);
      case 1:
        return null_window(-mate);
      case 2:
        return {-kInfinite, -mate};
      case 3:
        return {mate, kInfinite};
      case 4:
        return {far_bound(), kInfinite};
      default:
        return {-kInfinite, far_bound()};
    }
  }

  Score static_eval_;
  Score value_;
  RandomNumbers& random_;
};

}  // namespace

std::vector<Window> draw_windows(int count, Score static_eval, Score value, RandomNumbers& random) {
  Drawn drawn(static_eval, value, random);
  std::vector<Window> out;
  for (int n = 0; n < count; ++n) out.push_back(drawn.of_number(n));
  return out;
}

}  // namespace oknos::lab
