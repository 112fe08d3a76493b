// Any bytes as a trace, in either form: there is a tree that keeps to its own bounds, or one line of error.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "explorer/foreign_claim.h"
#include "explorer/node_view.h"
#include "explorer/trace_file.h"
#include "explorer/trace_lines.h"
#include "explorer/tree_position.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oknos::explorer;
  constexpr std::uint32_t kLooked = 8;  // entries
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto trace = bytes.starts_with('{') ? read_trace_lines(bytes) : read_trace(bytes);
  if (!trace) {
    require(!trace.error().empty() && trace.error().find('\n') == std::string::npos, "errors are one line");
    return 0;
  }
  const auto again = read_trace(trace_bytes(*trace, TraceParts::All));
  require(again.ok() && again->entries == trace->entries, "what was read is written alike");
  const auto root = root_of(*trace);
  for (std::uint32_t i = 0; i < trace->entries.size() && i < kLooked; ++i) {
    (void)node_json(*trace, i);
    if (root) (void)sample_at(*trace, *root, i);
    if (root) (void)claim_at(*trace, *root, i);
  }
  return 0;
}
