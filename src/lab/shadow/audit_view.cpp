#include "lab/shadow/audit_view.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/registry/registry.h"
#include "lab/formats/san.h"
#include "lab/shadow/margin_curve.h"
#include "lab/shadow/margins.h"
#include "lab/shadow/rule_order.h"
#include "lab/statistics/proportion_json.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<double, 3> kRisks{0.01, 0.003, 0.001};  // for which margins are shown
constexpr std::uint64_t kFewest = 300;                       // cases that a margin for a risk must rest on
constexpr std::uint64_t kEnough = 1000;                      // cases; of fewer a cell says little

std::string interval_text(const Proportion& p) {
  return fmt::format("{} to {}", rate_text(p.low), rate_text(p.high));
}

std::string regret_text(int centipawns) {
  return is_mate(Score{centipawns}) || centipawns > kMate.value() / 2 ? "mate" : score_text(Score{centipawns});
}

std::string per_error(const AuditTally& t) {
  return t.errors() == 0 || t.nodes == 0 ? "-" : compact(t.nodes / t.errors());
}

std::string found_text(const AuditTally& t) {
  return t.errors() == 0 || t.searched == 0 ? "-" : percent(t.found_at_reduced_depth, t.errors());
}

std::string nodes_text(double nodes) {
  constexpr double kManyEnough = 10.0;  // from here on nobody looks for decimals
  return nodes < kManyEnough ? fmt::format("{:.1f}", nodes) : compact(static_cast<std::uint64_t>(std::llround(nodes)));
}

// The cells that every table has, after its own first ones.
void append_tally(std::vector<Cell>& row, const AuditTally& t, bool by_tables) {
  const Proportion rate = t.error_rate();
  row.push_back({grouped(t.checked())});
  row.push_back({grouped(t.errors()), t.errors() > 0 ? Tone::Bad : Tone::Good});
  row.push_back({rate_text(rate.rate), Tone::Strong});
  row.push_back({interval_text(rate)});
  row.push_back({found_text(t)});
  if (by_tables)
    row.push_back({grouped(t.half_points)});
  else
    row.push_back({t.errors() == 0 ? "-" : regret_text(t.median_regret())});
  row.push_back({t.searched > 0 ? nodes_text(t.nodes_each()) : "-"});
  row.push_back({per_error(t)});
}

void append_columns(std::vector<Column>& columns, bool by_tables) {
  columns.push_back({"checked", Align::Right, 6});
  columns.push_back({"wrong", Align::Right, 7});
  columns.push_back({"rate", Align::Right, 8});
  columns.push_back({"95 % interval", Align::Right, 5});
  columns.push_back({"found", Align::Right, 1});
  columns.push_back({by_tables ? "half points" : "regret", Align::Right, 3});
  columns.push_back({"nodes each", Align::Right, 4});
  columns.push_back({"per error", Align::Right, 2});
}

std::uint64_t pruned_by(const AuditSums& sums, const std::string& rule) {
  const auto found = sums.pruned.find(rule);
  return found == sums.pruned.end() ? 0 : found->second.all();
}

std::string rules_table(const AuditSums& sums, const Style& style) {
  std::vector<Column> columns = {{"rule", Align::Left, 9}, {"pruned", Align::Right, 3}};
  const bool by_tables = sums.is_judged_by_tables();
  append_columns(columns, by_tables);
  TextTable table(std::move(columns));
  const auto tallies = sums.by_rule();
  for (const std::string& rule : rules_in_order(tallies)) {
    std::vector<Cell> row = {{plain_name(rule)}, {compact(pruned_by(sums, rule))}};
    append_tally(row, tallies.at(rule), by_tables);
    table.add_row(std::move(row));
  }
  return table.to_text(style);
}

std::string cell_name(const std::vector<int>& key, const std::vector<Dimension>& by) {
  std::string out;
  for (std::size_t i = 0; i < by.size(); ++i) out += (i > 0 ? ", " : "") + coordinate_text(by[i], key[i]);
  return out;
}

std::string cells_table(const AuditSums& sums, const std::vector<Dimension>& by, const Style& style) {
  std::vector<Column> columns = {{"", Align::Left, 9}};
  const bool by_tables = sums.is_judged_by_tables();
  append_columns(columns, by_tables);
  TextTable table(std::move(columns));
  for (const std::string& rule : rules_in_order(sums.by_rule())) {
    table.add_heading(capitalised(plain_name(rule)));
    for (const auto& [key, tally] : sums.cells(rule, by)) {
      std::vector<Cell> row = {{"  " + cell_name(key, by)}};
      append_tally(row, tally, by_tables);
      if (tally.checked() < kEnough)
        for (Cell& cell : row) cell.tone = Tone::Faint;
      table.add_row(std::move(row));
    }
  }
  return table.to_text(style);
}

// "240: 12.3 %": the smallest margin that holds the risk, and the share that it still leaves out of what the least one
// would.
std::string margin_text(const MarginCurve& curve, double risk) {
  const auto point = curve.for_risk(risk, kFewest);
  if (!point) return "-";
  return fmt::format("{}: {}", point->margin, percent(point->cases, curve.least().cases));
}

std::string facts_text(const MarginCurve& curve) {
  const MarginFacts& facts = curve.facts;
  return coordinate_text(Dimension::Depth, facts.depth) + (facts.improving ? ", improving" : "") +
         (facts.tactical ? ", captures" : "");
}

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

Json json_of(const AuditTally& t, bool by_tables) {
  Json out = {{"checked", t.checked()}, {"wrong", t.errors()}};
  add_rate(out, t.error_rate());
  if (by_tables) out["half_points"] = t.half_points;
  // null: unknown.
  const bool known = t.searched > 0 || t.checked() == 0;
  out.update({{"design_effect", t.wrong.design_effect()},
              {"found_at_reduced_depth", known ? Json(t.found_at_reduced_depth) : Json()},
              {"median_regret", by_tables ? Json() : Json(t.median_regret())},
              {"nodes_saved", known ? Json(t.nodes) : Json()},
              {"undone", t.undone()},
              {"root_impact_value", t.root_impact[1]},
              {"root_impact_move", t.root_impact[2]}});
  return out;
}

bool is_number(Dimension d) {
  return d == Dimension::Depth || d == Dimension::Ply;
}

Json coordinate_json(Dimension d, int coordinate) {
  return is_number(d) ? Json(coordinate) : Json(coordinate_text(d, coordinate));
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
    Json names = Json::array();
    for (const Dimension d : by) names.push_back(name_of(d));
    Json groups = Json::array();
    for (const auto& [key, tally] : sums.cells(rule, by)) {
      Json group = Json::array();
      for (std::size_t i = 0; i < by.size(); ++i) group.push_back(coordinate_json(by[i], key[i]));
      const Proportion rate = tally.error_rate();
      group.push_back(rounded(rate.low));
      group.push_back(rounded(rate.high));
      groups.push_back(std::move(group));
    }
    out.push_back({{"by", std::move(names)}, {"groups", std::move(groups)}});
  }
  return out;
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

std::vector<Dimension> dimensions_of(const AuditSums& sums, const AuditViewOptions& options) {
  if (options.by) return *options.by;
  return sums.is_margin_sweep() ? std::vector<Dimension>{} : std::vector{Dimension::Depth};
}

Json json_of(const MarginPoint& p) {
  Json out = {{"margin", p.margin}, {"pruned", p.cases}, {"wrong", p.errors}, {"nodes_saved", p.nodes}};
  add_rate(out, p.error_rate);
  return out;
}

Json margins_json(const AuditSums& sums) {
  Json out = Json::array();
  for (const MarginCurve& curve : sums.margin_cases().curves()) {
    Json points = Json::array();
    for (const MarginPoint& p : curve.points) points.push_back(json_of(p));
    Json for_risks = Json::array();
    for (const double risk : kRisks) {
      const auto point = curve.for_risk(risk, kFewest);
      for_risks.push_back({{"risk", risk}, {"point", point ? json_of(*point) : Json()}});
    }
    const auto id = pruning::find_rule(curve.rule);
    out.push_back({{"rule", curve.rule},
                   {"unit", id ? margin_unit(*id) : ""},
                   {"depth", curve.facts.depth},
                   {"improving", curve.facts.improving},
                   {"tactical", curve.facts.tactical},
                   {"preset", json_of(curve.own)},
                   {"for_risks", for_risks},
                   {"points", points}});
  }
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

Result<std::vector<Dimension>> dimensions_named(const std::vector<std::string>& names) {
  std::vector<Dimension> out;
  for (const std::string& name : names) {
    const auto dimension = dimension_named(name);
    if (!dimension)
      return Error{fmt::format("--by: {} is none of depth, kind, phase, node, exemption, ply", text::quoted(name))};
    out.push_back(*dimension);
  }
  return out;
}

std::string rate_text(double rate) {
  const double percent = rate * 100.0;
  constexpr double kMin = 0.000005;  // that five decimals show
  if (percent < kMin) return "0 %";
  const int decimals = percent >= 10.0 ? 1 : percent >= 1.0 ? 2 : percent >= 0.001 ? 3 : 5;
  return fmt::format("{:.{}f} %", percent, decimals);
}

std::string margins_report(const AuditSums& sums, const Style& style) {
  const std::vector<MarginCurve> curves = sums.margin_cases().curves();
  if (curves.empty()) return "";
  std::vector<Column> columns = {{"margins", Align::Left, 9},       {"checked", Align::Right, 3},
                                 {"no margin", Align::Right, 4},    {"preset's", Align::Right, 8},
                                 {"prunes", Align::Right, 5},       {"wrong", Align::Right, 7},
                                 {"95 % interval", Align::Right, 2}};
  for (const double risk : kRisks) columns.push_back({"at most " + rate_text(risk), Align::Right, 6});
  TextTable table(std::move(columns));
  std::string rule;
  for (const MarginCurve& curve : curves) {
    const auto id = pruning::find_rule(curve.rule);
    if (curve.rule != rule && id)
      table.add_heading(fmt::format("{} ({})", capitalised(plain_name(curve.rule)), margin_unit(*id)));
    rule = curve.rule;
    const MarginPoint& own = curve.own;
    std::vector<Cell> row = {{"  " + facts_text(curve)},
                             {grouped(curve.least().cases)},
                             {rate_text(curve.least().error_rate.rate)},
                             {std::to_string(own.margin)},
                             {percent(own.cases, curve.least().cases)},
                             {own.cases == 0 ? "-" : rate_text(own.error_rate.rate), Tone::Strong},
                             {own.cases == 0 ? "-" : interval_text(own.error_rate)}};
    for (const double risk : kRisks) row.push_back({margin_text(curve, risk)});
    if (curve.least().cases < kEnough)
      for (Cell& cell : row) cell.tone = Tone::Faint;
    table.add_row(std::move(row));
  }
  return table.to_text(style) +
         "\nPreset's: its mean margin, the share that it prunes of what the smallest margin would prune, and its error "
         "rate.\nAt most: the smallest margin with at most this error rate, and the share that it prunes.\n";
}

std::string audit_report(const AuditSums& sums, const AuditViewOptions& options, const Style& style) {
  const AuditTally all = sums.all();
  std::string out = rules_table(sums, style);
  if (const std::string margins = margins_report(sums, style); !margins.empty()) out += "\n" + margins;
  if (const auto by = dimensions_of(sums, options); !by.empty()) out += "\n" + cells_table(sums, by, style);
  for (const AuditCase* c : sums.worst(options.worst)) out += "\n" + worst_text(*c);
  out +=
      fmt::format("\n{}, {}; {} {}, {} wrong: {} ({}).\n", counted(sums.positions, options.unit),
                  counted(sums.nodes, "node"), counted(all.checked(), "pruned move or node", "pruned moves and nodes"),
                  sums.is_judged_by_tables() ? "judged by tablebases" : "searched after all", grouped(all.errors()),
                  rate_text(all.error_rate().rate), interval_text(all.error_rate()));
  if (const std::uint64_t undone = all.undone(); undone > 0)
    out += fmt::format("Of {}, undone one at a time, {} changed the move at the root ({}), {} its value alone.\n",
                       counted(undone, "error"), grouped(all.root_impact[2]), percent(all.root_impact[2], undone),
                       grouped(all.root_impact[1]));
  return out;
}

nlohmann::ordered_json audit_json(const AuditSums& sums, const AuditViewOptions& options, bool interrupted) {
  const std::vector<Dimension> by = dimensions_of(sums, options);
  const bool by_tables = sums.is_judged_by_tables();
  Json rules = Json::array();
  for (const auto& [rule, tally] : sums.by_rule()) {
    Json entry = {{"rule", rule}, {"pruned", pruned_by(sums, rule)}};
    entry.update(json_of(tally, by_tables));
    Json cells = Json::array();
    for (const auto& [key, cell] : sums.cells(rule, by)) {
      Json at;
      for (std::size_t i = 0; i < key.size(); ++i) at[std::string(name_of(by[i]))] = coordinate_json(by[i], key[i]);
      at.update(json_of(cell, by_tables));
      cells.push_back(std::move(at));
    }
    entry["cells"] = std::move(cells);
    if (options.groupings) entry["groupings"] = groupings_json(sums, rule, by);
    rules.push_back(std::move(entry));
  }
  Json worst = Json::array();
  const auto add_worst = [&](std::string_view rule) {
    for (const AuditCase* c : sums.worst(options.worst, rule)) worst.push_back(json_of(*c));
  };
  if (options.worst_of_each)
    for (const std::string& rule : rules_in_order(sums.by_rule())) add_worst(rule);
  else
    add_worst("");
  Json out = {{"type", "summary"}, {"unit", options.unit}, {"positions", sums.positions}, {"nodes", sums.nodes}};
  out.update(json_of(sums.all(), by_tables));
  out["enough_cases"] = kEnough;
  out["fewest_cases"] = kFewest;
  out["rules"] = std::move(rules);
  out["worst"] = std::move(worst);
  if (Json margins = margins_json(sums); !margins.empty()) out["margins"] = std::move(margins);
  out["interrupted"] = interrupted;
  return out;
}

}  // namespace oknos::lab
