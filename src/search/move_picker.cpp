#include "search/move_picker.h"

#include <utility>

#include "base/piece_values.h"
#include "chess/see.h"

namespace oknos {

namespace {

// Most valuable victim first, then least valuable attacker: any victim outweighs every attacker.
constexpr int kVictimWeight = 16;
constexpr int kCaptureBeforeQuiet = 1 << 20;  // among evasions

std::int32_t capture_score(const Position& position, Move m) {
  std::int32_t score =
      piece_value(position.captured_type(m)).value() * kVictimWeight - piece_value(position.piece_on(m.from())).value();
  if (m.is_promotion()) score += (piece_value(m.promoted()) - piece_value(PieceType::Pawn)).value() * kVictimWeight;
  return score;
}

}  // namespace

MovePicker::MovePicker(const Position& position, const Histories& histories, Move table_move, const Killers& killers,
                       Move counter)
    : position_(position), histories_(histories), killers_(killers), counter_(counter) {
  if (position.is_legal(table_move)) table_move_ = table_move;
  if (killers_.second == killers_.first) killers_.second = Move{};
  if (counter_ == killers_.first || counter_ == killers_.second) counter_ = Move{};
}

MovePicker::MovePicker(const Position& position, const Histories& histories, Move table_move)
    : position_(position), histories_(histories), quiescence_(true) {
  const bool wanted = position.in_check() || position.is_tactical(table_move);
  if (wanted && position.is_legal(table_move)) table_move_ = table_move;
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::TableMove:
      stage_ = position_.in_check() ? Stage::MakeEvasions : Stage::MakeCaptures;
      if (table_move_) return table_move_;
      return next();
    case Stage::MakeCaptures:
      generate<MoveGen::Captures>(position_, moves_);
      score_captures();
      stage_ = Stage::GoodCaptures;
      [[fallthrough]];
    case Stage::GoodCaptures:
      if (const Move m = next_good_capture()) return m;
      stage_ = quiescence_ ? Stage::Done : Stage::FirstKiller;
      return next();
    case Stage::FirstKiller:
      stage_ = Stage::SecondKiller;
      if (is_playable_quiet(killers_.first)) return killers_.first;
      [[fallthrough]];
    case Stage::SecondKiller:
      stage_ = Stage::Counter;
      if (is_playable_quiet(killers_.second)) return killers_.second;
      [[fallthrough]];
    case Stage::Counter:
      stage_ = Stage::MakeQuiets;
      if (is_playable_quiet(counter_)) return counter_;
      [[fallthrough]];
    case Stage::MakeQuiets:
      if (!skip_quiets_ || spared_) {
        moves_.clear();
        next_ = 0;
        generate<MoveGen::Quiets>(position_, moves_);
        score_quiets();
      }
      stage_ = Stage::Quiets;
      [[fallthrough]];
    case Stage::Quiets:
      if (const Move m = next_quiet()) return m;
      stage_ = Stage::BadCaptures;
      [[fallthrough]];
    case Stage::BadCaptures:
      if (const Move m = next_bad_capture()) return m;
      stage_ = Stage::Done;
      return Move{};
    case Stage::MakeEvasions:
      generate<MoveGen::Evasions>(position_, moves_);
      score_evasions();
      stage_ = Stage::Evasions;
      [[fallthrough]];
    case Stage::Evasions:
      while (const Move m = best_remaining())
        if (m != table_move_ && (position_.is_tactical(m) || is_wanted_quiet(m))) return m;
      stage_ = Stage::Done;
      return Move{};
    case Stage::Done:
      return Move{};
  }
  return Move{};
}

bool MovePicker::is_playable_quiet(Move m) const {
  return m && m != table_move_ && !position_.is_tactical(m) && position_.is_legal(m) && is_wanted_quiet(m);
}

void MovePicker::score_captures() {
  for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = capture_score(position_, moves_[i]);
}

void MovePicker::score_quiets() {
  for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = histories_.quiet(position_.side_to_move(), moves_[i]);
}

void MovePicker::score_evasions() {
  for (std::size_t i = 0; i < moves_.size(); ++i)
    scores_[i] = position_.is_tactical(moves_[i]) ? kCaptureBeforeQuiet + capture_score(position_, moves_[i])
                                                  : histories_.quiet(position_.side_to_move(), moves_[i]);
}

// Selection: most nodes end after a few moves, so sorting the rest would be wasted.
Move MovePicker::best_remaining() {
  if (next_ == moves_.size()) return Move{};
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < moves_.size(); ++i)
    if (scores_[i] > scores_[best]) best = i;
  const Move m = moves_[best];
  const std::int32_t score = scores_[best];
  for (std::size_t i = best; i > next_; --i) {  // shifting, not swapping, keeps the order of equals
    moves_[i] = moves_[i - 1];
    scores_[i] = scores_[i - 1];
  }
  moves_[next_] = m;
  scores_[next_] = score;
  ++next_;
  return m;
}

Move MovePicker::next_good_capture() {
  while (const Move m = best_remaining()) {
    if (m == table_move_) continue;
    if (quiescence_ || see_at_least(position_, m, Score{0})) return m;
    bad_captures_.push_back(m);
  }
  return Move{};
}

Move MovePicker::next_quiet() {
  if (skip_quiets_) return next_spared_quiet();
  while (const Move m = best_remaining())
    if (m != table_move_ && !is_refutation(m)) return m;
  return Move{};
}

// Few are left, so they need no order.
Move MovePicker::next_spared_quiet() {
  if (!spared_) return Move{};
  while (next_ < moves_.size()) {
    const Move m = moves_[next_++];
    if (m != table_move_ && !is_refutation(m) && is_spared(m)) return m;
  }
  return Move{};
}

Move MovePicker::next_bad_capture() {
  return next_bad_ < bad_captures_.size() ? bad_captures_[next_bad_++] : Move{};
}

}  // namespace oknos
