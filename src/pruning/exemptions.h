#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pruning/context.h"
#include "pruning/verdict.h"

// Move exemptions: kinds of moves that a preset spares from the rules that guess, because they change the worth of a
// position more than most (six are the sharewiz wiki's, previous_capture is Mediocre's). Each is a switch of its own.
// frontier_futility, extended_futility and capture_futility honour all of them, delta_pruning all but previous-capture,
// limited_razoring (which knows no move) previous-capture alone; move_count, history_pruning, see_pruning and what
// general_futility leaves out gives-check alone; the other rules none.
namespace oknos::pruning {

// A set of Guard values from GivesCheck on.
class ExemptionSet {
 public:
  constexpr bool contains(Guard g) const { return bits_ >> static_cast<int>(g) & 1; }
  constexpr void set(Guard g, bool on) {
    const std::uint32_t b = 1U << static_cast<int>(g);
    bits_ = on ? bits_ | b : bits_ & ~b;
  }
  constexpr ExemptionSet without(Guard g) const {
    ExemptionSet rest = *this;
    rest.set(g, false);
    return rest;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint32_t bits() const { return bits_; }  // one for each Guard
  constexpr bool operator==(const ExemptionSet&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

struct ExemptionInfo {
  Guard guard;
  std::string_view key;      // in presets: "gives_check"
  std::string_view meaning;  // the moves that are spared
};

inline constexpr std::array<ExemptionInfo, 9> kExemptions = {{
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
}};

// The first exemption of the set that spares this move, or Guard::None.
Guard exemption_of(const MoveContext& c, ExemptionSet set);

// All kinds of exempt moves to which this one belongs, whether or not a preset spares them.
ExemptionSet exemptions_of(const MoveContext& c);

}  // namespace oknos::pruning
