#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/arguments/command.h"
#include "lab/store/run_store.h"

// `oknos-lab merge OUT IN...`: run stores that are parts of one run (shards, or a run begun twice) become one.
namespace oknos::lab {

void add_merge(CLI::App& app, int& exit_code);

namespace store {

struct MergeOptions {
  std::string out;
  std::vector<std::string> in;
  bool force = false;  // replace a file that is there
};

struct Merged {
  WorkUnitNumber work_units = 0;  // of the whole run
  std::set<WorkUnitNumber> done;
};

// The file OUT appears only when all has gone well.
Result<Merged> merge_stores(const MergeOptions& options);

}  // namespace store

}  // namespace oknos::lab
