// Updates of the histories after a node: move ordering, and corrections of the static evaluation.
#include <algorithm>

#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/worker.h"

namespace oknos {

namespace {

// Bonus of a move that caused a cutoff at that depth, malus of one that did not.
int history_bonus(Depth d) {
  constexpr int kPerPly = 180;
  constexpr int kOffset = 90;
  constexpr int kMost = 1800;
  return std::min(kPerPly * d.plies() - kOffset, kMost);
}

// Without pawns all endings would share one entry of the pawn table: the error seen in queen against rook would correct
// rook against rook.
bool has_corrections(const Position& position) {
  return position.pieces(PieceType::Pawn) != 0;
}

}  // namespace

template <class Tracer>
Continuations Worker<Tracer>::continuations(int ply) {
  return {stack(ply - 1).continuation, stack(ply - 2).continuation, stack(ply - 4).continuation};
}

// Bonus for the move that caused the cutoff, malus for the moves searched before it. Skipped moves get none.
template <class Tracer>
void Worker<Tracer>::update_histories(Node& node, const MoveList& quiets, const MoveList& captures) {
  const auto& c = node.context;
  Histories& h = memory_.histories;
  const int bonus = history_bonus(c.depth);
  const Move best = node.best_move;
  for (const Move m : captures)
    if (m != best) h.update_capture(position_, m, -bonus);
  if (position_.is_tactical(best)) return h.update_capture(position_, best, bonus);

  const Continuations before = continuations(c.ply);
  h.update_quiet(position_, before, best, bonus);
  for (const Move m : quiets)
    if (m != best) h.update_quiet(position_, before, m, -bonus);
  node.stack.killers.add(best);
  if (c.previous) h.counter.set(stack(c.ply - 1).moved, c.previous.to(), best);
}

// Bonus for the table's move after a cutoff from the table.
template <class Tracer>
void Worker<Tracer>::update_tt_move_history(Node& node) {
  const Move m = node.tt_move();
  if (!position_.is_legal(m) || position_.is_tactical(m)) return;
  memory_.histories.update_quiet(position_, continuations(node.context.ply), m, history_bonus(node.context.depth));
}

// Fail low: bonus for the previous move.
template <class Tracer>
void Worker<Tracer>::update_previous_move(Node& node) {
  const auto& c = node.context;
  if (!c.previous || c.previous_captured != PieceType::None || c.previous.is_promotion()) return;
  const StackEntry& before = stack(c.ply - 1);
  Histories& h = memory_.histories;
  h.mark_changed();
  h.quiet.update(~c.us(), c.previous, history_bonus(c.depth) / 2);
  stack(c.ply - 2).continuation->update(before.moved, c.previous.to(), history_bonus(c.depth));
}

// Key of the last two moves.
template <class Tracer>
Key Worker<Tracer>::continuation_key(int ply) const {
  constexpr int kShift = 6;
  const StackEntry& last = stack(ply - 1);
  const StackEntry& before = stack(ply - 2);
  const auto code = [](const StackEntry& f) {
    return f.move ? static_cast<Key>(detail::dense(f.moved)) << kShift | static_cast<Key>(index(f.move.to()))
                  : Key{1023};
  };
  constexpr Key kMix = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads the codes over all bits
  return ((code(before) << 10 | code(last)) * kMix) >> 40;
}

// Correction of the static value in centipawns, for the side to move.
template <class Tracer>
Score Worker<Tracer>::correction(const Node& node) const {
  using P = pruning::CorrectionHistory::P;
  const auto& setting = settings_.of<pruning::CorrectionHistory>();
  if (!setting.enabled || position_.in_check() || !has_corrections(position_)) return Score{0};
  const Color us = position_.side_to_move();
  const Histories& h = memory_.histories;
  const int sum =
      h.pawn_correction(us, position_.pawn_key()) + h.continuation_correction(us, continuation_key(node.context.ply));
  constexpr int kHundred = 100;
  return Score{sum * setting[P::Weight] / (kHundred * CorrectionTable::kUnit)};
}

// Learns the difference between search value and static evaluation, unless a capture explains it or the bound does not
// tell its sign.
template <class Tracer>
void Worker<Tracer>::update_correction(const Node& node) {
  const auto& c = node.context;
  if (!settings_.enabled<pruning::CorrectionHistory>() || c.in_check() || node.raw_evaluation == kNoScore) return;
  if (!has_corrections(position_)) return;
  if (is_mate(node.best) || (node.best_move && position_.is_tactical(node.best_move))) return;
  const Score known = node.stack.evaluation;
  const bool above = node.best > known;
  if (above ? node.best <= node.original_alpha : node.best >= c.beta) return;  // the bound points the other way
  constexpr int kMostWeight = 16;
  const int weight = std::min(c.depth.plies() + 1, kMostWeight);
  const int difference = (node.best - node.raw_evaluation).value();
  Histories& h = memory_.histories;
  h.mark_changed();
  h.pawn_correction.update(c.us(), position_.pawn_key(), difference, weight);
  h.continuation_correction.update(c.us(), continuation_key(c.ply), difference, weight);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
