// Updates of the histories after a node: move ordering, and corrections of the static evaluation.
#include <algorithm>

#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/search/worker.h"

namespace oknos {

namespace {

using pruning::MoveHistories;

// Bonus of a move that caused a cutoff at that depth, ...
int history_bonus(const pruning::RuleSetting& setting, Depth d) {
  using P = MoveHistories::P;
  return std::clamp(setting[P::BonusPerPly] * d.plies() - setting[P::BonusOffset], 0, setting[P::BonusMost]);
}

// ... and malus of one that did not.
int history_malus(const pruning::RuleSetting& setting, Depth d) {
  using P = MoveHistories::P;
  return std::clamp(setting[P::MalusPerPly] * d.plies() - setting[P::MalusOffset], 0, setting[P::MalusMost]);
}

constexpr Key kMix = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads what it multiplies over the high bits
constexpr int kMixed = 40;                // so many of them are used

// A key of some sets of pieces.
template <class... Sets>
Key key_of(Sets... sets) {
  Key key = 0;
  ((key = (key ^ sets) * kMix, key ^= key >> 32), ...);
  return key;
}

// Without pawns all endings would share one entry of the pawn table: the error seen in queen against rook would correct
// rook against rook.
bool has_corrections(const Position& position) {
  return position.pieces(PieceType::Pawn) != 0;
}

bool is_after_quiet_move(const pruning::NodeContext& c) {
  return c.previous && c.previous_captured == PieceType::None && !c.previous.is_promotion();
}

}  // namespace

// The continuation histories for the moves of a node.
template <class Tracer>
Continuations Worker<Tracer>::continuations(int ply, bool in_check) {
  using P = MoveHistories::P;
  constexpr int kSixth = 6;
  const auto& setting = settings_.of<MoveHistories>();
  const int most = in_check ? setting[P::InCheckPlies] : kSixth;
  Continuations out;
  for (const int back : {1, 2, 4, kSixth})
    if (back <= most && (back < kSixth || setting[P::SixthPly] != 0)) out.push_back(stack(ply - back).continuation);
  return out;
}

// The kind of the move being searched, if the continuation histories tell kinds apart. Called before it is made.
template <class Tracer>
unsigned Worker<Tracer>::continuation_kind(const StackEntry& from) const {
  if (settings_.of<MoveHistories>()[MoveHistories::P::ByKind] == 0) return 0;
  return (from.captured != PieceType::None ? ContinuationHistory::kCapture : 0) |
         (position_.in_check() ? ContinuationHistory::kEvasion : 0);
}

template <class Tracer>
HistoryContext Worker<Tracer>::history_context(const Continuations& before, Bitboard threatened) const {
  return {&before, threatened, settings_.of<MoveHistories>()};
}

// The squares that the other side attacks, if the histories tell them apart.
template <class Tracer>
Bitboard Worker<Tracer>::threatened_squares() const {
  const auto& setting = settings_.of<MoveHistories>();
  return setting[MoveHistories::P::Threats] != 0
             ? position_.attacked_squares(~position_.side_to_move(), position_.pieces())
             : Bitboard{0};
}

// The same for the two squares of a move alone.
template <class Tracer>
Bitboard Worker<Tracer>::threatened_squares_of(Move m) const {
  if (settings_.of<MoveHistories>()[MoveHistories::P::Threats] == 0) return 0;
  const Bitboard theirs = position_.pieces(~position_.side_to_move());
  Bitboard out = 0;
  for (const Square s : {m.from(), m.to()})
    if (position_.attackers_to(s, position_.pieces()) & theirs) out |= bit(s);
  return out;
}

// Bonus for the best move, malus for the moves searched before it. Skipped moves get none.
template <class Tracer>
void Worker<Tracer>::update_histories(Node& node, const MoveList& quiets, const MoveList& captures) {
  const auto& c = node.context;
  Histories& h = memory_.histories;
  const auto& setting = settings_.of<MoveHistories>();
  const int bonus = history_bonus(setting, c.depth);
  const int malus = history_malus(setting, c.depth);
  const Move best = node.best_move;
  for (const Move m : captures)
    if (m != best) h.update_capture(position_, m, -malus);
  if (position_.is_tactical(best)) return h.update_capture(position_, best, bonus);

  const Continuations before = continuations(c.ply, c.in_check());
  const HistoryContext situation = history_context(before, node.stack.threatened);
  h.update_quiet(position_, situation, best, bonus);
  for (const Move m : quiets)
    if (m != best) h.update_quiet(position_, situation, m, -malus);
  node.stack.killers.add(best);
  if (c.previous) h.counter.set(stack(c.ply - 1).moved, c.previous.to(), best);
}

// The table has cut the node: bonus for its move if it fails high, malus if it fails low; malus for the previous move
// as after a search.
template <class Tracer>
void Worker<Tracer>::learn_from_tt_cutoff(Node& node) {
  using P = MoveHistories::P;
  constexpr int kHundred = 100;
  const auto& c = node.context;
  const auto& setting = settings_.of<MoveHistories>();
  const bool high = node.tt_entry->score >= c.beta;
  if (high) punish_prior_move(node, setting[P::TtPriorMalus]);
  if (!high && setting[P::TtMalus] == 0) return;
  const Move m = node.tt_move();
  if (!position_.is_legal(m) || position_.is_tactical(m)) return;
  const Continuations before = continuations(c.ply, c.in_check());
  const HistoryContext situation = history_context(before, threatened_squares_of(m));
  const int bonus =
      high ? history_bonus(setting, c.depth) : -history_malus(setting, c.depth) * setting[P::TtMalus] / kHundred;
  memory_.histories.update_quiet(position_, situation, m, bonus);
}

// After a reduced search that raised alpha and the second, deeper one: the quiet move is an answer to the last moves
// after all, or it is not.
template <class Tracer>
void Worker<Tracer>::update_history_after_lmr(Node& node, Move m, Score value, Depth depth) {
  const auto& setting = settings_.of<MoveHistories>();
  constexpr int kHundred = 100;
  const int share = setting[MoveHistories::P::AfterReduction];
  if (share == 0 || stopped() || node.stack.captured != PieceType::None || m.is_promotion()) return;
  const int bonus = value > node.context.alpha ? history_bonus(setting, depth) : -history_malus(setting, depth);
  memory_.histories.update_continuations(continuations(node.context.ply, node.context.in_check()), node.stack.moved,
                                         m.to(), bonus * share / kHundred);
}

// Fail low: bonus for the previous move.
template <class Tracer>
void Worker<Tracer>::reward_prior_move(Node& node) {
  const auto& c = node.context;
  const auto& setting = settings_.of<MoveHistories>();
  if (!is_after_quiet_move(c) || c.depth < Depth{setting[MoveHistories::P::PriorBonusDepth]}) return;
  const StackEntry& before = stack(c.ply - 1);
  Histories& h = memory_.histories;
  h.mark_changed();
  const int bonus = history_bonus(setting, c.depth);
  h.quiet.update(~c.us(), c.previous, before.threatened, bonus / 2);
  stack(c.ply - 2).continuation->update(before.moved, c.previous.to(), bonus);
}

// A cutoff: malus in the continuation histories for the previous move, if it is quiet and one of the first two of its
// node: a later one gets its malus at its own node.
template <class Tracer>
void Worker<Tracer>::punish_prior_move(const Node& node, int share) {
  constexpr int kHundred = 100;
  constexpr int kEarly = 2;  // moves
  const auto& c = node.context;
  const auto& setting = settings_.of<MoveHistories>();
  if (share == 0 || c.ply == 0 || stack(c.ply - 1).searched >= kEarly || !is_after_quiet_move(c)) return;
  const int malus = history_malus(setting, c.depth + 1) * share / kHundred;
  const StackEntry& before = stack(c.ply - 1);
  memory_.histories.update_continuations(continuations(c.ply - 1, before.in_check), before.moved, c.previous.to(),
                                         -malus);
}

// A quiet previous move was good if the static evaluation changed in favour of the side that made it.
template <class Tracer>
void Worker<Tracer>::learn_from_static_eval(const Node& node) {
  const auto& c = node.context;
  const auto& setting = settings_.of<MoveHistories>();
  const int weight = setting[MoveHistories::P::EvalChange];
  if (weight == 0 || c.ply == 0 || node.is_singular_search() || !is_after_quiet_move(c)) return;
  const StackEntry& before = stack(c.ply - 1);
  if (node.stack.static_eval == kNoScore || before.static_eval == kNoScore) return;
  const int most = setting[MoveHistories::P::EvalChangeMost];
  const int change = -(before.static_eval + node.stack.static_eval).value();  // for the other side
  memory_.histories.mark_changed();
  memory_.histories.quiet.update(~c.us(), c.previous, before.threatened, std::clamp(weight * change, -most, most));
}

// Key of the last two moves.
template <class Tracer>
Key Worker<Tracer>::continuation_key(int ply) const {
  constexpr unsigned kShift = 10;
  constexpr Key kNoMove = (1U << kShift) - 1;
  const auto code = [](const StackEntry& f) { return f.move ? Key{f.move_number} : kNoMove; };
  return ((code(stack(ply - 2)) << kShift | code(stack(ply - 1))) * kMix) >> kMixed;
}

template <class Tracer>
const WorkerMemory::CorrectionKeys& Worker<Tracer>::correction_keys(StackEntry& entry) const {
  static_assert(CorrectionTable::kSize <= std::size_t{1} << 16);
  auto& keys = entry.correction_keys;
  if (keys.known == keys.kAll) return keys;
  const auto of = [&](Color c, PieceType t) { return position_.pieces(c, t); };
  const auto pieces_of = [&](Color c) {
    return static_cast<std::uint16_t>(key_of(of(c, PieceType::King), of(c, PieceType::Queen), of(c, PieceType::Rook),
                                             of(c, PieceType::Bishop), of(c, PieceType::Knight)));
  };
  if (!(keys.known & keys.kMinor))
    keys.minor = static_cast<std::uint16_t>(key_of(
        position_.pieces(PieceType::King), of(Color::White, PieceType::Knight), of(Color::White, PieceType::Bishop),
        of(Color::Black, PieceType::King), of(Color::Black, PieceType::Knight), of(Color::Black, PieceType::Bishop)));
  if (!(keys.known & keys.kWhitePieces)) keys.pieces[0] = pieces_of(Color::White);
  if (!(keys.known & keys.kBlackPieces)) keys.pieces[1] = pieces_of(Color::Black);
  keys.known = keys.kAll;
  return keys;
}

// Correction of the static value in centipawns, for the side to move.
template <class Tracer>
Score Worker<Tracer>::correction(const Node& node) {
  using P = pruning::CorrectionHistory::P;
  const auto& setting = settings_.of<pruning::CorrectionHistory>();
  if (!setting.enabled || position_.in_check() || !has_corrections(position_)) return Score{0};
  const Color us = position_.side_to_move();
  const Histories& h = memory_.histories;
  const int sum =
      h.pawn_correction(us, position_.pawn_key()) + h.continuation_correction(us, continuation_key(node.context.ply));
  const auto& keys = correction_keys(node.stack);
  const int pieces = h.piece_correction[0](us, keys.pieces[0]) + h.piece_correction[1](us, keys.pieces[1]);
  const int weighted =
      sum * setting[P::Weight] + setting[P::Minors] * h.minor_correction(us, keys.minor) + setting[P::Pieces] * pieces;
  constexpr int kHundred = 100;
  return Score{weighted / (kHundred * CorrectionTable::kUnit)};
}

// Learns the difference between search value and corrected evaluation, unless a capture explains it or the bound does
// not tell its sign.
template <class Tracer>
void Worker<Tracer>::update_correction(const Node& node) {
  const auto& c = node.context;
  if (!settings_.enabled<pruning::CorrectionHistory>() || c.in_check() || node.raw_static_eval == kNoScore) return;
  if (!has_corrections(position_)) return;
  if (is_decisive(node.best) || (node.best_move && position_.is_tactical(node.best_move))) return;
  const Score known = node.stack.static_eval;
  const bool above = node.best > known;
  if (above ? node.best <= node.original_alpha : node.best >= c.beta) return;  // the bound points the other way
  constexpr int kMaxWeight = 16;
  const int weight = std::min(c.depth.plies() + 1, kMaxWeight);
  const int error = (node.best - known).value();
  Histories& h = memory_.histories;
  h.mark_changed();
  h.pawn_correction.update(c.us(), position_.pawn_key(), error, weight);
  h.continuation_correction.update(c.us(), continuation_key(c.ply), error, weight);
  using P = pruning::CorrectionHistory::P;
  const auto& setting = settings_.of<pruning::CorrectionHistory>();
  const auto& keys = correction_keys(node.stack);
  if (setting[P::Minors] != 0) h.minor_correction.update(c.us(), keys.minor, error, weight);
  if (setting[P::Pieces] == 0) return;
  for (std::size_t side = 0; side < kColors; ++side)
    h.piece_correction[side].update(c.us(), keys.pieces[side], error, weight);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
