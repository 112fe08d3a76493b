#include "lab/commands/claims/claim_margins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Item = ClaimMargins::Item;
using Items = std::vector<Item>;

constexpr double kHundred = 100.0;

// Some depths of nodes.
struct Depths {
  int from, to;  // plies
};
constexpr int kAnyDepth = ClaimMargins::kAnyDepth;
constexpr std::array<Depths, 6> kDepths = {{{0, 0}, {1, 1}, {2, 2}, {3, 4}, {5, 7}, {8, kAnyDepth}}};

std::string name_of(const Depths& depths) {
  if (depths.from == 0 && depths.to == 0) return "quiescence";
  if (depths.from == depths.to) return fmt::format("depth {}", depths.from);
  return depths.to == kAnyDepth ? fmt::format("depth {} or more", depths.from)
                                : fmt::format("depth {} to {}", depths.from, depths.to);
}

// A round number near x, with one digit that is not 0.
int rounded(double x) {
  constexpr double kTen = 10.0;
  const double size = std::pow(kTen, std::floor(std::log10(x)));
  return static_cast<int>(std::lround(std::round(x / size) * size));
}

// Of a unit that is not known: quantiles of the slack with which the rule fired, to both sides.
std::vector<int> steps_by_quantiles(const Items& items) {
  constexpr std::array kShares = {0.1, 0.25, 0.5, 0.75};
  std::vector<int> fired;
  for (const Item& i : items)
    if (i.slack > 0) fired.push_back(i.slack);
  std::vector<int> out = {0};
  if (fired.empty()) return out;
  std::sort(fired.begin(), fired.end());
  for (const double share : kShares) {
    const int step = rounded(fired[static_cast<std::size_t>(share * static_cast<double>(fired.size() - 1))]);
    out.push_back(step);
    out.push_back(-step);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Changes of a margin that are shown, in rising order.
std::vector<int> steps_of(const std::string& unit, const Items& items) {
  if (unit == ClaimMargins::kCentipawns) return {-400, -200, -100, -50, -25, 0, 25, 50, 100, 200, 400};
  if (unit == "plies") return {-3, -2, -1, 0, 1, 2, 3};
  if (unit == "moves") return {-16, -8, -4, -2, -1, 0, 1, 2, 4, 8, 16};
  return steps_by_quantiles(items);
}

// "+12.3 %", against the margin as it is.
std::string share_text(double more, double of) {
  return of == 0.0 ? "-" : fmt::format("{:+.1f} %", kHundred * more / of);
}

struct MarginLine {
  const ClaimMargins::Curve* curve;
  const ClaimMargins::Point* point;
};

constexpr auto kMarginLine = [](auto& f, const MarginLine& l) {
  using record::Printed;
  const ClaimMargins::Curve& curve = *l.curve;
  const ClaimMargins::Point& p = *l.point;
  const auto price = p.nodes_per_error();
  const bool own = p.change == 0;
  const std::string name = capitalised(plain_name(curve.rule)) + (curve.depths.empty() ? "" : ", " + curve.depths);
  f.text("", curve.unit == ClaimMargins::kCentipawns ? name : fmt::format("{} ({})", name, curve.unit), "",
         {.heading = true});
  f.text("margin", own ? std::string("  as it is") : fmt::format("  {:+}", p.change), "",
         {.keep = 9, .tone = own ? Tone::Strong : Tone::Plain});
  f.json("change", p.change);
  f.text("prunes", Printed{fmt::format("{:.1f} %", p.share * kHundred)}, "", {.keep = 5});
  f.json("share", p.share);
  f("checked", p.wrong.trials(), "", {.keep = 3});
  f("wrong", p.wrong.events(), "", {.keep = 4});
  f("rate", record::Rate{p.wrong.proportion()}, "", {.keep = 8, .keep_interval = 2, .tone = Tone::Strong});
  f.text("errors", Printed{own ? "" : share_text(p.more_errors, curve.errors)}, "", {.keep = 7});
  f.json("more_errors", p.more_errors);
  f.text("saves", Printed{own ? "" : share_text(-p.more_nodes, curve.nodes)}, "", {.keep = 7});
  f.json("more_nodes", p.more_nodes);
  f.text("nodes an error", Printed{price ? grouped(static_cast<std::uint64_t>(std::llround(*price))) : ""}, "",
         {.keep = 6});
  if (price) f.json("nodes_per_error", *price);
};

constexpr const char* kMarginLegend =
    "Margin: larger or smaller than the engine's, in centipawns if no unit is named; prunes: compared with its own. "
    "Errors, and the nodes that the rule saves: more or fewer than with its own margin. Nodes an error: what a larger "
    "margin pays for each error that it avoids, and what a smaller one gains for each that it adds; empty for fewer "
    "than five errors. Which of them wins games, only games can tell.";

}  // namespace

void ClaimMargins::add(const Item& item) {
  items_[{item.rule, item.unit.empty() ? kCentipawns : item.unit}].push_back(item);
}

std::vector<ClaimMargins::Curve> ClaimMargins::curves() const {
  std::vector<Curve> out;
  for (const auto& [key, items] : items_) {
    const auto& [rule, unit] = key;
    Curve whole = curve_of(rule, unit, "", items);
    if (whole.points.size() < 2) continue;
    out.push_back(std::move(whole));
    std::vector<Curve> parts;
    for (const Depths& depths : kDepths) {
      Curve part = curve_of(rule, unit, name_of(depths), at_depths(items, depths.from, depths.to));
      if (part.points.size() > 1) parts.push_back(std::move(part));
    }
    if (parts.size() > 1) std::move(parts.begin(), parts.end(), std::back_inserter(out));
  }
  return out;
}

std::vector<ClaimMargins::CurveAt> ClaimMargins::curves_at(const std::string& rule, int least_depth,
                                                           int greatest_depth) const {
  std::vector<CurveAt> out;
  for (const auto& [key, items] : items_) {
    if (key.first != rule) continue;
    Items some = at_depths(items, least_depth, greatest_depth);
    const std::uint64_t claims = some.size();
    out.push_back({curve_of(rule, key.second, name_of({least_depth, greatest_depth}), std::move(some)), claims});
  }
  return out;
}

ClaimMargins::Items ClaimMargins::at_depths(const Items& items, int least_depth, int greatest_depth) {
  Items out;
  std::copy_if(items.begin(), items.end(), std::back_inserter(out),
               [&](const Item& i) { return i.depth >= least_depth && i.depth <= greatest_depth; });
  return out;
}

ClaimMargins::Curve ClaimMargins::curve_of(const std::string& rule, const std::string& unit, const std::string& depths,
                                           Items items) {
  Curve out{rule, unit, depths};
  if (items.empty()) return out;
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.search < b.search; });
  struct Sums {
    double pruned = 0, errors = 0, nodes = 0;
    std::uint64_t wrong = 0;  // claims
  };
  const auto sums_with = [&](int change) {
    Sums sums;
    for (const Item& i : items) {
      if (i.slack < change) continue;
      const auto weight = static_cast<double>(i.every);
      sums.pruned += weight;
      sums.errors += i.error ? weight : 0.0;
      sums.wrong += i.error;
      sums.nodes += weight * static_cast<double>(i.nodes);
    }
    return sums;
  };
  const Sums own = sums_with(0);
  if (own.pruned == 0) return out;
  out.errors = own.errors;
  out.nodes = own.nodes;
  const int least = std::min_element(items.begin(), items.end(), [](const Item& a, const Item& b) {
                      return a.slack < b.slack;
                    })->slack;
  std::uint64_t before = 0;
  for (const int change : steps_of(unit, items)) {
    if (change < least && change < 0) continue;  // nothing is known of what so small a margin would prune
    const Sums sums = sums_with(change);
    Point point{change,
                sums.pruned / own.pruned,
                {},
                sums.errors - own.errors,
                own.nodes - sums.nodes,
                std::max(sums.wrong, own.wrong) - std::min(sums.wrong, own.wrong)};
    for (const Item& i : items)
      if (i.slack >= change) point.wrong.add(i.search, i.error);
    if (point.wrong.trials() < kFewest) continue;
    if (point.wrong.trials() == before) {
      if (change != 0) continue;
      out.points.pop_back();  // no other than the engine's own margin
    }
    before = point.wrong.trials();
    out.points.push_back(std::move(point));
  }
  return out;
}

std::optional<double> ClaimMargins::Point::nodes_per_error() const {
  if (changed < kFewestErrors || more_errors * more_nodes >= 0) return std::nullopt;
  return -more_nodes / more_errors;
}

template <class Report>
void report_claim_margins(Report& out, const ClaimMargins& margins) {
  const auto curves = margins.curves();
  if (curves.empty()) return;
  std::vector<MarginLine> all;
  nlohmann::ordered_json whole, by_depth, units;
  for (const ClaimMargins::Curve& curve : curves) {
    std::vector<MarginLine> lines;
    for (const ClaimMargins::Point& p : curve.points) lines.push_back({&curve, &p});
    all.insert(all.end(), lines.begin(), lines.end());
    (curve.depths.empty() ? whole[curve.rule] : by_depth[curve.rule][curve.depths]) =
        record::json_of_lines(lines, kMarginLine);
    units[curve.rule] = curve.unit;
  }
  out.view(all, kMarginLine);
  out.note(kMarginLegend);
  out.value("margin_changes", whole);
  if (!by_depth.is_null()) out.value("margin_changes_by_depth", by_depth);
  out.value("margin_units", units);
}
template void report_claim_margins(record::TextReport&, const ClaimMargins&);
template void report_claim_margins(record::JsonReport&, const ClaimMargins&);

}  // namespace oknos::lab
