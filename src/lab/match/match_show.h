#pragma once

#include <string>

#include "lab/store/store_view.h"
#include "lab/style.h"

namespace oknos::lab {

// What `oknos-lab show RUN.db` says of a match: the report that ended the run, from its rows.
std::string match_summary(const store::StoreView& view, const Style& style);

}  // namespace oknos::lab
