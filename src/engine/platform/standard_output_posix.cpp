#include "engine/platform/standard_output.h"

#ifndef _WIN32

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <unistd.h>

namespace oknos::platform {

namespace {

// What a command could not write it has not noticed; the stream remembers it.
bool all_written() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return false;
  // A network file system may say only now that its disk is full.
  const int copy = dup(STDOUT_FILENO);
  return copy < 0 || close(copy) == 0;
}

// Where SIGPIPE is ignored: otherwise it has ended the program.
bool reader_has_left() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is the stream's own. It is opened for what nobody does with this stream.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

int exit_code_after_output(const char* program, int code) {
  if (all_written()) return code;
  const bool success = code == 0;
  if (reader_has_left()) return success ? kReaderLeft : code;
  std::fprintf(stderr, "%s: standard output is incomplete: it is closed, or its disk is full\n", program);
  return success ? kOutputLost : code;
}

}  // namespace oknos::platform

#endif
