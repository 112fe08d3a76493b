// A run that is killed at any moment, or for which there is not enough room, leaves whole work units and nothing that
// stands in the way of the next one.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>

#include "lab/commands/show.h"
#include "lab/store/store_file.h"
#include "tests/lab/store/printed.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

constexpr WorkUnitNumber kManyWorkUnits = 400;

// In a process of its own: goes on with the run to its end, unless it is killed.
[[noreturn]] void work(const std::string& path, const Description& description, Journal journal) {
  auto store = open_described_store({path, true, {}}, description, journal);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().c_str());
    std::_Exit(2);
  }
  for (WorkUnitNumber work_unit = 0; work_unit < description.work_units; ++work_unit)
    if (!(*store)->done().contains(work_unit) && (*store)->put(work_unit, rows_of_work_unit(work_unit))) std::_Exit(2);
  std::_Exit((*store)->close() ? 2 : 0);
}

void expect_whole_work_units(const std::string& path, bool begun) {
  const auto view = StoreView::open(path);
  if (!view) {
    // Killed before the tables were there.
    EXPECT_FALSE(begun) << view.error();
    return;
  }
  std::size_t rows = 0;
  for (const WorkUnitNumber work_unit : (*view)->done()) {
    const auto there = (*view)->rows(work_unit);
    ASSERT_TRUE(there.ok()) << there.error();
    EXPECT_TRUE(*there == rows_of_work_unit(work_unit)) << "work unit " << work_unit;
    rows += there->size();
  }
  std::size_t all = 0;
  Database database;
  ASSERT_FALSE(database.open(path, Database::Mode::Read));
  for (const TableSpec& table : (*view)->tables())
    all += static_cast<std::size_t>(std::get<std::int64_t>(*database.ask("SELECT count(*) FROM " + table.name)));
  EXPECT_EQ(all, rows) << "rows of work units that are not done";
}

class KilledRuns : public StoreTest, public testing::WithParamInterface<Journal> {};

TEST_P(KilledRuns, LeaveWholeWorkUnitsAndGoOn) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const WorkUnitNumber work_units = GetParam() == Journal::WriteAhead ? kManyWorkUnits : kManyWorkUnits / 8;
  const auto description = describe(spec_of(work_units), {});
  ASSERT_TRUE(description.ok());
  const std::string store = path("x.db");
  // It lives longer and longer, and at last to its end, so that a slow machine gets there, too.
  constexpr int kLongestLife = 4'000;  // microseconds
  constexpr int kLonger = 1'000;
  constexpr int kMaxKills = 50;
  int kills = 0;
  bool begun = false;
  while (true) {
    std::fflush(nullptr);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) work(store, *description, GetParam());
    if (kills < kMaxKills) {
      std::this_thread::sleep_for(
          std::chrono::microseconds(std::uniform_int_distribution<int>(0, kLongestLife + kills * kLonger)(random)));
      kill(child, SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) {
      ASSERT_EQ(WEXITSTATUS(status), 0);
      break;
    }
    ++kills;
    if (!std::filesystem::exists(store)) continue;
    expect_whole_work_units(store, begun);
    begun = begun || StoreView::open(store).ok();
  }
  std::printf("killed %d times, seed %u\n", kills, seed);
  make(path("quiet.db"), {}, work_units, 7, spec_of(work_units));
  const auto killed = StoreView::open(store);
  const auto quiet = StoreView::open(path("quiet.db"));
  ASSERT_TRUE(killed.ok() && quiet.ok());
  EXPECT_EQ(rows_text(**killed, std::nullopt, false), rows_text(**quiet, std::nullopt, false));
  EXPECT_EQ(files(), 2U) << "nothing is left beside the two stores";
}

INSTANTIATE_TEST_SUITE_P(Journals, KilledRuns, testing::Values(Journal::WriteAhead, Journal::Rollback),
                         [](const auto& about) { return about.param == Journal::WriteAhead ? "Wal" : "Rollback"; });

// --- A full disk

enum class AtTheLimit { Fails, IsKilled };

// In a process of its own that may write no file longer than this: begins the run, and puts what it can.
[[noreturn]] void run_with_room(const std::string& path, rlim_t bytes, AtTheLimit what) {
  std::signal(SIGXFSZ, what == AtTheLimit::Fails ? SIG_IGN : SIG_DFL);
  const rlimit room{bytes, bytes};
  if (setrlimit(RLIMIT_FSIZE, &room) != 0) std::_Exit(2);
  auto store = open_run_store({path, false, {}}, spec_of());
  if (!store) std::_Exit(1);
  for (WorkUnitNumber work_unit = 0; work_unit < kWorkUnits; ++work_unit)
    if ((*store)->put(work_unit, rows_of_work_unit(work_unit))) std::_Exit((*store)->close() ? 1 : 0);
  std::_Exit((*store)->close() ? 1 : 0);
}

bool holds_work_units(const std::string& path) {
  const auto view = StoreView::open(path);
  return view.ok() && !(*view)->done().empty();
}

class FullDisk : public StoreTest, public testing::WithParamInterface<AtTheLimit> {};

TEST_P(FullDisk, DoesNotBlockTheNextRun) {
  constexpr rlim_t kStep = 1024;
  constexpr rlim_t kEnough = 128 * 1024;
  int blocked = 0;
  for (rlim_t bytes = 0; bytes < kEnough; bytes += bytes < kStep ? kStep / 8 : bytes < 16 * kStep ? kStep : 8 * kStep) {
    SCOPED_TRACE("room for " + std::to_string(bytes) + " bytes");
    std::filesystem::remove(path("x.db"));
    remove_companions(path("x.db"));
    std::fflush(nullptr);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) run_with_room(path("x.db"), bytes, GetParam());
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    blocked += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
    const auto next = open_run_store({path("x.db"), holds_work_units(path("x.db")), {}}, spec_of());
    ASSERT_TRUE(next.ok()) << next.error();
    fill(**next);
    EXPECT_FALSE((*next)->close());
    EXPECT_EQ((*StoreView::open(path("x.db")))->done().size(), std::size_t{kWorkUnits});
  }
  EXPECT_GT(blocked, 5) << "the limits are small enough to be felt";
}

INSTANTIATE_TEST_SUITE_P(Disks, FullDisk, testing::Values(AtTheLimit::Fails, AtTheLimit::IsKilled),
                         [](const auto& about) { return about.param == AtTheLimit::Fails ? "Fails" : "IsKilled"; });

}  // namespace
}  // namespace oknos::lab::store::test
