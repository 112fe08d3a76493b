#include "lab/commands/audit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <initializer_list>
#include <memory>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/audit_claims.h"
#include "lab/experiment/ordered_parallel_for.h"
#include "lab/record/search_fields.h"
#include "lab/record/stored_command.h"
#include "lab/shadow/audit.h"
#include "lab/shadow/claim.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"
#include "oknos/claims.h"

namespace oknos::lab {

namespace {

struct Audit {
  static constexpr const char* kName = StoredAudit::kKind;
  static constexpr const char* kHelp = "Measure how often each pruning rule is wrong";
  static constexpr const char* kDescription =
      "how often each rule is wrong: a sample of what it pruned, searched after all";
  static constexpr const char* kFooter =
      "Searches each position with one thread and an empty table, to depth 10 unless a limit is given. One of every N\n"
      "moves that a rule skipped, or nodes that it cut (--sample), is then searched by a separate search, the shadow\n"
      "search: to the unreduced depth, without the futility rules and without a table. A skipped move was an error if\n"
      "the shadow search scores it above alpha; a node cut at beta was an error if it scores below beta.\n\n"
      "Examples:\n"
      "  oknos-lab audit wac.epd\n"
      "  oknos-lab audit ecm.epd --preset heinz --depth 8 --sample 200 --out audit.db\n"
      "  oknos-lab audit ecm.epd --sample 5000 --sample razoring=50 --out audit.db --resume\n"
      "  oknos-lab audit ecm.epd --margins --rule razoring --rule reverse_futility\n"
      "  oknos-lab audit ecm.epd --judge modern\n"
      "  oknos-lab audit endings.epd --judge tablebases=/syzygy --sample 10\n"
      "  oknos-lab audit --show audit.db --by depth,kind --worst 10\n\n"
      "Instead of positions, FILE.jsonl may hold the pruned moves and nodes of another engine (docs/claims.md). The\n"
      "engine named by --judge searches each of them to the depth that the file gives:\n"
      "  oknos-lab audit claims.jsonl --judge cmd=stockfish,option.Hash=1 --out claims.db\n"
      "  oknos-lab audit claims.jsonl --judge cmd=./engine --rule futility --max-depth 4 --timeout 10s\n"
      "With --judge oknos, they are checked as in an audit of positions. --write-claims writes such a file for Oknos:\n"
      "  oknos-lab audit ecm.epd --depth 8 --write-claims own.jsonl\n"
      "  oknos-lab audit own.jsonl --judge oknos";

  // --- The question -------------------------------------------------------------------------------------------------

  struct Question {
    static constexpr int kDefaultDepth = 10;              // plies
    static constexpr std::uint64_t kDefaultEvery = 1000;  // of what each rule leaves out, one is searched after all
    static constexpr std::size_t kDefaultHash = 16;       // MiB

    Question() { search.hash = kDefaultHash; }

    record::Positions positions;
    record::Search search;
    std::vector<std::string> sample, rules, without_guards, by;
    bool margins = false;
    std::string judge, timeout, write_claims, show;
    int max_depth = Claim::kDepthMost;
    std::uint64_t root_impact = 0;
    std::size_t worst = 3;
    // Since check():
    Plan plan;
    Sampling sampling{kDefaultEvery};
    pruning::GuardSwitches guards;
    AuditViewOptions view;
    std::optional<pruning::Settings> watched;  // for a margin sweep
    std::optional<Plan> judging;               // not given: what plays judges, without the rules of the family
    TableJudge tables;                         // judge instead, where there are any

    WorkUnitNumber units() const { return positions.count(); }
    std::vector<std::string> inputs() const { return positions.files; }

    std::optional<record::Refusal> check() {
      for (const auto take : {&Question::take_search, &Question::take_judge, &Question::take_watched})
        if (const auto error = (this->*take)()) return record::Refusal{error->message};
      return std::nullopt;
    }

    store::RunSpec identity() const {
      store::RunSpec spec;
      std::string playing = rules_of(plan);
      for (const std::string& guard : without_guards) playing += ", without " + guard;
      spec.identity = {{"input", positions.input.hash},
                       {"rules", playing},
                       {"limits", exact_text(plan.limits)},
                       {"hash", std::to_string(plan.hash)},
                       {"sample", sampling.text()},
                       {"root_impact", std::to_string(root_impact)},
                       {"watched", watched_rules()},
                       {"judge", tables.tables ? tables.identity()
                                 : judging     ? rules_of(*judging)
                                               : "without the rules"}};
      return spec;
    }

    SearchRequest request() const {
      SearchRequest out;
      out.limits = plan.limits;
      out.settings = plan.settings;
      out.guards = guards;
      if (watched) out.watched = &*watched;
      return out;
    }

    ShadowSettings shadow() const {
      ShadowSettings out = ShadowSettings::of(plan.settings);
      if (judging) out.judging = judging->settings;
      out.tables = tables.tables;
      return out;
    }

   private:
    static std::string rules_of(const Plan& p) { return identity_of(p.preset, p.settings, p.changes); }

    std::optional<Error> take_search() {
      auto shown = audit_view(by, worst);
      if (!shown) return Error{shown.error()};
      view = std::move(*shown);
      Limits limits;
      limits.depth = kDefaultDepth;
      auto made = make_plan(search, limits);
      if (!made) return Error{made.error()};
      plan = std::move(*made);
      const auto sampled = parse_sampling(sample, kDefaultEvery);
      if (!sampled) return Error{sampled.error()};
      sampling = *sampled;
      const auto switches = guards_without(without_guards);
      if (!switches) return Error{switches.error()};
      guards = *switches;
      return std::nullopt;
    }

    std::optional<Error> take_judge() {
      auto loaded = table_judge(judge);
      if (!loaded) return Error{"--judge: " + loaded.error()};
      tables = std::move(*loaded);
      if (judge.empty() || tables.tables) return std::nullopt;
      SearchOptions of_judge;
      of_judge.preset = judge;
      auto made = make_plan(of_judge, plan.limits);
      if (!made) return Error{"--judge: " + made.error()};
      judging = std::move(*made);
      return std::nullopt;
    }

    // Without --rule, a sweep watches the rules that are on.
    std::optional<Error> take_watched() {
      if (!margins) return rules.empty() ? std::nullopt : std::optional(Error{"--rule needs --margins"});
      if (root_impact > 0) return Error{"--root-impact: what --margins only watches cannot be undone"};
      if (tables.tables) return Error{"--margins needs a judge that searches, not tablebases"};
      watched = plan.settings;
      for (pruning::RuleId id = 0; id < pruning::kRules; ++id) {
        const bool wanted = rules.empty() && plan.settings.rules[id].enabled && has_margin(id);
        watched->rules[id] = wanted ? with_least_margin(id, plan.settings.rules[id]) : pruning::RuleSetting{};
      }
      for (const std::string& name : rules) {
        const auto rule = rule_named(name);
        if (!rule) return Error{"--rule: " + rule.error()};
        if (!has_margin(*rule)) return Error{fmt::format("--rule: {} goes by no margin", text::quoted(name))};
        watched->rules[*rule] = with_least_margin(*rule, plan.settings.rules[*rule]);
      }
      return std::nullopt;
    }

    // Their names; empty for an audit.
    std::string watched_rules() const {
      std::vector<std::string_view> names;
      for (std::size_t id = 0; id < pruning::kRules; ++id)
        if (watched && watched->rules[id].enabled) names.push_back(pruning::kRuleInfos[id].name);
      return listed(names, {}, " ");
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    constexpr std::int64_t kMaxWorst = 1'000'000;
    constexpr std::int64_t kMaxErrors = std::int64_t{1} << 40;
    f("files", q.positions, "Claims of an engine (FILE.jsonl), or positions");
    f("search", q.search, "");
    f("--sample", q.sample, "Check one in N of the pruned moves and nodes (default: 1000); RULE=N for one rule",
      {.value = "N"});
    f("--margins", q.margins, "Take a margin sweep: the error rate of every margin that a rule could have");
    f("--rule", q.rules, "With --margins: watch this rule, enabled or not; of claims: judge those of this rule only",
      {.value = "RULE"});
    f("--judge", q.judge,
      "Preset of the shadow search (default: the audited preset without the futility rules), or tablebases=FOLDER "
      "(Syzygy); of claims: cmd=ENGINE, oknos, tablebases=FOLDER or a preset",
      {.value = "NAME|FILE|tablebases=FOLDER|cmd=ENGINE|oknos"});
    f("--max-depth", q.max_depth, "Of claims: judge only those about nodes of at most this depth",
      {.least = 0, .most = Claim::kDepthMost, .unit = "plies"});
    f("--timeout", q.timeout,
      "Of claims: a search of the judge that takes longer than this counts as failed (default: 60)", {.value = "TIME"});
    f("--write-claims", q.write_claims, "Write the samples to this file, as claims, instead of checking them",
      {.value = "FILE.jsonl"});
    f("--root-impact", q.root_impact,
      "Undo one in N errors, one at a time, and search the root again: does its result change? 0: never",
      {.least = 0, .most = kMaxErrors, .unit = "errors"});
    f("--without-guard", q.without_guards, "Disable this guard", {.value = "GUARD"});
    f("--by", q.by, "Group the second table by: depth, kind, phase, node, exemption, ply (default: depth)",
      {.value = "LIST", .list = true});
    f("--worst", q.worst, "Number of worst errors to show", {.least = 0, .most = kMaxWorst, .unit = "cases"});
    f("--show", q.show, "Show the results in this run store instead of searching", {.value = "RUN.db"});
  };

  // Claims, --write-claims and --show.
  static std::optional<int> other(const CLI::App& command, Question& question, const RunArguments& run);

  // --- What is found for a position ---------------------------------------------------------------------------------

  using Unit = AuditPosition;
  static constexpr auto kLayout = kAuditLayout;

  struct Worker : ShadowWorker {
    using ShadowWorker::ShadowWorker;

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      auto out = std::make_unique<Worker>(q.plan.hash);
      out->set_network(q.plan.network);
      return out;
    }
  };

  static Outcome<Unit> find(const Question& q, Worker& own, WorkUnitNumber number) {
    const epd::Record& record = q.positions[number].record;
    std::vector<AuditCase> cases;
    const ShadowSettings settings = q.shadow();
    const auto check = [&](const ShadowSample& sample) {
      if (interrupted()) return;
      const ShadowVerdict verdict = check_sample(sample, settings, own.window);
      if (!verdict.claimed || !verdict.known) return;
      cases.push_back(case_of(sample, verdict, sample.watched ? &q.plan.settings : nullptr));
    };
    Shadow shadow(q.sampling, check, q.watched ? Shadow::Of::Watched : Shadow::Of::Pruned);
    Unit out = unit_of(search_sampled(own.engine, record.position, q.request(), shadow), record.position);
    if (interrupted()) return std::nullopt;
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      for (std::size_t depth = 0; depth < shadow.seen()[id].size(); ++depth)
        if (const PrunedCount& count = shadow.seen()[id][depth]; count.all() > 0)
          out.counts.push_back({std::string(pruning::kRuleInfos[id].name), static_cast<int>(depth), count});
    out.cases = std::move(cases);
    if (!q.watched && q.root_impact > 0) compare_roots(q, out, record.position, own.engine);
    out.number = static_cast<int>(number) + 1;
    out.id = record.id();
    return out;
  }

  static Unit unit_of(const SearchReport& report, const Position& position) {
    Unit out;
    out.fen = fen::to_text(position);
    out.nodes = report.nodes;
    if (report.best) out.move = to_text(report.best, position.chess960());
    if (!report.lines.empty()) out.depth = report.lines.front().depth;
    if (!report.lines.empty()) out.value = report.lines.front().score.value();
    return out;
  }

  // Searches again, without a sampler, with one error at a time undone. What was dropped with others has no turn of its
  // own, and the horizon's nodes end in themselves.
  static void compare_roots(const Question& q, Unit& out, const Position& root, Engine& engine) {
    const Sampling chosen(q.root_impact);
    for (AuditCase& c : out.cases) {
      const auto rule = pruning::find_rule(c.rule);
      const bool can_be_undone = !c.bulk_skipped && (c.depth > 0 || !c.move.empty());
      if (!c.error || !can_be_undone || !rule || !chosen.wants(*rule, c.ordinal)) continue;
      engine.clear();
      engine.set_position(root);
      Observer nobody;
      SearchRequest request = q.request();
      request.tracing = Tracing::Observed;
      request.observer = &nobody;
      request.undone = c.ordinal;
      const Unit after = unit_of(engine.search(request), root);
      c.root_impact = after.move != out.move     ? RootImpact::Move
                      : after.value != out.value ? RootImpact::Value
                                                 : RootImpact::Nothing;
    }
  }

  struct Summary {
    AuditSums sums;
    AuditViewOptions view;

    explicit Summary(const RunHeader&) {}
    std::optional<Error> add(const Unit& position) {
      sums.add(position);
      return std::nullopt;
    }
    template <class Report>
    void report(Report& out) const {
      report_audit(out, sums, view);
    }
    void asked(const Question& q) { view = q.view; }
    void show_for_report(std::size_t worst) { view = report_view(worst); }
  };
};

class AuditRun final : public record::RunOf<Audit> {
  using RunOf::RunOf;

  std::string heading() const override {
    const Audit::Question& q = question_;
    std::string out = fmt::format("Preset {}, {} per position; of what each rule {}, one in {} is {}",
                                  style().paint(Tone::Strong, q.plan.preset.name), limits_in_words(q.plan.limits),
                                  q.watched ? "would prune with the smallest margin" : "prunes", q.sampling.text(),
                                  q.tables.tables ? "looked up" : "searched after all");
    if (q.tables.tables) out += " in " + style().paint(Tone::Strong, q.tables.text());
    if (q.judging) out += fmt::format(" by preset {}", style().paint(Tone::Strong, q.judging->preset.name));
    for (const Change& c : q.plan.changes) {
      out += fmt::format("\n  {} = {}", c.name, c.to);
      if (!c.from.empty()) out += fmt::format(" (preset: {})", c.from);
    }
    if (const std::string shard = shard_text(); !shard.empty()) out += "\n" + capitalised(shard);
    if (done_before() > 0) out += fmt::format("\n{} audited before", counted(done_before(), "position"));
    return out + "\n\n";
  }

  void take(WorkUnitNumber number, AuditPosition position, bool) override {
    checked_ += position.cases.size();
    for (const AuditCase& c : position.cases) errors_ += c.error ? 1 : 0;
    add(number, std::move(position));
  }

  std::string progress_text() const override {
    return fmt::format("{}, {} checked, {} wrong", Experiment::progress_text(), compact(checked_), compact(errors_));
  }

  // No result must not look like a good one. A shard may have none.
  int exit_code() const override {
    if (!question_.tables.tables || result().summary().sums.all().checked() > 0 || !shard_text().empty()) return 0;
    return complain(kFailure, fmt::format("--judge: nothing that was sampled is in the {}; positions of so few men are "
                                          "needed, or a smaller --sample",
                                          question_.tables.text()));
  }

  std::uint64_t checked_ = 0;
  std::uint64_t errors_ = 0;
};

// --- --write-claims ------------------------------------------------------------------------------------------------

// The claims are in the order of the positions; their `search` is the number of the position in the input, from 1.
int write_claims(const Audit::Question& q, const RunArguments& run) {
  OutputFile out;
  if (const auto error = out.open({q.write_claims, run.force, q.positions.files}))
    return complain(kFailure, error->message);
  out.write(fmt::format("{{\"oknos_claims\":{}}}\n", OKNOS_CLAIMS_VERSION));

  std::vector<std::unique_ptr<Audit::Worker>> workers;
  for (int i = 0; i < run.worker_count(); ++i) workers.push_back(*Audit::Worker::make(q));
  std::uint64_t claims = 0;
  OrderedParallelFor<std::string> loop;
  loop.find = [&](int worker, WorkUnitNumber number) {
    std::vector<std::string> lines;
    const Position& root = q.positions[number].record.position;
    const auto write = [&](const ShadowSample& sample) {
      const auto search = static_cast<std::uint64_t>(number) + 1;
      lines.push_back(to_line(claim_of(sample, root, search, q.sampling.every(sample.rule), q.plan.settings)) + "\n");
    };
    Shadow shadow(q.sampling, write);
    search_sampled(workers[static_cast<std::size_t>(worker)]->engine, root, q.request(), shadow);
    return lines;
  };
  loop.keep = [&](const std::string& line) {
    out.write(line);
    ++claims;
    return true;
  };
  loop.progress = [&](WorkUnitNumber) {
    if (!interrupted()) return;
    for (const auto& worker : workers) worker->stop();
  };
  loop.run(q.units(), static_cast<int>(workers.size()));
  if (interrupted()) {
    out.discard();
    return kInterruptedExit;
  }
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s: %s of %s\n", text::quoted(q.write_claims).c_str(), counted(claims, "claim").c_str(),
              counted(static_cast<std::uint64_t>(q.units()), "position").c_str());
  return 0;
}

// --- The command ---------------------------------------------------------------------------------------------------

// Some options go with few others: the rest would have no effect.
void refuse_others(const CLI::App& command, const char* with, std::initializer_list<std::string_view> taken) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_single_name();
    if (option->count() == 0 || std::find(taken.begin(), taken.end(), name) != taken.end()) continue;
    throw CLI::ValidationError((option->get_positional() ? name : "--" + name) + " cannot be combined with " + with);
  }
}

int show_stored(const Audit::Question& q, const RunArguments& run) {
  const auto view = audit_view(q.by, q.worst);
  if (!view) return complain(kUsage, view.error());
  const auto stored = store::StoreView::open(q.show);
  if (!stored) return complain(kFailure, stored.error());
  if ((*stored)->kind() == kClaimsKind) return show_claims(q.show, run, *view);
  return show_run<record::ResultOf<Audit>>(q.show, run, [&](auto& result) { result.summary().view = *view; });
}

int judge_claims(const Audit::Question& q, const RunArguments& run, const CLI::App& command) {
  refuse_others(command, "a file of claims",
                {"files", "judge", "rule", "max-depth", "timeout", "by", "worst", "json", "color", "out", "resume",
                 "force", "shard", "workers"});
  if (q.positions.files.size() > 1) throw CLI::ValidationError("files", "one file of claims is expected");
  const auto view = audit_view(q.by, q.worst);
  if (!view) return complain(kUsage, view.error());
  return audit_claims({q.positions.files.front(), q.judge, q.rules, q.max_depth, q.timeout, *view}, run);
}

std::optional<int> Audit::other(const CLI::App& command, Question& q, const RunArguments& run) {
  check_show_alone(command, {"--by", "--worst"});
  if (!q.show.empty()) return show_stored(q, run);
  const auto& files = q.positions.files;
  if (std::any_of(files.begin(), files.end(), holds_claims)) return judge_claims(q, run, command);
  for (const char* name : {"--max-depth", "--timeout"})
    if (command.count(name) > 0) throw CLI::ValidationError(name, "needs a file of claims");
  q.search.take(command);
  if (q.write_claims.empty()) return std::nullopt;
  refuse_others(command, "--write-claims",
                {"write-claims", "files", "preset", "set", "evalfile", "depth", "nodes", "time", "hash", "sample",
                 "without-guard", "force", "workers"});
  if (const auto refusal = record::check_question<Audit>(q)) return complain(refusal->exit_code, refusal->message);
  return write_claims(q, run);
}

}  // namespace

StoredCommand audit_command() {
  StoredCommand out = record::stored_command<Audit, AuditRun>();
  out.kinds.push_back(claims_kind());
  return out;
}

}  // namespace oknos::lab
