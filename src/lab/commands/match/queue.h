#pragma once

#include <string>

#include "lab/terminal/style.h"

// `oknos-lab match --queue FILE`: the tests of a file, one after the other, without anybody there.
namespace oknos::lab {

struct QueueOptions {
  std::string file;
  int workers = 0;  // games at a time; 0: one for every processor
  ColorChoice color = ColorChoice::Auto;
};

// Each test has a run store beside the file, FILE.NAME.db, and goes on where it was interrupted. What a test came to is
// appended to FILE.results.tsv once, and at the end there is a table of all. The program's exit code: 0 when every test
// is decided or at its last game, kFailure when one could not be played (the others are), kUsage for a bad file,
// kInterruptedExit.
int play_queue(const QueueOptions& options);

}  // namespace oknos::lab
