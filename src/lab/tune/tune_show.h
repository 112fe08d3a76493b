#pragma once

#include <string>

#include "base/result.h"
#include "lab/store/store_view.h"
#include "lab/style.h"
#include "lab/tune/tune_view.h"

namespace oknos::lab {

// A tuning as its run store has it, gone through again as far as no item is missing.
struct StoredTune {
  TuneFacts facts;
  TuneRecord record;

  TuneState state() const { return {facts, record}; }  // refers to this
};
Result<StoredTune> read_tune(const store::StoreView& view);

// What `oknos-lab show RUN.db` says of a tuning: the report that ended the run, from its rows.
std::string tune_summary(const store::StoreView& view, const Style& style);

}  // namespace oknos::lab
