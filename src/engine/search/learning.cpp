#include "engine/search/learning.h"

#include <algorithm>

namespace oknos {

namespace {

using P = pruning::MoveHistories::P;
constexpr int kHundred = 100;

// Bonus of a move that caused a cutoff at that depth, ...
int history_bonus(const pruning::RuleSetting& setting, Depth d) {
  return std::clamp(setting[P::BonusPerPly] * d.plies() - setting[P::BonusOffset], 0, setting[P::BonusMost]);
}

// ... and malus of one that did not.
int history_malus(const pruning::RuleSetting& setting, Depth d) {
  return std::clamp(setting[P::MalusPerPly] * d.plies() - setting[P::MalusOffset], 0, setting[P::MalusMost]);
}

bool is_after_quiet_move(const pruning::NodeContext& c) {
  return c.previous && c.previous_captured == PieceType::None && !c.previous.is_promotion();
}

}  // namespace

Continuations Learning::continuations(int ply, bool in_check) const {
  constexpr int kSixth = 6;
  const int most = in_check ? setting_[P::InCheckPlies] : kSixth;
  Continuations out;
  for (const int back : {1, 2, 4, kSixth})
    if (back <= most && (back < kSixth || setting_[P::SixthPly] != 0)) out.push_back(stack_[ply - back].continuation);
  return out;
}

unsigned Learning::continuation_kind(const StackEntry& from) const {
  if (setting_[P::ByKind] == 0) return 0;
  return (from.captured != PieceType::None ? ContinuationHistory::kCapture : 0) |
         (position_.in_check() ? ContinuationHistory::kEvasion : 0);
}

Bitboard Learning::threatened_squares() const {
  return setting_[P::Threats] != 0 ? position_.attacked_squares(~position_.side_to_move(), position_.pieces())
                                   : Bitboard{0};
}

Bitboard Learning::threatened_squares_of(Move m) const {
  if (setting_[P::Threats] == 0) return 0;
  const Bitboard theirs = position_.pieces(~position_.side_to_move());
  Bitboard out = 0;
  for (const Square s : {m.from(), m.to()})
    if (position_.attackers_to(s, position_.pieces()) & theirs) out |= bit(s);
  return out;
}

void Learning::after_search(const SearchNode& node, const MoveList& quiets, const MoveList& captures) {
  if (node.best_move) reward_best_move(node, quiets, captures);
  if (node.best <= node.original_alpha) reward_prior_move(node);
  if (node.best >= node.context.beta) punish_prior_move(node, setting_[P::PriorMalus]);
}

// Bonus for the best move, malus for the moves searched before it. Skipped moves get none.
void Learning::reward_best_move(const SearchNode& node, const MoveList& quiets, const MoveList& captures) {
  const auto& c = node.context;
  Histories& h = histories_;
  const int bonus = history_bonus(setting_, c.depth);
  const int malus = history_malus(setting_, c.depth);
  const Move best = node.best_move;
  for (const Move m : captures)
    if (m != best) h.update_capture(position_, m, -malus);
  if (position_.is_tactical(best)) return h.update_capture(position_, best, bonus);

  const Continuations before = continuations(c.ply, c.in_check());
  const HistoryContext situation = context(before, node.stack.threatened);
  h.update_quiet(position_, situation, best, bonus);
  for (const Move m : quiets)
    if (m != best) h.update_quiet(position_, situation, m, -malus);
  node.stack.killers.add(best);
  if (c.previous) h.counter.set(stack_[c.ply - 1].moved, c.previous.to(), best);
}

void Learning::after_tt_cutoff(const SearchNode& node) {
  const auto& c = node.context;
  const bool high = node.tt_entry->score >= c.beta;
  if (high) punish_prior_move(node, setting_[P::TtPriorMalus]);
  if (!high && setting_[P::TtMalus] == 0) return;
  const Move m = c.tt_move;
  if (!position_.is_legal(m) || position_.is_tactical(m)) return;
  const Continuations before = continuations(c.ply, c.in_check());
  const HistoryContext situation = context(before, threatened_squares_of(m));
  const int bonus =
      high ? history_bonus(setting_, c.depth) : -history_malus(setting_, c.depth) * setting_[P::TtMalus] / kHundred;
  histories_.update_quiet(position_, situation, m, bonus);
}

void Learning::after_research(const SearchNode& node, Move m, Score value, Depth depth) {
  const int share = setting_[P::AfterReduction];
  if (share == 0 || node.stack.captured != PieceType::None || m.is_promotion()) return;
  const int bonus = value > node.context.alpha ? history_bonus(setting_, depth) : -history_malus(setting_, depth);
  histories_.update_continuations(continuations(node.context.ply, node.context.in_check()), node.stack.moved, m.to(),
                                  bonus * share / kHundred);
}

// Fail low: bonus for the previous move.
void Learning::reward_prior_move(const SearchNode& node) {
  const auto& c = node.context;
  if (!is_after_quiet_move(c) || c.depth < Depth{setting_[P::PriorBonusDepth]}) return;
  const StackEntry& before = stack_[c.ply - 1];
  Histories& h = histories_;
  h.mark_changed();
  constexpr int kDeep = 5, kLate = 8;
  const int reasons = (c.depth > Depth{kDeep}) + c.cut_node + (before.searched > kLate);
  const int bonus = history_bonus(setting_, c.depth) * (kHundred + reasons * setting_[P::PriorBonusScale]) / kHundred;
  h.quiet.update(~c.us(), c.previous, before.threatened, bonus / 2);
  stack_[c.ply - 2].continuation->update(before.moved, c.previous.to(), bonus);
}

// A cutoff: malus in the continuation histories for the previous move, if it is quiet and one of the first two of its
// node: a later one gets its malus at its own node.
void Learning::punish_prior_move(const SearchNode& node, int share) {
  constexpr int kEarly = 2;  // moves
  const auto& c = node.context;
  if (share == 0 || c.ply == 0 || stack_[c.ply - 1].searched >= kEarly || !is_after_quiet_move(c)) return;
  const int malus = history_malus(setting_, c.depth + 1) * share / kHundred;
  const StackEntry& before = stack_[c.ply - 1];
  histories_.update_continuations(continuations(c.ply - 1, before.in_check), before.moved, c.previous.to(), -malus);
}

void Learning::after_evaluation(const SearchNode& node) {
  const auto& c = node.context;
  const int weight = setting_[P::EvalChange];
  if (weight == 0 || c.ply == 0 || node.is_singular_search() || !is_after_quiet_move(c)) return;
  const StackEntry& before = stack_[c.ply - 1];
  if (node.stack.corrected_eval == kNoScore || before.corrected_eval == kNoScore) return;
  const int most = setting_[P::EvalChangeMost];
  const int change = -(before.corrected_eval + node.stack.corrected_eval).value();  // for the other side
  histories_.mark_changed();
  histories_.quiet.update(~c.us(), c.previous, before.threatened, std::clamp(weight * change, -most, most));
}

}  // namespace oknos
