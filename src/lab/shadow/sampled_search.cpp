#include "lab/shadow/sampled_search.h"

#include <fmt/format.h>

#include "lab/terminal/exit_code.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

SearchReport search_sampled(Engine& engine, const Position& position, SearchRequest request, Sampler& sampler) {
  engine.clear();
  engine.set_position(position);
  request.tracing = Tracing::Observed;
  request.observer = &sampler;
  const SearchReport report = engine.search(request);
  if (sampler.waited() && request.limits.move_time)
    complain(0, fmt::format("a search of {} had to wait while its samples were checked, and ended sooner; take fewer "
                            "with --sample, or limit it with --depth or --nodes",
                            seconds(*request.limits.move_time)));
  sampler.check_samples();
  return report;
}

}  // namespace oknos::lab
