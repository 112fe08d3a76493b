#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace oknos {

// The levels of the x86-64 psABI (System V ABI, AMD64 supplement, "Micro-Architecture Levels"): the release binary
// holds the engine once for each. Every level includes the ones before it.
enum class CpuLevel : std::uint8_t { V2, V3, V4 };

inline constexpr std::array kCpuLevels = {CpuLevel::V2, CpuLevel::V3, CpuLevel::V4};

// What the processor says of itself (CPUID) and what the operating system has switched on (XCR0).
// All zero on other processors than x86.
struct CpuWords {
  std::uint32_t leaf1_ecx = 0;
  std::uint32_t leaf7_ebx = 0;
  std::uint32_t extended1_ecx = 0;
  std::uint64_t xcr0 = 0;
};

CpuWords read_cpu_words();

// "x86-64-v2", "x86-64-v3", "x86-64-v4".
const char* cpu_level_name(CpuLevel level);

// Takes the full name or its tail: "x86-64-v3" or "v3".
std::optional<CpuLevel> parse_cpu_level(std::string_view name);

// The first thing that the level needs and this processor (or its operating system) lacks, such as "avx2";
// nullptr when the level runs.
const char* missing_cpu_feature(CpuLevel level, const CpuWords& words);

}  // namespace oknos
