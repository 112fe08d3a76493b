#include "lab/prove/shadow.h"

#include <algorithm>
#include <utility>

#include "chess/fen.h"
#include "chess/notation.h"

namespace oknos::lab {

using Kind = ShadowSample::Kind;

namespace {

constexpr std::size_t kMostSamples = 200'000;  // of one search
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
ShadowSample sample_of(const Event& e, Move previous) {
  ShadowSample s(*e.position);
  s.depth = e.depth;
  s.alpha = Score{e.alpha};
  s.beta = Score{e.beta};
  s.ply = e.ply;
  s.previous = previous;
  s.move = Move::from_bits(e.move);
  s.rule = static_cast<pruning::RuleId>(e.rule);
  return s;
}

// The value after the sample's move, from the view of the side that makes it.
Score value_after(const ShadowSample& s, Score alpha, Score beta, const pruning::Settings& settings,
                  WindowSearch& search) {
  Position after = s.position;
  after.play(s.move);
  return -search.value({after, Depth{s.depth - 1}, -beta, -alpha, s.ply + 1, s.move}, settings);
}

}  // namespace

void Shadow::node_entered(const NodeEntered& e) {
  at_ply(previous_, e.ply) = Move::from_bits(e.previous);
  if (!e.quiescence) at_ply(pending_, e.ply).reset();
}

// Only now is it known whether quiescence agreed. It has gone through the same ply itself.
void Shadow::node_left(const NodeLeft& e) {
  std::optional<ShadowSample>& pending = at_ply(pending_, e.ply);
  if (pending && !e.quiescence && e.end == NodeEnd::RuleCut) samples_.push_back(*std::move(pending));
  if (!e.quiescence) pending.reset();
}

void Shadow::node_decided(const NodeDecided& e) {
  if (e.kind == NodeDecided::Kind::Reduce || e.kind == NodeDecided::Kind::Restrict) return;
  if (e.rule == pruning::kId<pruning::StandPat> || e.ply == 0 || !wants(e.rule)) return;
  ShadowSample s = sample_of(e, at_ply(previous_, e.ply));
  s.bound = Score{e.value};
  s.kind = e.value >= e.beta && e.kind == NodeDecided::Kind::Cut ? Kind::HoldsUp : Kind::FailsLow;
  if (e.kind == NodeDecided::Kind::Resolve)
    at_ply(pending_, e.ply) = std::move(s);
  else
    samples_.push_back(std::move(s));
}

void Shadow::move_skipped(const MoveSkipped& e) {
  if (e.ply == 0 || !wants(e.rule)) return;
  ShadowSample s = sample_of(e, at_ply(previous_, e.ply));
  s.bound = Score{e.bound};
  samples_.push_back(std::move(s));
}

bool Shadow::wants(int rule) {
  return seen_[at(rule)]++ % every_ == 0 && samples_.size() < kMostSamples;
}

ShadowVerdict check_sample(const ShadowSample& s, const pruning::Settings& settings, WindowSearch& search) {
  pruning::Settings own = settings;
  own.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
  if (!s.move) own.rules[s.rule].enabled = false;
  const auto value = [&](Score alpha, Score beta) {
    if (s.move) return value_after(s, alpha, beta, own, search);
    return search.value({s.position, Depth{s.depth}, alpha, beta, s.ply, s.previous}, own);
  };
  // Where an error is found, a wider window says how large it is. With rules that guess it may see no error at all;
  // then what the null window said stands.
  ShadowVerdict out;
  if (s.kind == Kind::HoldsUp) {
    out.value = value(s.beta - kOne, s.beta);
    out.error = out.value < s.beta;
    if (out.error) out.value = std::min(out.value, value(-kInfinite, s.beta));
    if (out.error) out.excess = s.beta - out.value;
    return out;
  }
  out.value = value(s.alpha, s.alpha + kOne);
  out.error = out.value > s.alpha;
  if (out.error) out.value = std::max(out.value, value(s.alpha, kInfinite));
  if (out.error) out.excess = out.value - s.alpha;
  return out;
}

void ShadowSums::add(const ShadowSample& s, const ShadowVerdict& v) {
  const bool skip = s.kind == Kind::Skip;
  ++(skip ? skips : cuts);
  if (!v.error) return;
  ++(skip ? skip_errors : cut_errors);
  if (worst && worst->excess >= v.excess) return;
  worst = Worst{.fen = fen::to_text(s.position),
                .move = s.move ? to_text(s.move, s.position.chess960()) : "",
                .kind = s.kind,
                .depth = s.depth,
                .ply = s.ply,
                .alpha = s.alpha,
                .beta = s.beta,
                .bound = s.bound,
                .value = v.value,
                .excess = v.excess};
}

ShadowSums& ShadowSums::operator+=(const ShadowSums& other) {
  seen += other.seen;
  skips += other.skips;
  cuts += other.cuts;
  skip_errors += other.skip_errors;
  cut_errors += other.cut_errors;
  if (other.worst && (!worst || other.worst->excess > worst->excess)) worst = other.worst;
  return *this;
}

}  // namespace oknos::lab
