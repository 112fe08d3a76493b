#include "lab/shadow/audit_sums.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/chess/position.h"
#include "engine/pruning/parts/exemptions.h"

namespace oknos::lab {

namespace {

// The narrow kinds first: a move counts for the first to which it belongs.
constexpr std::array<pruning::Guard, pruning::kExemptions.size()> kExemptionOrder = {
    pruning::Guard::TakesQueen,     pruning::Guard::Promotion,  pruning::Guard::PawnToSeventh,
    pruning::Guard::HeavyToSeventh, pruning::Guard::BishopPair, pruning::Guard::PawnOnSecondOrThird,
    pruning::Guard::Recapture,      pruning::Guard::GivesCheck, pruning::Guard::PreviousCapture,
    pruning::Guard::Captures};

// From 1; 0: none.
int exemption_number(std::string_view names) {
  const std::string list = " " + std::string(names) + " ";
  for (std::size_t i = 0; i < kExemptionOrder.size(); ++i)
    if (list.find(" " + std::string(name_of(kExemptionOrder[i])) + " ") != std::string::npos)
      return static_cast<int>(i) + 1;
  return 0;
}

}  // namespace

void AuditTally::add(const AuditCase& c, ClusterCounts::Cluster search) {
  wrong.add(search, c.error);
  nodes += c.nodes;
  searched += c.was_searched() ? 1 : 0;
  if (!c.error) return;
  found_at_reduced_depth += c.found_at_reduced_depth ? 1 : 0;
  if (c.root_impact) ++root_impact[static_cast<std::size_t>(*c.root_impact)];
  regrets.push_back(c.regret);
  half_points += static_cast<std::uint64_t>(c.half_points.value_or(0));
}

AuditTally& AuditTally::operator+=(const AuditTally& other) {
  wrong += other.wrong;
  found_at_reduced_depth += other.found_at_reduced_depth;
  nodes += other.nodes;
  half_points += other.half_points;
  searched += other.searched;
  for (std::size_t i = 0; i < root_impact.size(); ++i) root_impact[i] += other.root_impact[i];
  regrets.insert(regrets.end(), other.regrets.begin(), other.regrets.end());
  return *this;
}

int AuditTally::median_regret() const {
  if (regrets.empty()) return 0;
  std::vector<int> sorted = regrets;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

std::string_view name_of(Dimension d) {
  constexpr std::array<std::string_view, kDimensions> kNames{"depth", "kind", "phase", "node", "exemption", "ply"};
  return kNames[static_cast<std::size_t>(d)];
}

std::optional<Dimension> dimension_named(std::string_view name) {
  for (int i = 0; i < kDimensions; ++i)
    if (name == name_of(static_cast<Dimension>(i))) return static_cast<Dimension>(i);
  return std::nullopt;
}

int coordinate(const AuditCase& c, Dimension d) {
  switch (d) {
    case Dimension::Depth:
      return c.depth;
    case Dimension::Kind:
      return static_cast<int>(c.kind);
    case Dimension::Phase:
      return static_cast<int>(c.phase);
    case Dimension::Node:
      return static_cast<int>(c.node);
    case Dimension::Exemption:
      return exemption_number(c.exemptions);
    case Dimension::Ply:
      return c.ply;
  }
  return 0;
}

std::string coordinate_text(Dimension d, int coordinate) {
  switch (d) {
    case Dimension::Depth:
      return coordinate == 0 ? "quiescence" : "depth " + std::to_string(coordinate);
    case Dimension::Kind:
      return std::string(name_of(static_cast<MoveKind>(coordinate)));
    case Dimension::Phase:
      return std::string(name_of(static_cast<Phase>(coordinate)));
    case Dimension::Node:
      return std::string(name_of(static_cast<NodeKind>(coordinate)));
    case Dimension::Exemption:
      return coordinate == 0 ? "no exemption"
                             : std::string(name_of(kExemptionOrder[static_cast<std::size_t>(coordinate) - 1]));
    case Dimension::Ply:
      return "ply " + std::to_string(coordinate);
  }
  return "";
}

void AuditSums::add(const AuditPosition& position) {
  ++positions;
  const auto search = static_cast<ClusterCounts::Cluster>(position.search.value_or(positions));
  nodes += position.nodes;
  for (const AuditCount& count : position.counts) pruned[count.rule] += count.pruned;
  for (const AuditCase& c : position.cases) {
    Coordinates at;
    for (int i = 0; i < kDimensions; ++i) at[static_cast<std::size_t>(i)] = coordinate(c, static_cast<Dimension>(i));
    tallies_[c.rule][at].add(c, search);
    if (c.error) errors_.push_back(c), errors_.back().root = position.fen;
    margin_cases.add(c, search);
    is_margin_sweep |= c.watched;
    is_judged_by_tables |= c.half_points.has_value();
  }
}

std::map<std::vector<int>, AuditTally> AuditSums::cells(std::string_view rule,
                                                        const std::vector<Dimension>& dimensions) const {
  std::map<std::vector<int>, AuditTally> out;
  const auto found = tallies_.find(rule);
  if (found == tallies_.end()) return out;
  for (const auto& [at, tally] : found->second) {
    std::vector<int> key;
    for (const Dimension d : dimensions) key.push_back(at[static_cast<std::size_t>(d)]);
    out[key] += tally;
  }
  return out;
}

std::map<std::string, AuditTally> AuditSums::by_rule() const {
  std::map<std::string, AuditTally> out;
  for (const auto& entry : tallies_) out[entry.first] = cells(entry.first, {}).at({});
  return out;
}

AuditTally AuditSums::all() const {
  AuditTally out;
  for (const auto& [rule, tally] : by_rule()) out += tally;
  return out;
}

std::uint64_t AuditSums::pruned_by(const std::string& rule) const {
  const auto found = pruned.find(rule);
  return found == pruned.end() ? 0 : found->second.all();
}

std::vector<const AuditCase*> AuditSums::worst(std::size_t most, std::string_view rule) const {
  std::vector<const AuditCase*> out;
  for (const AuditCase& c : errors_)
    if (rule.empty() || c.rule == rule) out.push_back(&c);
  std::stable_sort(out.begin(), out.end(), [](const AuditCase* a, const AuditCase* b) {
    return std::pair(a->half_points, a->regret) > std::pair(b->half_points, b->regret);
  });
  if (out.size() > most) out.resize(most);
  return out;
}

}  // namespace oknos::lab
