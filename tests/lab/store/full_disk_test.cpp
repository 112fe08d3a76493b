// A run for which there is not enough room leaves nothing that stands in the way of the next one.
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>

#include "lab/store/store_file.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

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
