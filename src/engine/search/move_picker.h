#pragma once

#include <optional>

#include "engine/base/piece_values.h"
#include "engine/chess/movegen.h"
#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/parts/restriction.h"
#include "engine/search/history.h"

namespace oknos {

// Staged move generation: the TT move, captures with SEE >= 0, killers and countermove, quiet moves by history,
// captures with SEE < 0. In check: the TT move, then all evasions. Ties keep generation order, so the order is the same
// in every build.
//
// A restricted picker generates and returns only the wanted moves: the TT move, captures that gain enough (by most
// valuable victim, losing ones not deferred), then other checking moves. In check: the wanted evasions.
class MovePicker {
 public:
  // For the main search. The tables that `situation` points to must outlive the picker.
  MovePicker(const Position& position, const Histories& histories, Move tt_move, const Killers& killers, Move counter,
             const HistoryContext& situation = {});
  // For quiescence: captures and promotions only; in check all evasions, unless `evasions` is false.
  MovePicker(const Position& position, const Histories& histories, Move tt_move, bool evasions = true,
             const HistoryContext& situation = {});

  // Restricts the picker to the moves that `wanted` admits; call it before the first next(). `checks` must outlive the
  // picker; it may be nullptr unless checks are wanted. In quiescence the only quiet moves are evasions and wanted
  // checks.
  void restrict(const pruning::Restriction& wanted, const CheckInfo* checks);

  Move next();  // no move at the end
  // The QuietScorer's score of the quiet move returned last, if ordering computed it.
  std::optional<int> history_from_ordering() const { return history_from_ordering_; }

  // Is SEE >= 0 known for the move returned last?
  bool loses_nothing() const { return loses_nothing_; }

  // Does the restriction admit this legal move? True without a restriction.
  bool wanted(Move m) const {
    if (position_.is_tactical(m) ? gains_enough(m) : wanted_.quiets) return true;
    return wanted_.checks && position_.gives_check(m, *checks_);
  }

  // Calls f(Move) for all moves that the restriction excludes; for tracers. Generates all moves; does not affect
  // next().
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

  // Skips all further quiet moves, except exempt ones.
  void skip_quiets(const pruning::ExemptMoves& exempt) {
    skip_quiets_ = true;
    exempt_ = exempt;
    holds_unwanted_quiets_ = true;
  }
  // Skips all further captures and promotions that gain at most `gain`, except exempt ones.
  void skip_captures_below(Score gain, const pruning::ExemptMoves& exempt) {
    futile_gain_ = gain;
    exempt_gains_ = exempt;
  }
  bool skips_quiets() const { return skip_quiets_; }
  // Makes next() return no move once before the first quiet move, so that skip_quiets() can avoid generating them.
  void pause_before_quiets() { pauses_ = true; }
  bool is_paused() const { return !pauses_ && stage_ == Stage::FirstKiller; }

  // Calls f(Move) for the wanted quiet moves not returned yet, generating them if necessary; for tracers. Does not
  // affect next().
  template <class F>
  void for_each_remaining_quiet(F&& f) const {
    MoveList left;
    if (stage_ < Stage::Quiets)
      generate<MoveGen::Quiets>(position_, left);
    else if (stage_ == Stage::GenerateEvasions)
      generate<MoveGen::Evasions>(position_, left);
    else if (stage_ == Stage::Quiets || stage_ == Stage::Checks || stage_ == Stage::Evasions)
      for (std::size_t i = 0; i < moves_.size(); ++i)
        if (ranks_[i] != kTaken) left.push_back(moves_[i]);
    for (const Move m : left)
      if (!was_returned(m) && !position_.is_tactical(m) && wanted(m) && !is_exempt(m)) f(m);
  }

 private:
  enum class Stage : std::uint8_t {
    TtMove,
    GenerateCaptures,
    WantedCaptures,  // of a restricted picker, instead of GoodCaptures
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateChecks,  // of a restricted picker
    Checks,
    GenerateEvasions,
    Evasions,
    Done
  };

  bool is_refutation(Move m) const { return m == killers_.first || m == killers_.second || m == counter_; }
  // For a move that is not in moves_. Killers and countermove have no stage of their own among evasions and checks.
  bool was_returned(Move m) const {
    if (m == tt_move_) return true;
    if (stage_ >= Stage::GenerateChecks) return false;
    return (m == killers_.first && stage_ > Stage::FirstKiller) ||
           (m == killers_.second && stage_ > Stage::SecondKiller) || (m == counter_ && stage_ > Stage::Counter);
  }
  bool is_exempt(Move m) const { return exempt_ && exempt_->contains_quiet(m); }
  bool is_futile_gain(Move m) const {
    return futile_gain_ > -kInfinite && eval::gain(position_, m) <= futile_gain_ && !exempt_gains_->contains(m);
  }
  bool is_wanted_quiet(Move m) const { return !skip_quiets_ || is_exempt(m); }
  void drop_unwanted_quiets();
  bool is_playable_quiet(Move m) const;
  bool gains_enough(Move m) const;
  // A restricted picker orders by gain alone and stops at the first gain that is too small, so capture history must not
  // contribute.
  bool orders_by_gain() const { return !(wants_all_captures() && wanted_.quiets); }
  bool wants_all_captures() const { return least_gain_ <= piece_value(PieceType::Pawn); }  // no gain is smaller
  Stage after_captures() const;
  void generate_captures();
  void generate_quiets();
  void generate_exempt_quiets();
  void generate_checks();
  std::int32_t capture_score(Move m) const;
  void score_captures();
  void score_quiets();
  void find_lesser_attacks();
  std::int32_t escape_score(Move m) const;
  std::int32_t check_score(Move m) const;
  void score_evasions();
  template <class F>
  void rank_all(F&& score);
  Move best_remaining();
  Move next_wanted_capture();
  Score acceptable_loss() const;
  Move next_good_capture();
  Move next_quiet();
  Move next_bad_capture();
  Move next_evasion_or_check();

  const Position& position_;
  const Histories& histories_;
  const HistoryContext situation_;
  // Quiet moves are ordered by these besides their histories.
  bool orders_by_escapes_ = false;
  bool orders_by_checks_ = false;
  std::array<Bitboard, kPieceTypes> lesser_attacks_;     // of the opponent: by pieces of less value than this one
  std::array<std::int32_t, kPieceTypes> escapes_worth_;  // share of the order, by the type of the piece that escapes
  Move tt_move_;
  Killers killers_;
  Move counter_;
  Stage stage_ = Stage::TtMove;
  bool quiescence_ = false;
  bool evasions_ = false;  // in check: all evasions are wanted
  bool skip_quiets_ = false;
  bool holds_unwanted_quiets_ = false;  // moves_ may hold quiet moves that skip_quiets() has made unwanted
  bool pauses_ = false;
  std::optional<pruning::ExemptMoves> exempt_;
  Score futile_gain_ = -kInfinite;  // captures and promotions that gain no more are skipped
  std::optional<pruning::ExemptMoves> exempt_gains_;
  pruning::Restriction wanted_{.floor = -kInfinite, .quiets = true};  // everything
  Score least_gain_ = -kInfinite;  // no capture or promotion that gains less is wanted for its gain
  const CheckInfo* checks_ = nullptr;
  std::optional<int> history_from_ordering_;
  bool loses_nothing_ = false;  // the move returned last
  // Rank of a move in moves_: score * 2^9 + kMaxMoves - index, so that of equals the first comes first; kTaken once it
  // was returned. Scores need 22 bits with their sign.
  static constexpr int kScoreShift = 9;
  static_assert(kMaxMoves < 1 << kScoreShift);
  static constexpr std::int32_t kTaken = INT32_MIN;
  static constexpr std::size_t kLanes = 8;  // ranks that are compared at a time
  static_assert(kMaxMoves % kLanes == 0);
  std::size_t next_bad_ = 0;
  std::int32_t score_ = 0;  // of the move returned last
  MoveList moves_;
  std::array<std::int32_t, kMaxMoves> ranks_;  // of moves_, and kTaken up to the next multiple of kLanes
  MoveList bad_captures_;
};

}  // namespace oknos
