#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"
#include "lab/record/search_fields.h"
#include "lab/record/stored_command.h"
#include "lab/solving/outcome_fields.h"
#include "lab/solving/position_result.h"
#include "lab/store/format.h"

// Players x limits on the same positions: the question of `suite`, and what its measures have in common.
namespace oknos::lab {

struct GridQuestion {
  // The measures, and the kinds of their run stores.
  static constexpr const char *kSolved = "solved", *kNodes = "nodes", *kRegret = "regret", *kTree = "tree";

  record::Positions positions;
  record::Players players;
  std::string measure;  // since complete() one of the above
  bool each_rule = false, pairs = false, variants = false;
  std::vector<std::string> rules;
  record::LimitLadder limits{};
  record::TableSize hash;
  record::Output failed{};
  record::PlayerField judge{"modern", ""};
  std::uint64_t judge_nodes = 150'000;

  WorkUnitNumber units() const { return positions.count(); }
  // The players' presets may be files.
  std::vector<std::string> inputs() const;
  std::optional<record::Refusal> complete();
  std::optional<record::Refusal> check();

 private:
  std::optional<record::Refusal> vary();
};

inline constexpr auto kGridQuestion = [](auto& f, auto& q) {
  constexpr std::int64_t kMaxNodes = std::int64_t{1} << 40;
  const char* const solved = q.measure == q.kSolved ? "" : "--measure solved";
  const char* const nodes = q.measure == q.kNodes ? "" : "--measure nodes";
  const char* const regret = q.measure == q.kRegret ? "" : "--measure regret";
  f("files", q.positions, "Positions");
  f("--player", q.players, "A player (default: modern)");
  f("--measure", q.measure, "What to measure (default: solved; with several players or --each-rule: nodes)",
    {.choices = "solved nodes regret tree", .identifies = false});
  f("limits", q.limits, "");
  f("--hash", q.hash, "Size of each table (64 for --measure solved)");
  f("--failed", q.failed, "Write the unsolved positions to this file", {.value = "FILE", .only_with = solved});
  f("--each-rule", q.each_rule,
    "Also search without each rule of the player, with each rule alone, and the same for groups of rules",
    {.only_with = nodes});
  f("--pairs", q.pairs, "Also switch off every pair of rules: which rules do the same work?",
    {.identifies = false, .only_with = q.each_rule ? "" : "--each-rule"});
  f("--judge", q.judge, "Who judges the moves", {.only_with = regret});
  f("--judge-nodes", q.judge_nodes, "Nodes of the judge for each move",
    {.least = 1, .most = kMaxNodes, .unit = "nodes", .only_with = regret});
  f("--variants", q.variants, "Measure every change of the player that 'oknos-lab preset variants' lists",
    {.identifies = false, .only_with = regret});
  f("--rule", q.rules, "Only this rule, or another search feature such as null_move",
    {.value = "RULE", .identifies = false, .only_with = q.each_rule || q.variants ? "" : "--each-rule or --variants"});
};

// What each measure is a class of (record/stored_command.h), less its texts.
struct GridMeasure {
  using Question = GridQuestion;
  static constexpr auto kQuestion = kGridQuestion;

  struct Worker {
    record::Players::Started players;

    static Result<std::unique_ptr<Worker>> make(const Question& q);
  };
};
using SuiteMeasure = record::Measure<GridQuestion>;
SuiteMeasure measure_nodes();
SuiteMeasure measure_regret();
SuiteMeasure measure_tree();

struct GridCell {
  int player = 0;          // in the order of the command line, from 0
  std::int64_t limit = 0;  // plies, nodes or milliseconds, whichever the run varies
  SuiteOutcome outcome = SuiteOutcome::Searched;
  std::string move;          // UCI; empty when there is none
  std::optional<int> value;  // of the move, from the view of the side to move: centipawns, mate as 32000 less its plies
  int depth = 0;             // completed, plies
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
};

inline constexpr auto kGridPositionFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
};
inline constexpr auto kGridFields = [](auto& f, auto& c) {
  f("player", c.player, "in the order of the header's players, from 0");
  f("limit", c.limit, "plies, nodes or milliseconds, as the header's limits say");
};
inline constexpr auto kGridCellFields = [](auto& f, auto& c) {
  kGridFields(f, c);
  outcome_field(f, c.outcome);
  f("move", c.move, "the move at the end, UCI");
  f("value", c.value, "its value from the view of the side to move; mate: 32000 less its plies");
  f("depth", c.depth, "completed, plies");
  f("nodes", c.nodes, "of the whole search");
  f("ms", c.time, "milliseconds of the whole search", store::kVolatile);
};

// Each player searches the position with an empty table to each limit.
Outcome<std::vector<GridCell>> search_grid(const GridQuestion& q, const record::Players::Started& players,
                                           const SuitePosition& position);

}  // namespace oknos::lab
