#include "engine/platform/standard_output.h"

#ifdef _WIN32

#include <cstdio>

namespace oknos::platform {

void occupy_standard_streams() {}

int exit_code_after_output(const char* program, int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::fprintf(stderr, "%s: standard output is incomplete: it is closed, or its disk is full\n", program);
  return code == 0 ? kOutputLost : code;
}

}  // namespace oknos::platform

#endif
