#include <chrono>
#include <thread>

#include "lab/commands/merge.h"
#include "lab/commands/show.h"
#include "lab/store/store_file.h"
#include "lab/store/work_unit_ranges.h"
#include "support/contains.h"
#include "tests/lab/store/printed.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

using oknos::test::contains;

class Merge : public StoreTest {
 protected:
  std::string stable_rows(const std::string& file) {
    const auto view = StoreView::open(file);
    return view ? rows_text(**view, std::nullopt, true) : view.error();
  }
  // The error, or nothing.
  std::string merged(const std::vector<std::string>& in, bool force = false) {
    const auto result = merge_stores({path("all.db"), in, force});
    return result ? "" : result.error();
  }
};

TEST_F(Merge, ThreeShardsAreTheWhole) {
  make(path("whole.db"));
  std::vector<std::string> shards;
  for (int i = 1; i <= 3; ++i) {
    shards.push_back(path("shard" + std::to_string(i) + ".db"));
    make(shards.back(), {i, 3}, kWorkUnits, 1000 + i);
  }
  ASSERT_EQ(merged(shards), "");
  EXPECT_EQ(stable_rows(path("all.db")), stable_rows(path("whole.db")));
  EXPECT_EQ(files(), 5U) << "nothing is left beside the stores";
  const auto view = StoreView::open(path("all.db"));
  ASSERT_TRUE(view.ok()) << view.error();
  EXPECT_EQ(text_of((*view)->shard()), "1/1");
  EXPECT_FALSE((*view)->entry("finished").empty());
  EXPECT_NE((*view)->entry("merged").find("shard2.db (2/3)"), std::string::npos);
  // What was merged can be merged again, and gone on with.
  EXPECT_NE(merged(shards).find("--force"), std::string::npos);
  EXPECT_NE(merged({path("all.db"), shards[0]}, true), "") << "an input is not replaced";
  std::filesystem::rename(path("all.db"), path("first.db"));
  EXPECT_EQ(merged({path("first.db"), shards[0]}), "");
  EXPECT_EQ(stable_rows(path("all.db")), stable_rows(path("whole.db")));
  EXPECT_TRUE(open_run_store({path("all.db"), true, {}}, spec_of()).ok());
}

// On another kind of machine the same sources make another program.
TEST_F(Merge, ShardsOfTwoBuildsAreOneRun) {
  make(path("whole.db"));
  make(path("a.db"), {1, 2});
  make(path("b.db"), {2, 2});
  Database database;
  ASSERT_FALSE(database.open(path("b.db"), Database::Mode::Write));
  ASSERT_FALSE(database.run("UPDATE header SET value = 'ffff' WHERE name IN ('program', 'commit')"));
  ASSERT_FALSE(database.close());
  ASSERT_EQ(merged({path("a.db"), path("b.db")}), "");
  EXPECT_EQ(stable_rows(path("all.db")), stable_rows(path("whole.db")));
  const auto view = StoreView::open(path("all.db"));
  EXPECT_NE((*view)->entry("program").find("; ffff"), std::string::npos) << (*view)->entry("program");
}

TEST_F(Merge, SaysWhatIsMissingAndItCanBeMadeUpFor) {
  make(path("a.db"), {1, 3});
  make(path("b.db"), {2, 3}, 6);
  const auto result = merge_stores({path("all.db"), {path("a.db"), path("b.db")}, false});
  ASSERT_TRUE(result.ok()) << result.error();
  EXPECT_EQ(result->work_units, kWorkUnits);
  EXPECT_EQ(result->done, (std::set<WorkUnitNumber>{0, 1, 3, 4, 6, 9}));
  EXPECT_EQ(missing_work_units(result->done, kWorkUnits, {}).ranges, "2, 5, 7-8, 10-11");
  EXPECT_TRUE((*StoreView::open(path("all.db")))->entry("finished").empty());
  auto store = open_run_store({path("all.db"), true, {}}, spec_of());
  ASSERT_TRUE(store.ok()) << store.error();
  fill(**store);
  (*store)->close();
  make(path("whole.db"));
  EXPECT_EQ(stable_rows(path("all.db")), stable_rows(path("whole.db")));
}

TEST_F(Merge, OtherRunsAndOtherRowsAreRefused) {
  make(path("a.db"));
  RunSpec other = spec_of();
  other.identity[2].second = "2";
  make(path("seed.db"), {}, kWorkUnits, 7, other);
  EXPECT_TRUE(contains(merged({path("a.db"), path("seed.db")}), "seed.db", "seed is \"2\" in the first and \"1\""));
  EXPECT_TRUE(contains(merged({path("a.db"), path("absent.db")}), "absent.db"));

  const auto with = [&](const std::string& name, const std::vector<Row>& rows) {
    auto store = open_run_store({path(name), false, {}}, spec_of());
    (*store)->put(3, rows);
    (*store)->close();
    return merged({path("a.db"), path(name)});
  };
  std::vector<Row> rows = rows_of_work_unit(3, 99999);
  EXPECT_EQ(with("time.db", rows), "") << "times may differ";
  std::filesystem::remove(path("all.db"));
  rows[0].values[1] = std::int64_t{1234};
  EXPECT_TRUE(contains(with("score.db", rows), "work unit 3: positions.score is -41 and 1234"));
  rows.pop_back();
  EXPECT_TRUE(contains(with("fewer.db", rows), "5 and 4"));
  EXPECT_FALSE(std::filesystem::exists(path("all.db")));
  EXPECT_FALSE(std::filesystem::exists(path("all.db.part")));
}

TEST_F(Merge, AStoreThatIsBeingWrittenIsNotReplaced) {
  make(path("a.db"));
  const auto running = open_run_store({path("all.db"), false, {}}, spec_of());
  ASSERT_TRUE(running.ok());
  EXPECT_NE(merged({path("a.db")}, true).find("another program"), std::string::npos);
}

// What a killed run left beside the file that is replaced must not become a part of the new one.
TEST_F(Merge, LeftoversOfTheFileThatIsReplacedGo) {
  make(path("a.db"));
  make(path("b.db"), {}, 3, 7, spec_of(99));
  {
    auto store = open_run_store({path("b.db"), true, {}}, spec_of(99));
    fill(**store, {}, 9);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    ASSERT_FALSE((*store)->commit_due());
    // As after a kill: the files as they lie there now.
    std::filesystem::copy_file(path("b.db"), path("all.db"));
    ASSERT_TRUE(std::filesystem::exists(path("b.db-wal")));
    std::filesystem::copy_file(path("b.db-wal"), path("all.db-wal"));
  }
  EXPECT_EQ((*StoreView::open(path("all.db")))->done().size(), 9U);
  ASSERT_EQ(merged({path("a.db")}, true), "");
  EXPECT_EQ(stable_rows(path("all.db")), stable_rows(path("a.db")));
}

TEST(WorkUnitRanges, AreNamedInShort) {
  const std::set<WorkUnitNumber> done = {0, 1, 4, 9};
  EXPECT_EQ(missing_work_units(done, 10, {}).ranges, "2-3, 5-8");
  EXPECT_EQ(missing_work_units(done, 10, {}).count, 6);
  EXPECT_EQ(missing_work_units({}, 3, {}).ranges, "0-2");
  EXPECT_EQ(missing_work_units({0, 1, 2}, 3, {}).count, 0);
  EXPECT_EQ(missing_work_units({}, 0, {}).count, 0);
  EXPECT_EQ(missing_work_units({4}, 10, {2, 3}).ranges, "1, 7");
  EXPECT_EQ(missing_work_units({}, 1, {2, 3}).count, 0);
  const WorkUnitNumber many = std::numeric_limits<WorkUnitNumber>::max();
  EXPECT_EQ(missing_work_units({5}, many, {}).count, many - 1);
  EXPECT_EQ(work_units_of({3, 3}, 10), 3);
  EXPECT_EQ(work_units_of({1, 3}, 10), 4);
  std::set<WorkUnitNumber> gaps;
  for (WorkUnitNumber i = 0; i < 100; i += 2) gaps.insert(i);
  EXPECT_NE(missing_work_units(gaps, 100, {}).ranges.find("39 and 30 more ranges"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab::store::test
