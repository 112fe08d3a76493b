// The explorer's service inside the page itself, as WebAssembly (web/src/explore/wasm_module.ts is the other side). It
// runs in a worker of the browser: nothing here needs threads, files or a network.
//
// A question is written into the place that oknos_place() hands out; oknos_answer() and its like then leave the answer
// where oknos_reply() says. Everything else happens between two of the page's calls, so one question and one answer are
// enough.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "apps/wasm.h"
#include "engine/eval/network/embedded.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/bench.h"
#include "explorer/service.h"
#include "explorer/trace_file.h"
#include "explorer/tree_position.h"

namespace oknos::explorer {

namespace {

// Smaller than those of a server: the page's memory holds it all, and what takes long cannot be searched elsewhere.
ServiceLimits limits_in_a_page() {
  ServiceLimits limits;
  limits.entries = 200'000;
  limits.kept_entries = 1'000'000;
  limits.searches = 1;
  limits.body = std::size_t{64} << 20;  // traces too
  return limits;
}

Service& service() {
  static Service only(limits_in_a_page());
  return only;
}

std::string question;
Reply reply;

}  // namespace

}  // namespace oknos::explorer

using namespace oknos;
using namespace oknos::explorer;

// Once, before anything else.
OKNOS_EXPORT(oknos_begin) void oknos_begin() {
  constexpr int kDepth = 7;  // plies, as `oknos-lab explore` begins
  Start start;
  start.preset = pruning::kDefaultPreset;
  start.depth = kDepth;
  service().set_start(std::move(start));
}

// Room for a question of so many bytes.
OKNOS_EXPORT(oknos_place) char* oknos_place(std::size_t size) {
  question.assign(size, '\0');
  return question.data();
}

// The question is a method, a path and a body, one after the other; returns HTTP's status. Answers that come in lines
// go to the page's `line` instead.
OKNOS_EXPORT(oknos_answer) int oknos_answer(std::size_t method, std::size_t path) {
  const std::string_view all = question;
  const Request request{std::string(all.substr(0, method)), std::string(all.substr(method, path)),
                        std::string(all.substr(method + path))};
  reply = {};
  if (!Service::comes_in_lines(request)) {
    reply = service().answer(request);
    return reply.status;
  }
  reply.type = "application/x-ndjson";
  service().answer_in_lines(request, [](const std::string& line) {
    page_line(line.data(), line.size());
    return true;  // who does not want to hear more ends the worker
  });
  return reply.status;
}

// The question is a trace's file: keeps the tree; returns its number, 0 when it is no trace.
OKNOS_EXPORT(oknos_keep) int oknos_keep() {
  auto trace = read_trace(question);
  if (!trace || !root_of(*trace)) return 0;
  return service().keep(*std::move(trace));
}

OKNOS_EXPORT(oknos_reply) const char* oknos_reply() {
  return reply.body.data();
}
OKNOS_EXPORT(oknos_reply_size) std::size_t oknos_reply_size() {
  return reply.body.size();
}

// The nodes of `oknos bench 16 1 DEPTH`.
OKNOS_EXPORT(oknos_bench) double oknos_bench(int depth) {
  const auto preset = pruning::find_preset(pruning::kDefaultPreset);
  if (!preset) return 0;
  BenchPlan plan;
  plan.depth = depth;
  plan.network = eval::network::embedded_if_any();
  const BenchResult result = run_bench(plan, preset->settings);
  return static_cast<double>(result.nodes);
}
