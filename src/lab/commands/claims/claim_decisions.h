#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/uci/options.h"
#include "lab/commands/claims/claim_margins.h"
#include "lab/play/participant.h"
#include "lab/record/report.h"
#include "lab/statistics/statistics.h"

// From the errors of another engine's rules to changes of its own options: `margins CLAIMS.db --engine`.
namespace oknos::lab {

// The option that is the margin of a rule.
struct MarginOption {
  std::string rule;
  struct Depths {
    int least, greatest;  // plies, both included
  };
  std::optional<Depths> depths;  // nothing: it is the margin at all depths
  std::string option;
  double scale = 1.0;  // by how much the option changes when the margin grows by one unit of its slack
};

// "RULE=OPTION", "RULE@DEPTH=OPTION", "RULE@FROM-TO=OPTION", and all with ":SCALE" behind them.
Result<MarginOption> parse_margin_option(const std::string& text);

// A line of the decision table: one option with another value.
struct MarginDecision {
  std::string rule;
  std::string depths;         // "depth 3 to 4"; empty: all
  std::string change;         // "option.RazorMargin=250"
  std::uint64_t changed = 0;  // errors among the claims that are avoided or added
  int slack = 0;              // by how much the margin grows, in the rule's own unit
  double more_errors = 0.0;   // against all errors of all rules: -0.04 avoids 4 % of them
  // Against those of the rule (at these depths); nothing: it makes none.
  std::optional<double> more_errors_of_rule;
  double saved = 0.0;                  // against the nodes that the rule saves, estimated from the claims
  std::optional<Estimate> more_nodes;  // measured: 0.1 is 10 % more nodes to the same depth

  // Percent of nodes for each percent of all errors: what a larger margin pays, or a smaller one gains. Nothing: it is
  // not certain that there are more nodes, or fewer; fewer than ClaimMargins::kFewestErrors change; or there is nothing
  // to weigh, because errors and nodes change in the same direction.
  std::optional<double> exchange() const;
  bool has_more_nodes() const { return more_nodes && more_nodes->low > 0; }
  bool has_fewer_nodes() const { return more_nodes && more_nodes->high < 0; }
  bool has_enough_errors() const { return changed >= ClaimMargins::kFewestErrors; }
  // Fewer errors, and no more nodes as far as they were measured: nothing to weigh.
  bool is_free() const { return more_nodes && more_nodes->value <= 0 && more_errors < 0 && has_enough_errors(); }
};
using MarginDecisions = std::vector<MarginDecision>;

// What the claims say of the rule's margin at the depths of the option. Errors: too few claims, or several units.
Result<ClaimMargins::Curve> curve_for(const ClaimMargins& margins, const MarginOption& margin);

// The steps of the rule's curve that its option can take. `options`: of the engine. Errors: an option that does not
// exist, is no number or can take none of the steps.
Result<MarginDecisions> margin_decisions(const ClaimMargins::Curve& curve, double all_errors,
                                         const MarginOption& margin, const Participant& engine,
                                         const std::vector<uci::Option>& options);

// What is worth a match: of each option what is free and avoids the most errors; then of each the larger margin that
// pays the least and the smaller one that gains the most for an error, the most promising first.
MarginDecisions worth_playing(const MarginDecisions& all);

// Report: a TextReport or a JsonReport (record/report.h).
template <class Report>
void report_decisions(Report& out, const MarginDecisions& decisions);

}  // namespace oknos::lab
