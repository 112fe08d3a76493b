#include "lab/shadow/margin_sweep.h"

#include <utility>

namespace oknos::lab {

namespace {

std::optional<pruning::RuleId> rule_of(int decided) {
  if (decided < 0) return std::nullopt;
  return static_cast<pruning::RuleId>(decided);
}

}  // namespace

void MarginSweep::move_watched(const MoveWatched& e) {
  auto sample = take(e);
  if (!sample) return;
  sample->watched = true;
  sample->decided = rule_of(e.decided);
  keep(*std::move(sample));
}

void MarginSweep::node_watched(const NodeWatched& e) {
  auto sample = take(e);
  if (!sample) return;
  sample->watched = true;
  sample->decided = rule_of(e.decided);
  sample->if_quiescence_agrees = e.kind == NodeDecided::Kind::Resolve;
  keep(*std::move(sample));
}

}  // namespace oknos::lab
