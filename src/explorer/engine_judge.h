#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "explorer/foreign_claim.h"

namespace oknos::explorer {

// A UCI engine as `oknos-lab explore --engine` names it: "cmd=ENGINE,option.X=Y", as the players of matches. It runs
// until the judge goes. The error says what is wrong with the text, or that the engine does not start.
Result<std::shared_ptr<TreeJudge>> start_engine_judge(const std::string& text);

}  // namespace oknos::explorer
