#include "engine/platform/terminal.h"

#ifndef _WIN32

#include <sys/ioctl.h>
#include <unistd.h>

namespace oknos::platform {

bool is_terminal(std::FILE* stream) {
  return isatty(fileno(stream)) == 1;
}

std::optional<int> terminal_columns(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

void pass_bytes_unchanged() {}

}  // namespace oknos::platform

#endif
