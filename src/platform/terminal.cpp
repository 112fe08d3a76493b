#include "platform/terminal.h"

#ifdef _WIN32
#include <io.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace oknos::platform {

#ifdef _WIN32

bool is_terminal(std::FILE* stream) {
  return _isatty(_fileno(stream)) != 0;
}

std::optional<int> terminal_columns(std::FILE*) {
  return std::nullopt;
}

#else

bool is_terminal(std::FILE* stream) {
  return isatty(fileno(stream)) == 1;
}

std::optional<int> terminal_columns(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

#endif

}  // namespace oknos::platform
