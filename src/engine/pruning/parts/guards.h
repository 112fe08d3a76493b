#pragma once

#include <cstdint>

#include "engine/pruning/parts/verdict.h"

// Guards are switches of the proofs and of the audit only, which turn one off to show that it is needed. A rule asks
//   if (guards(Guard::PvNode) && c.pv) return Verdict::held(Guard::PvNode);
namespace oknos::pruning {

// What plays: every guard is on, and the compiler knows it.
struct AllGuards {
  constexpr bool operator()(Guard) const { return true; }
};

class GuardSwitches {
 public:
  constexpr bool operator()(Guard g) const { return !(off_ >> static_cast<int>(g) & 1); }
  constexpr void set(Guard g, bool on) {
    const std::uint32_t b = 1U << static_cast<int>(g);
    off_ = on ? off_ & ~b : off_ | b;
  }
  constexpr bool operator==(const GuardSwitches&) const = default;

 private:
  std::uint32_t off_ = 0;
};
static_assert(kGuards <= 32);

}  // namespace oknos::pruning
