#include <nlohmann/json.hpp>

#include "lab/commands/show.h"
#include "tests/lab/store/printed.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

using Show = StoreTest;

TEST_F(Show, RowsAreTheSameWhateverTheOrder) {
  make(path("a.db"), {}, kWorkUnits, 1);
  auto store = open_run_store({path("b.db"), false, {}}, spec_of());
  for (WorkUnitNumber work_unit = kWorkUnits - 1; work_unit >= 0; --work_unit)
    (*store)->put(work_unit, rows_of_work_unit(work_unit, 2));
  (*store)->close();
  const auto a = StoreView::open(path("a.db"));
  const auto b = StoreView::open(path("b.db"));
  EXPECT_EQ(rows_text(**a, std::nullopt, true), rows_text(**b, std::nullopt, true));
  EXPECT_NE(rows_text(**a, std::nullopt, false), rows_text(**b, std::nullopt, false));
  EXPECT_EQ(store_json(**a, 0, true, true), store_json(**b, 0, true, true));
}

TEST_F(Show, RowsAreSeparatedByTabs) {
  make(path("a.db"), {}, 2);
  const auto view = StoreView::open(path("a.db"));
  EXPECT_EQ(rows_text(**view, std::nullopt, true),
            "# positions\nitem\trow\tbest\tscore\tshare\n"
            "0\t0\te2e4 \"\\t\\n\\\\\t-50\t0.3333333333333333\n0\t1\t\\N\t-1\t\\N\n"
            "1\t0\te2e4 \"\\t\\n\\\\\t-49\t0.25\n1\t1\t\\N\t-1\t\\N\n"
            "\n# rules\nitem\trow\tfired\n1\t0\t100\n");
  EXPECT_EQ(rows_text(**view, 1, false), "item\trow\tfired\n1\t0\t100\n");
}

TEST_F(Show, TheOverviewSaysWhatWasRunAndHowFarItIs) {
  make(path("a.db"), {2, 3}, 8);
  const auto view = StoreView::open(path("a.db"));
  const std::string text = overview_text(**view, {}, Style{});
  for (const char* part :
       {"trial", "depth 5", "a trial", "3 of 4 work units are done (shard 2/3 of 12 work units); missing: 10.",
        "Table positions, 6 rows", "integer, volatile: milliseconds", "Table rules, 4 rows"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST_F(Show, JsonHoldsTheSame) {
  make(path("a.db"), {}, 2);
  const auto view = StoreView::open(path("a.db"));
  const auto json = nlohmann::json::parse(store_json(**view, std::nullopt, true, false));
  EXPECT_EQ(json["kind"], "trial");
  EXPECT_EQ(json["done"], 2);
  EXPECT_EQ(json["missing"]["ranges"], "2-11");
  EXPECT_EQ(json["header"]["limits"], "depth 5");
  EXPECT_EQ(json["tables"][0]["columns"][3]["volatile"], true);
  EXPECT_EQ(json["tables"][0]["rows"][1][2], nullptr);
  EXPECT_EQ(json["tables"][1]["rows"][0], (nlohmann::json{1, 0, 100}));
  EXPECT_FALSE(nlohmann::json::parse(store_json(**view, 1, false, true))["tables"][0].contains("rows"));
}

}  // namespace
}  // namespace oknos::lab::store::test
