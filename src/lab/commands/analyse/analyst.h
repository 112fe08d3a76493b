#pragma once

#include "engine/base/result.h"
#include "engine/search/engine.h"
#include "lab/play/plan.h"

namespace oknos::lab {

// Searches one position after another, always with the ledger, and listens for Ctrl-C meanwhile.
class Analyst {
 public:
  explicit Analyst(const Plan& plan) : plan_(plan) {}

  // Takes the memory and the threads of the plan. Before the first search.
  std::optional<Error> prepare();
  // Forgets what was learnt: the next search depends on its position alone.
  void forget() { engine_.clear(); }
  // Ends early when interrupted() becomes true.
  SearchReport search(const Position& position, SearchListener* listener = nullptr);

 private:
  const Plan& plan_;
  Engine engine_;
};

}  // namespace oknos::lab
