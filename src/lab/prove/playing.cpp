#include "lab/prove/playing.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "lab/analyse.h"
#include "lab/audit/shadow.h"
#include "lab/interrupt.h"
#include "lab/progress.h"
#include "lab/store/run_arguments.h"
#include "lab/text_table.h"
#include "lab/words.h"
#include "lab/workers.h"
#include "search/engine.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using pruning::kRuleInfos;
using pruning::kRules;

constexpr std::uint64_t kDefaultNodes = 20'000;  // a position

struct Verdicts {
  std::array<ShadowSums, kRules> rules;
  std::uint64_t nodes = 0;  // of the playing search

  Verdicts& operator+=(const Verdicts& other) {
    for (std::size_t id = 0; id < kRules; ++id) rules[id] += other.rules[id];
    nodes += other.nodes;
    return *this;
  }
  std::uint64_t checked() const {
    std::uint64_t n = 0;
    for (const ShadowSums& s : rules) n += s.skips + s.cuts;
    return n;
  }
  std::uint64_t errors() const {
    std::uint64_t n = 0;
    for (const ShadowSums& s : rules) n += s.errors();
    return n;
  }
};

class Playing {
 public:
  Playing(const ProveOptions& options, Plan plan, const pruning::GuardSwitches& guards, const ProofInput& input)
      : options_(options),
        plan_(std::move(plan)),
        guards_(guards),
        input_(input),
        style_(style_of(stdout, options.color)) {
    store::RunArguments threads;
    threads.workers = options.workers;
    for (int i = 0; i < threads.worker_count(); ++i) workers_.push_back(std::make_unique<Searchers>());
  }

  int run() {
    catch_interrupts();
    search();
    if (options_.json)
      print_json();
    else
      print_text();
    if (interrupted()) return kInterruptedExit;
    return found_.errors() > 0 ? kFailure : 0;
  }

 private:
  struct Searchers {
    Engine engine;
    WindowSearch window;
  };

  Verdicts search_position(int worker, const ProofPosition& position) {
    Searchers& own = *workers_[static_cast<std::size_t>(worker)];
    Shadow shadow{Sampling(options_.sample)};
    own.engine.clear();
    own.engine.set_position(position.position);
    SearchRequest request;
    request.limits = plan_.limits;
    request.settings = plan_.settings;
    request.tracing = Tracing::Observed;
    request.observer = &shadow;
    request.guards = guards_;
    Verdicts out;
    out.nodes = own.engine.search(request).nodes;
    for (std::size_t id = 0; id < kRules; ++id)
      out.rules[id].seen = shadow.seen(static_cast<pruning::RuleId>(id)).all();
    for (const ShadowSample& sample : shadow.samples()) {
      if (interrupted()) break;
      out.rules[sample.rule].add(sample, check_sample(sample, ShadowSettings::of(plan_.settings), own.window));
    }
    return out;
  }

  void search() {
    std::vector<ItemNumber> items(input_.positions.size());
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<ItemNumber>(i);
    Progress progress;
    Workers<Verdicts> workers;
    workers.work = [this](int worker, ItemNumber item) {
      return std::optional(search_position(worker, input_.positions[static_cast<std::size_t>(item)]));
    };
    workers.take = [this](ItemNumber, Verdicts found) {
      found_ += found;
      ++done_;
      return true;
    };
    workers.idle = [&] {
      if (done_ < items.size())
        progress.show(share(done_, items.size()),
                      fmt::format("{} checked, {} wrong", compact(found_.checked()), compact(found_.errors())));
    };
    workers.run(items, static_cast<int>(workers_.size()));
    progress.clear();
  }

  void print_text() const {
    std::printf("Preset %s, the playing search: %s per position, every %s of what it prunes searched after all\n\n",
                plan_.preset.name.c_str(), limits_in_words(plan_.limits).c_str(),
                options_.sample == 1 ? "one" : (grouped(options_.sample) + "th").c_str());
    TextTable table({{"rule", Align::Left, 2},
                     {"pruned", Align::Right, 0},
                     {"moves checked", Align::Right, 1},
                     {"wrong", Align::Right, 2},
                     {"nodes checked", Align::Right, 1},
                     {"wrong", Align::Right, 2},
                     {"worst", Align::Right, 1}});
    for (std::size_t id = 0; id < kRules; ++id) {
      const ShadowSums& s = found_.rules[id];
      if (s.seen == 0) continue;
      table.add_row({{plain_name(kRuleInfos[id].name)},
                     {compact(s.seen)},
                     {grouped(s.skips)},
                     {grouped(s.skip_errors), s.skip_errors > 0 ? Tone::Bad : Tone::Good},
                     {grouped(s.cuts)},
                     {grouped(s.cut_errors), s.cut_errors > 0 ? Tone::Bad : Tone::Good},
                     {s.worst ? std::to_string(s.worst->excess.value()) : "-"}});
    }
    std::printf("%s", table.to_text(style_).c_str());
    for (std::size_t id = 0; id < kRules; ++id)
      if (found_.rules[id].worst) std::printf("\n%s", worst_text(id).c_str());
    std::printf("\n%s%zu of %zu positions, %s nodes; %s checked, %s wrong.\n", interrupted() ? "Interrupted: " : "",
                done_, input_.positions.size(), grouped(found_.nodes).c_str(), grouped(found_.checked()).c_str(),
                grouped(found_.errors()).c_str());
  }

  std::string worst_text(std::size_t id) const {
    const ShadowSums::Worst& w = *found_.rules[id].worst;
    const std::string what = w.move.empty() ? "the node" : w.move;
    return fmt::format(
        "{}: {} was claimed to be worth at {} {}, but is worth {}\n  {}\n  depth {}, window ({}, {}), ply {}\n",
        capitalised(plain_name(kRuleInfos[id].name)), what, w.kind == ShadowSample::Kind::HoldsUp ? "least" : "most",
        w.bound.value(), w.value.value(), w.fen, w.depth, w.alpha.value(), w.beta.value(), w.ply);
  }

  void print_json() const {
    Json rules = Json::array();
    for (std::size_t id = 0; id < kRules; ++id) {
      const ShadowSums& s = found_.rules[id];
      if (s.seen == 0) continue;
      Json rule = {{"rule", kRuleInfos[id].name},  {"pruned", s.seen},      {"moves_checked", s.skips},
                   {"moves_wrong", s.skip_errors}, {"nodes_checked", s.cuts}, {"nodes_wrong", s.cut_errors}};
      rule["worst"] = nullptr;
      if (s.worst)
        rule["worst"] = {{"position", s.worst->fen},        {"move", s.worst->move},
                         {"depth", s.worst->depth},         {"window", {s.worst->alpha.value(), s.worst->beta.value()}},
                         {"bound", s.worst->bound.value()}, {"value", s.worst->value.value()}};
      rules.push_back(std::move(rule));
    }
    const Json out = {{"type", "summary"},     {"preset", plan_.preset.name}, {"positions", done_},
                      {"nodes", found_.nodes}, {"checked", found_.checked()}, {"wrong", found_.errors()},
                      {"rules", rules},        {"interrupted", interrupted()}};
    std::printf("%s\n", out.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  }

  const ProveOptions& options_;
  const Plan plan_;
  const pruning::GuardSwitches guards_;
  const ProofInput& input_;
  const Style style_;
  std::vector<std::unique_ptr<Searchers>> workers_;
  Verdicts found_;
  std::size_t done_ = 0;
};

}  // namespace

int prove_playing(const ProveOptions& options, const ProofInput& input) {
  SearchOptions search = options.search;
  if (!options.depth.empty()) {
    search.depth = text::parse_int<int>(options.depth);
    if (!search.depth || *search.depth < 1 || *search.depth > kMaxDepth.plies())
      return complain(kUsage, fmt::format("--depth: with --playing one depth is expected, 1..{}", kMaxDepth.plies()));
  }
  Limits limits;
  limits.nodes = kDefaultNodes;
  auto plan = make_plan(search, limits);
  if (!plan) return complain(kUsage, plan.error());
  pruning::GuardSwitches guards;
  for (const std::string& name : options.without_guards) {
    const auto guard = pruning::guard_from_name(name);
    if (!guard) return complain(kUsage, fmt::format("--without-guard: there is no guard {}", text::quoted(name)));
    guards.set(*guard, false);
  }
  return Playing(options, std::move(*plan), guards, input).run();
}

}  // namespace oknos::lab
