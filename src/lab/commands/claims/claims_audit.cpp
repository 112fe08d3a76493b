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

class ClaimsRun final : public ExperimentOf<JudgedClaim> {
 public:
  ClaimsRun(const ClaimsAuditOptions& options, ClaimsPlan plan)
      : ExperimentOf(options.run, claims_format()), options_(options), plan_(std::move(plan)) {}

 private:
  struct Judge {
    std::unique_ptr<ClaimJudge> judge;
    std::unique_ptr<Player> reference;  // may be none
    ClaimsFile file;
    int failures = 0;  // in a row
  };
  // A judge that fails so often one after the other will not do better.
  static constexpr int kMostFailures = 10;

  ItemNumber items() const override { return plan_.lines; }
  std::vector<std::string> inputs() const override { return {options_.claims}; }

  std::optional<Error> prepare(std::size_t workers) override {
    for (std::size_t i = 0; i < workers; ++i) {
      auto judge = make_judge();
      if (!judge) return Error{judge.error()};
      auto file = ClaimsFile::open(options_.claims);
      if (!file) return Error{file.error()};
      judges_.push_back({std::move(*judge), nullptr, std::move(*file)});
      if (!plan_.reference) continue;
      auto reference = make_player(*plan_.reference);
      if (!reference) return Error{reference.error()};
      judges_.back().reference = std::move(*reference);
    }
    return std::nullopt;
  }

  Result<std::unique_ptr<ClaimJudge>> make_judge() const {
    if (plan_.own_judge) return std::unique_ptr<ClaimJudge>(std::make_unique<OwnJudge>(plan_.judge));
    auto player = make_player(plan_.judge);
    if (!player) return Error{player.error()};
    return std::unique_ptr<ClaimJudge>(std::make_unique<PlayingJudge>(std::move(*player), plan_.patience));
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    Participant judge = plan_.judge;
    judge.build = judges_.front().judge->build();
    spec.kind = kClaimsKind;
    spec.identity = {{"claims", plan_.hash},
                     {"judge", (plan_.own_judge ? "oknos, " : "") + identity_of(judge)},
                     {"engine", judges_.front().judge->name()}};
    if (plan_.reference) {
      spec.identity.emplace_back("reference", identity_of(*plan_.reference, *judges_.front().reference));
      spec.identity.emplace_back("reference asked", options_.reference_all ? "of every move" : "of errors");
    }
    spec.identity.emplace_back("rules", plan_.rules.empty() ? "all" : fmt::format("{}", fmt::join(plan_.rules, " ")));
    spec.identity.emplace_back("max_depth", plan_.max_depth ? std::to_string(*plan_.max_depth) : "none");
    spec.identity.emplace_back("timeout", fmt::format("{} ms", plan_.patience));
    spec.notes = {{"files", options_.claims}};
    return spec;
  }

  std::string heading() const override {
    std::string out = fmt::format("{} of {}, judged by {}", counted(plan_.lines, "line"), text::quoted(options_.claims),
                                  style().paint(Tone::Strong, judges_.front().judge->name()));
    if (plan_.reference)
      out += fmt::format("; {} says whether {} the best move, with {}", judges_.front().reference->name(),
                         options_.reference_all ? "each was" : "the wrong ones were",
                         limits_in_words(plan_.reference_limits));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} judged before", grouped(done_before()));
    return out + "\n\n";
  }

  // --- in the workers' threads

  Found<JudgedClaim> find(std::size_t worker, ItemNumber item) override {
    Judge& judge = judges_[worker];
    JudgedClaim out;
    out.line = static_cast<std::uint64_t>(item) + 1;
    const auto line = judge.file.line(item);
    if (!line) return Error{fmt::format("{} has become shorter", text::quoted(options_.claims))};
    const auto claim = parse_claim(*line);
    if (!claim) return problem(std::move(out), JudgedClaim::State::Malformed, claim.error());
    if (!*claim) return without_case(std::move(out), JudgedClaim::State::Empty);
    if (!plan_.wants(**claim)) return without_case(std::move(out), JudgedClaim::State::LeftOut);
    out.search = (*claim)->search;
    out.process = process_of(**claim, judge.file);
    out.every = (*claim)->every;
    out.slack = (*claim)->slack;
    const bool fired = (*claim)->fired;
    if (!fired && !out.slack) return without_case(std::move(out), JudgedClaim::State::NotActed);

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

  // Adds the verdict. Nothing: nobody failed.
  std::optional<Failure> judge_it(Judge& judge, const Claim& claim, JudgedClaim& out) const {
    const ClaimOutcome outcome = judge.judge->judge(claim);
    if (const auto* failure = std::get_if<Failure>(&outcome)) {
      judge.judge->give_up();  // the next claim starts it again
      return *failure;
    }
    const auto& verdict = std::get<ClaimVerdict>(outcome);
    const bool asks = judge.reference && claim.fired && claim.move && claim.action != Claim::Action::Cut &&
                      (verdict.error || options_.reference_all);
    if (asks) {
      const auto best = best_move(*judge.reference, claim, plan_.reference_limits, plan_.patience);
      if (const auto* failure = std::get_if<Failure>(&best)) {
        judge.reference->give_up();
        return *failure;
      }
      out.reference = to_text(std::get<Move>(best), claim.line.current.chess960());
    }
    out.audited = audited(claim, verdict, out.line);
    return std::nullopt;
  }

  static Found<JudgedClaim> after_failure(Judge& judge, JudgedClaim out, const Failure& failure) {
    if (failure.kind == FailureKind::Interrupted || interrupted()) return std::nullopt;
    if (failure.kind == FailureKind::CannotStart) return Error{fmt::format("line {}: {}", out.line, failure.text)};
    if (++judge.failures >= kMostFailures)
      return Error{fmt::format("{} claims in a row without a verdict; the last, line {}: {}", kMostFailures, out.line,
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

  void stop_working() override {
    for (const Judge& judge : judges_) judge.judge->stop();
  }

  void take(ItemNumber, JudgedClaim claim, bool fresh) override {
    constexpr std::uint64_t kMostComplaints = 5;
    const bool wrong = claim.state == JudgedClaim::State::Malformed || claim.state == JudgedClaim::State::Failed;
    if (fresh && wrong && complaints_ < kMostComplaints) {
      say(fmt::format("{}:{}: {}", options_.claims, claim.line, claim.problem));
      if (++complaints_ == kMostComplaints) say("further problems are counted only");
    }
    if (claim.state == JudgedClaim::State::Judged) {
      const AuditCase& c = claim.audited.cases.front();
      errors_ += c.error ? 1 : 0;
      if (fresh) answers_.push_back({static_cast<ItemNumber>(claim.line) - 1, c.value, claim.audited.nodes});
    }
    sums_.add(claim);
  }

  // Our own judge has been tested for that.
  std::optional<Error> close_files() override {
    if (failed() || interrupted() || plan_.own_judge) return std::nullopt;
    const std::vector<JudgeAnswer> answers = answers_to_repeat(answers_);
    std::vector<Claim> claims(answers.size());
    for (std::size_t i = answers.size(); i-- > 0;) {  // the first line first: the file is read once
      const auto line = judges_.front().file.line(answers[i].item);
      const auto claim = line ? parse_claim(*line) : Error{"gone"};
      if (!claim || !*claim) return Error{fmt::format("{} has changed", text::quoted(options_.claims))};
      claims[i] = **claim;
    }
    std::vector<Repetition> found(judges_.size());
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < judges_.size(); ++worker)
      threads.emplace_back([&, worker] {
        for (std::size_t i = worker; i < answers.size() && !interrupted(); i += judges_.size())
          repeat(*judges_[worker].judge, claims[i], answers[i], found[worker]);
      });
    for (std::thread& thread : threads) thread.join();
    for (const Repetition& part : found) repetition_ += part;
    if (const std::string warning = repetition_.warning(); !warning.empty()) say("warning: " + warning);
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
    return fmt::format("{} of {}, {} wrong", grouped(done()), counted(items_of_shard(), "line"), compact(errors_));
  }
  std::string text() const override {
    const std::string warning = repetition_.warning();
    return cut_short_text("lines") + claims_report(sums_, plan_.view, style()) +
           (warning.empty() ? "" : fmt::format("Warning: {}.\n", warning));
  }
  std::string json() const override { return claims_json(sums_, plan_.view, interrupted(), repetition_); }
  // A file of something else, or an engine that never wrote: no result must not look like a good one. A shard may be
  // without claims.
  int exit_code() const override {
    const bool problems = sums_.malformed + sums_.failed > 0;
    const bool judged = sums_.audit.positions + sums_.watched > 0;
    if (judged || (!problems && !shard_text().empty())) return 0;
    const std::string chosen = sums_.left_out > 0 ? " among those that --rule and --max-depth choose" : "";
    return complain(kFailure, fmt::format("--claims: {} has no claim{} that could be judged",
                                          text::quoted(options_.claims), chosen));
  }

  const ClaimsAuditOptions& options_;
  const ClaimsPlan plan_;
  std::vector<Judge> judges_;  // one for each worker
  ClaimSums sums_;
  std::vector<JudgeAnswer> answers_;  // of this run
  Repetition repetition_;
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
  c.static_value = claim.static_value;
  c.alpha = claim.alpha;
  c.beta = claim.beta;
  c.bound = claim.bound.value_or(claim.alpha);
  c.slack = claim.slack.value_or(0);
  if (claim.move) c.move = to_text(claim.move, position.chess960());
  c.error = verdict.error;
  c.noticed = verdict.noticed;
  c.value = verdict.value;
  c.regret = verdict.regret;
  c.nodes = verdict.nodes;
  if (verdict.error) c.fen = out.fen;
  out.cases.push_back(std::move(c));
  return out;
}

int audit_claims(const ClaimsAuditOptions& options) {
  auto plan = make_claims_plan(options);
  if (const auto* error = std::get_if<ClaimsPlanError>(&plan)) return complain(error->code, error->message);
  return ClaimsRun(options, std::move(std::get<ClaimsPlan>(plan))).run();
}

}  // namespace oknos::lab
