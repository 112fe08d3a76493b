#include "lab/shadow/audit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/registry/registry.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

// --- A case ---------------------------------------------------------------------------------------------------------

namespace {

// Of the 24 units of weight that all pieces have together.
constexpr int kOpeningWeight = 20;
constexpr int kEndingWeight = 8;

std::string names_of(RuleSet rules) {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (rules >> id & 1) out.append(out.empty() ? "" : " ").append(pruning::kRuleInfos[id].name);
  return out;
}

std::string names_of_exemptions(std::uint32_t guards) {
  std::string out;
  for (const pruning::ExemptionInfo& e : pruning::kExemptions)
    if (guards >> static_cast<int>(e.guard) & 1) out.append(out.empty() ? "" : " ").append(name_of(e.guard));
  return out;
}

NodeKind kind_of(const ShadowSample& s) {
  if (s.depth <= 0) return NodeKind::Quiescence;
  if (s.pv) return NodeKind::Pv;
  return s.cut_node ? NodeKind::Cut : NodeKind::All;
}

Phase phase_of(const Position& position) {
  const int weight = eval::Incremental::of(position).weight();
  if (weight >= kOpeningWeight) return Phase::Opening;
  return weight > kEndingWeight ? Phase::Middlegame : Phase::Ending;
}

MoveKind kind_of(const Position& position, Move m) {
  if (!m) return MoveKind::Node;
  if (m.is_promotion()) return MoveKind::Promotion;
  if (position.is_capture(m)) return MoveKind::Capture;
  return position.gives_check(m, position.check_info()) ? MoveKind::Check : MoveKind::Quiet;
}

}  // namespace

AuditCase case_of(const ShadowSample& s, const ShadowVerdict& v, const pruning::Settings* settings) {
  AuditCase out;
  out.rule = pruning::kRuleInfos[s.rule].name;
  out.rules = names_of(s.rules);
  out.what = s.kind;
  out.ordinal = s.ordinal;
  out.ply = s.ply;
  out.depth = s.depth;
  out.full_depth = s.full.plies();
  out.first_depth = s.first.plies();
  out.node = kind_of(s);
  out.kind = kind_of(s.position, s.move);
  out.phase = phase_of(s.position);
  out.in_check = s.position.in_check();
  out.improving = s.improving;
  out.bulk_skipped = s.bulk_skipped;
  out.searched = s.searched;
  out.history = s.history;
  out.exemptions = names_of_exemptions(s.exemptions);
  out.correction = s.correction.value();
  if (s.static_eval) out.static_eval = s.static_eval->value();
  out.alpha = s.alpha.value();
  out.beta = s.beta.value();
  out.bound = s.bound.value();
  out.slack = s.slack().value();
  if (s.move) out.move = to_text(s.move, s.position.chess960());
  out.error = v.error;
  out.found_at_reduced_depth = v.found_at_reduced_depth;
  out.value = v.value.value();
  out.regret = v.error_size.value();
  out.nodes = v.nodes;
  out.half_points = v.half_points;
  if (v.error) out.fen = fen::to_text(s.position);
  if (!settings) return out;
  out.watched = true;
  if (s.decided) out.decided = pruning::kRuleInfos[*s.decided].name;
  const pruning::RuleSetting& setting = settings->rules[s.rule];
  out.margin_facts = margin_facts(s, setting);
  out.margin = margin_at(s.rule, setting, out.margin_facts);
  out.largest_margin = largest_margin(s, *settings);
  return out;
}

// --- Rules and their cells ------------------------------------------------------------------------------------------

namespace {

using Json = nlohmann::ordered_json;
using record::Printed;

constexpr std::array<double, 3> kRisks{0.01, 0.003, 0.001};  // for which margins are shown
constexpr std::uint64_t kFewest = 300;                       // cases that a margin for a risk must rest on
constexpr std::uint64_t kEnough = 1000;                      // cases; of fewer a cell says little

// The narrow kinds first: a move counts for the first to which it belongs.
constexpr std::array<pruning::Guard, pruning::kExemptions.size()> kExemptionOrder = {
    pruning::Guard::TakesQueen,     pruning::Guard::Promotion,  pruning::Guard::PawnToSeventh,
    pruning::Guard::HeavyToSeventh, pruning::Guard::BishopPair, pruning::Guard::PawnOnSecondOrThird,
    pruning::Guard::Recapture,      pruning::Guard::GivesCheck, pruning::Guard::PreviousCapture,
    pruning::Guard::Captures};

// From 1; 0: none.
int exemption_number(const AuditCase& c) {
  const auto all = text::words(c.exemptions);
  const auto is_named = [&](pruning::Guard g) { return std::find(all.begin(), all.end(), name_of(g)) != all.end(); };
  const auto found = std::find_if(kExemptionOrder.begin(), kExemptionOrder.end(), is_named);
  return found == kExemptionOrder.end() ? 0 : static_cast<int>(found - kExemptionOrder.begin()) + 1;
}

template <class E>
std::string text_of(int coordinate) {
  return std::string(name_of(static_cast<E>(coordinate)));
}

constexpr std::array<DimensionInfo, kDimensions> kDimensionInfos = {{
    {"depth", [](const AuditCase& c) { return c.depth; },
     [](int depth) { return depth == 0 ? "quiescence" : fmt::format("depth {}", depth); }},
    {"kind", [](const AuditCase& c) { return static_cast<int>(c.kind); }, text_of<MoveKind>},
    {"phase", [](const AuditCase& c) { return static_cast<int>(c.phase); }, text_of<Phase>},
    {"node", [](const AuditCase& c) { return static_cast<int>(c.node); }, text_of<NodeKind>},
    {"exemption", exemption_number,
     [](int n) {
       return n == 0 ? "no exemption" : std::string(name_of(kExemptionOrder[static_cast<std::size_t>(n) - 1]));
     }},
    {"ply", [](const AuditCase& c) { return c.ply; }, [](int ply) { return fmt::format("ply {}", ply); }},
}};

}  // namespace

const DimensionInfo& info_of(Dimension d) {
  return kDimensionInfos[static_cast<std::size_t>(d)];
}

void AuditTally::add(const AuditCase& c, ClusterCounts::Cluster search) {
  by_tables |= c.half_points.has_value();
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
  by_tables |= other.by_tables;
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

// --- Margins --------------------------------------------------------------------------------------------------------

std::optional<MarginPoint> MarginCurve::for_risk(double risk, std::uint64_t enough) const {
  std::optional<MarginPoint> best;
  for (auto p = points.rbegin(); p != points.rend(); ++p) {
    if (p->cases < enough) continue;
    if (p->error_rate.rate > risk) break;
    best = *p;
  }
  return best;
}

void MarginCases::add(const AuditCase& c, ClusterCounts::Cluster search) {
  const auto rule = pruning::find_rule(c.rule);
  if (!c.watched || !rule || !c.margin || !c.largest_margin) return;
  constexpr std::uint64_t kMax = UINT32_MAX;
  const auto nodes = static_cast<std::uint32_t>(std::min(c.nodes, kMax));
  groups_[{*rule, c.margin_facts}].push_back({*c.largest_margin, *c.margin, search, c.error, nodes});
}

// From the largest margin down, each point has all that the ones above it have.
std::vector<MarginPoint> MarginCases::points_of(std::vector<Case> cases, int step) {
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.largest > b.largest; });
  const auto floor = [step](int margin) {
    return margin >= 0 ? margin / step * step : -((-margin + step - 1) / step * step);
  };
  std::vector<MarginPoint> out;
  MarginPoint sum;
  GrowingClusters clusters;
  auto next = cases.begin();
  const int least = std::min(floor(cases.back().largest), 0);
  for (sum.margin = floor(cases.front().largest); sum.margin >= least; sum.margin -= step) {
    for (; next != cases.end() && next->largest >= sum.margin; ++next) {
      clusters.add(next->search, next->error);
      sum.add(next->error, next->nodes);
    }
    sum.error_rate = clusters.proportion();
    out.push_back(sum);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

MarginPoint MarginCases::own_point(const std::vector<Case>& cases) {
  MarginPoint own;
  ClusterCounts clusters;
  std::int64_t margins = 0;
  for (const Case& c : cases) {
    margins += c.margin;
    if (c.largest < c.margin) continue;
    clusters.add(c.search, c.error);
    own.add(c.error, c.nodes);
  }
  own.error_rate = clusters.proportion();
  own.margin = static_cast<int>(margins / static_cast<std::int64_t>(cases.size()));
  return own;
}

std::vector<MarginCurve> MarginCases::curves() const {
  std::vector<MarginCurve> out;
  for (const auto& [key, cases] : groups_) {
    const pruning::RuleInfo& rule = pruning::kRuleInfos[key.first];
    out.push_back({std::string(rule.name), key.second, points_of(cases, rule.margin->step), own_point(cases)});
  }
  return out;
}

// --- All of it ------------------------------------------------------------------------------------------------------

void AuditSums::add(const AuditPosition& position) {
  ++positions;
  const auto search = static_cast<ClusterCounts::Cluster>(position.search.value_or(positions));
  nodes += position.nodes;
  for (const AuditCount& count : position.counts) pruned[count.rule] += count.pruned;
  for (const AuditCase& c : position.cases) {
    Coordinates at;
    for (int i = 0; i < kDimensions; ++i)
      at[static_cast<std::size_t>(i)] = info_of(static_cast<Dimension>(i)).coordinate(c);
    tallies_[c.rule][at].add(c, search);
    if (c.error) errors_.push_back(c), errors_.back().root = position.fen;
    margin_cases.add(c, search);
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

// --- The tables -----------------------------------------------------------------------------------------------------

namespace {

std::string regret_text(int centipawns) {
  return is_mate(Score{centipawns}) || centipawns > kMate.value() / 2 ? "mate" : score_text(Score{centipawns});
}

std::string nodes_each(const AuditTally& t) {
  constexpr double kManyEnough = 10.0;  // from here on nobody looks for decimals
  if (t.searched == 0) return "-";
  const double nodes = static_cast<double>(t.nodes) / static_cast<double>(t.checked());
  return nodes < kManyEnough ? fmt::format("{:.1f}", nodes) : compact(static_cast<std::uint64_t>(std::llround(nodes)));
}

constexpr auto kTally = [](auto& f, const AuditTally& t) {
  const bool known = t.searched > 0 || t.checked() == 0;
  const bool wrong = t.errors() > 0;
  f("checked", t.checked(), "", {.keep = 6});
  f("wrong", t.errors(), "", {.keep = 7, .tone = wrong ? Tone::Bad : Tone::Good});
  f("rate", record::Rate{t.error_rate()}, "", {.keep = 8, .keep_interval = 5, .tone = Tone::Strong});
  f.text("found", record::Share{t.found_at_reduced_depth, t.errors()}, "", {.keep = 1});
  if (t.by_tables)
    f("half points", t.half_points, "", {.keep = 3});
  else
    f.text("regret", Printed{wrong ? regret_text(t.median_regret()) : "-"}, "", {.keep = 3});
  f.text("nodes each", Printed{nodes_each(t)}, "", {.keep = 4});
  f.text("per error", Printed{wrong && t.nodes > 0 ? compact(t.nodes / t.errors()) : "-"}, "", {.keep = 2});
  f.json("design_effect", t.wrong.design_effect());
  // null: unknown.
  f.json("found_at_reduced_depth", known ? Json(t.found_at_reduced_depth) : Json());
  f.json("median_regret", t.by_tables ? Json() : Json(t.median_regret()));
  f.json("nodes_saved", known ? Json(t.nodes) : Json());
  f.json("undone", t.undone());
  f.json("root_impact_value", t.root_impact[1]);
  f.json("root_impact_move", t.root_impact[2]);
};

Json coordinate_json(Dimension d, int coordinate) {
  const bool is_number = d == Dimension::Depth || d == Dimension::Ply;
  return is_number ? Json(coordinate) : Json(info_of(d).text(coordinate));
}

struct CellLine {
  std::string rule;
  std::vector<Dimension> by;
  std::vector<int> at;
  AuditTally tally;
};

constexpr auto kCellLine = [](auto& f, const CellLine& l) {
  std::string name = " ";
  for (std::size_t i = 0; i < l.at.size(); ++i) {
    name += (i > 0 ? ", " : " ") + info_of(l.by[i]).text(l.at[i]);
    f.json(info_of(l.by[i]).name, coordinate_json(l.by[i], l.at[i]));
  }
  f.text("", capitalised(plain_name(l.rule)), "", {.heading = true});
  f.text("", name, "", {.keep = 9, .line = l.tally.checked() < kEnough ? Tone::Faint : Tone::Plain});
  kTally(f, l.tally);
};

std::vector<CellLine> cell_lines(const AuditSums& sums, const std::string& rule, const std::vector<Dimension>& by) {
  std::vector<CellLine> out;
  for (auto& [at, tally] : sums.cells(rule, by)) out.push_back({rule, by, at, tally});
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
    for (const Dimension d : by) names.push_back(info_of(d).name);
    for (const auto& [at, tally] : sums.cells(rule, by)) {
      Json& group = groups.emplace_back(Json::array());
      for (std::size_t i = 0; i < by.size(); ++i) group.push_back(coordinate_json(by[i], at[i]));
      const Proportion rate = tally.error_rate();
      for (const double end : {rate.low, rate.high}) group.push_back(rounded(end));
    }
    out.push_back({{"by", std::move(names)}, {"groups", std::move(groups)}});
  }
  return out;
}

struct RuleLine {
  std::string rule;
  std::uint64_t pruned;
  AuditTally tally;
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

constexpr auto kMarginPoint = [](auto& f, const MarginPoint& p) {
  f("margin", p.margin, "");
  f("pruned", p.cases, "");
  f("wrong", p.errors, "");
  f("nodes_saved", p.nodes, "");
  f("rate", record::Rate{p.error_rate}, "");
};

// A curve: the margins of a rule in the same circumstances.
constexpr auto kMarginLine = [](auto& f, const MarginCurve& curve) {
  const std::string unit{margin_unit(*pruning::find_rule(curve.rule))};
  const MarginFacts& facts = curve.facts;
  const MarginPoint &least = curve.least(), &own = curve.own;
  f.text("", fmt::format("{} ({})", capitalised(plain_name(curve.rule)), unit), "", {.heading = true});
  f.text("margins",
         fmt::format("  {}{}{}", info_of(Dimension::Depth).text(facts.depth), facts.improving ? ", improving" : "",
                     facts.tactical ? ", captures" : ""),
         "", {.keep = 9, .line = least.cases < kEnough ? Tone::Faint : Tone::Plain});
  f.text("checked", least.cases, "", {.keep = 3});
  f.text("no margin", Printed{rate_text(least.error_rate.rate)}, "", {.keep = 4});
  f.text("preset's", Printed{std::to_string(own.margin)}, "", {.keep = 8});
  f.text("prunes", record::Share{own.cases, least.cases}, "", {.keep = 5});
  f.text("wrong", own.cases > 0 ? std::optional(record::Rate{own.error_rate}) : std::nullopt, "",
         {.keep = 7, .keep_interval = 2, .tone = Tone::Strong});
  f.json("rule", curve.rule);
  f.json("unit", unit);
  f.json("depth", facts.depth);
  f.json("improving", facts.improving);
  f.json("tactical", facts.tactical);
  f.json("preset", record::json_of_line(own, kMarginPoint));
  Json for_risks = Json::array();
  // "240: 12.3 %": the smallest margin that holds the risk, and the share that it still leaves out of what the least
  // one would.
  for (const double risk : kRisks) {
    const auto point = curve.for_risk(risk, kFewest);
    const std::string text = point ? fmt::format("{}: {}", point->margin, percent(point->cases, least.cases)) : "-";
    f.text(("at most " + rate_text(risk)).c_str(), Printed{text}, "", {.keep = 6});
    for_risks.push_back({{"risk", risk}, {"point", point ? record::json_of_line(*point, kMarginPoint) : Json()}});
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
  const auto move = position && !c.move.empty() ? move_from_text(*position, c.move) : std::nullopt;
  return move ? san::to_text(*position, *move) : c.move;
}

// What the rule said, against what the search found, or against the result of the game with best play.
std::string claim_of(const AuditCase& c) {
  const std::string rule = capitalised(plain_name(c.rule)), what = c.move.empty() ? "the node" : san_of(c);
  const char* result = c.value > 0 ? "wins" : c.value < 0 ? "loses" : "draws";
  if (c.half_points && c.what == ShadowSample::Kind::Skip)
    return fmt::format("{}: {} was skipped, the only move that {}", rule, what, result);
  return fmt::format("{}: {} was claimed to be worth at {} {}, but {}", rule, what,
                     c.what == ShadowSample::Kind::FailHigh ? "least" : "most", score_text(Score{c.bound}),
                     !c.half_points ? "is worth " + score_text(Score{c.value})
                                    : (c.move.empty() ? "the side to move " : what + " ") + result);
}

std::string worst_text(const AuditCase& c) {
  const bool missed = c.was_searched() && !c.found_at_reduced_depth;
  return fmt::format("{}\n  {}\n  {} of depth {}, window {} to {}{}\n", claim_of(c), c.fen,
                     c.depth == 0 ? "quiescence" : std::string(name_of(c.node)) + " node", c.depth,
                     score_text(Score{c.alpha}), score_text(Score{c.beta}),
                     missed ? "; the reduced search would have missed it too" : "");
}

constexpr auto kWorstCase = [](auto& f, const AuditCase& c) {
  kAuditCaseFields(f, c);
  f.json("san", san_of(c));
  f.json("holds_up", c.what == ShadowSample::Kind::FailHigh);
  f.json("root", c.root);
  if (!c.was_searched()) f.json("found_at_reduced_depth", Json());  // unknown
};

std::string closing_text(const AuditSums& sums, const AuditTally& all, const std::string& unit) {
  const Proportion rate = all.error_rate();
  std::string out =
      fmt::format("{}, {}; {} {}, {} wrong: {} ({} to {}).\n", counted(sums.positions, unit),
                  counted(sums.nodes, "node"), counted(all.checked(), "pruned move or node", "pruned moves and nodes"),
                  all.by_tables ? "judged by tablebases" : "searched after all", grouped(all.errors()),
                  rate_text(rate.rate), rate_text(rate.low), rate_text(rate.high));
  if (const std::uint64_t undone = all.undone(); undone > 0)
    out += fmt::format("Of {}, undone one at a time, {} changed the move at the root ({}), {} its value alone.\n",
                       counted(undone, "error"), grouped(all.root_impact[2]), percent(all.root_impact[2], undone),
                       grouped(all.root_impact[1]));
  return out;
}

// As tables list them: the rules of this program in its registry's order, then those that only the store knows.
std::vector<std::string> rules_in_order(const std::map<std::string, AuditTally>& by_rule) {
  std::vector<std::string> out;
  for (const auto& entry : by_rule) out.push_back(entry.first);
  const auto place = [](const std::string& rule) { return pruning::find_rule(rule).value_or(pruning::kRules); };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return out;
}

}  // namespace

AuditViewOptions report_view(std::size_t worst) {
  using D = Dimension;
  return {std::vector{D::Depth, D::Kind, D::Phase, D::Node, D::Exemption}, worst, true, true};
}

Result<AuditViewOptions> audit_view(const std::vector<std::string>& by, std::size_t worst) {
  AuditViewOptions out;
  out.worst = worst;
  for (const std::string& name : by) {
    const auto info = std::find_if(kDimensionInfos.begin(), kDimensionInfos.end(),
                                   [&](const DimensionInfo& d) { return d.name == name; });
    if (info == kDimensionInfos.end())
      return Error{
          fmt::format("--by: {} is none of {}", text::quoted(name), listed(kDimensionInfos, &DimensionInfo::name))};
    if (!out.by) out.by.emplace();
    out.by->push_back(static_cast<Dimension>(info - kDimensionInfos.begin()));
  }
  return out;
}

template <class Report>
void report_audit(Report& out, const AuditSums& sums, const AuditViewOptions& view) {
  const auto curves = sums.margin_cases.curves();
  std::vector<Dimension> by = view.by.value_or(std::vector{Dimension::Depth});
  if (!view.by && !curves.empty()) by.clear();
  const auto tallies = sums.by_rule();
  std::vector<RuleLine> lines;
  std::vector<CellLine> cells;
  std::vector<AuditCase> worst;
  for (const std::string& rule : rules_in_order(tallies)) {
    const auto its_cells = cell_lines(sums, rule, by);
    lines.push_back({rule, sums.pruned_by(rule), tallies.at(rule), record::json_of_lines(its_cells, kCellLine),
                     view.groupings ? groupings_json(sums, rule, by) : Json()});
    cells.insert(cells.end(), its_cells.begin(), its_cells.end());
    for (const AuditCase* c : sums.worst(view.worst_of_each ? view.worst : 0, rule)) worst.push_back(*c);
  }
  for (const AuditCase* c : sums.worst(view.worst_of_each ? 0 : view.worst)) worst.push_back(*c);

  const AuditTally all = sums.all();
  out.value("type", "summary");
  out.value("unit", view.unit);
  out.value("positions", sums.positions);
  out.value("nodes", sums.nodes);
  out.values(all, kTally);
  out.value("enough_cases", kEnough);
  out.value("fewest_cases", kFewest);
  out.table("rules", lines, kRuleLine);
  if (!curves.empty()) {
    out.table("margins", curves, kMarginLine);
    out.paragraph(kMarginLegend);
  }
  if (!by.empty()) out.view(cells, kCellLine);
  for (const AuditCase& c : worst) out.paragraph(worst_text(c));
  out.data("worst", worst, kWorstCase);
  out.paragraph(closing_text(sums, all, view.unit));
}
template void report_audit(record::TextReport&, const AuditSums&, const AuditViewOptions&);
template void report_audit(record::JsonReport&, const AuditSums&, const AuditViewOptions&);

}  // namespace oknos::lab
