// Run by CMake's configure step: does this machine run x86-64-v3?
#include "engine/platform/cpu_level.h"

int main() {
  return oknos::missing_cpu_feature(oknos::CpuLevel::V3, oknos::read_cpu_words()) == nullptr ? 0 : 1;
}
