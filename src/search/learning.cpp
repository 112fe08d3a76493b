// What is remembered of a node: which moves did well or badly there, and how wrong its static value was.
#include <algorithm>

#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/worker.h"

namespace oknos {

namespace {

// For a move that caused a cut-off at that depth, or failed to.
int history_bonus(Depth d) {
  constexpr int kPerPly = 180;
  constexpr int kOffset = 90;
  constexpr int kMost = 1800;
  return std::min(kPerPly * d.plies() - kOffset, kMost);
}

// Without pawns all endings would share one entry: what queen against rook taught would be believed of rook against
// rook.
bool has_corrections(const Position& position) {
  return position.pieces(PieceType::Pawn) != 0;
}

}  // namespace

template <class Tracer>
Continuations Worker<Tracer>::continuations(int ply) {
  return {frame(ply - 1).continuation, frame(ply - 2).continuation, frame(ply - 4).continuation};
}

// The move that refuted the node is remembered; those tried in vain before it are not to be tried so early again. What
// a rule skipped is not blamed.
template <class Tracer>
void Worker<Tracer>::reward(Node& node, const MoveList& quiets, const MoveList& captures) {
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
  node.frame.killers.add(best);
  if (c.previous) h.counter.set(frame(c.ply - 1).moved, c.previous.to(), best);
}

// The table's move held beta again.
template <class Tracer>
void Worker<Tracer>::reward_table_move(Node& node) {
  const Move m = node.table_move();
  if (!position_.is_legal(m) || position_.is_tactical(m)) return;
  memory_.histories.update_quiet(position_, continuations(node.context.ply), m, history_bonus(node.context.depth));
}

// No move was good here, so the move that led here was.
template <class Tracer>
void Worker<Tracer>::reward_previous(Node& node) {
  const auto& c = node.context;
  if (!c.previous || c.previous_captured != PieceType::None || c.previous.is_promotion()) return;
  const Frame& before = frame(c.ply - 1);
  Histories& h = memory_.histories;
  h.touch();
  h.quiet.update(~c.us(), c.previous, history_bonus(c.depth) / 2);
  frame(c.ply - 2).continuation->update(before.moved, c.previous.to(), history_bonus(c.depth));
}

// By the last two moves.
template <class Tracer>
Key Worker<Tracer>::reply_key(int ply) const {
  constexpr int kShift = 6;
  const Frame& last = frame(ply - 1);
  const Frame& before = frame(ply - 2);
  const auto code = [](const Frame& f) {
    return f.move ? static_cast<Key>(detail::dense(f.moved)) << kShift | static_cast<Key>(index(f.move.to()))
                  : Key{1023};
  };
  constexpr Key kMix = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads the codes over all bits
  return ((code(before) << 10 | code(last)) * kMix) >> 40;
}

// In centipawns, for the side to move.
template <class Tracer>
Score Worker<Tracer>::correction(const Node& node) const {
  using P = pruning::CorrectionHistory::P;
  const auto& setting = settings_.of<pruning::CorrectionHistory>();
  if (!setting.enabled || position_.in_check() || !has_corrections(position_)) return Score{0};
  const Color us = position_.side_to_move();
  const Histories& h = memory_.histories;
  const int sum = h.pawn_correction(us, position_.pawn_key()) + h.reply_correction(us, reply_key(node.context.ply));
  constexpr int kHundred = 100;
  return Score{sum * setting[P::Weight] / (kHundred * CorrectionTable::kUnit)};
}

// The value tells how wrong the static one was, unless a capture makes the difference or the bound says too little.
template <class Tracer>
void Worker<Tracer>::learn_correction(const Node& node) {
  const auto& c = node.context;
  if (!settings_.enabled<pruning::CorrectionHistory>() || c.in_check() || node.raw_evaluation == kNoScore) return;
  if (!has_corrections(position_)) return;
  if (is_mate(node.best) || (node.best_move && position_.is_tactical(node.best_move))) return;
  const Score known = node.frame.evaluation;
  const bool above = node.best > known;
  if (above ? node.best <= node.first_alpha : node.best >= c.beta) return;  // the wrong kind of bound
  constexpr int kMostWeight = 16;
  const int weight = std::min(c.depth.plies() + 1, kMostWeight);
  const int difference = (node.best - node.raw_evaluation).value();
  Histories& h = memory_.histories;
  h.touch();
  h.pawn_correction.update(c.us(), position_.pawn_key(), difference, weight);
  h.reply_correction.update(c.us(), reply_key(c.ply), difference, weight);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
