#pragma once

#include <string>

// What the commands return, and how they say why. 130 (kInterruptedExit, interrupt.h) is the third code.
namespace oknos::lab {

inline constexpr int kFailure = 1;  // the work could not be done
inline constexpr int kUsage = 2;    // the command line is wrong

// Prints "oknos-lab: message" to standard error and returns the code.
int complain(int code, const std::string& message);

}  // namespace oknos::lab
