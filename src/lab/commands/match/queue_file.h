#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/match/match.h"

// The file of `oknos-lab match --queue`: matches that are played one after the other, in the TOML of presets.
//
//   nodes = 2000                              # before the first table: for every test that says nothing else
//   sprt = "0,5"
//   games = 20000                             # at most
//
//   [narrow-margin]                           # a test; its name is that of its run store
//   first = "modern,reverse_futility.margin=60"
//   second = "modern"
//
// The keys are the players (`first`, `second`) and the options of the command about thinking, games and openings, with
// '_' for '-' (match_arguments.h); values are written as there.
namespace oknos::lab {

struct QueuedTest {
  std::string name;
  int line = 0;  // of its header in the file
  MatchOptions options;
};

// Every test is complete and would begin: players, book and all the rest have been looked at. A limit of its own
// replaces the common ones. The error is "FILE:LINE: key 'tc' in [narrow-margin]: what is wrong".
Result<std::vector<QueuedTest>> read_queue(const std::string& path);
Result<std::vector<QueuedTest>> parse_queue(const std::string& text, const std::string& file_name);

}  // namespace oknos::lab
