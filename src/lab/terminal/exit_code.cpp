#include "lab/terminal/exit_code.h"

#include <cstdio>

namespace oknos::lab {

int complain(int code, const std::string& message) {
  std::fprintf(stderr, "oknos-lab: %s\n", message.c_str());
  return code;
}

}  // namespace oknos::lab
