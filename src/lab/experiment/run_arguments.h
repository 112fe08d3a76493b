#pragma once

#include <algorithm>
#include <string>
#include <thread>

#include "lab/experiment/team.h"
#include "lab/store/run_store.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// What every experiment takes from the command line about its run.
struct RunArguments {
  std::string out;  // the run store; empty: the run is kept in memory only
  bool resume = false;
  bool force = false;  // replace a run store that exists, unless `resume`
  store::Shard shard;
  int workers = 0;       // threads that work on work units; 0: one for every processor
  Team* team = nullptr;  // processes that do instead; nullptr: none
  bool json = false;     // print for machines
  ColorChoice color = ColorChoice::Auto;

  // What to do after Ctrl-C; empty where nothing was kept.
  std::string resume_hint() const {
    return out.empty() || !leads() ? "" : "interrupted; the same command with --resume continues " + out;
  }
  bool leads() const { return !team || team->leads(); }
  // Only who leads a team has the run's store. `inputs`: files that the experiment reads.
  store::StoreOptions store_options(const std::vector<std::string>& inputs) const {
    return leads() ? store::StoreOptions{out, resume, shard, force, inputs} : store::StoreOptions{"", false, shard};
  }
  int worker_count() const {
    if (team && team->members() > 1) return 1;
    return workers > 0 ? workers : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
};

}  // namespace oknos::lab
