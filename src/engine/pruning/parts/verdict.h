#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/base/score.h"
#include "engine/chess/move.h"
#include "engine/pruning/parts/restriction.h"

namespace oknos::pruning {

// Where the search evaluates rules.
enum class Place : std::uint8_t {
  Node,            // before any move is generated
  Move,            // in the move loop, before the move is made
  QuiescenceNode,  // in quiescence, before captures are generated
  QuiescenceMove   // in quiescence, before the move is made
};

// Why a rule does not act although its condition holds. Some stand for a term of the sound conditions (Promotion,
// EnPassant, DepthRange) or a property of the search (NullClock), so that a proof can switch them off.
enum class Guard : std::uint8_t {
  None,
  PvNode,           // the exact value is needed
  InCheck,          // all evasions are searched
  MateWindow,       // alpha or beta is a mate score
  NothingSearched,  // no move has been searched yet
  PawnEnding,       // only king and pawns: zugzwang is likely
  FewPieces,        // the opponent has few pieces left
  AfterExtension,   // the previous move was extended: a forcing line
  // Required by the proofs of the sound rules (docs/rules/guards.md has a position for each).
  LegalMove,    // a legal move must exist; otherwise the node may be a stalemate
  ChildAlive,   // after the move the opponent has a legal move or is mated, and the position is no draw
  ReplyExists,  // after a null move the opponent has a legal move
  DrawInReach,  // alpha < 0 and the move may draw: stalemate, repetition, fifty moves, insufficient material
  NullAllowed,  // the null move that the rule assumes is not allowed
  NullClock,    // a null move neither advances the clock nor repeats (a property of the search)
  EnPassant,    // a pawn captured en passant does not stand on an attacked square
  DepthRange,   // the proof holds only up to some depth
  // Exemptions (exemptions.h).
  GivesCheck,
  PreviousCapture,
  PawnToSeventh,
  HeavyToSeventh,
  BishopPair,
  PawnOnSecondOrThird,
  TakesQueen,
  Promotion,
  Recapture,
  Captures,
  count_
};
std::string_view name_of(Place p);  // "quiescence move"

inline constexpr int kGuards = static_cast<int>(Guard::count_);
std::string_view name_of(Guard g);  // "mate-window"
std::optional<Guard> guard_from_name(std::string_view name);

// A set of exemptions: Guard values from GivesCheck on.
class ExemptionSet {
 public:
  constexpr ExemptionSet() = default;
  constexpr ExemptionSet(std::initializer_list<Guard> guards) {
    for (const Guard g : guards) set(g, true);
  }
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
  constexpr std::uint32_t bits() const { return bits_; }  // bit n: Guard n
  constexpr bool operator==(const ExemptionSet&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

inline constexpr std::uint8_t kNoRule = 255;

// The verdict of a rule. `value`: the bound on what is skipped, in centipawns, never a mate score.
struct Verdict {
  enum class Kind : std::uint8_t {
    GoOn,        // the condition does not hold
    Held,        // it holds, but `guard` blocks the rule
    Cut,         // return `value`; for a move: it fails high without being searched
    Resolve,     // quiescence with window (value, value + 1); return its value if <= `value`, else go on
    Quiesce,     // return the value of quiescence, whatever it is; `value` is alpha
    Reduce,      // continue `plies` shallower; with `exempt` = gives-check, checking moves keep the full depth
    Restrict,    // generate only `wanted` moves; `value` is an upper bound on the others
    Skip,        // skip this move; with `skip_lesser_captures` also captures and promotions with no larger gain
    SkipQuiets,  // skip this move and all later quiet moves, except `exempt` ones
  };

  Kind kind = Kind::GoOn;
  Guard guard = Guard::None;
  std::uint8_t rule = kNoRule;  // set by ask()
  std::uint8_t plies = 0;
  bool skip_lesser_captures = false;
  bool all_futile = false;  // a cut at or below alpha that skips all moves: `recorded` applies
  ExemptionSet exempt{};    // exempt moves
  Score value{};
  Restriction wanted{};
  Move move{};  // Cut of a node: the move shown to fail high, if any
  // All rules that fired, as a bit mask (1 << id). Set by ask(); complete only for tracers with wants_all.
  std::uint64_t fired = 0;

  static constexpr Verdict go_on() { return {}; }
  static constexpr Verdict held(Guard g) { return {.kind = Kind::Held, .guard = g}; }
  static constexpr Verdict cut(Score v) { return {.kind = Kind::Cut, .value = v}; }
  static constexpr Verdict skip_all(Score bound) { return {.kind = Kind::Cut, .all_futile = true, .value = bound}; }
  static constexpr Verdict resolve(Score v) { return {.kind = Kind::Resolve, .value = v}; }
  static constexpr Verdict quiesce(Score alpha) { return {.kind = Kind::Quiesce, .value = alpha}; }
  static constexpr Verdict reduce(std::uint8_t k, ExemptionSet exempt = {}) {
    return {.kind = Kind::Reduce, .plies = k, .exempt = exempt};
  }
  static constexpr Verdict restrict_to(const Restriction& wanted, Score bound) {
    return {.kind = Kind::Restrict, .value = bound, .wanted = wanted};
  }
  static constexpr Verdict skip(Score bound) { return {.kind = Kind::Skip, .value = bound}; }
  static constexpr Verdict skip_with_lesser_captures(Score bound, ExemptionSet exempt) {
    return {.kind = Kind::Skip, .skip_lesser_captures = true, .exempt = exempt, .value = bound};
  }
  static constexpr Verdict skip_quiets(Score bound, ExemptionSet exempt = {}) {
    return {.kind = Kind::SkipQuiets, .exempt = exempt, .value = bound};
  }

  constexpr bool fires() const { return kind != Kind::GoOn && kind != Kind::Held; }
  constexpr bool operator==(const Verdict&) const = default;
};

}  // namespace oknos::pruning
