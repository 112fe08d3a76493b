#include "lab/commands/positions/kinds.h"

namespace oknos::lab {

const std::vector<PositionKind>& position_kinds() {
  static const std::vector<PositionKind> kinds = {
      openings_kind(), middlegames_kind(), endings_kind(), tactics_kind(), sampled_kind(),
  };
  return kinds;
}

}  // namespace oknos::lab
