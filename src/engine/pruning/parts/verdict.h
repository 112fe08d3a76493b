#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/base/score.h"
#include "engine/chess/move.h"
#include "engine/pruning/parts/restriction.h"

namespace oknos::pruning {

// Where the search asks.
enum class Place : std::uint8_t {
  Node,            // before any move is generated
  Move,            // in the loop, before the move is made
  QuiescenceNode,  // at the horizon, before captures are generated
  QuiescenceMove   // at the horizon, before the capture is made
};

// Why a rule does not act although its condition holds. Some name a term that the sound conditions count
// (Promotion, EnPassant, DepthRange) or a property of the search (NullClock): so that a proof can switch them off.
enum class Guard : std::uint8_t {
  None,
  PvNode,           // the window is open: the exact value is needed
  InCheck,          // all evasions are searched
  MateWindow,       // alpha or beta is a mate score: no margin applies
  NothingSearched,  // no move has been searched yet: the node would be left without a move
  PawnEnding,       // only king and pawns: zugzwang is near
  FewPieces,        // the other side has few pieces left
  AfterExtension,   // the move before was extended: the line is forcing
  // What the sound rules depend on (docs/rules/guards.md has a position for each).
  LegalMove,    // a legal move must exist: a stalemate is worth 0, not what the rule says
  ChildAlive,   // after the move the game continues: the other side has a move, and it is no draw
  ReplyExists,  // after a null move the other side has a move
  DrawInReach,  // alpha < 0 and the move may draw: by stalemate, repetition, fifty moves or dead material
  NullAllowed,  // the null move that the rule assumes would not be allowed
  NullClock,    // a null move advances no clock and repeats nothing (a property of the search)
  EnPassant,    // the pawn taken en passant stands on no attacked square
  DepthRange,   // the proof holds up to this depth
  // Exemptions: kinds of moves that a preset may exempt (exemptions.h).
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

// A set of Guard values from GivesCheck on: kinds of moves that are exempt.
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
  constexpr std::uint32_t bits() const { return bits_; }  // one for each Guard
  constexpr bool operator==(const ExemptionSet&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

inline constexpr std::uint8_t kNoRule = 255;

// A rule's answer. `value` is the bound that the skipped part carries, in centipawns, never a mate score.
struct Verdict {
  enum class Kind : std::uint8_t {
    GoOn,        // the condition does not hold
    Held,        // it holds, but `guard` forbids
    Cut,         // leave the node with `value`; said of a move: it holds beta without being searched
    Resolve,     // leave the node with what quiescence says, window (value, value + 1), if that is not above `value`
    Quiesce,     // leave the node with what quiescence says, be it above `value`, which is alpha, or not
    Reduce,      // search on, `plies` shallower; with `exempt` = gives-check, checks keep the full depth
    Restrict,    // only the moves that `wanted` describes are generated; none of the others is worth more than `value`
    Skip,        // do not search this move; with `skip_lesser_captures`, nor captures and promotions that gain no more
    SkipQuiets,  // nor any quiet move after it, but those that `exempt` names
  };

  Kind kind = Kind::GoOn;
  Guard guard = Guard::None;
  std::uint8_t rule = kNoRule;  // whose answer this is: set by ask(), for a rule does not know its number
  std::uint8_t plies = 0;
  bool skip_lesser_captures = false;
  bool all_futile = false;  // a cut below alpha: it skips every move, so the preset says what is recorded of them
  ExemptionSet exempt{};    // moves that this does not hold for, though they are of the kind that it names
  Score value{};
  Restriction wanted{};
  Move move{};  // a cut of the node: the move that was shown to hold beta, if one was
  // Every rule that fired, a bit each (1 << id), not only the one that decided. Set by ask(); complete only for tracers
  // that want all.
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
