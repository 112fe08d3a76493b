#include "lab/audit/audit.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "lab/analyse.h"
#include "lab/audit/census.h"
#include "lab/audit/margins.h"
#include "lab/interrupt.h"
#include "lab/progress.h"
#include "lab/prove/prove_input.h"
#include "lab/store/parcel.h"
#include "lab/suite/suite_input.h"
#include "lab/words.h"
#include "lab/workers.h"
#include "search/engine.h"

namespace oknos::lab {

namespace {

struct AuditPlan {
  Plan search;
  Sampling sampling;
  pruning::GuardSwitches guards;
  AuditViewOptions view;
  std::optional<pruning::Settings> watched;  // for a census
  std::optional<Plan> judge;                 // not given: what plays judges, without the rules of the family

  ShadowSettings shadow() const {
    ShadowSettings out = ShadowSettings::of(search.settings);
    if (judge) out.judging = judge->settings;
    return out;
  }
};

class AuditRun {
 public:
  AuditRun(const AuditOptions& options, AuditPlan plan, SuiteInput input)
      : options_(options), plan_(std::move(plan)), input_(std::move(input)), style_(style_of(stdout, options.color)) {
    for (ItemNumber i = 0; i < static_cast<ItemNumber>(input_.positions.size()); ++i)
      if (options_.run.shard.holds(i)) items_.push_back(i);
  }

  int run() {
    auto opened = store::open_run_store(options_.run.store_options(options_.files), run_spec());
    if (!opened) return complain(kFailure, opened.error());
    store_ = std::move(*opened);
    if (!options_.json) std::printf("%s\n\n", heading().c_str());
    search();
    return finish();
  }

 private:
  struct Searchers {
    explicit Searchers(std::size_t hash) : engine(hash) {}
    Engine engine;
    WindowSearch window;
  };

  store::RunSpec run_spec() const {
    store::RunSpec spec;
    spec.kind = kAuditKind;
    const Plan& search = plan_.search;
    std::string rules = identity_of(search.preset, search.settings, search.changes);
    for (const std::string& guard : options_.without_guards) rules += ", without " + guard;
    spec.identity = {{"input", input_.hash},
                     {"rules", rules},
                     {"limits", exact_text(search.limits)},
                     {"hash", std::to_string(search.hash)},
                     {"sample", plan_.sampling.text()},
                     {"reach", std::to_string(options_.reach)},
                     {"watched", watched_rules()},
                     {"judge", judge_identity()}};
    std::string files;
    for (const std::string& file : options_.files) files += (files.empty() ? "" : " ") + file;
    spec.notes = {{"files", files}};
    spec.items = static_cast<ItemNumber>(input_.positions.size());
    spec.tables = audit_tables();
    return spec;
  }

  std::string judge_identity() const {
    if (!plan_.judge) return "without the rules";
    return identity_of(plan_.judge->preset, plan_.judge->settings, plan_.judge->changes);
  }

  // Their names; empty for an audit.
  std::string watched_rules() const {
    std::string out;
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      if (plan_.watched && plan_.watched->rules[id].enabled)
        out.append(out.empty() ? "" : " ").append(pruning::kRuleInfos[id].name);
    return out;
  }

  std::string heading() const {
    const Plan& search = plan_.search;
    std::string out =
        fmt::format("Preset {}, {} per position; of what each rule {}, one in {} is searched after all",
                    style_.paint(Tone::Strong, search.preset.name), limits_in_words(search.limits),
                    plan_.watched ? "would prune with the least margin" : "prunes", plan_.sampling.text());
    if (plan_.judge) out += fmt::format(" by preset {}", style_.paint(Tone::Strong, plan_.judge->preset.name));
    for (const Change& c : search.changes) out += fmt::format("\n  {} = {} (preset: {})", c.name, c.to, c.from);
    if (options_.run.shard.count > 1)
      out += fmt::format("\nShard {}/{}", options_.run.shard.index, options_.run.shard.count);
    if (!store_->done().empty()) out += fmt::format("\n{} audited before", counted(store_->done().size(), "position"));
    return out;
  }

  // --- in the workers' threads

  std::optional<AuditPosition> audit_position(int worker, ItemNumber item) {
    Searchers& own = *searchers_[static_cast<std::size_t>(worker)];
    const epd::Record& record = input_.positions[static_cast<std::size_t>(item)].record;
    AuditPosition out;
    if (plan_.watched) {
      Census census(plan_.sampling);
      out = search_position(own.engine, record.position, census);
      if (!check(out, census, own)) return std::nullopt;
    } else {
      Shadow shadow(plan_.sampling);
      out = search_position(own.engine, record.position, shadow);
      if (!check(out, shadow, own)) return std::nullopt;
      compare_roots(out, record.position, shadow, own.engine);
    }
    out.number = static_cast<int>(item) + 1;
    out.id = record.id();
    return out;
  }

  // Searches the samples after all; false: interrupted.
  bool check(AuditPosition& out, const Sampler& sampler, Searchers& own) const {
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      for (std::size_t depth = 0; depth < sampler.seen()[id].size(); ++depth)
        if (const PrunedCount& count = sampler.seen()[id][depth]; count.all() > 0)
          out.counts.push_back({std::string(pruning::kRuleInfos[id].name), static_cast<int>(depth), count});
    if (interrupted()) return false;
    const ShadowSettings shadow = plan_.shadow();
    for (const ShadowSample& sample : sampler.samples()) {
      const ShadowVerdict verdict = check_sample(sample, shadow, own.window);
      if (interrupted()) return false;
      if (!verdict.claimed) continue;
      out.cases.push_back(sample.watched ? case_of(sample, verdict, plan_.search.settings) : case_of(sample, verdict));
    }
    return true;
  }

  // Of an audit all samples make cases, in their order.
  void compare_roots(AuditPosition& out, const Position& root, const Shadow& shadow, Engine& engine) const {
    const Sampling reach(options_.reach);
    for (std::size_t i = 0; i < out.cases.size(); ++i) {
      AuditCase& c = out.cases[i];
      const ShadowSample& sample = shadow.samples()[i];
      if (c.error && can_be_undone(sample) && reach.wants(sample.rule, c.ordinal))
        c.reach = reach_of(engine, root, out, c.ordinal);
    }
  }

  // What was dropped with others has no turn of its own, and the horizon's nodes end in themselves.
  bool can_be_undone(const ShadowSample& sample) const {
    return options_.reach > 0 && !sample.with_the_rest && (sample.depth > 0 || sample.move);
  }

  RootReach reach_of(Engine& engine, const Position& root, const AuditPosition& before, Ordinal ordinal) const {
    Observer nobody;
    const AuditPosition after = search_position(engine, root, nobody, ordinal);
    if (after.move != before.move) return RootReach::Move;
    return after.value != before.value ? RootReach::Value : RootReach::Nothing;
  }

  AuditPosition search_position(Engine& engine, const Position& position, Observer& observer,
                                std::optional<Ordinal> undone = std::nullopt) const {
    engine.clear();
    engine.set_position(position);
    SearchRequest request;
    request.limits = plan_.search.limits;
    request.settings = plan_.search.settings;
    request.tracing = Tracing::Observed;
    request.observer = &observer;
    request.undone = undone;
    request.guards = plan_.guards;
    if (plan_.watched) request.watched = &*plan_.watched;
    const SearchReport report = engine.search(request);
    AuditPosition out;
    out.fen = fen::to_text(position);
    out.nodes = report.nodes;
    if (report.best) out.move = to_text(report.best, position.chess960());
    if (!report.lines.empty()) out.depth = report.lines.front().depth;
    if (!report.lines.empty()) out.value = report.lines.front().score.value();
    return out;
  }

  // --- in the thread that called run()

  void search() {
    std::vector<ItemNumber> left;
    for (const ItemNumber item : items_)
      if (!store_->done().contains(item)) left.push_back(item);
    done_ = items_.size() - left.size();
    const auto workers = std::min<std::size_t>(static_cast<std::size_t>(options_.run.worker_count()), left.size());
    for (std::size_t i = 0; i < workers; ++i) searchers_.push_back(std::make_unique<Searchers>(plan_.search.hash));
    catch_interrupts();
    Progress progress;
    progress.begin_at(share(done_, items_.size()));
    Workers<AuditPosition> team;
    team.work = [this](int worker, ItemNumber item) { return audit_position(worker, item); };
    team.take = [this](ItemNumber item, AuditPosition position) { return take(item, position); };
    team.idle = [&] {
      if (interrupted()) stop_searchers();
      if (done_ < items_.size())
        progress.show(share(done_, items_.size()),
                      fmt::format("{} of {} positions, {} checked, {} wrong", grouped(done_), grouped(items_.size()),
                                  compact(checked_), compact(errors_)));
    };
    team.team = options_.run.team;
    team.pack = [](const AuditPosition& position) { return store::to_bytes({to_rows(position), ""}); };
    team.unpack = [](const std::string& bytes) -> std::optional<AuditPosition> {
      const auto parcel = store::parcel_from_bytes(bytes);
      if (!parcel) return std::nullopt;
      auto position = audit_from_rows(parcel->rows);
      return position ? std::optional(std::move(*position)) : std::nullopt;
    };
    team.run(left, static_cast<int>(workers));
    progress.clear();
  }

  // A deep search after all can take longer than anybody waits for after Ctrl-C.
  void stop_searchers() const {
    for (const auto& searchers : searchers_) {
      searchers->engine.stop();
      searchers->window.stop();
    }
  }

  bool take(ItemNumber item, const AuditPosition& position) {
    if (const auto error = store_->put(item, to_rows(position))) {
      error_ = error->message;
      return false;
    }
    ++done_;
    checked_ += position.cases.size();
    for (const AuditCase& c : position.cases) errors_ += c.error ? 1 : 0;
    return true;
  }

  int finish() {
    const auto sums = read_back();
    if (!sums && error_.empty()) error_ = sums.error();
    if (sums && options_.json) std::printf("%s\n", audit_json(*sums, plan_.view, interrupted()).c_str());
    if (sums && !options_.json) print(*sums);
    if (const auto error = store_->close(); error && error_.empty()) error_ = error->message;
    if (!error_.empty()) return complain(kFailure, error_);
    if (!interrupted()) return 0;
    if (const std::string hint = options_.run.resume_hint(); !hint.empty()) complain(0, hint);
    return kInterruptedExit;
  }

  void print(const AuditSums& sums) const {
    if (sums.positions < items_.size())
      std::printf("%s after %s of %s positions.\n\n", interrupted() ? "Interrupted" : "Ended",
                  grouped(sums.positions).c_str(), grouped(items_.size()).c_str());
    std::printf("%s", audit_report(sums, plan_.view, style_).c_str());
  }

  // From the store, what was there before and what was found now alike: in the order of the input.
  Result<AuditSums> read_back() const {
    AuditSums out;
    for (const ItemNumber item : store_->done()) {
      const auto rows = store_->rows(item);
      auto position = rows ? audit_from_rows(*rows) : Result<AuditPosition>(Error{rows.error()});
      if (!position) return Error{fmt::format("item {}: {}", item, position.error())};
      out.add(*position);
    }
    return out;
  }

  const AuditOptions& options_;
  const AuditPlan plan_;
  const SuiteInput input_;
  const Style style_;
  std::vector<ItemNumber> items_;                      // of this shard
  std::vector<std::unique_ptr<Searchers>> searchers_;  // one for each worker
  std::unique_ptr<store::RunStore> store_;
  std::size_t done_ = 0;
  std::uint64_t checked_ = 0;
  std::uint64_t errors_ = 0;
  std::string error_;
};

Result<AuditViewOptions> make_view(const AuditOptions& options) {
  AuditViewOptions view;
  view.worst = options.worst;
  if (!options.by.empty()) view.by.emplace();
  for (const std::string& name : options.by) {
    const auto dimension = dimension_named(name);
    if (!dimension)
      return Error{fmt::format("--by: {} is none of depth, kind, phase, node, exemption, ply", text::quoted(name))};
    view.by->push_back(*dimension);
  }
  return view;
}

// What a census watches.
Result<pruning::Settings> watched_settings(const AuditOptions& options, const pruning::Settings& settings) {
  pruning::Settings out = settings;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const auto rule = static_cast<pruning::RuleId>(id);
    const bool wanted = options.rules.empty() && settings.rules[id].enabled && has_margin(rule);
    out.rules[id] = wanted ? with_least_margin(rule, settings.rules[id]) : pruning::RuleSetting{};
  }
  for (const std::string& name : options.rules) {
    const auto rule = rule_named(name);
    if (!rule) return Error{"--rule: " + rule.error()};
    if (!has_margin(*rule)) return Error{fmt::format("--rule: {} goes by no margin", text::quoted(name))};
    out.rules[*rule] = with_least_margin(*rule, settings.rules[*rule]);
  }
  return out;
}

Result<AuditPlan> make_audit_plan(const AuditOptions& options) {
  auto view = make_view(options);
  if (!view) return Error{view.error()};
  Limits limits;
  limits.depth = AuditOptions::kDefaultDepth;
  auto search = make_plan(options.search, limits);
  if (!search) return Error{search.error()};
  auto sampling = parse_sampling(options.sample, AuditOptions::kDefaultEvery);
  if (!sampling) return Error{sampling.error()};
  if (!options.margins && !options.rules.empty()) return Error{"--rule needs --margins"};
  if (options.margins && options.reach > 0) return Error{"--reach: what --margins only watches cannot be undone"};
  AuditPlan plan{std::move(*search), *sampling, {}, std::move(*view), std::nullopt, std::nullopt};
  if (!options.judge.empty()) {
    SearchOptions judge;
    judge.preset = options.judge;
    auto judging = make_plan(judge, limits);
    if (!judging) return Error{"--judge: " + judging.error()};
    plan.judge = std::move(*judging);
  }
  if (options.margins) {
    const auto watched = watched_settings(options, plan.search.settings);
    if (!watched) return Error{watched.error()};
    plan.watched = *watched;
  }
  for (const std::string& name : options.without_guards) {
    const auto guard = pruning::guard_from_name(name);
    if (!guard) return Error{fmt::format("--without-guard: there is no guard {}", text::quoted(name))};
    plan.guards.set(*guard, false);
  }
  return plan;
}

int show_audit(const AuditOptions& options) {
  const auto view_options = make_view(options);
  if (!view_options) return complain(kUsage, view_options.error());
  const auto view = store::StoreView::open(options.show);
  if (!view) return complain(kFailure, view.error());
  const auto sums = read_audit(**view);
  if (!sums) return complain(kFailure, sums.error());
  if (options.json)
    std::printf("%s\n", audit_json(*sums, *view_options, false).c_str());
  else
    std::printf("%s", audit_report(*sums, *view_options, style_of(stdout, options.color)).c_str());
  return 0;
}

}  // namespace

int audit(const AuditOptions& options) {
  if (!options.show.empty()) return show_audit(options);
  auto plan = make_audit_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  for (const std::string& complaint : input->complaints) complain(0, complaint);
  return AuditRun(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
