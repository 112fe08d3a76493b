// Any bytes as a trace, in either form: there is a tree that keeps to its own bounds, or one line of error. Lines are
// also replayed as events.
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
#include "lab/commands/trace_events.h"
#include "lab/formats/line_source.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// Nodes are entered and left in pairs.
class Pairs final : public oknos::Observer {
 public:
  void node_entered(const oknos::NodeEntered&) override { ++open_; }
  void node_left(const oknos::NodeLeft&) override { require(--open_ >= 0, "a node that was entered is left"); }
  int open() const { return open_; }

 private:
  int open_ = 0;
};

void replay(std::string_view bytes) {
  Pairs pairs;
  oknos::lab::TraceEvents events(pairs);
  oknos::LineSource lines(bytes);
  for (std::string_view line; lines.next(line);)
    if (const auto error = events.line(line)) {
      require(!error->message.empty() && error->message.find('\n') == std::string::npos, "errors are one line");
      return;
    }
  if (!events.finish()) require(pairs.open() == 0, "all nodes are left");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oknos::explorer;
  constexpr std::uint32_t kLooked = 8;  // entries
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with('{')) replay(bytes);
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
