#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "lab/commands/prove/positional.h"
#include "lab/oracle/oracle.h"

// What a proof asks: is the value of a search the same with rules and without? (docs/proofs.md)
namespace oknos::lab {

enum class SearchKind : std::uint8_t {
  Plain,    // without a null move
  NullMove  // the null-move variant: with the preset's null move
};
std::string_view name_of(SearchKind kind);    // "plain", "null_move", as in options, positions and stores
std::string_view adjective(SearchKind kind);  // "plain", "null-move", to be followed by "search"

struct Window {
  Score alpha = -kInfinite;
  Score beta = kInfinite;

  bool is_full() const { return alpha == -kInfinite && beta == kInfinite; }
  bool operator==(const Window&) const = default;
};
std::string to_text(const Window& w);  // "(-100, 32)", "(-inf, inf)"

// A set of rules that is put to the proof.
struct Variant {
  std::string name;  // "all", "over_kill"
  pruning::Settings settings;
};

struct ProofPlan {
  static constexpr int kDefaultDepth = 3;
  static constexpr int kDefaultWindows = 8;
  static constexpr std::uint64_t kDefaultNodeLimit = 2'000'000;

  std::string rules_identity;     // of preset and changes
  std::vector<Variant> variants;  // at least one
  bool rules_given = false;       // on the command line: what positions say of rules does not count
  std::vector<SearchKind> searches = {SearchKind::Plain, SearchKind::NullMove};
  pruning::RuleSetting null_move;  // the null-move variant's
  pruning::GuardSwitches guards;
  Positional positional;
  int width_told = 0;  // W as the rules are told it
  int first_depth = 1;
  int last_depth = kDefaultDepth;
  int windows = kDefaultWindows;                 // of each position and depth
  std::uint64_t node_limit = kDefaultNodeLimit;  // of one search without rules
  std::uint64_t seed = 1;
};

struct ProofPosition {
  explicit ProofPosition(Position p) : position(std::move(p)) {}

  Position position;  // where the search starts, with its history
  int number = 0;     // in the input, from 1
  std::string id;     // may be empty
  std::string place;  // "wac.epd:12"
  std::string fen;    // before the moves of `history`
  std::string history;
  // What a position made by hand asks for (oknos_depth, oknos_window, ...).
  std::optional<int> depth;
  std::optional<Window> window;
  std::optional<SearchKind> search;
  std::optional<pruning::Guard> guard;  // what it shows the need of
  bool material_only = false;  // the evaluation is material and nothing else, whatever the plan's positional part
  std::vector<pruning::RuleId> rules;  // these alone
};

// Only these of the rules of the family are on; a rule keeps its parameters. Stand pat stays as it is.
pruning::Settings only(const pruning::Settings& settings, const std::vector<pruning::RuleId>& rules);

oracle::Semantics semantics_of(const ProofPlan& plan, const ProofPosition& position, SearchKind kind);
oracle::Rules rules_of(const ProofPlan& plan, const ProofPosition& position, const Variant& variant);

}  // namespace oknos::lab
