#include "lab/shadow/audit_view.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/registry/registry.h"
#include "lab/formats/san.h"
#include "lab/shadow/margins.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using record::Printed;

constexpr std::array<double, 3> kRisks{0.01, 0.003, 0.001};  // for which margins are shown
constexpr std::uint64_t kFewest = 300;                       // cases that a margin for a risk must rest on
constexpr std::uint64_t kEnough = 1000;                      // cases; of fewer a cell says little

// --- Rules and their cells ------------------------------------------------------------------------------------------

std::string regret_text(int centipawns) {
  return is_mate(Score{centipawns}) || centipawns > kMate.value() / 2 ? "mate" : score_text(Score{centipawns});
}

std::string nodes_each(const AuditTally& t) {
  constexpr double kManyEnough = 10.0;  // from here on nobody looks for decimals
  if (t.searched == 0) return "-";
  const double nodes = static_cast<double>(t.nodes) / static_cast<double>(t.checked());
  return nodes < kManyEnough ? fmt::format("{:.1f}", nodes) : compact(static_cast<std::uint64_t>(std::llround(nodes)));
}

// Some cases: of a rule, of a cell, all.
struct Tally {
  AuditTally tally;
  bool by_tables;
};

constexpr auto kTally = [](auto& f, const Tally& l) {
  const AuditTally& t = l.tally;
  const bool known = t.searched > 0 || t.checked() == 0;
  const bool wrong = t.errors() > 0;
  f("checked", t.checked(), "", {.keep = 6});
  f("wrong", t.errors(), "", {.keep = 7, .tone = wrong ? Tone::Bad : Tone::Good});
  f("rate", record::Rate{t.error_rate()}, "", {.keep = 8, .keep_interval = 5, .tone = Tone::Strong});
  f.text("found", record::Share{t.found_at_reduced_depth, t.errors()}, "", {.keep = 1});
  if (l.by_tables)
    f("half points", t.half_points, "", {.keep = 3});
  else
    f.text("regret", Printed{wrong ? regret_text(t.median_regret()) : "-"}, "", {.keep = 3});
  f.text("nodes each", Printed{nodes_each(t)}, "", {.keep = 4});
  f.text("per error", Printed{wrong && t.nodes > 0 ? compact(t.nodes / t.errors()) : "-"}, "", {.keep = 2});
  f.json("design_effect", t.wrong.design_effect());
  // null: unknown.
  f.json("found_at_reduced_depth", known ? Json(t.found_at_reduced_depth) : Json());
  f.json("median_regret", l.by_tables ? Json() : Json(t.median_regret()));
  f.json("nodes_saved", known ? Json(t.nodes) : Json());
  f.json("undone", t.undone());
  f.json("root_impact_value", t.root_impact[1]);
  f.json("root_impact_move", t.root_impact[2]);
};

Json coordinate_json(Dimension d, int coordinate) {
  const bool is_number = d == Dimension::Depth || d == Dimension::Ply;
  return is_number ? Json(coordinate) : Json(coordinate_text(d, coordinate));
}

struct CellLine {
  std::string rule;
  const std::vector<Dimension>* by;
  std::vector<int> at;
  Tally tally;
};

constexpr auto kCellLine = [](auto& f, const CellLine& l) {
  std::string name;
  for (std::size_t i = 0; i < l.at.size(); ++i) {
    const Dimension d = (*l.by)[i];
    name += (i > 0 ? ", " : "  ") + coordinate_text(d, l.at[i]);
    f.json(name_of(d), coordinate_json(d, l.at[i]));
  }
  f.text("", capitalised(plain_name(l.rule)), "", {.heading = true});
  f.text("", name, "", {.keep = 9, .line = l.tally.tally.checked() < kEnough ? Tone::Faint : Tone::Plain});
  kTally(f, l.tally);
};

std::vector<CellLine> cell_lines(const AuditSums& sums, const std::string& rule, const std::vector<Dimension>& by) {
  std::vector<CellLine> out;
  for (auto& [at, tally] : sums.cells(rule, by)) out.push_back({rule, &by, at, {tally, sums.is_judged_by_tables}});
  return out;
}

// Six digits: there are many of these, and a page shows three.
double rounded(double rate) {
  return std::strtod(fmt::format("{:.6g}", rate).c_str(), nullptr);
}

// {"by": ["depth"], "groups": [[3, 0.001, 0.02], ...]}: for each choice among the dimensions but all of them, which are
// the cells, the coordinates of each group and the ends of its interval.
Json groupings_json(const AuditSums& sums, const std::string& rule, const std::vector<Dimension>& dimensions) {
  Json out = Json::array();
  for (unsigned choice = 1; choice + 1 < 1U << dimensions.size(); ++choice) {
    std::vector<Dimension> by;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
      if (choice >> i & 1U) by.push_back(dimensions[i]);
    Json names = Json::array(), groups = Json::array();
    for (const Dimension d : by) names.push_back(name_of(d));
    for (const auto& [at, tally] : sums.cells(rule, by)) {
      Json group = Json::array();
      for (std::size_t i = 0; i < by.size(); ++i) group.push_back(coordinate_json(by[i], at[i]));
      const Proportion rate = tally.error_rate();
      group.push_back(rounded(rate.low));
      group.push_back(rounded(rate.high));
      groups.push_back(std::move(group));
    }
    out.push_back({{"by", std::move(names)}, {"groups", std::move(groups)}});
  }
  return out;
}

struct RuleLine {
  std::string rule;
  std::uint64_t pruned;
  Tally tally;
  Json cells, groupings;
};

constexpr auto kRuleLine = [](auto& f, const RuleLine& l) {
  f.text("rule", plain_name(l.rule), "", {.keep = 9});
  f.json("rule", l.rule);
  f.text("pruned", Printed{compact(l.pruned)}, "", {.keep = 3});
  f.json("pruned", l.pruned);
  kTally(f, l.tally);
  f.json("cells", l.cells);
  if (!l.groupings.is_null()) f.json("groupings", l.groupings);
};

// As tables list them: the rules of this program in its registry's order, then those that only the store knows.
std::vector<std::string> rules_in_order(const std::map<std::string, AuditTally>& by_rule) {
  std::vector<std::string> out;
  for (const pruning::RuleInfo& info : pruning::kRuleInfos)
    if (by_rule.contains(std::string(info.name))) out.emplace_back(info.name);
  for (const auto& entry : by_rule)
    if (!pruning::find_rule(entry.first)) out.push_back(entry.first);
  return out;
}

// --- Margins --------------------------------------------------------------------------------------------------------

constexpr auto kMarginPoint = [](auto& f, const MarginPoint& p) {
  f("margin", p.margin, "");
  f("pruned", p.cases, "");
  f("wrong", p.errors, "");
  f("nodes_saved", p.nodes, "");
  f("rate", record::Rate{p.error_rate}, "");
};

Json json_of(const MarginPoint& p) {
  return record::json_of_line(p, kMarginPoint);
}

// A curve: the margins of a rule in the same circumstances.
constexpr auto kMarginLine = [](auto& f, const MarginCurve& curve) {
  const std::string unit{margin_unit(*pruning::find_rule(curve.rule))};
  const MarginFacts& facts = curve.facts;
  const MarginPoint &least = curve.least(), &own = curve.own;
  const Proportion& rate = own.error_rate;
  const bool some = own.cases > 0;
  f.text("", fmt::format("{} ({})", capitalised(plain_name(curve.rule)), unit), "", {.heading = true});
  f.text("margins",
         fmt::format("  {}{}{}", coordinate_text(Dimension::Depth, facts.depth), facts.improving ? ", improving" : "",
                     facts.tactical ? ", captures" : ""),
         "", {.keep = 9, .line = least.cases < kEnough ? Tone::Faint : Tone::Plain});
  f.text("checked", least.cases, "", {.keep = 3});
  f.text("no margin", Printed{rate_text(least.error_rate.rate)}, "", {.keep = 4});
  f.text("preset's", Printed{std::to_string(own.margin)}, "", {.keep = 8});
  f.text("prunes", record::Share{own.cases, least.cases}, "", {.keep = 5});
  f.text("wrong", Printed{some ? rate_text(rate.rate) : "-", Tone::Strong}, "", {.keep = 7});
  f.text("95 % interval", Printed{some ? fmt::format("{} to {}", rate_text(rate.low), rate_text(rate.high)) : "-"}, "",
         {.keep = 2});
  f.json("rule", curve.rule);
  f.json("unit", unit);
  f.json("depth", facts.depth);
  f.json("improving", facts.improving);
  f.json("tactical", facts.tactical);
  f.json("preset", json_of(own));
  Json for_risks = Json::array();
  // "240: 12.3 %": the smallest margin that holds the risk, and the share that it still leaves out of what the least
  // one would.
  for (const double risk : kRisks) {
    const auto point = curve.for_risk(risk, kFewest);
    const std::string text = point ? fmt::format("{}: {}", point->margin, percent(point->cases, least.cases)) : "-";
    f.text(("at most " + rate_text(risk)).c_str(), Printed{text}, "", {.keep = 6});
    for_risks.push_back({{"risk", risk}, {"point", point ? json_of(*point) : Json()}});
  }
  f.json("for_risks", for_risks);
  f.json("points", record::json_of_lines(curve.points, kMarginPoint));
};

constexpr const char* kMarginLegend =
    "Preset's: its mean margin, the share that it prunes of what the smallest margin would prune, and its error "
    "rate.\nAt most: the smallest margin with at most this error rate, and the share that it prunes.\n";

// --- The worst cases ------------------------------------------------------------------------------------------------

// SAN; empty: the node as a whole. As it was stored where the position cannot be read.
std::string san_of(const AuditCase& c) {
  const auto position = fen::parse(c.fen);
  if (c.move.empty() || !position) return c.move;
  const auto move = move_from_text(*position, c.move);
  return move ? san::to_text(*position, *move) : c.move;
}

// What the rule said, against the result of the game with best play.
std::string table_claim_of(const AuditCase& c, const std::string& what) {
  const bool skip = c.what == ShadowSample::Kind::Skip;
  const char* result = c.value > 0 ? "wins" : c.value < 0 ? "loses" : "draws";
  const std::string rule = capitalised(plain_name(c.rule));
  if (skip) return fmt::format("{}: {} was skipped, the only move that {}", rule, what, result);
  const bool high = c.what == ShadowSample::Kind::FailHigh;
  const std::string of = c.move.empty() ? "the side to move" : what;
  return fmt::format("{}: {} was claimed to be worth at {} {}, but {} {}", rule, what, high ? "least" : "most",
                     score_text(Score{c.bound}), of, result);
}

std::string claim_of(const AuditCase& c) {
  const std::string what = c.move.empty() ? "the node" : san_of(c);
  if (c.half_points) return table_claim_of(c, what);
  return fmt::format("{}: {} was claimed to be worth at {} {}, but is worth {}", capitalised(plain_name(c.rule)), what,
                     c.what == ShadowSample::Kind::FailHigh ? "least" : "most", score_text(Score{c.bound}),
                     score_text(Score{c.value}));
}

std::string worst_text(const AuditCase& c) {
  const bool missed = c.was_searched() && !c.found_at_reduced_depth;
  return fmt::format("{}\n  {}\n  {} of depth {}, window {} to {}{}\n", claim_of(c), c.fen,
                     c.depth == 0 ? "quiescence" : std::string(name_of(c.node)) + " node", c.depth,
                     score_text(Score{c.alpha}), score_text(Score{c.beta}),
                     missed ? "; the reduced search would have missed it too" : "");
}

Json json_of(const AuditCase& c) {
  Json out = {{"rule", c.rule},
              {"fen", c.fen},
              {"move", c.move},
              {"san", san_of(c)},
              {"depth", c.depth},
              {"alpha", c.alpha},
              {"beta", c.beta},
              {"bound", c.bound},
              {"value", c.value},
              {"slack", c.slack},
              {"regret", c.regret},
              {"ply", c.ply},
              {"node", name_of(c.node)},
              {"kind", name_of(c.kind)},
              {"found_at_reduced_depth", c.was_searched() ? Json(c.found_at_reduced_depth) : Json()},
              {"holds_up", c.what == ShadowSample::Kind::FailHigh},
              {"root", c.root},
              {"ordinal", c.ordinal}};
  if (c.half_points) out["half_points"] = *c.half_points;
  return out;
}

// --- The report -----------------------------------------------------------------------------------------------------

std::string closing_text(const AuditSums& sums, const std::string& unit) {
  const AuditTally all = sums.all();
  const Proportion rate = all.error_rate();
  std::string out =
      fmt::format("{}, {}; {} {}, {} wrong: {} ({} to {}).\n", counted(sums.positions, unit),
                  counted(sums.nodes, "node"), counted(all.checked(), "pruned move or node", "pruned moves and nodes"),
                  sums.is_judged_by_tables ? "judged by tablebases" : "searched after all", grouped(all.errors()),
                  rate_text(rate.rate), rate_text(rate.low), rate_text(rate.high));
  if (const std::uint64_t undone = all.undone(); undone > 0)
    out += fmt::format("Of {}, undone one at a time, {} changed the move at the root ({}), {} its value alone.\n",
                       counted(undone, "error"), grouped(all.root_impact[2]), percent(all.root_impact[2], undone),
                       grouped(all.root_impact[1]));
  return out;
}

}  // namespace

AuditViewOptions report_view(std::size_t worst) {
  AuditViewOptions out;
  out.by = {Dimension::Depth, Dimension::Kind, Dimension::Phase, Dimension::Node, Dimension::Exemption};
  out.worst = worst;
  out.worst_of_each = true;
  out.groupings = true;
  return out;
}

Result<AuditViewOptions> audit_view(const std::vector<std::string>& by, std::size_t worst) {
  AuditViewOptions out;
  out.worst = worst;
  for (const std::string& name : by) {
    const auto dimension = dimension_named(name);
    if (!dimension)
      return Error{fmt::format("--by: {} is none of depth, kind, phase, node, exemption, ply", text::quoted(name))};
    if (!out.by) out.by.emplace();
    out.by->push_back(*dimension);
  }
  return out;
}

template <class Report>
void report_audit(Report& out, const AuditSums& sums, const AuditViewOptions& view) {
  const std::vector<Dimension> by = view.by                ? *view.by
                                    : sums.is_margin_sweep ? std::vector<Dimension>{}
                                                           : std::vector{Dimension::Depth};
  const auto tallies = sums.by_rule();
  const auto rules = rules_in_order(tallies);
  std::vector<RuleLine> lines;
  std::vector<CellLine> cells;
  std::vector<const AuditCase*> worst;
  for (const std::string& rule : rules) {
    const auto its_cells = cell_lines(sums, rule, by);
    lines.push_back({rule,
                     sums.pruned_by(rule),
                     {tallies.at(rule), sums.is_judged_by_tables},
                     record::json_of_lines(its_cells, kCellLine),
                     view.groupings ? groupings_json(sums, rule, by) : Json()});
    cells.insert(cells.end(), its_cells.begin(), its_cells.end());
    for (const AuditCase* c : sums.worst(view.worst_of_each ? view.worst : 0, rule)) worst.push_back(c);
  }
  if (!view.worst_of_each) worst = sums.worst(view.worst);
  Json worst_json = Json::array();
  for (const AuditCase* c : worst) worst_json.push_back(json_of(*c));

  out.value("type", "summary");
  out.value("unit", view.unit);
  out.value("positions", sums.positions);
  out.value("nodes", sums.nodes);
  out.values(Tally{sums.all(), sums.is_judged_by_tables}, kTally);
  out.value("enough_cases", kEnough);
  out.value("fewest_cases", kFewest);
  out.table("rules", lines, kRuleLine);
  if (const auto curves = sums.margin_cases.curves(); !curves.empty()) {
    out.table("margins", curves, kMarginLine);
    out.paragraph(kMarginLegend);
  }
  if (!by.empty()) out.view(cells, kCellLine);
  for (const AuditCase* c : worst) out.paragraph(worst_text(*c));
  out.value("worst", worst_json);
  out.paragraph(closing_text(sums, view.unit));
}
template void report_audit(record::TextReport&, const AuditSums&, const AuditViewOptions&);
template void report_audit(record::JsonReport&, const AuditSums&, const AuditViewOptions&);

}  // namespace oknos::lab
