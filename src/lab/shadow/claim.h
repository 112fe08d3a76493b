#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/result.h"
#include "lab/play/player.h"
#include "lab/shadow/shadow.h"

// A claim of an engine's pruning rule: one line of a file written by include/oknos/claims.h (docs/claims.md).
namespace oknos::lab {

struct Claim {
  enum class Action : std::uint8_t { Skip, Cut, Reduce };
  static constexpr int kScoreMost = 32'000;         // centipawns; also the score of a mate
  static constexpr int kDepthMost = 246;            // plies
  static constexpr int kSlackMost = 1'000'000'000;  // in a unit of the engine's own

  std::uint64_t search = 0;              // number of the search; claims of one search are not independent
  std::optional<std::uint64_t> process;  // tells processes that wrote to one file apart; none: the file's first, or
                                         // that of the start line before the claim
  std::uint64_t every = 1;               // sampling rate: one in so many calls for the rule was written
  std::string rule;
  Action action = Action::Skip;
  bool fired = true;                   // false: the rule was tested and did not act
  GameLine line{Position::initial()};  // leads to the position in which the rule was tested
  Move move;                           // none: the node as a whole
  int depth = 0;                       // plies left at the node
  std::optional<int> full_depth;       // after the move, if it is not depth - 1 (extended)
  std::optional<int> reduced_depth;    // of the first, shallower search of the move or node
  std::optional<int> ply;              // from the root
  int alpha = 0;                       // centipawns, from the point of view of the side to move, as all that follow
  int beta = 0;
  std::optional<int> static_eval;
  std::optional<int> bound;  // the value that the rule claims
  std::optional<int> slack;  // by how much the rule's margin could be larger with the rule still firing
  std::string slack_unit;    // "plies", "moves", ...; empty: centipawns

  // For a cut: does the rule claim at least beta (true) or at most alpha (false)?
  bool fails_high() const { return bound && *bound >= beta; }
  // The depth of the search that checks the claim.
  int judged_depth() const { return move ? full_depth.value_or(depth - 1) : depth; }
};

// A rule's name: 1 to 31 of a-z 0-9 _ -. rule_name_problem(): why another is refused.
bool is_rule_name(std::string_view name);
std::string rule_name_problem(const std::string& name);

// The FEN with move number 1. The number changes nothing, and some engines count moves of the search, beyond what a FEN
// may hold.
std::string without_move_number(const std::string& fen);

// Reads one line. Nothing: the line is blank or has only the version of the format. The error says which field is wrong
// and what would be right.
Result<std::optional<Claim>> parse_claim(std::string_view line);

// The line, without a line end, from which parse_claim() reads this claim. Scores beyond kScoreMost are clipped.
std::string to_line(const Claim& claim);

// The claim as a sample of an audit. Rules that Oknos does not have are off anyway.
ShadowSample sample_of(const Claim& claim);
// A sample of an audit as a claim. `root` is the position that was searched, `search` its number, and `every` the
// rule's sampling rate.
Claim claim_of(const ShadowSample& sample, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing);

// --- Was it right? --------------------------------------------------------------------------------------------------

// `value` is from the point of view of the side to move in the claim's position, `error_size` 0 without an error, and
// `nodes` those of the first search that the engine would have made.
struct ClaimVerdict : ShadowVerdict {
  std::optional<int> first_value;    // centipawns, of the search at the reduced depth, if the claim has one
  std::uint64_t nodes_searched = 0;  // by the judge
};
using ClaimOutcome = std::variant<ClaimVerdict, Failure>;

// A judge searches the move or node that was skipped, cut or reduced. Its table is cleared before each search, so the
// verdict does not depend on earlier claims. No search is shallower than one ply, because UCI has no such search.
// `patience`: milliseconds for each search; none: no limit. Ends with Interrupted when `unwanted`, which may be null,
// becomes true.
ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience,
                         const std::atomic<bool>* unwanted = nullptr);

// Judges with the shadow search of an audit: the node itself is searched, with null windows at alpha or beta, without
// futility rules and transposition table, and by quiescence search if the depth is 0.
ClaimVerdict check_claim(const Claim& claim, const ShadowSettings& settings, SubtreeSearch& search);

// The verdict from given values, without a search. `nodes`, `nodes_first`: that the engine would search at the full and
// at the reduced depth.
ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first);

}  // namespace oknos::lab
