#include "explorer/explore.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "explorer/engine_judge.h"
#include "explorer/page.h"
#include "explorer/server.h"
#include "explorer/trace_file.h"
#include "explorer/trace_lines.h"
#include "explorer/tree_position.h"
#include "lab/commands/show.h"
#include "lab/store/store_view.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWorstCases = 50;  // of a run store, for each rule
constexpr std::string_view kStoreMagic = "SQLite format 3";
constexpr std::string_view kClaimsBeginning = R"({"oknos_claims")";

// How the file begins; empty when it cannot be read.
std::string beginning_of(const std::string& path) {
  constexpr std::size_t kEnough = 16;
  std::ifstream file(path, std::ios::binary);
  std::string out(kEnough, '\0');
  file.read(out.data(), static_cast<std::streamsize>(kEnough));
  out.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return out;
}

// `depth`: of the iteration, for traces that hold several.
Result<Trace> load_trace(const std::string& path, std::optional<int> depth) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) return Error{fmt::format("{} cannot be read", path)};
  const std::string content = std::move(bytes).str();
  auto trace = content.starts_with(kTraceLinesBeginning) ? read_trace_lines(content, depth) : read_trace(content);
  if (!trace) return Error{path + ": " + trace.error()};
  const auto root = root_of(*trace);
  if (!root) return Error{path + ": " + root.error()};
  return trace;
}

// Fills in with what the page begins.
std::optional<Error> take_input(const ExploreOptions& options, const lab::RunKinds& kinds, Service& service,
                                Start& start) {
  if (options.input.size() == 1) {
    const std::string& path = options.input[0];
    const std::string beginning = beginning_of(path);
    if (beginning.starts_with(kTraceMagic) || beginning.starts_with(kTraceLinesBeginning)) {
      auto trace = load_trace(path, options.search.depth);
      if (!trace) return Error{trace.error()};
      start.tree = service.keep(*std::move(trace));
      return std::nullopt;
    }
    if (beginning.starts_with(kStoreMagic)) {
      const auto view = lab::store::StoreView::open(path);
      if (!view) return Error{view.error()};
      const auto run = lab::store::run_json(**view, kinds, {.worst = kWorstCases});
      if (!run) return Error{path + ": " + run.error()};
      if (!run->contains("result"))
        return Error{fmt::format("{} holds a run of '{}', which this program does not know", path, (*view)->kind())};
      start.store = lab::json_text(*run);
      return std::nullopt;
    }
  }
  if (options.input.size() == 1 && beginning_of(options.input[0]).starts_with(kClaimsBeginning))
    return Error{fmt::format("{} holds claims, not a tree: oknos-lab audit judges them; OKNOS_TRACE writes a tree",
                             text::quoted(options.input[0]))};
  const auto input = lab::find_input(options.input);
  if (!input) return Error{input.error()};
  if (!input->position)
    return Error{"explore: one position is expected, as FEN or 'startpos', or a run store (RUN.db) or a trace"};
  start.fen = fen::to_text(*input->position);
  start.chess960 = input->position->chess960();
  return std::nullopt;
}

lab::OutputPath save_path(const ExploreOptions& options) {
  lab::OutputPath out{options.save, options.force, options.input};
  out.in_use.push_back(options.search.preset);
  return out;
}

// One search, written into a file.
int save(Service& service, const Start& start, const ExploreOptions& options) {
  Json question = {{"fen", start.fen}, {"chess960", start.chess960}, {"preset", start.preset}, {"set", Json::object()}};
  for (const auto& [name, value] : start.set) question["set"][name] = value;
  if (options.search.depth || !options.search.nodes) question["depth"] = start.depth;
  if (options.search.nodes) question["nodes"] = *options.search.nodes;
  Json last;
  service.answer_in_lines({"POST", "/api/search", lab::json_text(question)}, [&](const std::string& line) {
    last = Json::parse(line, nullptr, false);
    return !lab::interrupted();
  });
  if (lab::interrupted()) return lab::kInterruptedExit;
  if (!last.contains("done")) return lab::complain(lab::kFailure, "explore: " + last.value("error", "no answer"));
  const Json& done = last["done"];
  const Reply file = service.answer({"GET", fmt::format("/api/file/{}", done["id"].get<int>()), ""});
  lab::OutputFile out;
  if (const auto error = out.open(save_path(options))) return lab::complain(lab::kFailure, "--save " + error->message);
  out.write(file.body);
  if (const auto error = out.finish()) return lab::complain(lab::kFailure, error->message);
  std::printf("%s: %s entries to depth %d, %s nodes searched%s\n", options.save.c_str(),
              lab::grouped(done["entries"].get<std::uint64_t>()).c_str(), done["depth"].get<int>(),
              lab::grouped(done["nodes"].get<std::uint64_t>()).c_str(),
              done["overflowed"].get<bool>() ? " (deeper trees have more entries than --entries allows)" : "");
  return 0;
}

void wait_for_interrupt() {
  while (!lab::interrupted()) std::this_thread::sleep_for(lab::kPollInterval);
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

}  // namespace

int explore(const ExploreOptions& options, const lab::RunKinds& kinds) {
  Limits limits;
  limits.depth = ExploreOptions::kDefaultDepth;
  const auto plan = lab::make_plan(options.search, limits);
  if (!plan) return lab::complain(lab::kUsage, plan.error());
  ServiceLimits service_limits;
  service_limits.entries = options.entries;
  service_limits.kept_entries = std::max(service_limits.kept_entries, 2 * options.entries);
  Service service(service_limits);
  Start start;
  start.preset = plan->preset.name;
  start.depth = options.search.depth.value_or(ExploreOptions::kDefaultDepth);
  for (const lab::Change& change : plan->changes) start.set.emplace_back(change.name, change.to);
  if (const auto built_in = pruning::find_preset(plan->preset.name); !built_in) service.add_preset(plan->preset);
  if (const auto error = take_input(options, kinds, service, start))
    return lab::complain(lab::kFailure, error->message);
  lab::catch_interrupts();
  if (!options.save.empty()) {
    if (start.tree || start.store) return lab::complain(lab::kUsage, "--save: a position is expected, not a file");
    if (const auto error = lab::check_output(save_path(options)))
      return lab::complain(lab::kFailure, "--save " + error->message);
    return save(service, start, options);
  }
  if (!options.engine.empty()) {
    auto judge = start_engine_judge(options.engine);
    if (!judge) return lab::complain(lab::kUsage, "--engine: " + judge.error());
    service.set_judge(*std::move(judge));
  }
  const auto page = explorer_page();
  if (!page) return lab::complain(lab::kFailure, "explore: the page was not built: " + page.error());
  service.set_start(std::move(start));
  Server server(service, *page);
  if (const auto error = server.start({options.host, options.port}))
    return lab::complain(lab::kFailure, error->message);
  if (!is_loopback(options.host))
    std::fprintf(stderr, "Whoever reaches %s can use this machine's processor.\n", options.host.c_str());
  std::printf("The explorer is at %s (Ctrl-C ends it)\n", server.address().c_str());
  std::fflush(stdout);
  wait_for_interrupt();
  server.stop();
  return 0;
}

}  // namespace oknos::explorer
