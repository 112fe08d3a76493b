#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/settings.h"
#include "oknos/observer.h"

// A searched tree: what the explorer draws, and what a trace file holds (docs/trace.md).
namespace oknos::explorer {

// The numbers are those of the file.
enum class EntryKind : std::uint8_t {
  Tree = 0,    // the first entry; its children are the visits of the root, one for each window that was tried
  Visit = 1,   // a node, once for each time that it was searched
  Skipped = 2  // a move that was left out
};

// Bits of TraceEntry::flags.
namespace flag {
inline constexpr std::uint16_t kOpenWindow = 1;
inline constexpr std::uint16_t kQuiescence = 2;
inline constexpr std::uint16_t kInCheck = 4;
inline constexpr std::uint16_t kCutExpected = 8;
inline constexpr std::uint16_t kBulkSkipped = 16;  // skipped with all that was left, not looked at itself
inline constexpr std::uint16_t kSameNode = 32;     // a search inside its parent's own node: its quiescence, a test
inline constexpr std::uint16_t kNullMove = 64;
inline constexpr std::uint16_t kAgain = 128;         // the same move was searched from this node before
inline constexpr std::uint16_t kFullyReduced = 256;  // at first at less than the full depth
inline constexpr std::uint16_t kReducedByRule = 512;
inline constexpr std::uint16_t kResolved = 1024;  // a rule left it to quiescence
inline constexpr std::uint16_t kImproving = 2048;
inline constexpr std::uint16_t kHoldsBeta = 4096;  // the rule's cut is at or above beta
inline constexpr std::uint16_t kAll = 8191;
}  // namespace flag

inline constexpr std::int16_t kNoValue = INT16_MIN;
inline constexpr std::uint8_t kNoRule = 255;

// Scores are centipawns from the view of the side to move at the node; of a skipped move, at the node where it was
// skipped. Depths are plies.
struct TraceEntry {
  std::uint32_t size = 1;  // entries of its subtree, itself among them
  MoveBits move = 0;       // that led here, or that was skipped; 0: none, or a null move
  EntryKind kind = EntryKind::Visit;
  std::int8_t depth = 0;  // remaining; of a skipped move, that of the node where it was skipped
  std::int16_t alpha = 0, beta = 0;
  std::int16_t score = 0;  // of a skipped move: what the rule claims it is worth at most
  std::int16_t static_eval = kNoValue;
  NodeEnd end = NodeEnd::Searched;
  std::uint8_t rule = kNoRule;  // that skipped, cut or reduced: its number in Trace::rules
  std::uint16_t flags = 0;
  std::uint16_t rule_set = 0;  // every rule that would have: its place in Trace::rule_sets
  // By how much the rule's margin could be larger and it would still have fired, in its own unit (lab/audit/margins.h).
  std::int16_t spare = kNoValue;

  // What an explanation and a search after all need.
  std::int16_t history = 0, correction = 0;
  std::int8_t full_depth = 0, first_depth = 0, reduced_depth = 0;
  std::uint8_t searched = 0;  // moves before it, 255: that many or more
  std::uint32_t exemptions = 0;

  bool has(std::uint16_t f) const { return (flags & f) != 0; }
  bool skipped() const { return kind == EntryKind::Skipped; }
  bool operator==(const TraceEntry&) const = default;
};

// A rule whose condition held, and the guard that forbade it.
struct HeldEntry {
  std::uint32_t entry = 0;  // the node that was cut, or whose move was skipped
  std::uint8_t rule = 0;
  std::uint8_t guard = 0;
  bool operator==(const HeldEntry&) const = default;
};

struct Trace {
  std::string engine;  // who wrote it
  std::string fen;     // of the root
  bool chess960 = false;
  std::vector<std::string> moves;  // that were played before the root, from `fen`; UCI's
  std::string preset;              // its name
  // "frontier_futility.margin" and the like, everything that the search depends on; empty when another engine wrote it.
  std::vector<std::pair<std::string, std::string>> settings;
  int depth = 0;                    // of the iteration
  std::uint64_t nodes = 0;          // of the whole search, moves made
  std::int64_t time = 0;            // milliseconds
  std::string best;                 // UCI's
  int score = 0;                    // of the root, from its side to move
  std::vector<std::string> rules;   // names
  std::vector<std::string> guards;  // names
  std::vector<RuleSet> rule_sets;
  std::vector<TraceEntry> entries;  // in preorder
  std::vector<HeldEntry> held;      // by entry

  // Another engine wrote it: our evaluation, our guards and the arithmetic of our rules say nothing about it, also
  // where a rule has the name of one of ours.
  bool foreign() const { return settings.empty(); }
  // That engine's name; never empty.
  std::string writer() const { return engine.empty() ? "another engine" : engine; }

  // The entries from the first to this one, the first left out.
  std::vector<std::uint32_t> path_to(std::uint32_t entry) const;
};

}  // namespace oknos::explorer
