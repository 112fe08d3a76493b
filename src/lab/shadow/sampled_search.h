#pragma once

#include "lab/shadow/shadow.h"

namespace oknos::lab {

// Samples what rules would say that are only watched (SearchRequest::watched), with margins of their own: also of what
// another rule leaves out, and of what is searched.
class MarginSweep : public Sampler {
 public:
  using Sampler::Sampler;

  void move_watched(const MoveWatched& e) override { keep_watched(take(e), e.decided, false); }
  void node_watched(const NodeWatched& e) override {
    keep_watched(take(e), e.decided, e.kind == NodeDecided::Kind::Resolve);
  }

 private:
  void keep_watched(std::optional<ShadowSample> sample, int decided, bool if_quiescence_agrees) {
    if (!sample) return;
    sample->watched = true;
    if (decided >= 0) sample->decided = static_cast<pruning::RuleId>(decided);
    sample->if_quiescence_agrees = if_quiescence_agrees;
    keep(*std::move(sample));
  }
};

// Searches a position from an empty table with the sampler as the observer; on return all samples have been checked. A
// search on a clock loses the time in which it waits for a batch of samples, and ends sooner; a line on the error
// stream then says so.
SearchReport search_sampled(Engine& engine, const Position& position, SearchRequest request, Sampler& sampler);

}  // namespace oknos::lab
