#include "engine/platform/cpu_level.h"

#include <gtest/gtest.h>
#include <string>

namespace oknos {
namespace {

constexpr std::uint32_t bit(int n) {
  return std::uint32_t{1} << n;
}

// What an Intel Core 2 (2006), a Nehalem (2008), a Haswell (2013) and a Skylake-X (2017) say of the features asked for.
CpuWords core2() {
  return {bit(0) | bit(9) | bit(13), 0, bit(0), 0};
}
CpuWords nehalem() {
  return {core2().leaf1_ecx | bit(19) | bit(20) | bit(23), 0, bit(0), 0};
}
CpuWords haswell() {
  return {nehalem().leaf1_ecx | bit(12) | bit(22) | bit(27) | bit(28) | bit(29), bit(3) | bit(5) | bit(8),
          bit(0) | bit(5), 0x7};
}
CpuWords skylake_x() {
  CpuWords words = haswell();
  words.leaf7_ebx |= bit(16) | bit(17) | bit(28) | bit(30) | bit(31);
  words.xcr0 = 0xe7;
  return words;
}

TEST(CpuLevel, NamesAndTheirTailsAreUnderstood) {
  for (const CpuLevel level : kCpuLevels) {
    const std::string name = cpu_level_name(level);
    EXPECT_EQ(parse_cpu_level(name), level);
    EXPECT_EQ(parse_cpu_level(name.substr(name.size() - 2)), level);
  }
  for (const char* wrong : {"", "v", "v1", "v5", "x86-64", "x86-64-v", "X86-64-V3", "x86-64-v3 ", "avx2"}) {
    EXPECT_EQ(parse_cpu_level(wrong), std::nullopt) << wrong;
  }
}

TEST(CpuLevel, ProcessorsRunWhatTheyShould) {
  EXPECT_STREQ(missing_cpu_feature(CpuLevel::V2, CpuWords{}), "sse3");
  EXPECT_STREQ(missing_cpu_feature(CpuLevel::V2, core2()), "sse4.1");
  EXPECT_EQ(missing_cpu_feature(CpuLevel::V2, nehalem()), nullptr);
  EXPECT_STREQ(missing_cpu_feature(CpuLevel::V3, nehalem()), "avx");
  EXPECT_EQ(missing_cpu_feature(CpuLevel::V3, haswell()), nullptr);
  EXPECT_STREQ(missing_cpu_feature(CpuLevel::V4, haswell()), "avx512f");
  EXPECT_EQ(missing_cpu_feature(CpuLevel::V4, skylake_x()), nullptr);
}

TEST(CpuLevel, EachFeatureOfALevelIsNeeded) {
  const CpuWords all = skylake_x();
  for (int n = 0; n < 32; ++n) {
    for (std::uint32_t CpuWords::*word : {&CpuWords::leaf1_ecx, &CpuWords::leaf7_ebx, &CpuWords::extended1_ecx}) {
      CpuWords fewer = all;
      fewer.*word &= ~bit(n);
      if (fewer.*word == all.*word) continue;
      // OSXSAVE itself is not asked for: without it XCR0 cannot be read and counts as zero.
      const bool osxsave = word == &CpuWords::leaf1_ecx && n == 27;
      EXPECT_EQ(missing_cpu_feature(CpuLevel::V4, fewer) == nullptr, osxsave) << "bit " << n;
    }
  }
}

TEST(CpuLevel, TheOperatingSystemMustSaveTheRegisters) {
  CpuWords words = skylake_x();
  words.xcr0 = 0x7;
  EXPECT_EQ(missing_cpu_feature(CpuLevel::V3, words), nullptr);
  EXPECT_NE(missing_cpu_feature(CpuLevel::V4, words), nullptr);
  words.xcr0 = 0x3;
  EXPECT_NE(missing_cpu_feature(CpuLevel::V3, words), nullptr);
  EXPECT_EQ(missing_cpu_feature(CpuLevel::V2, words), nullptr);
}

TEST(CpuLevel, AHigherLevelIncludesTheLowerOnes) {
  const CpuWords words = read_cpu_words();
  if (missing_cpu_feature(CpuLevel::V4, words) == nullptr) {
    EXPECT_EQ(missing_cpu_feature(CpuLevel::V3, words), nullptr);
  }
  if (missing_cpu_feature(CpuLevel::V3, words) == nullptr) {
    EXPECT_EQ(missing_cpu_feature(CpuLevel::V2, words), nullptr);
  }
}

}  // namespace
}  // namespace oknos
