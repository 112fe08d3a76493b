#pragma once

#include <vector>

#include "lab/commands/screen/screen_model.h"

// Which changes do not add up. A screening's effects are averages over players that have many other changes; where two
// changes replace or need each other, these averages are not what either is worth to the base alone.
namespace oknos::lab {

// The pairs of factors whose joint effect certainly differs from the sum of both: those to add to the interactions of
// the design, after which its effects are closer to those on the base. Each step adds the pair with the largest score
// statistic (C. R. Rao, 1948) and fits the model again, until none is left that one screening in twenty would show by
// chance (C. Bonferroni, 1936). Two values of one key have no joint effect.
std::vector<Interaction> find_interactions(const std::vector<ScreenPair>& pairs, const Factors& factors,
                                           ScreenDesign design);

}  // namespace oknos::lab
