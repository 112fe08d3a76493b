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

TEST(Names, AnOldNameBecomesTodays) {
  EXPECT_EQ(current_name("move_count"), "late_move_pruning");
  EXPECT_EQ(current_name("probcut.table_margin"), "probcut.tt_margin");
  EXPECT_EQ(canonical("Move Count"), "late_move_pruning");
  EXPECT_EQ(canonical("move_count.base"), "late_move_pruning_base");
  EXPECT_EQ(canonical("Internal Reductions Min Depth"), "internal_iterative_reductions_min_depth");
  EXPECT_EQ(canonical("Table Bound"), "tt_bound");
  EXPECT_EQ(canonical("Late Move Reductions Deeper"), "late_move_reductions_deeper_centipawns");
  EXPECT_EQ(current_value("estimate", "Table"), "tt");
  for (const OldName& o : kOldNames) EXPECT_EQ(canonical(canonical(o.old_name)), canonical(o.name)) << o.old_name;
}

TEST(Names, OtherNamesAreLeftAsTheyAre) {
  for (const char* name : {"", "move_counts", "quiescence_move_count", "table",
                           "late_move_reductions_deeper_centipawns", "hindsight_deeper", "move"}) {
    EXPECT_EQ(canonical(name), name);
    EXPECT_EQ(current_name(name), name);
  }
  EXPECT_EQ(current_value("reply", "table"), "table");
  EXPECT_EQ(current_value("estimate", "bounds"), "bounds");
}

}  // namespace
}  // namespace oknos::pruning
