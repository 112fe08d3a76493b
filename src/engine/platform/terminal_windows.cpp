#include "engine/platform/terminal.h"

#ifdef _WIN32

#include <fcntl.h>
#include <io.h>

namespace oknos::platform {

bool is_terminal(std::FILE* stream) {
  return _isatty(_fileno(stream)) != 0;
}

std::optional<int> terminal_columns(std::FILE*) {
  return std::nullopt;
}

// A console keeps the meaning of Ctrl-Z: the end of the input.
void pass_bytes_unchanged() {
  for (std::FILE* const stream : {stdin, stdout, stderr})
    if (!is_terminal(stream)) _setmode(_fileno(stream), _O_BINARY);
}

}  // namespace oknos::platform

#endif
