#pragma once

#include "pruning/context.h"
#include "pruning/exemptions.h"
#include "pruning/verdict.h"

namespace oknos::pruning {

// What a preset decides for all its rules alike.
struct Conventions {
  Estimate estimate = Estimate::Evaluation;
  ExemptionSet exemptions;

  bool operator==(const Conventions&) const = default;
};

}  // namespace oknos::pruning
