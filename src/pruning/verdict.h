#pragma once

#include <cstdint>
#include <string_view>

#include "base/score.h"

namespace oknos::pruning {

// Where the search asks.
enum class Place : std::uint8_t {
  Node,            // before any move is generated
  Move,            // in the loop, before the move is made
  QuiescenceNode,  // at the horizon, before captures are generated
  QuiescenceMove   // at the horizon, before the capture is made
};

// Why a rule whose condition holds stays silent all the same.
enum class Guard : std::uint8_t {
  None,
  Root,             // the root never skips a move: it must name one
  PvNode,           // the window is open: the value is wanted exactly
  InCheck,          // every way out of check is looked at
  MateWindow,       // alpha or beta is a mate score: no margin reaches it
  NothingSearched,  // no move has been searched yet: the node would be left without a move
  PawnEnding,       // only king and pawns: zugzwang is near
  FewPieces,        // the other side has few pieces left
  AfterExtension,   // the move before was extended: the line is forcing
  // Exemptions: kinds of moves that a preset may spare (exemptions.h).
  GivesCheck,
  PreviousCapture,
  PawnToSeventh,
  HeavyToSeventh,
  BishopPair,
  PawnOnSecondOrThird,
  TakesQueen,
  Promotion,
  Recapture,
  count_
};
std::string_view name_of(Place p);  // "quiescence move"

inline constexpr int kGuards = static_cast<int>(Guard::count_);
std::string_view name_of(Guard g);  // "mate-window"

inline constexpr std::uint8_t kNoRule = 255;

// A rule's answer. `value` is the bound that the skipped part carries, in centipawns, never a mate score.
struct Verdict {
  enum class Kind : std::uint8_t {
    GoOn,        // the condition does not hold
    Held,        // it holds, but `guard` forbids
    Cut,         // leave the node with `value`
    Resolve,     // leave the node with what quiescence says, window (value, value + 1)
    Reduce,      // search on, `plies` shallower
    Skip,        // do not search this move
    SkipQuiets,  // nor any quiet move after it (with `spare_checks`: but those that give check)
  };

  Kind kind = Kind::GoOn;
  Guard guard = Guard::None;
  std::uint8_t rule = kNoRule;  // whose answer this is: set by ask(), for a rule does not know its number
  std::uint8_t plies = 0;
  bool spare_checks = false;
  Score value{};
  // Every rule that fired, a bit each (1 << id), not only the one that decided. Set by ask(); complete only for tracers
  // that want all.
  std::uint32_t fired = 0;

  static constexpr Verdict go_on() { return {}; }
  static constexpr Verdict held(Guard g) { return {.kind = Kind::Held, .guard = g}; }
  static constexpr Verdict cut(Score v) { return {.kind = Kind::Cut, .value = v}; }
  static constexpr Verdict resolve(Score v) { return {.kind = Kind::Resolve, .value = v}; }
  static constexpr Verdict reduce(std::uint8_t k) { return {.kind = Kind::Reduce, .plies = k}; }
  static constexpr Verdict skip(Score bound) { return {.kind = Kind::Skip, .value = bound}; }
  static constexpr Verdict skip_quiets(Score bound, bool spare_checks = false) {
    return {.kind = Kind::SkipQuiets, .spare_checks = spare_checks, .value = bound};
  }

  constexpr bool fires() const { return kind != Kind::GoOn && kind != Kind::Held; }
  constexpr bool operator==(const Verdict&) const = default;
};

}  // namespace oknos::pruning
