#pragma once

#include "lab/shadow/shadow.h"

namespace oknos::lab {

// Samples what rules would say that are only watched (SearchRequest::watched), with margins of their own: also of what
// another rule leaves out, and of what is searched.
class MarginSweep : public Sampler {
 public:
  using Sampler::Sampler;

  void move_watched(const MoveWatched& e) override;
  void node_watched(const NodeWatched& e) override;
};

}  // namespace oknos::lab
