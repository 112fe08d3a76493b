// Run by CMake's configure step: prints the x86-64 level to compile for on this machine. That is v3 also where v4 runs:
// with g++ 12 on a processor with AVX-512, the engine for v4 takes 1.04 times as long (medians of five alternating
// benches).
#include <cstdio>

#include "engine/platform/cpu_level.h"

int main() {
  const oknos::CpuWords words = oknos::read_cpu_words();
  const char* best = "x86-64";
  for (const oknos::CpuLevel level : oknos::kCpuLevels) {
    if (level <= oknos::CpuLevel::V3 && oknos::missing_cpu_feature(level, words) == nullptr)
      best = oknos::cpu_level_name(level);
  }
  std::fputs(best, stdout);
  return 0;
}
