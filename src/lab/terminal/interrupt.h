#pragma once

#include <chrono>

// Ctrl-C ends what runs and prints what there is; a second Ctrl-C ends the program.
namespace oknos::lab {

// How often whoever waits looks whether it was pressed.
inline constexpr std::chrono::milliseconds kPollInterval{50};
inline constexpr int kInterruptedExit = 130;  // as shells have it: 128 + SIGINT

void catch_interrupts();
bool interrupted();

}  // namespace oknos::lab
