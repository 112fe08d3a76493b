#include "lab/shadow/shadow.h"

#include <algorithm>
#include <utility>

#include "lab/shadow/table_verdict.h"

namespace oknos::lab {

using Kind = ShadowSample::Kind;

namespace {

constexpr Score kOne{1};

std::size_t at(int ply) {
  return static_cast<std::size_t>(ply);
}

template <class T>
T& at_ply(std::vector<T>& list, int ply) {
  if (list.size() <= at(ply)) list.resize(at(ply) + 1);
  return list[at(ply)];
}

template <class Event>
ShadowSample common_part(const Event& e, const EnteredNode& node) {
  ShadowSample s(*e.position);
  s.ordinal = e.ordinal;
  s.depth = e.depth;
  s.alpha = Score{e.alpha};
  s.beta = Score{e.beta};
  s.ply = e.ply;
  s.previous = node.previous;
  s.pv = node.pv;
  s.cut_node = node.cut_node;
  s.move = Move::from_bits(e.move);
  s.rule = static_cast<pruning::RuleId>(e.rule);
  s.rules = e.rules;
  if (e.has_static_eval) s.static_eval = Score{e.static_eval};
  s.improving = e.improving;
  s.correction = Score{e.correction};
  return s;
}

}  // namespace

ShadowSample sample_of(const NodeDecided& e, const EnteredNode& node) {
  ShadowSample s = common_part(e, node);
  s.bound = Score{e.value};
  s.kind = e.value >= e.beta && e.kind == NodeDecided::Kind::Cut ? Kind::FailHigh : Kind::FailLow;
  s.full = s.first = Depth{s.move ? std::max(e.depth - 1, 0) : e.depth};
  s.reduced_depth = e.depth;
  return s;
}

ShadowSample sample_of(const MoveSkipped& e, const EnteredNode& node) {
  ShadowSample s = common_part(e, node);
  s.bound = Score{e.bound};
  s.full = Depth{e.full_depth};
  s.first = Depth{e.first_depth};
  s.reduced_depth = e.reduced_depth;
  s.bulk_skipped = e.bulk_skipped;
  s.searched = e.searched;
  s.history = e.history;
  s.exemptions = e.exemptions;
  return s;
}

void Sampler::keep(ShadowSample sample) {
  samples_.push_back(std::move(sample));
  if (!check_ || samples_.size() < batch_) return;
  waited_ = true;
  check_samples();
}

void Sampler::check_samples() {
  if (!check_) return;
  for (const ShadowSample& sample : samples_) check_(sample);
  samples_.clear();
}

void Sampler::node_entered(const NodeEntered& e) {
  entered_.push_back({Move::from_bits(e.previous), e.pv, e.cut_node});
  line_.resize(at(e.ply));
  if (e.ply > 0) line_.back() = Move::from_bits(e.previous);
}

void Sampler::node_left(const NodeLeft&) {
  entered_.pop_back();
}

std::optional<ShadowSample> Sampler::take(const NodeDecided& e) {
  if (e.kind == NodeDecided::Kind::Reduce || e.kind == NodeDecided::Kind::Restrict) return std::nullopt;
  if (e.rule == pruning::kId<pruning::StandPat> || e.ply == 0) return std::nullopt;
  ++count(e.rule, e.depth).nodes;
  if (!wants(e.rule, e.ordinal)) return std::nullopt;
  return with_line(sample_of(e, entered_.back()));
}

std::optional<ShadowSample> Sampler::take(const MoveSkipped& e) {
  if (e.ply == 0) return std::nullopt;
  ++count(e.rule, e.depth).moves;
  if (!wants(e.rule, e.ordinal)) return std::nullopt;
  return with_line(sample_of(e, entered_.back()));
}

// Below the node that speaks others may have been entered and left.
ShadowSample Sampler::with_line(ShadowSample sample) const {
  sample.line.assign(line_.begin(), line_.begin() + sample.ply);
  return sample;
}

PrunedCount& Sampler::count(int rule, int depth) {
  return at_ply(seen_[at(rule)], std::max(depth, 0));
}

PrunedCount Sampler::seen(pruning::RuleId rule) const {
  PrunedCount sum;
  for (const PrunedCount& c : seen_[rule]) sum += c;
  return sum;
}

bool Sampler::wants(int rule, Ordinal ordinal) const {
  return sampling_.wants(static_cast<pruning::RuleId>(rule), ordinal);
}

void Shadow::node_entered(const NodeEntered& e) {
  Sampler::node_entered(e);
  if (!e.quiescence) at_ply(pending_, e.ply).reset();
}

// Only now is it known whether quiescence agreed. It has gone through the same ply itself.
void Shadow::node_left(const NodeLeft& e) {
  Sampler::node_left(e);
  std::optional<ShadowSample>& pending = at_ply(pending_, e.ply);
  if (pending && !e.quiescence && e.end == NodeEnd::RuleCut) keep(*std::move(pending));
  if (!e.quiescence) pending.reset();
}

void Shadow::node_decided(const NodeDecided& e) {
  std::optional<ShadowSample> sample = take(e);
  if (!sample) return;
  if (e.kind == NodeDecided::Kind::Resolve)
    at_ply(pending_, e.ply) = std::move(sample);
  else
    keep(*std::move(sample));
}

void Shadow::move_skipped(const MoveSkipped& e) {
  if (auto sample = take(e)) keep(*std::move(sample));
}

ShadowSettings ShadowSettings::of(const pruning::Settings& playing) {
  ShadowSettings out{playing, playing};
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[id];
    if (info.kind == pruning::RuleKind::Family && info.may_be_off && id != pruning::kId<pruning::LazyEvaluation>)
      out.judging.rules[id].enabled = false;
  }
  return out;
}

Score value_after_all(const ShadowSample& s, Depth depth, Score alpha, Score beta, pruning::Settings settings,
                      SubtreeSearch& search) {
  settings.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
  if (s.move) {
    Position after = s.position;
    after.play(s.move);
    return -search.value({after, depth, -beta, -alpha, s.ply + 1, s.move}, settings);
  }
  settings.rules[s.rule].enabled = false;
  return search.value({s.position, depth, alpha, beta, s.ply, s.previous}, settings);
}

ShadowVerdict check_sample(const ShadowSample& s, const ShadowSettings& settings, SubtreeSearch& search) {
  const auto value_at = [&](const pruning::Settings& wanted, Depth depth, Score alpha, Score beta) {
    return value_after_all(s, depth, alpha, beta, wanted, search);
  };
  const bool fail_high = s.kind == Kind::FailHigh;
  const Score low = fail_high ? s.beta - kOne : s.alpha;
  const auto refutes = [&](Score value) { return fail_high ? value < s.beta : value > s.alpha; };
  const pruning::Settings& playing = settings.playing;
  const pruning::Settings& judging = settings.judging;

  ShadowVerdict out;
  const auto by_tables = settings.tables ? table_verdict(s, *settings.tables) : std::nullopt;
  if (settings.tables && !by_tables) {
    out.known = false;
    return out;
  }
  if (s.if_quiescence_agrees && refutes(value_at(playing, Depth{0}, low, low + kOne))) {
    out.claimed = false;
    return out;
  }
  // The search that was saved begins with the move itself, and would have looked no deeper at first.
  const Depth first = std::min(s.first, s.full);
  const std::uint64_t before = search.nodes();
  const Score first_value = value_at(playing, first, low, low + kOne);
  out.nodes = search.nodes() - before + (s.move ? 1 : 0);
  if (by_tables) {
    out.half_points = by_tables->half_points;
    out.value = score_of(by_tables->result);
    out.error = by_tables->half_points > 0;
    out.found_at_reduced_depth = out.error && refutes(first_value);
    return out;
  }
  const bool is_judgement = judging == playing && first == s.full;
  out.value = is_judgement ? first_value : value_at(judging, s.full, low, low + kOne);
  out.error = refutes(out.value);
  if (!out.error) return out;
  out.found_at_reduced_depth = refutes(first_value);
  // A wider window says how large the error is. With rules that guess it may see no error at all; then what the null
  // window said stands.
  if (fail_high) {
    out.value = std::min(out.value, value_at(judging, s.full, -kInfinite, s.beta));
    out.error_size = s.beta - out.value;
  } else {
    out.value = std::max(out.value, value_at(judging, s.full, s.alpha, kInfinite));
    out.error_size = out.value - s.alpha;
  }
  return out;
}

}  // namespace oknos::lab
