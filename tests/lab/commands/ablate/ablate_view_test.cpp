#include "lab/commands/ablate/ablate_view.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace oknos::lab {
namespace {

using Json = nlohmann::json;

// Two rules that do the same work: without either of them little changes, without both much.
Comparison comparison() {
  Comparison c;
  c.unit = "depth";
  c.players = {"whole",
               "none",
               "+late_move_pruning",
               "-late_move_pruning",
               "+see_pruning",
               "-see_pruning",
               "-late_move_pruning -see_pruning"};
  ComparedPosition p;
  const std::uint64_t nodes[] = {1000, 4000, 1100, 1250, 1600, 1200, 3000};
  for (int i = 0; i < 7; ++i) {
    CompareCell cell;
    cell.player = i;
    cell.limit = 8;
    cell.nodes = nodes[i];
    p.cells.push_back(cell);
  }
  c.add(p);
  return c;
}

TEST(AblateView, ReadsTheSearchesFromTheirNames) {
  const Comparison c = comparison();
  const auto sums = ablation_at(c, 8);
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->whole->nodes, 1000U);
  EXPECT_EQ(sums->none->nodes, 4000U);
  ASSERT_EQ(sums->rows.size(), 2U);
  EXPECT_EQ(sums->rows[1].name, "see_pruning");
  EXPECT_EQ(sums->rows[1].alone->nodes, 1600U);
  EXPECT_EQ(sums->rows[1].without->nodes, 1200U);
  EXPECT_FALSE(ablation_at(c, 9));
}

TEST(AblateView, SaysWhoDoesWhoseWork) {
  const Comparison c = comparison();
  const auto sums = ablation_at(c, 8);
  ASSERT_TRUE(sums);
  EXPECT_DOUBLE_EQ(*sums->interaction("late_move_pruning", "see_pruning"), 3.0 / 1.25 / 1.2);
  EXPECT_DOUBLE_EQ(*sums->interaction("see_pruning", "late_move_pruning"), 3.0 / 1.25 / 1.2);
  EXPECT_FALSE(sums->interaction("late_move_pruning", "razoring"));
}

TEST(AblateView, TheReportHasThePartsAndTheWhole) {
  const std::string text = ablate_report(comparison(), Style{});
  EXPECT_NE(text.find("-72.5 %"), std::string::npos) << text;  // late move pruning alone
  EXPECT_NE(text.find("+25.0 %"), std::string::npos) << text;  // late move pruning left out
  EXPECT_NE(text.find("add up to 132.5 %"), std::string::npos) << text;
  EXPECT_NE(text.find("2.00"), std::string::npos) << text;  // the interaction
  EXPECT_NE(text.find("\n1 position.\n"), std::string::npos) << text;
  const Json json = ablate_json(comparison(), false);
  EXPECT_EQ(json["results"][0]["rules"][0]["without"]["nodes"], 1250);
  EXPECT_NEAR(json["results"][0]["interactions"][0]["ratio"].get<double>(), 2.0, 1e-9);
}

}  // namespace
}  // namespace oknos::lab
