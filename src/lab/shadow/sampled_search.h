#pragma once

#include "lab/shadow/shadow.h"

namespace oknos::lab {

// Searches a position from an empty table with the sampler as the observer; on return all samples have been checked. A
// search on a clock loses the time in which it waits for a batch of samples, and ends sooner; a line on the error
// stream then says so.
SearchReport search_sampled(Engine& engine, const Position& position, SearchRequest request, Sampler& sampler);

}  // namespace oknos::lab
