#pragma once

#include <algorithm>
#include <string>
#include <thread>

#include "lab/store/run_store.h"

namespace oknos::lab::store {

// What every experiment takes from the command line about its run.
struct RunArguments {
  std::string out;  // the run store; empty: the run is kept in memory only
  bool resume = false;
  Shard shard;
  int workers = 0;  // threads that work on items; 0: one for every processor

  StoreOptions store_options() const { return {out, resume, shard}; }
  int worker_count() const {
    return workers > 0 ? workers : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
};

}  // namespace oknos::lab::store
