#pragma once

#include <cstdint>

#include "engine/pruning/parts/verdict.h"

// Guards can be switched off, by proofs, audits and the shadow search, to show that each is needed. In play, all are
// on. A rule tests
//
//   if (guards(Guard::PvNode) && c.pv) return Verdict::held(Guard::PvNode);
namespace oknos::pruning {

// All guards on, known at compile time; used in play.
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
