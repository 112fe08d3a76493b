// Any bytes as a run store: there is a view of it or one line of error, and what there is to see can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "lab/commands/audit.h"
#include "lab/commands/show.h"
#include "lab/commands/suite.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// In memory where the system has such a folder.
std::string file_name() {
  const std::filesystem::path folder =
      std::filesystem::exists("/dev/shm") ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
  return (folder / ("oknos_store_fuzz_" + std::to_string(getpid()))).string();
}

bool write(const std::string& path, const std::uint8_t* data, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return false;
  const bool whole = std::fwrite(data, 1, size, file) == size;
  return std::fclose(file) == 0 && whole;
}

void check(const std::string& path) {
  using namespace oknos::lab::store;
  const auto view = StoreView::open(path);
  if (!view) {
    require(!view.error().empty() && view.error().find('\n') == std::string::npos, "errors are one line");
    return;
  }
  static const oknos::lab::RunKinds kKinds = [] {
    oknos::lab::RunKinds kinds = oknos::lab::suite_command().kinds;
    const oknos::lab::RunKinds audits = oknos::lab::audit_command().kinds;
    kinds.insert(kinds.end(), audits.begin(), audits.end());
    return kinds;
  }();
  const Sink ignore = [](std::string_view) {};
  (void)write_overview(**view, kKinds, oknos::lab::Style{}, ignore);
  (void)write_rows(**view, std::nullopt, false, ignore);
  (void)write_json(**view, kKinds, {.rows = true}, ignore);
  for (const oknos::lab::WorkUnitNumber work_unit : (*view)->done()) (void)(*view)->rows(work_unit);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string path = file_name();
  require(write(path, data, size), "the bytes can be written to a file");
  check(path);
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) std::remove((path + suffix).c_str());
  return 0;
}
