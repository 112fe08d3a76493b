// The door of the engine. A packaged binary holds the whole engine once per CPU level, and this file, built for the
// plainest x86-64 processor, picks one; other builds hold a single copy, for the machine that they were made on.
// Nothing else may happen here.
#include <cstdio>
#include <cstring>

#include "engine/platform/arguments.h"
#include "engine/platform/cpu_level.h"

#ifdef OKNOS_CPU_LEVELS
extern "C" int oknos_main_v2(int argc, char** argv);
extern "C" int oknos_main_v3(int argc, char** argv);
extern "C" int oknos_main_v4(int argc, char** argv);
#else
extern "C" int oknos_main_native(int argc, char** argv);
#endif

namespace {

constexpr int kExitUsage = 2;

// Takes every `--cpu LEVEL` and `--cpu=LEVEL` out of the arguments; the last one counts. False when a value is missing.
bool take_cpu_argument(int& argc, char** argv, const char*& wanted) {
  constexpr const char* kName = "--cpu";
  const std::size_t name_length = std::strlen(kName);
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], kName) == 0) {
      if (++i == argc) return false;
      wanted = argv[i];
    } else if (std::strncmp(argv[i], kName, name_length) == 0 && argv[i][name_length] == '=') {
      wanted = argv[i] + name_length + 1;
    } else {
      argv[kept++] = argv[i];
    }
  }
  if (kept < argc) argv[kept] = nullptr;
  argc = kept;
  return true;
}

constexpr int kExitCannotRun = 1;
constexpr const char* kAdvice = "; build oknos on this machine with \"make\"";

// True where this processor runs the level; says what it lacks otherwise.
bool processor_will_do(oknos::CpuLevel level, const char* advice) {
  const char* feature = oknos::missing_cpu_feature(level, oknos::read_cpu_words());
  if (feature == nullptr) return true;
  std::fprintf(stderr, "oknos: this processor does not run %s: it lacks %s%s\n", oknos::cpu_level_name(level), feature,
               advice);
  return false;
}

#ifdef OKNOS_CPU_LEVELS

constexpr const char* kLevelsHeld = "x86-64-v2, x86-64-v3, x86-64-v4";

int enter(oknos::CpuLevel level, int argc, char** argv) {
  switch (level) {
    case oknos::CpuLevel::V2:
      return oknos_main_v2(argc, argv);
    case oknos::CpuLevel::V3:
      return oknos_main_v3(argc, argv);
    case oknos::CpuLevel::V4:
      return oknos_main_v4(argc, argv);
  }
  return kExitCannotRun;
}

int run_level(const char* wanted, int argc, char** argv) {
  const oknos::CpuWords words = oknos::read_cpu_words();
  oknos::CpuLevel level = oknos::kCpuLevels.front();
  if (wanted != nullptr) {
    const auto parsed = oknos::parse_cpu_level(wanted);
    if (!parsed) {
      std::fprintf(stderr, "oknos: unknown CPU level \"%s\"; this binary holds %s\n", wanted, kLevelsHeld);
      return kExitUsage;
    }
    level = *parsed;
  } else {
    for (const oknos::CpuLevel candidate : oknos::kCpuLevels) {
      if (oknos::missing_cpu_feature(candidate, words) == nullptr) level = candidate;
    }
  }
  if (!processor_will_do(level, wanted == nullptr ? kAdvice : "")) return kExitCannotRun;
  return enter(level, argc, argv);
}

#else

#ifndef OKNOS_LEVEL_NAME
#define OKNOS_LEVEL_NAME "native"
#endif

int run_level(const char* wanted, int argc, char** argv) {
  if (wanted != nullptr && std::strcmp(wanted, OKNOS_LEVEL_NAME) != 0) {
    std::fprintf(stderr, "oknos: unknown CPU level \"%s\"; this binary holds %s\n", wanted, OKNOS_LEVEL_NAME);
    return kExitUsage;
  }
  const auto level = oknos::parse_cpu_level(OKNOS_LEVEL_NAME);
  if (level && !processor_will_do(*level, kAdvice)) return kExitCannotRun;
  return oknos_main_native(argc, argv);
}

#endif

}  // namespace

int main(int argc, char** argv) {
  oknos::platform::Arguments arguments(argc, argv);
  int count = arguments.count();
  const char* wanted = nullptr;
  if (!take_cpu_argument(count, arguments.words(), wanted)) {
    std::fprintf(stderr, "oknos: --cpu needs a level after it, as in --cpu x86-64-v3\n");
    return kExitUsage;
  }
  return run_level(wanted, count, arguments.words());
}
