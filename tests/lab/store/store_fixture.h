#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#include "lab/store/run_store.h"
#include "lab/store/store_view.h"
#include "support/test_folder.h"

// What the tests of run stores have in common: a folder for each test, a run of a kind that there is not, and its rows.
namespace oknos::lab::store::test {

constexpr ItemNumber kItems = 12;

class StoreTest : public oknos::test::TestWithFolder {
 protected:
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder()), std::filesystem::directory_iterator()));
  }
};

inline RunSpec spec_of(ItemNumber items = kItems) {
  return {"trial",
          {{"input", "0123abcd"}, {"limits", "depth 5"}, {"seed", "1"}},
          {{"remark", "a trial"}},
          items,
          {{"positions",
            {{"best", ColumnType::Text, false, "the move found"},
             {"score", ColumnType::Integer, false, "centipawns"},
             {"share", ColumnType::Real, false, "of nodes cut, 0 to 1"},
             {"time", ColumnType::Integer, true, "milliseconds"}}},
           {"rules", {{"fired", ColumnType::Integer, false, "times"}}}}};
}

// The same for every run, but for the volatile time.
inline std::vector<Row> rows_of_item(ItemNumber item, std::int64_t time = 7) {
  std::vector<Row> out = {
      {0, {std::string("e2e4 \"\t\n\\"), item * item - 50, 1.0 / static_cast<double>(item + 3), time}},
      {0, {Value{}, std::int64_t{-1}, Value{}, time}}};
  for (ItemNumber i = 0; i < item % 4; ++i) out.push_back({1, {item * 100 + i}});
  return out;
}

// Puts the items of the shard, but none from `until` on.
inline void fill(RunStore& store, const Shard& shard = {}, ItemNumber until = kItems, std::int64_t time = 7) {
  for (ItemNumber item = 0; item < until; ++item) {
    if (!shard.holds(item) || store.done().contains(item)) continue;
    const auto error = store.put(item, rows_of_item(item, time));
    ASSERT_FALSE(error) << error->message;
  }
}

// A complete file.
inline void make(const std::string& path, const Shard& shard = {}, ItemNumber until = kItems, std::int64_t time = 7,
                 const RunSpec& spec = spec_of()) {
  auto store = open_run_store({path, false, shard}, spec);
  ASSERT_TRUE(store.ok()) << store.error();
  fill(**store, shard, until, time);
  const auto error = (*store)->close();
  ASSERT_FALSE(error) << error->message;
}

}  // namespace oknos::lab::store::test
