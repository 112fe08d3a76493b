#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/pruning/parts/context.h"
#include "engine/pruning/parts/verdict.h"

// Move exemptions: kinds of moves that a preset exempts from the unsound rules, because they often change the value of
// a position (six are from the sharewiz wiki, previous_capture is from Mediocre). Each is a switch of its own.
// frontier_futility, extended_futility and frontier_node honour all of them (frontier_node if the node has such a
// move); capture_futility all but captures; delta_pruning all but captures and previous-capture; limited_razoring only
// previous-capture (its parameter spare_checks concerns checks); late_move_pruning, history_pruning, fitted_futility,
// see_pruning and the restriction of general_futility only gives-check; the other rules none.
namespace oknos::pruning {

struct ExemptionInfo {
  Guard guard;
  std::string_view key;      // in presets: "gives_check"
  std::string_view meaning;  // the exempt moves
};

inline constexpr std::array<ExemptionInfo, 10> kExemptions = {{
    {Guard::GivesCheck, "gives_check", "moves that give check"},
    {Guard::PreviousCapture, "previous_capture", "every move after a capture"},
    {Guard::PawnToSeventh, "pawn_to_seventh", "pawn moves to the 7th rank"},
    {Guard::HeavyToSeventh, "heavy_to_seventh", "rook and queen moves to the 7th rank"},
    {Guard::BishopPair, "bishop_pair", "captures that take a bishop of the pair"},
    {Guard::PawnOnSecondOrThird, "pawn_on_second_or_third",
     "captures of a pawn on the 2nd or 3rd rank, as its owner counts"},
    {Guard::TakesQueen, "takes_queen", "captures of a queen"},
    {Guard::Promotion, "promotion", "promotions"},
    {Guard::Recapture, "recapture", "captures on the square of the capture just made"},
    {Guard::Captures, "captures", "all captures"},
}};

// The first exemption of the set that applies to this move, or Guard::None.
Guard exemption_of(const MoveContext& c, ExemptionSet set);

// The exempt moves of one node. The node and the checks must outlive it.
class ExemptMoves {
 public:
  ExemptMoves(const NodeContext& node, const CheckInfo& checks, ExemptionSet set)
      : node_(&node), checks_(&checks), set_(set) {}

  bool contains(Move m) const { return exemption_of(MoveContext(*node_, *checks_, m), set_) != Guard::None; }
  // The same for a quiet move, which only the first kinds apply to.
  bool contains_quiet(Move m) const {
    if (!only_checks_of_quiets()) return contains(m);
    return set_.contains(Guard::GivesCheck) && node_->position.gives_check(m, *checks_);
  }
  bool empty() const { return set_.empty(); }
  // Are checks the only exempt quiet moves?
  bool only_checks_of_quiets() const {
    return !set_.contains(Guard::PreviousCapture) && !set_.contains(Guard::PawnToSeventh) &&
           !set_.contains(Guard::HeavyToSeventh);
  }

 private:
  const NodeContext* node_;
  const CheckInfo* checks_;
  ExemptionSet set_;
};

// All kinds of exemptions that apply to this move, whether or not a preset exempts them.
ExemptionSet exemptions_of(const MoveContext& c);

}  // namespace oknos::pruning
