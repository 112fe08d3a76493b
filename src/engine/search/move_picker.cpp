#include "engine/search/move_picker.h"

#include <algorithm>
#include <utility>

#include "engine/chess/attacks.h"
#include "engine/chess/see.h"
#include "engine/eval/incremental/evaluation.h"

namespace oknos {

using pruning::MoveHistories;

namespace {

// MVV-LVA: most valuable victim first, then least valuable attacker.
constexpr int kVictimWeight = 16;
constexpr int kCaptureBeforeQuiet = 1 << 20;                                                    // among evasions
constexpr Score kPromotionGain = piece_value(PieceType::Queen) - piece_value(PieceType::Pawn);  // the best, quiet

std::int32_t victim_score(const Position& position, Move m) {
  std::int32_t score =
      piece_value(position.captured_type(m)).value() * kVictimWeight - piece_value(position.piece_on(m.from())).value();
  if (m.is_promotion()) score += (piece_value(m.promoted()) - piece_value(PieceType::Pawn)).value() * kVictimWeight;
  return score;
}

// Can no capture or promotion with this score or less gain that much?
bool all_gain_less(std::int32_t score, Score gain) {
  constexpr int kMaxAttacker = piece_value(PieceType::Queen).value();
  return score + kMaxAttacker < gain.value() * kVictimWeight;
}

Bitboard pieces_worth(const Position& position, Color side, Score least) {
  Bitboard out = 0;
  for (const PieceType t : {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    if (piece_value(t) >= least) out |= position.pieces(side, t);
  return out;
}

// The largest share of the order that a threat to such a piece has, in the unit of the histories.
std::int32_t escape_worth(PieceType t) {
  if (t == PieceType::Queen) return 2 * kHistoryMax;
  return t == PieceType::Rook ? kHistoryMax : kHistoryMax / 2;
}

}  // namespace

MovePicker::MovePicker(const Position& position, const Histories& histories, Move tt_move, const Killers& killers,
                       Move counter, const HistoryContext& situation)
    : position_(position),
      histories_(histories),
      situation_(situation),
      killers_(killers),
      counter_(counter),
      evasions_(position.in_check()) {
  if (position.is_legal(tt_move)) tt_move_ = tt_move;
  if (killers_.second == killers_.first) killers_.second = Move{};
  if (counter_ == killers_.first || counter_ == killers_.second) counter_ = Move{};
}

MovePicker::MovePicker(const Position& position, const Histories& histories, Move tt_move, bool evasions,
                       const HistoryContext& situation)
    : position_(position),
      histories_(histories),
      situation_(situation),
      quiescence_(true),
      evasions_(evasions && position.in_check()) {
  const bool belongs = evasions_ || position.is_tactical(tt_move);
  if (belongs && position.is_legal(tt_move)) tt_move_ = tt_move;
}

void MovePicker::restrict(const pruning::Restriction& wanted, const CheckInfo* checks) {
  wanted_ = wanted;
  least_gain_ = wanted.queens_only ? std::min(wanted.floor, piece_value(PieceType::Queen)) : wanted.floor;
  checks_ = checks;
  if (tt_move_ && !this->wanted(tt_move_)) tt_move_ = Move{};
}

bool MovePicker::gains_enough(Move m) const {
  return wants_all_captures() || eval::gain(position_, m) >= wanted_.floor ||
         (wanted_.queens_only && position_.captured_type(m) == PieceType::Queen);
}

MovePicker::Stage MovePicker::after_captures() const {
  if (!quiescence_ && wanted_.quiets) return Stage::FirstKiller;
  return wanted_.checks ? Stage::GenerateChecks : Stage::Done;
}

Move MovePicker::next() {
  history_from_ordering_.reset();
  loses_nothing_ = false;
  switch (stage_) {
    case Stage::TtMove:
      stage_ = evasions_ ? Stage::GenerateEvasions : Stage::GenerateCaptures;
      if (tt_move_) return tt_move_;
      if (evasions_) return next();
      [[fallthrough]];
    case Stage::GenerateCaptures:
      generate_captures();
      score_captures();
      stage_ = orders_by_gain() ? Stage::WantedCaptures : Stage::GoodCaptures;
      [[fallthrough]];
    case Stage::WantedCaptures:
    case Stage::GoodCaptures:
      if (const Move m = stage_ == Stage::GoodCaptures ? next_good_capture() : next_wanted_capture()) return m;
      stage_ = after_captures();
      if (stage_ == Stage::Done) return Move{};
      if (stage_ != Stage::FirstKiller) return next();
      if (std::exchange(pauses_, false)) return Move{};
      [[fallthrough]];
    case Stage::FirstKiller:
      stage_ = Stage::SecondKiller;
      if (is_playable_quiet(killers_.first)) return killers_.first;
      [[fallthrough]];
    case Stage::SecondKiller:
      stage_ = Stage::Counter;
      if (is_playable_quiet(killers_.second)) return killers_.second;
      [[fallthrough]];
    case Stage::Counter:
      stage_ = Stage::GenerateQuiets;
      if (is_playable_quiet(counter_)) return counter_;
      [[fallthrough]];
    case Stage::GenerateQuiets:
      if (!skip_quiets_)
        generate_quiets();
      else if (!exempt_->empty())
        generate_exempt_quiets();
      stage_ = Stage::Quiets;
      [[fallthrough]];
    case Stage::Quiets:
      if (const Move m = next_quiet()) return m;
      stage_ = Stage::BadCaptures;
      [[fallthrough]];
    case Stage::BadCaptures:
      if (const Move m = next_bad_capture()) return m;
      stage_ = wanted_.checks ? Stage::GenerateChecks : Stage::Done;
      return next();
    case Stage::GenerateChecks:
      generate_checks();
      stage_ = Stage::Checks;
      return next();
    case Stage::GenerateEvasions:
      generate<MoveGen::Evasions>(position_, moves_);
      score_evasions();
      stage_ = Stage::Evasions;
      [[fallthrough]];
    case Stage::Evasions:
    case Stage::Checks:
      if (const Move m = next_evasion_or_check()) return m;
      stage_ = Stage::Done;
      return Move{};
    case Stage::Done:
      return Move{};
  }
  return Move{};
}

bool MovePicker::is_playable_quiet(Move m) const {
  return m && m != tt_move_ && !position_.is_tactical(m) && position_.is_legal(m) && is_wanted_quiet(m);
}

// What cannot gain enough is not generated: victims of too little value, and promotions where even a new queen and the
// best piece on the last rank are not enough.
void MovePicker::generate_captures() {
  // The same code as for restricted sets: a single copy of hot code stays in the instruction cache.
  if (wants_all_captures()) return generate_captures_of(position_, kAllSquares, true, moves_);
  const Color us = position_.side_to_move();
  const Bitboard goal = relative_rank_mask(us, Rank::R8);
  const Bitboard beside_promotion = pieces_worth(position_, ~us, wanted_.floor - kPromotionGain) & goal;
  const bool promotions = kPromotionGain >= wanted_.floor || beside_promotion;
  generate_captures_of(position_, pieces_worth(position_, ~us, least_gain_), promotions, moves_);
}

void MovePicker::generate_quiets() {
  moves_.clear();
  generate<MoveGen::Quiets>(position_, moves_);
  score_quiets();
}

// The exempt moves among quiet moves that are skipped before they are generated.
void MovePicker::generate_exempt_quiets() {
  MoveList quiets;
  if (exempt_->only_checks_of_quiets())
    generate<MoveGen::AllChecks>(position_, quiets);
  else
    generate<MoveGen::Quiets>(position_, quiets);
  moves_.clear();
  for (const Move m : quiets)
    if (!position_.is_tactical(m) && is_exempt(m)) moves_.push_back(m);
  score_quiets();
}

// Checking moves that no other stage returned; ordered like evasions, captures first.
void MovePicker::generate_checks() {
  MoveList checks;
  generate<MoveGen::AllChecks>(position_, checks);
  moves_.clear();
  const bool had_quiets = wanted_.quiets && !quiescence_;
  for (const Move m : checks) {
    const bool had_turn = position_.is_tactical(m) ? gains_enough(m) : had_quiets;
    if (!had_turn && m != tt_move_) moves_.push_back(m);
  }
  score_evasions();
}

std::int32_t MovePicker::capture_score(Move m) const {
  return victim_score(position_, m) +
         histories_.of_capture(position_, m) / situation_.setting[MoveHistories::P::CaptureDivisor];
}

void MovePicker::score_captures() {
  if (orders_by_gain())
    rank_all([&](Move m) { return victim_score(position_, m); });
  else
    rank_all([&](Move m) { return capture_score(m); });
}

void MovePicker::score_quiets() {
  using P = MoveHistories::P;
  orders_by_escapes_ = situation_.setting[P::Escapes] != 0;
  orders_by_checks_ = situation_.checks && situation_.setting[P::Checks] != 0;
  const QuietScorer history(histories_, position_, situation_);
  if (orders_by_escapes_) find_lesser_attacks();
  if (orders_by_checks_) return rank_all([&](Move m) { return history(m) + escape_score(m) + check_score(m); });
  if (orders_by_escapes_) return rank_all([&](Move m) { return history(m) + escape_score(m); });
  rank_all(history);
}

void MovePicker::find_lesser_attacks() {
  const Color them = ~position_.side_to_move();
  const auto at = [this](PieceType t) -> Bitboard& { return lesser_attacks_[static_cast<std::size_t>(index(t))]; };
  lesser_attacks_.fill(0);
  Bitboard attacked = attacks::pawns(them, position_.pieces(them, PieceType::Pawn));
  at(PieceType::Knight) = at(PieceType::Bishop) = attacked;
  attacked |= attacks::knights(position_.pieces(them, PieceType::Knight));
  for_each_square(position_.pieces(them, PieceType::Bishop),
                  [&](Square s) { attacked |= attacks::bishop(s, position_.pieces()); });
  at(PieceType::Rook) = attacked;
  for_each_square(position_.pieces(them, PieceType::Rook),
                  [&](Square s) { attacked |= attacks::rook(s, position_.pieces()); });
  at(PieceType::Queen) = attacked;
  constexpr std::int32_t kHundred = 100;
  for (int t = 0; t < kPieceTypes; ++t)
    escapes_worth_[static_cast<std::size_t>(t)] =
        escape_worth(static_cast<PieceType>(t)) * situation_.setting[MoveHistories::P::Escapes] / kHundred;
}

// What a quiet move is worth in the order because its piece escapes from a lesser one, or the opposite.
std::int32_t MovePicker::escape_score(Move m) const {
  if (!orders_by_escapes_) return 0;
  const auto type = static_cast<std::size_t>(index(type_of(position_.piece_on(m.from()))));
  const Bitboard lesser = lesser_attacks_[type];
  return (std::int32_t{contains(lesser, m.from())} - std::int32_t{contains(lesser, m.to())}) * escapes_worth_[type];
}

// The same because it gives check and loses nothing.
std::int32_t MovePicker::check_score(Move m) const {
  const bool checks = position_.gives_check(m, *situation_.checks) &&
                      see_at_least(position_, m, Score{0}, situation_.maybe_threatened());
  return checks ? situation_.setting[MoveHistories::P::Checks] : 0;
}

void MovePicker::score_evasions() {
  const QuietScorer history(histories_, position_, situation_);
  rank_all([&](Move m) { return position_.is_tactical(m) ? kCaptureBeforeQuiet + capture_score(m) : history(m); });
}

template <class F>
void MovePicker::rank_all(F&& score) {
  const std::size_t size = moves_.size();
  for (std::size_t i = size / kLanes * kLanes; i < (size + kLanes - 1) / kLanes * kLanes; ++i) ranks_[i] = kTaken;
  for (std::size_t i = 0; i < size; ++i)
    ranks_[i] = score(moves_[i]) * (1 << kScoreShift) | static_cast<std::int32_t>(kMaxMoves - i);
}

// Selection instead of sorting: most nodes end after a few moves. The ranks stay in their places, so that the loop is a
// plain maximum, which compilers vectorise.
Move MovePicker::best_remaining() {
  constexpr std::int32_t kPlaceMask = (1 << kScoreShift) - 1;
  std::int32_t best = kTaken;
  const std::size_t padded = (moves_.size() + kLanes - 1) / kLanes * kLanes;
  for (std::size_t i = 0; i < padded; ++i) best = std::max(best, ranks_[i]);
  if (best == kTaken) return Move{};
  const std::size_t place = kMaxMoves - static_cast<std::size_t>(best & kPlaceMask);
  ranks_[place] = kTaken;
  score_ = best >> kScoreShift;
  return moves_[place];
}

// By SEE, for the capture whose score is score_.
Score MovePicker::acceptable_loss() const {
  constexpr int kHundred = 100;
  const int share = situation_.setting[MoveHistories::P::CaptureLoss];
  return share == 0 ? Score{0} : Score{std::max(score_, 0) / kVictimWeight * share / kHundred};
}

Move MovePicker::next_good_capture() {
  while (const Move m = best_remaining()) {
    if (m == tt_move_ || is_futile_gain(m)) continue;
    if (quiescence_) return m;
    const Score loss = acceptable_loss();
    if (see_at_least(position_, m, -loss, situation_.maybe_threatened())) {
      loses_nothing_ = loss == Score{0};
      return m;
    }
    bad_captures_.push_back(m);
  }
  return Move{};
}

// Of a restricted picker. The attacker's value perturbs the order of gains, so a move that gains too little does not
// end the loop.
Move MovePicker::next_wanted_capture() {
  while (const Move m = best_remaining()) {
    if (m != tt_move_ && gains_enough(m) && !is_futile_gain(m)) return m;
    if (all_gain_less(score_, least_gain_)) break;
  }
  return Move{};
}

Move MovePicker::next_quiet() {
  if (skip_quiets_ && exempt_->empty()) return Move{};
  if (holds_unwanted_quiets_) drop_unwanted_quiets();
  while (const Move m = best_remaining()) {
    if (m == tt_move_ || is_refutation(m)) continue;
    if (!orders_by_escapes_ && !orders_by_checks_) history_from_ordering_ = score_;
    return m;
  }
  return Move{};
}

// All at once: to look for the best of them again and again would cost the square of their number.
void MovePicker::drop_unwanted_quiets() {
  holds_unwanted_quiets_ = false;
  for (std::size_t i = 0; i < moves_.size(); ++i)
    if (ranks_[i] != kTaken && !is_exempt(moves_[i])) ranks_[i] = kTaken;
}

Move MovePicker::next_evasion_or_check() {
  while (const Move m = best_remaining())
    if (m != tt_move_ && wanted(m) && (position_.is_tactical(m) || is_wanted_quiet(m))) return m;
  return Move{};
}

Move MovePicker::next_bad_capture() {
  while (next_bad_ < bad_captures_.size()) {
    const Move m = bad_captures_[next_bad_++];
    if (!is_futile_gain(m)) return m;
  }
  return Move{};
}

}  // namespace oknos
