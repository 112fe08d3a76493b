#include "lab/commands/claims/claim_margins.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "lab/shadow/audit_view.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// Changes of a margin that are shown, in the claims' unit.
constexpr std::array kChanges{-400, -200, -100, -50, -25, 0, 25, 50, 100, 200, 400};
constexpr std::array kRisks{0.01, 0.003, 0.001};

std::string change_text(int change) {
  return change == 0 ? "as it is" : fmt::format("{:+}", change);
}

}  // namespace

void ClaimMargins::add(const std::string& rule, int slack, std::uint64_t every, bool error,
                       ClusterCounts::Cluster search) {
  cases_[rule].push_back({slack, static_cast<std::uint32_t>(every), search, error});
}

std::vector<ClaimMargins::Curve> ClaimMargins::curves() const {
  std::vector<Curve> out;
  for (const auto& [rule, cases] : cases_) {
    Curve curve = curve_of(rule, cases);
    if (curve.points.size() > 1) out.push_back(std::move(curve));
  }
  return out;
}

ClaimMargins::Curve ClaimMargins::curve_of(const std::string& rule, std::vector<Case> cases) {
  Curve out{rule, {}};
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.search < b.search; });
  const auto pruned_with = [&](int change) {
    std::uint64_t sum = 0;
    for (const Case& c : cases) sum += c.slack >= change ? c.every : 0;
    return sum;
  };
  const std::uint64_t own = pruned_with(0);
  if (own == 0) return out;
  const int least = std::min_element(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
                      return a.slack < b.slack;
                    })->slack;
  std::uint64_t before = 0;
  for (const int change : kChanges) {
    if (change < least && change < 0) continue;  // nothing is known of what so small a margin would prune
    Point point{change, static_cast<double>(pruned_with(change)) / static_cast<double>(own), {}};
    for (const Case& c : cases)
      if (c.slack >= change) point.wrong.add(c.search, c.error);
    if (point.wrong.trials() < kFewest || point.wrong.trials() == before) continue;
    before = point.wrong.trials();
    out.points.push_back(std::move(point));
  }
  return out;
}

std::optional<int> ClaimMargins::Curve::for_risk(double risk) const {
  std::optional<int> out;
  for (auto p = points.rbegin(); p != points.rend() && p->wrong.proportion().rate <= risk; ++p) out = p->change;
  return out;
}

std::string claim_margins_report(const ClaimMargins& margins, const Style& style) {
  const auto curves = margins.curves();
  if (curves.empty()) return "";
  TextTable table({{"margin", Align::Left, 9},
                   {"prunes", Align::Right, 5},
                   {"checked", Align::Right, 3},
                   {"wrong", Align::Right, 7},
                   {"rate", Align::Right, 8},
                   {"95 % interval", Align::Right, 4}});
  std::string risks;
  for (const ClaimMargins::Curve& curve : curves) {
    table.add_heading(capitalised(plain_name(curve.rule)));
    for (const ClaimMargins::Point& p : curve.points) {
      const Proportion rate = p.wrong.proportion();
      constexpr double kHundred = 100.0;
      table.add_row({{"  " + change_text(p.change), p.change == 0 ? Tone::Strong : Tone::Plain},
                     {fmt::format("{:.1f} %", p.share * kHundred)},
                     {grouped(p.wrong.trials())},
                     {grouped(p.wrong.events())},
                     {rate_text(rate.rate), Tone::Strong},
                     {fmt::format("{} to {}", rate_text(rate.low), rate_text(rate.high))}});
    }
    std::string found;
    for (const double risk : kRisks)
      if (const auto change = curve.for_risk(risk))
        found += fmt::format("{}{} for at most {}", found.empty() ? "" : ", ", change_text(*change), rate_text(risk));
    if (!found.empty()) risks += fmt::format("{}: {}\n", capitalised(plain_name(curve.rule)), found);
  }
  std::string out =
      table.to_text(style) +
      "\nMargin: larger or smaller than the engine's by so many centipawns; prunes: compared with its own.\n";
  if (!risks.empty()) out += "\nThe smallest of these margins for an error rate:\n" + risks;
  return out;
}

}  // namespace oknos::lab
