#pragma once

#include <optional>

#include "engine/pruning/parts/queen_pin.h"
#include "engine/pruning/parts/reply.h"
#include "engine/pruning/parts/search_features.h"

// Common parts of Muller's deep rules applied to a whole node: an upper bound on its value after two of our moves, and
// the guards. The rules differ in the pieces that those moves may capture and in the moves that they keep
// (general_deep_futility.h, deep_futility.h; weak_general_futility.h, weak_deep_futility.h).
namespace oknos::pruning {

// For the rules that assume a null move of the opponent after our first move.
struct DeepNode {
  static constexpr int kMinDepth = 2;
  static constexpr int kDepthAfterNull = 1;  // at most: general futility acts there
  static constexpr int kMoves = 2;           // considered for W: both of ours
  static constexpr int kPiecesLeft = 2;      // of the opponent: one remains for the null move if the other is captured

  // Depth after a null move of the opponent in reply to our move; plies, negative below the horizon.
  static int depth_after_null(const NodeContext& c) {
    const Depth child = c.depth - 1;
    return child.plies() - 1 - NullMovePruning::reduction(*c.null_move, child);
  }

  // An upper bound on the value of the node, if it is <= alpha; otherwise nothing. `victims()`: the value of what our
  // two moves may capture.
  template <class G, class Victims>
  static std::optional<Score> limit(const NodeContext& c, Score margin, const Conventions& conventions, const G& guards,
                                    Victims&& victims) {
    if (!c.null_move || c.depth < Depth{kMinDepth}) return std::nullopt;
    if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return std::nullopt;
    Score most = c.at_most(conventions.estimate, kMoves) + margin;
    if (most > c.alpha || depth_after_null(c) > kDepthAfterNull + (guards(Guard::DepthRange) ? 0 : 1))
      return std::nullopt;
    most += victims() + promotion_and_psqt(c, conventions, guards);
    if (most > c.alpha) return std::nullopt;
    return most;
  }

  // The guard that blocks the rule although limit() returned a bound, or Guard::None.
  template <class G>
  static Guard guard(const NodeContext& c, const Conventions& conventions, const G& guards) {
    if (const Guard g = guard_of_alpha(c, conventions, guards); g != Guard::None) return g;
    const bool may_pass = NullMovePruning::may_foresee(c, c.depth - 1, -c.alpha) && c.opposing_pieces() >= kPiecesLeft;
    return conventions.proves(guards, Guard::NullAllowed) && !may_pass ? Guard::NullAllowed : Guard::None;
  }

  // The most that two of our moves can gain besides captures.
  template <class G>
  static Score promotion_and_psqt(const NodeContext& c, const Conventions& conventions, const G& guards) {
    Score gain{};
    if (guards(Guard::Promotion)) gain += eval::promotion_gain_in_two(c.position, c.us());
    if (conventions.estimate == Estimate::Bounds) gain += eval::max_psqt_gain_in_two(c.position, c.incremental, c.us());
    return gain;
  }

  template <class G>
  static Guard guard_of_alpha(const NodeContext& c, const Conventions& conventions, const G& guards) {
    if (guards(Guard::MateWindow) && is_decisive(c.alpha)) return Guard::MateWindow;
    return conventions.proves(guards, Guard::DrawInReach) && c.alpha < kDraw ? Guard::DrawInReach : Guard::None;
  }
};

// The weak rules, which assume that an attacked queen escapes.
struct WeakDeepNode {
  static constexpr int kMinDepth = 2;
  static constexpr int kMaxDepth = 3;
  static constexpr int kMoves = 3;  // considered for W: ours, the reply and our second

  // As in DeepNode; nothing if one of our moves may pin the queen.
  template <class G, class Victims>
  static std::optional<Score> limit(const NodeContext& c, Score margin, const Conventions& conventions, const G& guards,
                                    Victims&& victims) {
    if (c.depth < Depth{kMinDepth} || c.depth > Depth{kMaxDepth}) return std::nullopt;
    if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return std::nullopt;
    if (!c.position.pieces(~c.us(), PieceType::Queen)) return std::nullopt;
    Score most = c.at_most(conventions.estimate, kMoves) + margin;
    if (most > c.alpha) return std::nullopt;
    most += victims() + DeepNode::promotion_and_psqt(c, conventions, guards);
    if (conventions.estimate == Estimate::Bounds) most += eval::max_psqt_loss(c.position, c.incremental, ~c.us());
    if (most > c.alpha || may_pin_queen(c.position, c.us())) return std::nullopt;
    return most;
  }

  template <class G>
  static Guard guard(const NodeContext& c, const Conventions& conventions, const G& guards) {
    return DeepNode::guard_of_alpha(c, conventions, guards);
  }
};

}  // namespace oknos::pruning
