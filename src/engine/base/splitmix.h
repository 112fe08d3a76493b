#pragma once

#include <cstdint>

// G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
namespace oknos::splitmix {

inline constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;  // from state to state

// The number that belongs to a state: a hash of it.
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace oknos::splitmix
