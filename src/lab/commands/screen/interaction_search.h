#pragma once

#include <vector>

#include "lab/commands/screen/screen_model.h"

// Which changes do not add up. A screening's effects are averages over players that have many other changes; where two
// changes replace or need each other, these averages are not what either is worth to the base alone.
namespace oknos::lab {

struct InteractionSearch {
  // Pairs of factors whose effect together differs from the sum of both: those to add to the interactions of the
  // design, after which its effects are closer to those on the base.
  std::vector<Interaction> found;
  std::size_t searched = 0;  // pairs of factors that at least kFewest pairs of games tell something of

  static constexpr std::size_t kFewest = 100;
};

// Each step adds the pair of factors with the largest score statistic (C. R. Rao, 1948) and fits the model again, until
// none is left that chance would not show in one screening of twenty (C. Bonferroni, 1936). Two values of one key have
// no interaction. With fewer than ten pairs of games for each effect nothing is searched.
InteractionSearch find_interactions(const std::vector<ScreenPair>& games, const Factors& factors, ScreenDesign design);

}  // namespace oknos::lab
