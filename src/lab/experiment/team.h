#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/store/work_unit_number.h"

// Several processes, on one machine or many, that work on the work units of one experiment.
namespace oknos::lab {

class Team {
 public:
  virtual ~Team() = default;

  // Whether this process opens the run store, shows the progress and prints; the others only work.
  virtual bool leads() const = 0;
  virtual std::size_t members() const = 0;

  struct Job {
    // In the members that work: a result in bytes; nothing when it was interrupted.
    std::function<std::optional<std::string>(WorkUnitNumber)> work;
    // In the leader, as results come. False: enough, hand out no more.
    std::function<bool(WorkUnitNumber, const std::string&)> take;
    // In the leader, some ten times a second; may be empty.
    std::function<void()> idle;
  };
  // Every member calls it; the leader's work units count. Precondition: two members at least.
  virtual void run(const std::vector<WorkUnitNumber>& work_units, const Job& job) = 0;
};

}  // namespace oknos::lab
