#include "explorer/node_view.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/eval/explain.h"
#include "engine/eval/network/embedded.h"
#include "engine/pruning/presets/options.h"
#include "engine/pruning/registry/registry.h"
#include "engine/search/engine.h"
#include "explorer/foreign_claim.h"
#include "explorer/guard_states.h"
#include "explorer/tree_position.h"
#include "lab/commands/why_words.h"
#include "lab/formats/san.h"
#include "lab/shadow/shadow.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;
using lab::ShadowSample;
using lab::ShadowVerdict;

std::string san_or_null(const Position& position, Move m) {
  return m ? san::to_text(position, m) : "null move";
}

Json move_json(const Position& position, Move m) {
  if (!m) return {{"uci", "0000"}, {"san", "null move"}, {"number", san::move_number(position)}};
  return {{"uci", to_text(m, position.chess960())},
          {"san", san::to_text(position, m)},
          {"number", san::move_number(position)}};
}

std::string rule_title(const Trace& trace, std::uint8_t rule) {
  return rule < trace.rules.size() ? lab::plain_name(trace.rules[rule]) : "";
}

// The words of `oknos-lab why` for the kind of a node.
std::string kind_text(const TraceEntry& e, bool foreign) {
  if (e.kind == EntryKind::Tree) return fmt::format("the iteration to depth {}", e.depth);
  if (e.skipped()) return e.has(flag::kHoldsBeta) ? "not searched: it holds beta" : "not searched";
  std::string out = e.has(flag::kQuiescence) ? "quiescence" : fmt::format("depth {}", e.depth);
  out += e.has(flag::kOpenWindow)    ? ", open window"
         : foreign                   ? ", null window"  // it does not say what it expects
         : e.has(flag::kCutExpected) ? ", expected to be cut"
                                     : ", expected to fail low";
  if (e.has(flag::kSameNode)) out += ", a search within its parent node";
  if (e.has(flag::kNullMove)) out += ", after a null move";
  if (e.has(flag::kAgain)) out += ", a re-search";
  return out;
}

Json rules_of(const Trace& trace, const TraceEntry& e, bool own) {
  Json out = Json::array();
  if (e.rule_set >= trace.rule_sets.size()) return out;
  for (std::size_t i = 0; i < trace.rules.size() && i < 64; ++i)
    if ((trace.rule_sets[e.rule_set] >> i & 1) && (own || i != e.rule)) out.push_back(trace.rules[i]);
  return out;
}

// False: a proof has switched off a term that the rules count, so their arithmetic would show more than they went by.
bool counts_all_terms(const Trace& trace) {
  return std::none_of(trace.settings.begin(), trace.settings.end(), [](const auto& s) {
    return (s.first == "guards.promotion" || s.first == "guards.en-passant") && s.second == "off";
  });
}

// `checkable`: it can be searched after all.
Json pruned_json(const Trace& trace, const TraceEntry& e, const std::optional<ShadowSample>& sample, bool checkable) {
  const bool up = e.has(flag::kHoldsBeta);
  std::string condition = up ? fmt::format("at least {} >= {} (beta)", e.score, e.beta)
                             : fmt::format("at most {} <= {} (alpha)", e.score, e.alpha);
  std::optional<int> margin, spare;
  if (e.spare != kNoValue) spare = e.spare;
  if (const auto settings = settings_of(trace); sample && settings) {
    if (counts_all_terms(trace)) condition = lab::arithmetic(*sample, *settings);
    if (!e.has(flag::kBulkSkipped)) spare = lab::spare_margin(*sample, *settings);
    const pruning::RuleSetting& setting = settings->rules[sample->rule];
    if (lab::has_margin(sample->rule))
      margin = lab::margin_at(sample->rule, setting, lab::margin_facts(*sample, setting));
  }
  return {{"rule", e.rule < trace.rules.size() ? trace.rules[e.rule] : ""},
          {"title", rule_title(trace, e.rule)},
          {"condition", std::move(condition)},
          {"bound", e.score},
          {"slack", up ? e.score - e.beta : e.alpha - e.score},
          {"margin", margin ? Json(*margin) : Json(nullptr)},
          {"spare", spare ? Json(*spare) : Json(nullptr)},
          {"with_the_rest", e.has(flag::kBulkSkipped)},
          {"also", rules_of(trace, e, false)},
          {"full_depth", e.full_depth},
          {"first_depth", e.first_depth},
          {"checkable", checkable}};
}

Json held_json(const Trace& trace, std::uint32_t entry) {
  Json out = Json::array();
  const auto first = std::lower_bound(trace.held.begin(), trace.held.end(), entry,
                                      [](const HeldEntry& h, std::uint32_t at) { return h.entry < at; });
  for (auto h = first; h != trace.held.end() && h->entry == entry; ++h)
    out.push_back({{"rule", trace.rules[h->rule]}, {"guard", trace.guards[h->guard]}});
  return out;
}

// The kinds of moves that presets may exempt: which of them this one is, and which of them this preset exempts.
Json kinds_json(const Trace& trace, const TraceEntry& e, const Result<pruning::Settings>& settings) {
  Json out = Json::array();
  const std::uint32_t exemptions = exemptions_of(trace, e);
  for (const pruning::ExemptionInfo& kind : pruning::kExemptions)
    out.push_back({{"name", kind.key},
                   {"meaning", kind.meaning},
                   {"applies", (exemptions >> static_cast<int>(kind.guard) & 1) != 0},
                   {"exempt", settings.ok() && settings->conventions.exemptions.contains(kind.guard)}});
  return out;
}

Json guards_json(const ShadowSample& sample) {
  Json out = Json::array();
  for (const GuardState& g : guard_states(sample))
    out.push_back({{"name", pruning::name_of(g.guard)}, {"forbids", g.forbids}});
  return out;
}

Json evaluation_json(const Position& position) {
  Json terms = Json::array(), results = Json::array();
  for (const eval::ExplainedTerm& t : eval::explain_terms(position)) {
    if (t.kind == eval::ExplainedTerm::Kind::Value) {
      results.push_back({{"name", t.name}, {"detail", t.detail}, {"value", t.value}, {"note", t.remark}});
      continue;
    }
    Json term = {{"name", t.name},
                 {"white_mg", t.white.mg},
                 {"white_eg", t.white.eg},
                 {"black_mg", t.black.mg},
                 {"black_eg", t.black.eg}};
    term["mixed"] = t.kind == eval::ExplainedTerm::Kind::Units ? Json(nullptr) : Json(t.value);
    term["note"] = t.remark;
    terms.push_back(std::move(term));
  }
  return {{"terms", std::move(terms)}, {"results", std::move(results)}};
}

// The moves from the root to the entry, and the position there.
struct Way {
  Json steps = Json::array();
  int ply = 0;
};

Result<Way> way_to(const Trace& trace, const Position& root, std::uint32_t entry) {
  Way way;
  bool first = true;
  for (const std::uint32_t i : trace.path_to(entry)) {
    const TraceEntry& e = trace.entries[i];
    if (std::exchange(first, false) && !e.skipped()) {
      way.steps.push_back({{"entry", i}, {"san", "root"}, {"uci", ""}});
      continue;
    }
    if (e.has(flag::kSameNode)) {
      way.steps.push_back({{"entry", i}, {"san", "inside"}, {"uci", ""}});
      continue;
    }
    // A skipped move stands in the position of its node; any other in that of its parent.
    const auto before = position_at(trace, root, e.skipped() ? i : trace.path_to(i).end()[-2]);
    if (!before) return Error{before.error()};
    const Move m = Move::from_bits(e.move);
    if (m && !before->is_legal(m))
      return Error{fmt::format("trace: entry {}: {} cannot be played there", i, move_text(e.move))};
    way.steps.push_back({{"entry", i},
                         {"san", san_or_null(*before, m)},
                         {"uci", m ? to_text(m, before->chess960()) : "0000"},
                         {"number", san::move_number(*before)}});
    if (!e.skipped()) ++way.ply;
  }
  return way;
}

}  // namespace

Result<pruning::Settings> settings_of(const Trace& trace) {
  if (trace.settings.empty()) return Error{"the trace does not say with which settings it was searched"};
  pruning::Overrides overrides;
  for (const auto& [name, value] : trace.settings) {
    if (name.starts_with("guards.")) continue;  // of the search; what is searched after all has them all
    const auto set = overrides.set(name, value);
    if (!set) return Error{"trace: its settings: " + set.error()};
    if (!*set) return Error{fmt::format("trace: its settings: \"{}\" is not known here", name)};
  }
  return overrides.settings();
}

Result<std::string> node_json(const Trace& trace, std::uint32_t entry) {
  if (entry >= trace.entries.size())
    return Error{fmt::format("node {}: there are {}, counted from 0", entry, trace.entries.size())};
  const auto root = root_of(trace);
  if (!root) return Error{root.error()};
  const auto position = position_at(trace, *root, entry);
  if (!position) return Error{position.error()};
  auto way = way_to(trace, *root, entry);
  if (!way) return Error{way.error()};
  const TraceEntry& e = trace.entries[entry];
  const auto settings = settings_of(trace);
  constexpr std::array<const char*, 3> kKinds{"tree", "visit", "skipped"};
  Json out = {{"entry", entry},
              {"kind", kKinds[static_cast<std::size_t>(e.kind)]},
              {"ply", way->ply},
              {"path", std::move(way->steps)},
              {"fen", fen::to_text(*position)},
              {"turn", position->side_to_move() == Color::White ? "white" : "black"}};
  const Move move = Move::from_bits(e.move);
  out["move"] = nullptr;
  if (e.skipped()) {
    if (move && !position->is_legal(move))
      return Error{fmt::format("trace: entry {}: {} cannot be played there", entry, move_text(e.move))};
    out["move"] = move_json(*position, move);
  } else if (out["path"].size() > 1 && !e.has(flag::kSameNode)) {
    const Json& step = out["path"].back();
    out["move"] = {{"uci", step["uci"]}, {"san", step["san"]}, {"number", step["number"]}};
  }
  std::uint64_t visits = 0;
  for (std::uint32_t i = entry; i < entry + e.size; ++i) visits += trace.entries[i].kind == EntryKind::Visit ? 1 : 0;
  out["depth"] = e.depth;
  out["alpha"] = e.alpha;
  out["beta"] = e.beta;
  out["score"] = e.score;
  out["static_value"] = e.static_eval == kNoValue ? Json(nullptr) : Json(e.static_eval);
  out["kind_text"] = kind_text(e, trace.foreign());
  out["end_text"] = e.kind == EntryKind::Visit ? lab::end_text(e.end) : "";
  out["nodes"] = visits;
  const bool cut = e.kind == EntryKind::Visit && e.end == NodeEnd::RuleCut;
  if (trace.foreign()) {
    if ((e.skipped() || cut) && e.rule != kNoRule)
      out["pruned"] = pruned_json(trace, e, std::nullopt, claim_at(trace, *root, entry).has_value());
  } else if ((e.skipped() || cut) && e.rule != kNoRule) {
    const auto sample = sample_at(trace, *root, entry);
    out["pruned"] = pruned_json(trace, e, sample, sample.has_value());
    if (sample) out["guards"] = guards_json(*sample);
  }
  if (e.has(flag::kReducedByRule) && e.rule < trace.rules.size()) out["reduced_by"] = trace.rules[e.rule];
  out["held"] = held_json(trace, entry);
  if (trace.foreign()) {
    out["recorded_by"] = trace.writer();
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  if (e.skipped()) out["kinds"] = kinds_json(trace, e, settings);
  out["evaluation"] = evaluation_json(*position);
  // The terms are the classical evaluation's; whoever reads them must know when something else evaluated.
  out["evaluation"]["by_network"] =
      settings && settings->conventions.wants_network() && eval::network::embedded_if_any() != nullptr;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string line_after(const ShadowSample& sample, const pruning::Settings& settings, Engine& engine) {
  Position after = sample.position;
  std::vector<Move> line;
  if (sample.move) {
    line.push_back(sample.move);
    after.play(sample.move);
  }
  if (sample.full.plies() > 0 && !legal_moves(after).empty()) {
    engine.set_position(after);
    SearchRequest request;
    request.limits.depth = sample.full.plies();
    request.settings = settings;
    const SearchReport report = engine.search(request);
    if (!report.lines.empty()) {
      const std::vector<Move>& found = report.lines.front().pv;
      line.insert(line.end(), found.begin(), found.end());
    }
  }
  return line.size() > (sample.move ? 1U : 0U) ? san::line_to_text(sample.position, line) : "";
}

std::string verdict_json(const ShadowSample& sample, const ShadowVerdict& verdict, const std::string& line) {
  const Json out = {{"wrong", verdict.error},
                    {"value", verdict.value.value()},
                    {"regret", verdict.error_size.value()},
                    {"found_at_reduced_depth", verdict.found_at_reduced_depth},
                    {"nodes", verdict.nodes},
                    {"depth", sample.full.plies()},
                    {"text", lab::verdict_text(sample, verdict)},
                    {"line", line}};
  return lab::json_text(out);
}

}  // namespace oknos::explorer
