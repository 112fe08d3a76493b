#include "engine/pruning/registry/names.h"

#include <gtest/gtest.h>

namespace oknos::pruning {
namespace {

TEST(Names, TitlesAreMadeFromNames) {
  EXPECT_EQ(title_of("frontier_futility"), "Frontier Futility");
  EXPECT_EQ(title_of("aspiration"), "Aspiration");
  EXPECT_EQ(title_of(""), "");
  EXPECT_EQ(title_of("see_pruning"), "SEE Pruning");
  EXPECT_EQ(title_of("late_move_reductions") + " " + title_of("tt_pv"), "Late Move Reductions TT PV");
  EXPECT_EQ(title_of("pvs_seen"), "Pvs Seen");
}

TEST(Names, AllSpellingsOfANameAreOne) {
  for (const char* spelling : {"Frontier Futility Margin", "frontier_futility.margin", "FRONTIER-FUTILITY-MARGIN",
                               " frontier  futility_ margin "})
    EXPECT_EQ(canonical(spelling), "frontier_futility_margin") << spelling;
  EXPECT_NE(canonical("frontierfutility"), canonical("frontier futility"));
}

}  // namespace
}  // namespace oknos::pruning
