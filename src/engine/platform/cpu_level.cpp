#include "engine/platform/cpu_level.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define OKNOS_HAS_CPUID 1
#else
#define OKNOS_HAS_CPUID 0
#endif

namespace oknos {
namespace {

// Which of the words a feature's bits stand in.
enum class Word : std::uint8_t { Leaf1Ecx, Leaf7Ebx, Extended1Ecx, Xcr0 };

struct Feature {
  CpuLevel level;  // the first level that needs it
  Word word;
  std::uint32_t mask;
  const char* name;
};

constexpr std::uint32_t bit(int n) {
  return std::uint32_t{1} << n;
}

// XCR0: the operating system saves the registers of AVX (bits 1, 2) and of AVX-512 (bits 5, 6, 7 as well). Without it
// the processor may list the instructions, and yet each of them would fault.
constexpr std::uint32_t kAvxState = bit(1) | bit(2);
constexpr std::uint32_t kAvx512State = kAvxState | bit(5) | bit(6) | bit(7);

constexpr Feature kFeatures[] = {
    {CpuLevel::V2, Word::Leaf1Ecx, bit(0), "sse3"},
    {CpuLevel::V2, Word::Leaf1Ecx, bit(9), "ssse3"},
    {CpuLevel::V2, Word::Leaf1Ecx, bit(13), "cmpxchg16b"},
    {CpuLevel::V2, Word::Leaf1Ecx, bit(19), "sse4.1"},
    {CpuLevel::V2, Word::Leaf1Ecx, bit(20), "sse4.2"},
    {CpuLevel::V2, Word::Leaf1Ecx, bit(23), "popcnt"},
    {CpuLevel::V2, Word::Extended1Ecx, bit(0), "lahf"},
    {CpuLevel::V3, Word::Leaf1Ecx, bit(28), "avx"},
    {CpuLevel::V3, Word::Leaf7Ebx, bit(5), "avx2"},
    {CpuLevel::V3, Word::Leaf7Ebx, bit(3), "bmi1"},
    {CpuLevel::V3, Word::Leaf7Ebx, bit(8), "bmi2"},
    {CpuLevel::V3, Word::Leaf1Ecx, bit(29), "f16c"},
    {CpuLevel::V3, Word::Leaf1Ecx, bit(12), "fma"},
    {CpuLevel::V3, Word::Extended1Ecx, bit(5), "lzcnt"},
    {CpuLevel::V3, Word::Leaf1Ecx, bit(22), "movbe"},
    {CpuLevel::V3, Word::Xcr0, kAvxState, "avx registers saved by the operating system"},
    {CpuLevel::V4, Word::Leaf7Ebx, bit(16), "avx512f"},
    {CpuLevel::V4, Word::Leaf7Ebx, bit(30), "avx512bw"},
    {CpuLevel::V4, Word::Leaf7Ebx, bit(28), "avx512cd"},
    {CpuLevel::V4, Word::Leaf7Ebx, bit(17), "avx512dq"},
    {CpuLevel::V4, Word::Leaf7Ebx, bit(31), "avx512vl"},
    {CpuLevel::V4, Word::Xcr0, kAvx512State, "avx-512 registers saved by the operating system"},
};

std::uint64_t word_of(const CpuWords& words, Word word) {
  switch (word) {
    case Word::Leaf1Ecx:
      return words.leaf1_ecx;
    case Word::Leaf7Ebx:
      return words.leaf7_ebx;
    case Word::Extended1Ecx:
      return words.extended1_ecx;
    case Word::Xcr0:
      return words.xcr0;
  }
  return 0;
}

}  // namespace

CpuWords read_cpu_words() {
  CpuWords words;
#if OKNOS_HAS_CPUID
  constexpr unsigned kExtendedLeaf1 = 0x80000001U;
  constexpr std::uint32_t kOsxsave = bit(27);  // XGETBV may be used
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0) words.leaf1_ecx = ecx;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) words.leaf7_ebx = ebx;
  if (__get_cpuid(kExtendedLeaf1, &eax, &ebx, &ecx, &edx) != 0) words.extended1_ecx = ecx;
  if ((words.leaf1_ecx & kOsxsave) != 0) {
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    words.xcr0 = (std::uint64_t{high} << 32) | low;
  }
#endif
  return words;
}

const char* cpu_level_name(CpuLevel level) {
  switch (level) {
    case CpuLevel::V2:
      return "x86-64-v2";
    case CpuLevel::V3:
      return "x86-64-v3";
    case CpuLevel::V4:
      return "x86-64-v4";
  }
  return "unknown";
}

std::optional<CpuLevel> parse_cpu_level(std::string_view name) {
  for (const CpuLevel level : kCpuLevels) {
    const std::string_view full = cpu_level_name(level);
    if (name == full || name == full.substr(full.rfind('v'))) return level;
  }
  return std::nullopt;
}

const char* missing_cpu_feature(CpuLevel level, const CpuWords& words) {
  for (const Feature& feature : kFeatures) {
    if (feature.level > level) continue;
    if ((word_of(words, feature.word) & feature.mask) != feature.mask) return feature.name;
  }
  return nullptr;
}

}  // namespace oknos
