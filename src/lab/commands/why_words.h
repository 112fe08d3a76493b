#pragma once

#include <string>

#include "engine/pruning/registry/settings.h"
#include "lab/shadow/shadow.h"
#include "oknos/observer.h"

// What a search says of a node, in words.
namespace oknos::lab {

// The rule's condition with the numbers of this case, values in centipawns from the view of the side to move:
// "-312 + 0 + 150 <= -120".
std::string arithmetic(const ShadowSample& sample, const pruning::Settings& settings);

// Values of one node are all from the view of the side to move there, as the rules have them.
std::string value_text(Score score);  // "+0.35", "+inf"

// "cut by a rule".
std::string end_text(NodeEnd end);

// "Searched after all (1,234 nodes, depth 3): it is right, not above +0.35."
std::string verdict_text(const ShadowSample& sample, const ShadowVerdict& verdict);

}  // namespace oknos::lab
