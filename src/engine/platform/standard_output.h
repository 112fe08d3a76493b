#pragma once

// Whether all that a program has printed has arrived: `main` calls these two, so that no command has to.
namespace oknos::platform {

// First: a program that was started without one of the standard streams would give its number to the next file that it
// opens, and print into that file. Each that is missing is opened on the null device, so that using it fails.
void occupy_standard_streams();

// Last: the exit code of a program that would end with `code`. If standard output is incomplete, a line on standard
// error says so, and success becomes kOutputLost. If the reader of a pipe has left (as `head` does), nothing is said,
// and success becomes kReaderLeft.
int exit_code_after_output(const char* program, int code);

inline constexpr int kOutputLost = 1;
inline constexpr int kReaderLeft = 141;  // 128 + SIGPIPE: as if the signal had ended the program

}  // namespace oknos::platform
