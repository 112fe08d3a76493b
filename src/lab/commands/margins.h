#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/settings.h"
#include "engine/uci/options.h"
#include "lab/arguments/command.h"
#include "lab/commands/audit_claims.h"
#include "lab/play/participant.h"
#include "lab/shadow/audit.h"
#include "lab/statistics/statistics.h"

// `oknos-lab margins`: from a margin sweep (`audit --margins`) for each rule those values of its parameters that save
// the most nodes and are wrong no more often than a risk allows; or, with --engine, from the claims of a UCI engine
// which of its own margins are worth a match.
namespace oknos::lab {

void add_margins(CLI::App& app, int& exit_code);

// --- Of our own rules -----------------------------------------------------------------------------------------------

struct RuleFit {
  pruning::RuleId rule = 0;
  pruning::RuleSetting before, after;   // off: no margins hold the risk
  MarginPoint fitted;                   // of `after`, in the cases that it was fitted to
  MarginPoint checked, checked_before;  // of `after` and of `before`, in others
};

// A rule that was not watched, or has fewer than kFewestCases, is left as it is. Cases of one search
// (AuditCase::search) resemble each other.
inline constexpr std::uint64_t kFewestCases = 2000;
std::vector<RuleFit> fit_margins(const std::vector<AuditCase>& fit, const std::vector<AuditCase>& check,
                                 const pruning::Settings& settings, double risk);

// The numbers of the parameters of which fit_margins tries every combination of values.
std::vector<std::size_t> margin_parameters(pruning::RuleId rule);

// --- Of another engine ----------------------------------------------------------------------------------------------

// The option that is the margin of a rule.
struct MarginOption {
  std::string rule;
  struct Depths {
    int least, greatest;  // plies, both included
  };
  std::optional<Depths> depths{};  // nothing: it is the margin at all depths
  std::string option{};
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
  // Fewer errors, and no more nodes as far as they were measured: nothing to weigh.
  bool is_free() const;
};
using MarginDecisions = std::vector<MarginDecision>;

// What the claims say of the rule's margin at the depths of the option. Errors: too few claims, or several units.
Result<ClaimMargins::Curve> curve_for(const ClaimMargins& margins, const MarginOption& margin);

// The steps of the rule's curve that its option can take. `options`: of the engine. Errors: an option that does not
// exist, is no number or can take none of the steps.
Result<MarginDecisions> margin_decisions(const ClaimMargins::Curve& curve, double all_errors,
                                         const MarginOption& margin, const Participant& engine,
                                         const std::vector<uci::Option>& options);

// What is worth a match: of each option, whose decisions stand together, what is free and avoids the most errors; then
// of each the larger margin that pays the least and the smaller one that gains the most for an error, the most
// promising first.
MarginDecisions worth_playing(const MarginDecisions& all);

}  // namespace oknos::lab
