#include "lab/claims/claims_audit.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "lab/analyse.h"
#include "lab/claims/claims_file.h"
#include "lab/claims/own_judge.h"
#include "lab/experiment/experiment.h"
#include "lab/interrupt.h"
#include "lab/play/participant.h"
#include "lab/words.h"

namespace oknos::lab {

namespace {

struct ClaimsPlan {
  Participant judge;
  bool own_judge = false;  // it searches as our own audit does
  std::optional<Participant> reference;
  Limits reference_limits;
  AuditViewOptions view;
  ItemNumber lines = 0;
  std::string hash;  // of the file
};

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
    return std::unique_ptr<ClaimJudge>(
        std::make_unique<PlayingJudge>(std::move(*player), ClaimsAuditOptions::kPatience));
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.kind = kClaimsKind;
    spec.identity = {{"claims", plan_.hash},
                     {"judge", (plan_.own_judge ? "oknos, " : "") + identity_of(plan_.judge)},
                     {"engine", judges_.front().judge->name()}};
    if (plan_.reference) {
      spec.identity.emplace_back("reference", identity_of(*plan_.reference));
      spec.identity.emplace_back("reference asked", options_.reference_all ? "of every move" : "of errors");
    }
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
    out.search = (*claim)->search;
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
      const auto best = best_move(*judge.reference, claim, plan_.reference_limits, ClaimsAuditOptions::kPatience);
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
    if (claim.state == JudgedClaim::State::Judged) errors_ += claim.audited.cases.front().error ? 1 : 0;
    sums_.add(claim);
  }

  std::string progress_text() const override {
    return fmt::format("{} of {}, {} wrong", grouped(done()), counted(items_of_shard(), "line"), compact(errors_));
  }
  std::string text() const override { return cut_short_text("lines") + claims_report(sums_, plan_.view, style()); }
  std::string json() const override { return claims_json(sums_, plan_.view, interrupted()); }
  // A file of something else, or an engine that never wrote: no result must not look like a good one. A shard may be
  // without claims.
  int exit_code() const override {
    const bool problems = sums_.malformed + sums_.failed > 0;
    const bool judged = sums_.audit.positions + sums_.watched > 0;
    if (judged || (!problems && !shard_text().empty())) return 0;
    return complain(kFailure,
                    fmt::format("--claims: {} has no claim that could be judged", text::quoted(options_.claims)));
  }

  const ClaimsAuditOptions& options_;
  const ClaimsPlan plan_;
  std::vector<Judge> judges_;  // one for each worker
  ClaimSums sums_;
  std::uint64_t errors_ = 0;
  std::uint64_t complaints_ = 0;
};

NodeKind node_kind_of(const Claim& claim) {
  if (claim.depth <= 0) return NodeKind::Quiescence;
  if (claim.beta - claim.alpha > 1) return NodeKind::Pv;
  return claim.action == Claim::Action::Cut && claim.fails_high() ? NodeKind::Cut : NodeKind::All;
}

// "oknos", "oknos,heinz", "oknos,frontier_futility.margin=200": what comes behind it, or the preset. Nothing: another
// judge.
std::optional<std::string> own_judge(const std::string& judge) {
  constexpr std::string_view kName = "oknos";
  const std::size_t comma = judge.find(',');
  if (text::trim(judge.substr(0, comma)) != kName) return std::nullopt;
  return comma == std::string::npos ? std::string(pruning::kDefaultPreset) : judge.substr(comma + 1);
}

// Who judges must not write claims or trees of its own, to the file that it judges of all.
std::vector<std::string> writing_variables() {
  return {"OKNOS_CLAIMS", "OKNOS_TRACE"};
}

std::optional<Error> take_reference(ClaimsPlan& plan, const ClaimsAuditOptions& options) {
  if (options.reference.empty()) return std::nullopt;
  auto reference = parse_participant(options.reference);
  if (!reference) return Error{reference.error()};
  const TimeControl& control = reference->control;
  if (control.clock || control.move_time || !control.given())
    return Error{"how long does it search? nodes=N or depth=N, so that it always answers the same"};
  plan.reference_limits.nodes = control.nodes;
  plan.reference_limits.depth = control.depth;
  plan.reference = std::move(*reference);
  plan.reference->hidden_variables = writing_variables();
  return std::nullopt;
}

bool has_network(const Participant& judge) {
  return std::any_of(judge.changes.begin(), judge.changes.end(),
                     [](const Change& c) { return c.name == Plan::kEvalFile; });
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
  if (options.judge.empty())
    return complain(kUsage,
                    "--claims needs --judge: who searches what was pruned, such as \"cmd=ENGINE,option.Hash=1\"");
  ClaimsPlan plan;
  const auto own = own_judge(options.judge);
  auto judge = parse_participant(own.value_or(options.judge));
  if (!judge) return complain(kUsage, "--judge: " + judge.error());
  plan.own_judge = own.has_value();
  if (own && (judge->foreign() || judge->hash || judge->threads || has_network(*judge)))
    return complain(kUsage, "--judge: oknos takes a preset and settings of its rules, nothing else");
  if (judge->control.given()) return complain(kUsage, "--judge: the claims say how deep it searches; give no limit");
  plan.judge = std::move(*judge);
  plan.judge.hidden_variables = writing_variables();
  if (const auto error = take_reference(plan, options)) return complain(kUsage, "--reference: " + error->message);
  plan.view.worst = options.worst;
  if (!options.by.empty()) {
    auto by = dimensions_named(options.by);
    if (!by) return complain(kUsage, by.error());
    plan.view.by = std::move(*by);
  }
  const auto lines = count_lines(options.claims);
  if (!lines) return complain(kFailure, lines.error());
  if (*lines == 0) return complain(kFailure, fmt::format("--claims: {} is empty", text::quoted(options.claims)));
  plan.lines = *lines;
  const auto hash = store::hash_of_file(options.claims);
  if (!hash) return complain(kFailure, hash.error());
  plan.hash = *hash;
  return ClaimsRun(options, std::move(plan)).run();
}

}  // namespace oknos::lab
