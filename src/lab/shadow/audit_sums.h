#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lab/shadow/audit_case.h"
#include "lab/shadow/margin_curve.h"
#include "lab/statistics/proportion.h"

// The sums of an audit: counts, in all and for cases that have something in common.
namespace oknos::lab {

struct AuditTally {
  ClusterCounts wrong;                         // of what was checked, in clusters of one search each
  std::uint64_t found_at_reduced_depth = 0;    // of the errors
  std::uint64_t nodes = 0;                     // saved, by those checked
  std::array<std::uint64_t, 3> root_impact{};  // of the errors that were undone, by RootImpact
  std::vector<int> regrets;                    // centipawns
  std::uint64_t half_points = 0;               // lost, where tablebases have judged
  std::uint64_t searched = 0;                  // of what was checked; without any, nobody knows what was found or saved

  void add(const AuditCase& c, ClusterCounts::Cluster search);
  AuditTally& operator+=(const AuditTally& other);
  std::uint64_t checked() const { return wrong.trials(); }
  std::uint64_t errors() const { return wrong.events(); }
  Proportion error_rate() const { return wrong.proportion(); }
  std::uint64_t undone() const { return root_impact[0] + root_impact[1] + root_impact[2]; }
  int median_regret() const;  // of the errors; 0 without any
};

enum class Dimension : std::uint8_t { Depth, Kind, Phase, Node, Exemption, Ply };
inline constexpr int kDimensions = 6;
std::string_view name_of(Dimension d);
std::optional<Dimension> dimension_named(std::string_view name);
int coordinate(const AuditCase& c, Dimension d);
std::string coordinate_text(Dimension d, int coordinate);  // "depth 3", "capture"

// The cases are added up as they come and not kept, but for the errors: an audit has millions of them.
class AuditSums {
 public:
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;                    // of the searches
  std::map<std::string, PrunedCount> pruned;  // by rule
  MarginCases margin_cases;
  bool is_margin_sweep = false;
  bool is_judged_by_tables = false;

  void add(const AuditPosition& position);
  // The cells of one rule, by their coordinates.
  std::map<std::vector<int>, AuditTally> cells(std::string_view rule, const std::vector<Dimension>& dimensions) const;
  std::map<std::string, AuditTally> by_rule() const;  // that was checked
  AuditTally all() const;
  std::uint64_t pruned_by(const std::string& rule) const;
  // The errors of a rule (empty: of all) with the most half points lost or the most regret, the worst first; equal ones
  // in the order in which they came.
  std::vector<const AuditCase*> worst(std::size_t most, std::string_view rule = "") const;

 private:
  using Coordinates = std::array<int, kDimensions>;  // in all dimensions, in their order

  std::map<std::string, std::map<Coordinates, AuditTally>, std::less<>> tallies_;  // by rule
  std::vector<AuditCase> errors_;
};

}  // namespace oknos::lab
