#pragma once

#include <optional>

#include "base/piece_values.h"
#include "chess/movegen.h"
#include "pruning/exemptions.h"
#include "pruning/restriction.h"
#include "search/history.h"

namespace oknos {

// Hands out the legal moves of a node, best guess first, and generates no more than is asked for: the table's move,
// captures that do not lose by exchange, killers and counter-move, quiet moves by history, losing captures. In check:
// table's move, then all evasions. Ties keep generation order, so the order is the same in every build.
//
// A restricted picker generates and hands out only what is wanted: table's move, captures that gain enough, most
// valuable first and losing ones not put off, then the other moves that give check. In check: the wanted evasions.
class MovePicker {
 public:
  // For a node of the main search. `before`: the tables of the moves that led here; null: not known.
  MovePicker(const Position& position, const Histories& histories, Move table_move, const Killers& killers,
             Move counter, const Continuations* before = nullptr);
  // For quiescence: captures and promotions only; in check all evasions, unless `evasions` is false.
  MovePicker(const Position& position, const Histories& histories, Move table_move, bool evasions = true);

  // Before the first next(): leaves out what `wanted` does not name. `checks` must outlive the picker and may be null
  // unless checks are wanted. Quiescence knows no quiet moves but evasions and, when they are wanted, checks.
  void restrict(const pruning::Restriction& wanted, const CheckInfo* checks);

  Move next();  // none: no more
  // Histories::of_quiet() of the quiet move that next() gave last, if it is known from ordering.
  std::optional<int> known_history() const { return known_history_; }

  // Does the restriction want this legal move? Without one, every move is wanted.
  bool wanted(Move m) const {
    if (position_.is_tactical(m) ? gains_enough(m) : wanted_.quiets) return true;
    return wanted_.checks && position_.gives_check(m, *checks_);
  }

  // Calls f(Move) for the moves that the restriction leaves out of what the picker would hand out without it; for
  // tracers. Generates them all, and does not change what comes next.
  template <class F>
  void for_each_unwanted(F&& f) const {
    MoveList all;
    if (quiescence_ && !evasions_)
      generate<MoveGen::Captures>(position_, all);
    else
      generate<MoveGen::All>(position_, all);
    for (const Move m : all)
      if (!wanted(m)) f(m);
  }

  // No more quiet moves but those that are spared.
  void skip_quiets(const pruning::SparedMoves& spared) {
    skip_quiets_ = true;
    spared_ = spared;
  }
  // No more captures and promotions that gain no more than this, but those that are spared.
  void skip_gains(Score gain, const pruning::SparedMoves& spared) {
    futile_gain_ = gain;
    spared_gains_ = spared;
  }
  bool skips_quiets() const { return skip_quiets_; }
  // Lets next() answer with none once, before the first quiet move: skip_quiets() may save generating them.
  void pause_before_quiets() { pauses_ = true; }
  bool is_paused() const { return !pauses_ && stage_ == Stage::FirstKiller; }

  // Calls f(Move) for the wanted quiet moves not handed out yet, generating them if need be; for tracers. Does not
  // change what comes next.
  template <class F>
  void for_each_remaining_quiet(F&& f) const {
    MoveList left;
    if (stage_ < Stage::Quiets)
      generate<MoveGen::Quiets>(position_, left);
    else if (stage_ == Stage::MakeEvasions)
      generate<MoveGen::Evasions>(position_, left);
    else if (stage_ == Stage::Quiets || stage_ == Stage::Checks || stage_ == Stage::Evasions)
      for (std::size_t i = 0; i < moves_.size(); ++i)
        if (ranks_[i] != kTaken) left.push_back(moves_[i]);
    for (const Move m : left)
      if (!handed_out(m) && !position_.is_tactical(m) && wanted(m) && !is_spared(m)) f(m);
  }

 private:
  enum class Stage : std::uint8_t {
    TableMove,
    MakeCaptures,
    WantedCaptures,  // of a restricted picker, instead of the next
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeChecks,  // of a restricted picker
    Checks,
    MakeEvasions,
    Evasions,
    Done
  };

  bool is_refutation(Move m) const { return m == killers_.first || m == killers_.second || m == counter_; }
  // Of a move that is not, or not yet, among those that wait in moves_. Killers and counter-move have no turn of their
  // own in check, nor among checks.
  bool handed_out(Move m) const {
    if (m == table_move_) return true;
    if (stage_ >= Stage::MakeChecks) return false;
    return (m == killers_.first && stage_ > Stage::FirstKiller) ||
           (m == killers_.second && stage_ > Stage::SecondKiller) || (m == counter_ && stage_ > Stage::Counter);
  }
  bool is_spared(Move m) const { return spared_ && spared_->contains(m); }
  bool is_futile_gain(Move m) const {
    return futile_gain_ > -kInfinite && eval::gain(position_, m) <= futile_gain_ && !spared_gains_->contains(m);
  }
  bool is_wanted_quiet(Move m) const { return !skip_quiets_ || is_spared(m); }
  bool is_playable_quiet(Move m) const;
  bool gains_enough(Move m) const;
  bool wants_all_captures() const { return least_gain_ <= piece_value(PieceType::Pawn); }  // no gain is smaller
  Stage after_captures() const;
  void make_captures();
  void make_quiets();
  void make_spared_quiets();
  void make_checks();
  std::int32_t capture_score(Move m) const;
  void score_captures();
  void score_quiets();
  void score_evasions();
  void rank(std::size_t i, std::int32_t score);
  Move best_remaining();
  Move next_wanted_capture();
  Move next_good_capture();
  Move next_quiet();
  Move next_bad_capture();
  Move next_evasion_or_check();

  const Position& position_;
  const Histories& histories_;
  const Continuations* before_ = nullptr;
  Move table_move_;
  Killers killers_;
  Move counter_;
  Stage stage_ = Stage::TableMove;
  bool quiescence_ = false;
  bool evasions_ = false;  // in check, and every way out counts
  bool skip_quiets_ = false;
  bool pauses_ = false;
  std::optional<pruning::SparedMoves> spared_;
  Score futile_gain_ = -kInfinite;  // captures and promotions that gain no more are skipped
  std::optional<pruning::SparedMoves> spared_gains_;
  pruning::Restriction wanted_{.floor = -kInfinite, .quiets = true};  // everything
  Score least_gain_ = -kInfinite;  // no capture or promotion that gains less is wanted for its gain
  const CheckInfo* checks_ = nullptr;
  std::optional<int> known_history_;
  // A move that waits for its turn has the rank score * 2^16 + places behind it, so that of equals the first one comes
  // first; one that had its turn is taken.
  static constexpr int kScoreShift = 16;
  static constexpr std::int64_t kTaken = INT64_MIN;
  std::size_t next_bad_ = 0;
  std::int32_t score_ = 0;  // of the move that had its turn last
  MoveList moves_;
  std::array<std::int64_t, kMaxMoves> ranks_;  // of moves_
  MoveList bad_captures_;
};

}  // namespace oknos
