#include "engine/eval/evaluator.h"

#include <algorithm>

#include "engine/base/score.h"
#include "engine/chess/movegen.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/eval/network/accumulators.h"
#include "engine/eval/positional.h"
#include "engine/eval/terms/terms.h"

namespace oknos::eval {

namespace {

// The kings' shelters as the pawn table keeps them.
struct KeptShelter {
  PawnEntry& entry;

  template <Color us>
  void count(const View& v, bool with_danger, Sum& own) {
    PawnEntry::Shelter& kept = entry.shelter[at(us)];
    const Square king = v.map.king[at(us)];
    if (kept.king != king) {
      kept.king = king;
      kept.sum = {};
      count_shelter<us>(v.position, king, kept.sum);
      Sum danger;
      count_shelter_danger<us>(v.position, king, danger);
      kept.danger = danger.danger;
    }
    own.value += kept.sum.value;
    if (with_danger) own.danger += kept.danger;
  }
};

// From White's view.
Score positional_of(const Position& position, const Incremental& incremental, PawnEntry& pawns) {
  const int weight = incremental.weight();
  AttackMap map(position);
  const View view{position, map, pawns.sets, weight};
  Sum white, black;
  count_terms(view, KeptShelter{pawns}, white, black);

  const Packed value = white.value - black.value + pawns.value;
  PositionalSums sums{.material = incremental.material(Color::White).value(),
                      .psqt_eg = incremental.ending(Color::White).value(),
                      .mg = mg_of(value),
                      .eg = eg_of(value),
                      .white_danger = white.danger,
                      .black_danger = black.danger,
                      .winnable = white.winnable,
                      .phase = incremental.phase()};
  sums.count_danger();
  int scale = kFullScale;
  if (sums.phase < kFullPhase) {
    const Color strong = sums.ending() < 0 ? Color::Black : Color::White;
    scale = ending_scale(position, pawns.sets, strong, weight);
  }
  return Score{sums.positional(scale, positional_bound(weight, popcount(position.pieces(PieceType::Pawn))))};
}

Score known_positional_within(const Position& position, const Incremental& incremental, Score positional) {
  const Score width{positional_bound(incremental.weight(), popcount(position.pieces(PieceType::Pawn)))};
  return std::clamp(positional, -width, width);
}

// Endings that are decided by rules of their own are not left to a network: its value takes the place of material and
// psqt there. From the view of the side to move, as is `value`.
Score with_known_ending(const Position& position, int weight, Score value) {
  if (!may_be_known(position, weight)) return value;
  // A search of one ply, which sees no stalemate, would prefer it: the bare king has no more room.
  if (is_bare_king(position, position.side_to_move()) && !position.in_check() && !has_legal_move(position))
    return kDraw;
  const bool white = position.side_to_move() == Color::White;
  const auto positional = known_positional(position, white ? value : -value);
  if (!positional) return value;
  return value + (white ? *positional : -*positional);
}

// `entry` is called only where the terms are needed.
template <class Entry>
Evaluation evaluate_with(const Position& position, const Incremental& incremental, Entry&& entry) {
  const Color us = position.side_to_move();
  Evaluation out{incremental.material(us), incremental.psqt(us), Score{0}};
  if (may_be_known(position, incremental.weight())) {
    if (const auto known = known_positional(position, incremental.value(Color::White))) {
      const Score positional = known_positional_within(position, incremental, *known);
      out.positional = us == Color::White ? positional : -positional;
      return out;
    }
  }
  const Score positional = positional_of(position, incremental, entry());
  out.positional = us == Color::White ? positional : -positional;
  return out;
}

}  // namespace

Evaluator::Evaluator() = default;
Evaluator::~Evaluator() = default;

void Evaluator::choose(const std::shared_ptr<const network::Network>& network, Score clamp) {
  clamp_ = clamp;
  if (!network)
    accumulators_.reset();
  else if (!accumulators_ || &accumulators_->network() != network.get())
    accumulators_ = std::make_unique<network::Accumulators>(network, kMaxPly + 2);
}

void Evaluator::start_network(const Position& position, int ply) {
  accumulators_->start(position, ply);
}

void Evaluator::push_network(const Position& position, Move move, int ply) {
  accumulators_->push(position, move, ply);
}

Score Evaluator::network_value(const Position& position, const Incremental& incremental, int ply) {
  const Score raw = accumulators_->value(position, incremental.material(position.side_to_move()), ply);
  const Score value = with_known_ending(position, incremental.weight(), raw);
  if (clamp_ == Score{0}) return value;
  const Score known = incremental.value(position.side_to_move());
  const int own = positional_bound(incremental.weight(), popcount(position.pieces(PieceType::Pawn)));
  const Score width = std::max(clamp_, Score{own});
  return std::clamp(value, known - width, known + width);
}

// Stays far from mates.
Score Evaluator::with_noise(Score exact, const Position& position) const {
  constexpr Score kMax{20000};
  return std::clamp(exact + noise_of(noise_, position), -kMax, kMax);
}

Evaluation Evaluator::operator()(const Position& position, const Incremental& incremental) {
  if (last_ && last_key_ == position.key()) return *last_;
  last_ = evaluate_with(position, incremental, [&]() -> PawnEntry& { return pawns_.probe(position); });
  last_key_ = position.key();
  return *last_;
}

Evaluation evaluate(const Position& position, const Incremental& incremental) {
  PawnEntry entry;
  return evaluate_with(position, incremental, [&]() -> PawnEntry& {
    entry.fill(position);
    return entry;
  });
}

Score evaluate(const network::Network& network, const Position& position) {
  return with_known_ending(position, Incremental::of(position).weight(), network::plain_value(network, position));
}

Evaluation evaluate(const Position& position) {
  return evaluate(position, Incremental::of(position));
}

}  // namespace oknos::eval
