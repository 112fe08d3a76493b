#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/experiment/result.h"
#include "lab/experiment/run_arguments.h"
#include "lab/record/report.h"
#include "lab/shadow/audit.h"
#include "lab/shadow/claim.h"
#include "lab/statistics/proportion.h"

// `oknos-lab audit FILE.jsonl --judge "cmd=ENGINE,..."`: how often are the pruning rules of another engine wrong?
// (docs/claims.md)
namespace oknos::lab {

// Whether the file has lines of JSON, such as claims, instead of positions.
bool holds_claims(const std::string& file);

struct ClaimsOptions {
  std::string file, judge;         // as parse_participant() reads it, or "oknos", possibly followed by that
  std::vector<std::string> rules;  // whose claims are judged; none: of all
  int max_depth = Claim::kDepthMost;
  std::string timeout;  // for one search; empty: a minute
  AuditViewOptions view;
};

// The program's exit code: 0 (even if claims were wrong), kFailure, kUsage or kInterruptedExit.
int audit_claims(const ClaimsOptions& options, const RunArguments& run);

inline constexpr const char* kClaimsKind = "claims";
RunKind claims_kind();
// `audit --show` of such a run; the program's exit code.
int show_claims(const std::string& store, const RunArguments& run, const AuditViewOptions& view);

// What other margins would do to the rules of another engine, computed from the slack of its claims: which errors they
// would avoid or add, and which nodes add or save. All margins are relative to the engine's own, in the unit of its
// claims.
class ClaimMargins {
 public:
  static constexpr std::uint64_t kFewest = 300;  // margins with fewer claims are not shown
  static constexpr std::uint64_t kFewestErrors = 5;
  static constexpr const char* kCentipawns = "centipawns";
  static constexpr int kAnyDepth = 1000;  // plies: more than any node has

  // A judged claim with a slack.
  struct Item {
    std::string rule;
    std::string unit;         // of the slack; empty: centipawns
    int depth = 0;            // of the node
    int slack = 0;            // by how much the margin could be larger with the rule still firing; if negative, by how
                              // much smaller it would have to be for the rule to fire
    std::uint64_t every = 1;  // sampling rate
    std::uint64_t nodes = 0;  // that pruning it saves
    bool error = false;
    ClusterCounts::Cluster search = 0;
  };
  void add(const Item& item) { items_[{item.rule, item.unit.empty() ? kCentipawns : item.unit}].push_back(item); }

  struct Point {
    int change = 0;       // of the margin; 0: the engine's own
    ClusterCounts wrong;  // among the claims that it would prune
    double share = 0.0;   // how much it would prune, relative to the engine's own margin
    // Against the engine's own margin, of everything that the claims stand for:
    double more_errors = 0.0;
    double more_nodes = 0.0;    // to search
    std::uint64_t changed = 0;  // errors among the claims that are avoided or added

    // The nodes that an avoided error costs, or that an added one saves. Nothing: fewer than kFewestErrors are avoided
    // or added, or there is nothing to weigh, because errors and nodes change in the same direction.
    std::optional<double> nodes_per_error() const;
  };
  struct Curve {
    std::string rule;
    std::string unit;                // in the plural: "centipawns"
    std::string depths;              // "depth 3 to 4"; empty: all
    std::uint64_t claims = 0;        // in all
    std::vector<Point> points = {};  // by change
    // With the engine's own margin:
    double errors = 0.0;
    double nodes = 0.0;  // saved
  };
  // For each rule with enough claims, and for each unit if a rule writes several: the engine's own margin, and larger
  // and smaller ones in fixed steps, as far as there are claims. Then the same for some depths alone, where there are
  // enough of more than one.
  std::vector<Curve> curves() const;
  // For the nodes of these depths alone (plies, both included): one curve for each unit of the rule's slack, even if
  // there are too few claims for any point.
  std::vector<Curve> curves_at(const std::string& rule, int least_depth, int greatest_depth) const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<Item>> items_;  // by rule and unit
};

// A table, if there is anything to show. Report: a TextReport or a JsonReport (record/report.h).
template <class Report>
void report_claim_margins(Report& out, const ClaimMargins& margins);

// The sums of such a run.
struct ClaimSums {
  AuditSums audit;
  ClaimMargins margins;

  double errors_of_all() const;  // rules together, with their own margins; estimated from the claims
};
Result<ClaimSums> claim_sums(const std::string& store);

}  // namespace oknos::lab
