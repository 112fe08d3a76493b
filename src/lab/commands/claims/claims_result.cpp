#include "lab/commands/claims/claims_result.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/shadow/audit_fields.h"
#include "lab/statistics/proportion_json.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kStates = 7;

constexpr auto kClaimFields = [](auto& f, auto& c) {
  f("line", c.line, "in the file, from 1");
  f.choice(
      "state", c.state, kStates,
      "judged; empty: no claim; watched, not acted: the rule did not fire; malformed; failed: no verdict; left out: "
      "not asked for, or not in the tablebases that judge");
  f("problem", c.problem, "of a malformed or failed one: what is wrong");
  f("search", c.search, "the engine's search that it comes from");
  f("every", c.every, "of so many such claims this is one");
  f("slack", c.slack, "by how much the margin could be larger and the rule still fire, as the engine gave it");
  f("fen", c.audited.fen, "the position in which the rule was asked");
  f("nodes", c.audited.nodes, "nodes that the judge searched");
  f("process", c.process, "that wrote it: start lines before it, or 2^40 and the number that it gave itself");
  f("slack_unit", c.slack_unit, "empty: centipawns");
};

nlohmann::ordered_json json_of(const ClaimMargins::Point& p) {
  nlohmann::ordered_json out = {
      {"change", p.change}, {"share", p.share}, {"checked", p.wrong.trials()}, {"wrong", p.wrong.events()}};
  add_rate(out, p.wrong.proportion());
  out["more_errors"] = p.more_errors;
  out["more_nodes"] = p.more_nodes;
  if (const auto price = p.nodes_per_error()) out["nodes_per_error"] = *price;
  return out;
}

AuditViewOptions with_unit(AuditViewOptions options) {
  options.unit = "claim";
  return options;
}

}  // namespace

std::string_view name_of(JudgedClaim::State state) {
  constexpr std::array<std::string_view, kStates> kNames{"judged",    "empty",  "watched", "not acted",
                                                         "malformed", "failed", "left out"};
  return kNames[static_cast<std::size_t>(state)];
}

void ClaimSums::add(const JudgedClaim& claim) {
  switch (claim.state) {
    case JudgedClaim::State::Watched:
      ++watched;
      return add_margin(claim);
    case JudgedClaim::State::Judged: {
      add_margin(claim);
      AuditPosition position = claim.audited;
      position.search = cluster_of(claim);
      return audit.add(position);
    }
    case JudgedClaim::State::Empty:
      return;
    case JudgedClaim::State::NotActed:
      ++not_acted;
      return;
    case JudgedClaim::State::LeftOut:
      ++left_out;
      return;
    case JudgedClaim::State::Malformed:
      ++malformed;
      break;
    case JudgedClaim::State::Failed:
      ++failed;
      break;
  }
  if (first_problem.empty()) first_problem = fmt::format("line {}: {}", claim.line, claim.problem);
}

void ClaimSums::add_margin(const JudgedClaim& claim) {
  if (!claim.slack) return;
  // Rounded to centipawns, a rule that just did not act may seem to have been at its threshold.
  const bool fired = claim.state == JudgedClaim::State::Judged;
  const int slack = fired ? *claim.slack : std::min(*claim.slack, -1);
  for (const AuditCase& c : claim.audited.cases)
    if (!c.half_points)  // tablebases do not know what a margin saves
      margins.add({c.rule, claim.slack_unit, c.depth, slack, claim.every, c.nodes, c.error, cluster_of(claim)});
}

// Every process counts its searches from 1.
ClusterCounts::Cluster ClaimSums::cluster_of(const JudgedClaim& claim) {
  const auto next = static_cast<ClusterCounts::Cluster>(clusters_.size() + 1);
  return clusters_.try_emplace({claim.process, claim.search}, next).first->second;
}

store::Format<JudgedClaim> ClaimsResult::format() {
  return store::format_of<JudgedClaim>([](auto& t, auto& claim) {
    t.row("claims", claim, kClaimFields);
    t.rows("pruned", claim.audited.counts, kAuditCountFields);
    t.rows("cases", claim.audited.cases, kAuditCaseFields);
  });
}

std::string ClaimsResult::text(const Style& style) const {
  std::string out = audit_report(sums.audit, with_unit(view), style);
  if (const std::string margins = claim_margins_report(sums.margins, style); !margins.empty()) out += "\n" + margins;
  if (sums.watched > 0) out += fmt::format("\n{} of rules that did not act.\n", counted(sums.watched, "claim"));
  if (sums.not_acted > 0)
    out +=
        fmt::format("{} of rules that did not act and gave no slack: not judged.\n", counted(sums.not_acted, "line"));
  if (sums.left_out > 0) out += fmt::format("{} left out.\n", counted(sums.left_out, "claim"));
  if (sums.malformed > 0) out += fmt::format("{} without a valid claim.\n", counted(sums.malformed, "line"));
  if (sums.failed > 0) out += fmt::format("{} without a verdict of the judge.\n", counted(sums.failed, "claim"));
  if (!sums.first_problem.empty()) out += fmt::format("The first problem: {}\n", sums.first_problem);
  if (const std::string warning = repetition.warning(); !warning.empty()) out += fmt::format("Warning: {}.\n", warning);
  return out;
}

nlohmann::ordered_json ClaimsResult::json() const {
  auto out = audit_json(sums.audit, with_unit(view), interrupted);
  out["watched"] = sums.watched;
  for (const ClaimMargins::Curve& curve : sums.margins.curves()) {
    auto& points = curve.depths.empty() ? out["margin_changes"][curve.rule]
                                        : out["margin_changes_by_depth"][curve.rule][curve.depths];
    for (const ClaimMargins::Point& p : curve.points) points.push_back(json_of(p));
    if (curve.depths.empty()) out["margin_units"][curve.rule] = curve.unit;
  }
  out["not_acted"] = sums.not_acted;
  out["left_out"] = sums.left_out;
  out["malformed"] = sums.malformed;
  out["failed"] = sums.failed;
  out["first_problem"] = sums.first_problem;
  if (repetition.repeated > 0)
    out["judged_again"] = {{"claims", repetition.repeated},
                           {"other_value", repetition.other_value},
                           {"other_nodes", repetition.other_nodes}};
  return out;
}

}  // namespace oknos::lab
