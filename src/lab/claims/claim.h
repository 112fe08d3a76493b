#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lab/play/player.h"

// What an engine's pruning rule claimed: one line of a file that include/oknos/claims.h wrote (docs/claims.md).
namespace oknos::lab {

struct Claim {
  enum class Action : std::uint8_t { Skip, Cut, Reduce };
  static constexpr int kScoreMost = 32'000;  // centipawns; mates count as that
  static constexpr int kDepthMost = 246;     // plies

  std::uint64_t search = 0;  // of the run that wrote it: claims of one search are not independent
  std::uint64_t every = 1;   // of so many calls of the rule one was written
  std::string rule;
  Action action = Action::Skip;
  bool fired = true;                   // false: the rule was asked and did not act
  GameLine line{Position::initial()};  // leads to the position in which the rule was asked
  Move move;                           // none: the node as a whole
  int depth = 0;                       // plies left at the node
  std::optional<int> full_depth;       // after the move, where it is not depth - 1: extended
  std::optional<int> reduced_depth;    // at which the move or node is searched at first
  std::optional<int> ply;              // from the root
  int alpha = 0;                       // centipawns, from the point of view of the side to move, as all that follow
  int beta = 0;
  std::optional<int> static_value;
  std::optional<int> bound;  // that the rule claims for the value
  std::optional<int> slack;  // by how much its margin could be larger

  // Of a cut: does the rule claim at least beta, rather than at most alpha?
  bool fails_high() const { return bound && *bound >= beta; }
  // At which it is searched after all.
  int judged_depth() const { return move ? full_depth.value_or(depth - 1) : depth; }
};

std::string_view name_of(Claim::Action action);

// One line. Nothing: it holds no claim, but the version of the format, or nothing at all. The error says which field is
// wrong and what would be right.
Result<std::optional<Claim>> parse_claim(std::string_view line);

// The line, without a line end, that parse_claim() reads as this claim. Scores beyond kScoreMost are clipped.
std::string to_line(const Claim& claim);

}  // namespace oknos::lab
