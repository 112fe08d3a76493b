#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#include "lab/store/run_store.h"
#include "lab/store/store_view.h"
#include "support/test_folder.h"

// What the tests of run stores have in common: a folder for each test, a run of a kind that there is not, and its rows.
namespace oknos::lab::store::test {

constexpr WorkUnitNumber kWorkUnits = 12;

class StoreTest : public oknos::test::TestWithFolder {
 protected:
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder()), std::filesystem::directory_iterator()));
  }
};

inline RunSpec spec_of(WorkUnitNumber work_units = kWorkUnits) {
  return {"trial",
          {{"input", "0123abcd"}, {"limits", "depth 5"}, {"seed", "1"}},
          {{"remark", "a trial"}},
          work_units,
          {{"positions",
            {{"best", ColumnType::Text, false, "the move found"},
             {"score", ColumnType::Integer, false, "centipawns"},
             {"share", ColumnType::Real, false, "of nodes cut, 0 to 1"},
             {"time", ColumnType::Integer, true, "milliseconds"}}},
           {"rules", {{"fired", ColumnType::Integer, false, "times"}}}}};
}

// The same for every run, but for the volatile time.
inline std::vector<Row> rows_of_work_unit(WorkUnitNumber work_unit, std::int64_t time = 7) {
  std::vector<Row> out = {
      {0, {std::string("e2e4 \"\t\n\\"), work_unit * work_unit - 50, 1.0 / static_cast<double>(work_unit + 3), time}},
      {0, {Value{}, std::int64_t{-1}, Value{}, time}}};
  for (WorkUnitNumber i = 0; i < work_unit % 4; ++i) out.push_back({1, {work_unit * 100 + i}});
  return out;
}

// Puts the work units of the shard, but none from `until` on.
inline void fill(RunStore& store, const Shard& shard = {}, WorkUnitNumber until = kWorkUnits, std::int64_t time = 7) {
  for (WorkUnitNumber work_unit = 0; work_unit < until; ++work_unit) {
    if (!shard.holds(work_unit) || store.done().contains(work_unit)) continue;
    const auto error = store.put(work_unit, rows_of_work_unit(work_unit, time));
    ASSERT_FALSE(error) << error->message;
  }
}

// A complete file.
inline void make(const std::string& path, const Shard& shard = {}, WorkUnitNumber until = kWorkUnits,
                 std::int64_t time = 7, const RunSpec& spec = spec_of()) {
  auto store = open_run_store({path, false, shard}, spec);
  ASSERT_TRUE(store.ok()) << store.error();
  fill(**store, shard, until, time);
  const auto error = (*store)->close();
  ASSERT_FALSE(error) << error->message;
}

}  // namespace oknos::lab::store::test
