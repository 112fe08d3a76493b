#pragma once

#include "lab/commands/tune/tune_view.h"
#include "lab/experiment/kind.h"

namespace oknos::lab {

// A tuning as its run store has it, gone through again as far as no item is missing.
struct StoredTune {
  TuneFacts facts;
  TuneRecord record;

  TuneState state() const { return {facts, record}; }  // refers to this
};
Result<StoredTune> read_tune(const store::StoreView& view);

RunKind tune_kind();

}  // namespace oknos::lab
