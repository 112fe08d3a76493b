#pragma once

// Ctrl-C ends what runs and prints what there is; a second Ctrl-C ends the program.
namespace oknos::lab {

inline constexpr int kInterruptedExit = 130;  // as shells have it: 128 + SIGINT

void catch_interrupts();
bool interrupted();

}  // namespace oknos::lab
