#include "lab/commands/claims/claims_audit.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <thread>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/commands/claims/claims_file.h"
#include "lab/commands/claims/claims_plan.h"
#include "lab/commands/claims/claims_repeat.h"
#include "lab/commands/claims/own_judge.h"
#include "lab/experiment/experiment.h"
#include "lab/play/participant.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

struct Judge {
  std::unique_ptr<ClaimJudge> judge;
  ClaimsFile file;
  int failures = 0;  // in a row

  void stop() { judge->stop(); }
};

class ClaimsRun final : public ExperimentOf<ClaimsResult, Judge> {
 public:
  ClaimsRun(const ClaimsAuditOptions& options, ClaimsPlan plan)
      : ExperimentOf(options.run), options_(options), plan_(std::move(plan)) {}

 private:
  // A judge that fails so often one after the other will not do better.
  static constexpr int kMaxFailures = 10;

  WorkUnitNumber work_units() const override { return plan_.lines; }
  std::vector<std::string> inputs() const override { return {options_.claims}; }

  std::string unit() const override { return "lines"; }

  Result<std::unique_ptr<Judge>> make_worker() override {
    auto judge = make_judge();
    if (!judge) return Error{judge.error()};
    auto file = ClaimsFile::open(options_.claims);
    if (!file) return Error{file.error()};
    return std::make_unique<Judge>(Judge{std::move(*judge), std::move(*file)});
  }

  Result<std::unique_ptr<ClaimJudge>> make_judge() const {
    if (plan_.table_judge.tables)
      return std::unique_ptr<ClaimJudge>(std::make_unique<TableClaimJudge>(plan_.table_judge));
    if (plan_.own_judge) return std::unique_ptr<ClaimJudge>(std::make_unique<OwnJudge>(plan_.judge));
    auto player = make_player(plan_.judge);
    if (!player) return Error{player.error()};
    return std::unique_ptr<ClaimJudge>(std::make_unique<PlayingJudge>(std::move(*player), plan_.patience));
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    Participant judge = plan_.judge;
    judge.build = any_worker().judge->build();
    spec.identity = {{"claims", plan_.hash},
                     {"judge", plan_.table_judge.tables ? plan_.table_judge.identity()
                                                        : (plan_.own_judge ? "oknos, " : "") + identity_of(judge)},
                     {"engine", any_worker().judge->name()},
                     {"rules", plan_.rules.empty() ? "all" : fmt::format("{}", fmt::join(plan_.rules, " "))},
                     {"max_depth", plan_.max_depth ? std::to_string(*plan_.max_depth) : "none"},
                     {"timeout", fmt::format("{} ms", plan_.patience)}};
    spec.notes = {{"files", options_.claims}};
    return spec;
  }

  std::string heading() const override {
    std::string out = fmt::format("{} of {}, judged by {}", counted(plan_.lines, "line"), text::quoted(options_.claims),
                                  style().paint(Tone::Strong, any_worker().judge->name()));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} judged before", grouped(done_before()));
    return out + "\n\n";
  }

  void prepare_result(ClaimsResult& result) const override { result.view = plan_.view; }

  // --- in the workers' threads

  Found<JudgedClaim> find(Judge& judge, WorkUnitNumber work_unit) override {
    JudgedClaim out;
    out.line = static_cast<std::uint64_t>(work_unit) + 1;
    const auto line = judge.file.line(work_unit);
    if (!line) return Error{fmt::format("{} has become shorter", text::quoted(options_.claims))};
    const auto claim = parse_claim(*line);
    if (!claim) return problem(std::move(out), JudgedClaim::State::Malformed, claim.error());
    if (!*claim) return without_case(std::move(out), JudgedClaim::State::Empty);
    if (!plan_.wants(**claim)) return without_case(std::move(out), JudgedClaim::State::LeftOut);
    out.search = (*claim)->search;
    out.process = process_of(**claim, judge.file);
    out.every = (*claim)->every;
    out.slack = (*claim)->slack;
    out.slack_unit = (*claim)->slack_unit;
    const bool fired = (*claim)->fired;
    if (!fired && !out.slack) return without_case(std::move(out), JudgedClaim::State::NotActed);
    if (!judge.judge->can_judge(**claim)) return without_case(std::move(out), JudgedClaim::State::LeftOut);

    const auto failed = judge_it(judge, **claim, out);
    if (!failed) {
      judge.failures = 0;
      if (!fired) out.state = JudgedClaim::State::Watched;
      return out;
    }
    return after_failure(judge, std::move(out), *failed);
  }

  static std::uint64_t process_of(const Claim& claim, const ClaimsFile& file) {
    constexpr std::uint64_t kOwnNumbers = std::uint64_t{1} << 40;  // beyond any number of start lines
    return claim.process ? kOwnNumbers + *claim.process : file.starts();
  }

  // Adds the verdict. Nothing: the judge did not fail.
  std::optional<Failure> judge_it(Judge& judge, const Claim& claim, JudgedClaim& out) const {
    const ClaimOutcome outcome = judge.judge->judge(claim);
    if (const auto* failure = std::get_if<Failure>(&outcome)) {
      judge.judge->give_up();  // the next claim starts it again
      return *failure;
    }
    out.audited = audited(claim, std::get<ClaimVerdict>(outcome), out.line);
    return std::nullopt;
  }

  static Found<JudgedClaim> after_failure(Judge& judge, JudgedClaim out, const Failure& failure) {
    if (failure.kind == FailureKind::Interrupted || interrupted()) return std::nullopt;
    if (failure.kind == FailureKind::CannotStart) return Error{fmt::format("line {}: {}", out.line, failure.text)};
    if (++judge.failures >= kMaxFailures)
      return Error{fmt::format("{} claims in a row without a verdict; the last, line {}: {}", kMaxFailures, out.line,
                               failure.text)};
    return problem(std::move(out), JudgedClaim::State::Failed, failure.text);
  }

  static Found<JudgedClaim> without_case(JudgedClaim out, JudgedClaim::State state) {
    out.state = state;
    return out;
  }
  static Found<JudgedClaim> problem(JudgedClaim out, JudgedClaim::State state, const std::string& why) {
    out.problem = why;
    return without_case(std::move(out), state);
  }

  // --- in the thread that called run()

  void take(WorkUnitNumber number, JudgedClaim claim, bool fresh) override {
    constexpr std::uint64_t kMaxComplaints = 5;
    const bool wrong = claim.state == JudgedClaim::State::Malformed || claim.state == JudgedClaim::State::Failed;
    if (fresh && wrong && complaints_ < kMaxComplaints) {
      say(fmt::format("{}:{}: {}", options_.claims, claim.line, claim.problem));
      if (++complaints_ == kMaxComplaints) say("further problems are counted only");
    }
    if (claim.state == JudgedClaim::State::Judged) {
      const AuditCase& c = claim.audited.cases.front();
      errors_ += c.error ? 1 : 0;
      if (fresh) answers_.push_back({static_cast<WorkUnitNumber>(claim.line) - 1, c.value, claim.audited.nodes});
    }
    add(number, std::move(claim));
  }

  // Our own judge and tablebases have been tested for that.
  std::optional<Error> close_files() override {
    if (failed() || interrupted() || plan_.own_judge || plan_.table_judge.tables) return std::nullopt;
    const std::vector<JudgeAnswer> answers = answers_to_repeat(answers_);
    std::vector<Claim> claims(answers.size());
    for (std::size_t i = answers.size(); i-- > 0;) {  // the first line first: the file is read once
      const auto line = any_worker().file.line(answers[i].work_unit);
      const auto claim = line ? parse_claim(*line) : Error{"gone"};
      if (!claim || !*claim) return Error{fmt::format("{} has changed", text::quoted(options_.claims))};
      claims[i] = **claim;
    }
    std::vector<Repetition> found(workers().size());
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers().size(); ++worker)
      threads.emplace_back([&, worker] {
        for (std::size_t i = worker; i < answers.size() && !interrupted(); i += workers().size())
          repeat(*workers()[worker]->judge, claims[i], answers[i], found[worker]);
      });
    for (std::thread& thread : threads) thread.join();
    for (const Repetition& part : found) result().repetition += part;
    if (const std::string warning = result().repetition.warning(); !warning.empty()) say("warning: " + warning);
    return std::nullopt;
  }

  static void repeat(ClaimJudge& judge, const Claim& claim, const JudgeAnswer& first, Repetition& found) {
    const ClaimOutcome again = judge.judge(claim);
    const auto* failure = std::get_if<Failure>(&again);
    if (failure) judge.give_up();
    if (failure && failure->kind == FailureKind::Interrupted) return;
    found.compare(first, again);
  }

  std::string progress_text() const override {
    return fmt::format("{} of {}, {} wrong", grouped(done()), counted(work_units_of_shard(), "line"), compact(errors_));
  }
  // A file of something else, or an engine that never wrote: no result must not look like a good one. A shard may
  // have none.
  int exit_code() const override {
    const ClaimSums& sums = result().sums;
    const bool problems = sums.malformed + sums.failed > 0;
    const bool judged = sums.audit.positions + sums.watched > 0;
    if (judged || (!problems && !shard_text().empty())) return 0;
    const bool chosen = sums.left_out > 0 && (!plan_.rules.empty() || plan_.max_depth);
    const bool looked_up = sums.left_out > 0 && plan_.table_judge.tables;
    return complain(
        kFailure,
        fmt::format("--claims: {} has no claim{} that could be judged{}", text::quoted(options_.claims),
                    chosen ? " among those that --rule and --max-depth choose" : "",
                    looked_up ? "; tablebases judge skipped moves and cut nodes of positions that they have" : ""));
  }

  const ClaimsAuditOptions& options_;
  const ClaimsPlan plan_;
  std::vector<JudgeAnswer> answers_;  // of this run
  std::uint64_t errors_ = 0;
  std::uint64_t complaints_ = 0;
};

NodeKind node_kind_of(const Claim& claim) {
  if (claim.depth <= 0) return NodeKind::Quiescence;
  if (claim.beta - claim.alpha > 1) return NodeKind::Pv;
  return claim.action == Claim::Action::Cut && claim.fails_high() ? NodeKind::Cut : NodeKind::All;
}

}  // namespace

AuditPosition audited(const Claim& claim, const ClaimVerdict& verdict, std::uint64_t line) {
  const Position& position = claim.line.current;
  AuditPosition out;
  out.fen = fen::to_text(position);
  out.nodes = verdict.nodes_searched;
  PrunedCount pruned;
  (claim.action != Claim::Action::Cut && claim.move ? pruned.moves : pruned.nodes) = claim.fired ? claim.every : 0;
  out.counts.push_back({claim.rule, claim.depth, pruned});

  AuditCase c;
  c.rule = claim.rule;
  c.rules = claim.rule;
  c.what = kind_of(claim);
  c.ordinal = line;
  c.ply = claim.ply.value_or(0);
  c.depth = claim.depth;
  c.full_depth = std::max(claim.judged_depth(), 0);
  c.first_depth = claim.reduced_depth.value_or(c.full_depth);
  c.node = node_kind_of(claim);
  c.kind = kind_of(position, claim.move);
  c.phase = phase_of(position);
  c.in_check = position.in_check();
  c.static_eval = claim.static_eval;
  c.alpha = claim.alpha;
  c.beta = claim.beta;
  c.bound = claim.bound.value_or(claim.alpha);
  c.slack = claim.slack.value_or(0);
  if (claim.move) c.move = to_text(claim.move, position.chess960());
  c.error = verdict.error;
  c.found_at_reduced_depth = verdict.found_at_reduced_depth;
  c.value = verdict.value;
  c.regret = verdict.regret;
  c.half_points = verdict.half_points;
  c.nodes = verdict.nodes;
  if (verdict.error) c.fen = out.fen;
  out.cases.push_back(std::move(c));
  return out;
}

int audit_claims(const ClaimsAuditOptions& options) {
  auto plan = make_claims_plan(options);
  if (const auto* error = std::get_if<ClaimsPlanError>(&plan)) return complain(error->code, error->message);
  for (const std::string& problem : std::get<ClaimsPlan>(plan).table_judge.problems)
    complain(0, "--judge: left out " + problem);
  return ClaimsRun(options, std::move(std::get<ClaimsPlan>(plan))).run();
}

}  // namespace oknos::lab
