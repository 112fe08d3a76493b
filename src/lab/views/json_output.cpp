#include "lab/views/json_output.h"

#include <nlohmann/json.hpp>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/uci/identity.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"
#include "lab/views/ledger_view.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using pruning::kRuleInfos;
using pruning::kRules;
using pruning::Ledger;
using pruning::RuleId;

// Names and comments come from files in any encoding: what is not UTF-8 is replaced.
std::string text_of(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json moves_json(Position position, const std::vector<Move>& moves, bool as_san) {
  Json out = Json::array();
  for (const Move m : moves) {
    out.push_back(as_san ? san::to_text(position, m) : to_text(m, position.chess960()));
    position.play(m);
  }
  return out;
}

std::string_view name_of_bound(const Info& info, Color side_to_move) {
  if (info.bound == Bound::Exact || info.bound == Bound::None) return "exact";
  return (info.bound == Bound::Lower) == (side_to_move == Color::White) ? "at least" : "at most";
}

Json line_json(const Position& position, const Info& info) {
  const Color side = position.side_to_move();
  return {{"rank", info.multi_pv},
          {"depth", info.depth},
          {"seldepth", info.seldepth},
          {"score", score_json(white_view(info.score, side))},
          {"bound", name_of_bound(info, side)},
          {"san", moves_json(position, info.pv, true)},
          {"uci", moves_json(position, info.pv, false)}};
}

Json move_json(const Position& position, Move m) {
  if (!m) return nullptr;
  return {{"san", san::to_text(position, m)}, {"uci", to_text(m, position.chess960())}};
}

// Best move, lines and counts of a search.
void add_report(Json& out, const Position& position, const SearchReport& report) {
  out["best"] = move_json(position, report.best);
  Json lines = Json::array();
  for (const Info& info : report.lines)
    if (!info.pv.empty()) lines.push_back(line_json(position, info));
  out["lines"] = std::move(lines);
  out["nodes"] = report.nodes;
  out["time_ms"] = report.time;
}

Json settings_json(const Plan& plan) {
  Json limits = Json::object();
  if (plan.limits.depth) limits["depth"] = *plan.limits.depth;
  if (plan.limits.nodes) limits["nodes"] = *plan.limits.nodes;
  if (plan.limits.move_time) limits["time_ms"] = *plan.limits.move_time;
  Json exemptions = Json::array();
  for (const pruning::ExemptionInfo& e : pruning::kExemptions)
    if (plan.settings.conventions.exemptions.contains(e.guard)) exemptions.push_back(e.key);
  Json rules = Json::object();
  for (RuleId id = 0; id < kRules; ++id) {
    Json rule = {{"enabled", plan.settings.rules[id].enabled}};
    for (std::size_t i = 0; i < kRuleInfos[id].parameters.size(); ++i)
      rule[std::string(kRuleInfos[id].parameters[i].name)] = plan.settings.rules[id].values[i];
    rules[std::string(kRuleInfos[id].name)] = std::move(rule);
  }
  Json changed = Json::object();
  for (const Change& c : plan.changes) changed[c.name] = {{"from", c.from}, {"to", c.to}};
  Json out = {{"preset", plan.preset.name}, {"changed", std::move(changed)}};
  for (const pruning::ConventionKey& key : pruning::kConventionKeys)
    out[std::string(key.name)] = key.value_of(plan.settings.conventions);
  out.update({{"exemptions", std::move(exemptions)},
              {"rules", std::move(rules)},
              {"limits", std::move(limits)},
              {"threads", plan.threads},
              {"hash_mib", plan.hash},
              {"multipv", plan.multi_pv}});
  return out;
}

Json rule_json(const pruning::RuleInfo& info, const pruning::RuleCounts& counts) {
  Json held = Json::object();
  for (std::size_t g = 0; g < counts.held.size(); ++g)
    if (counts.held[g] > 0) held[std::string(name_of(static_cast<pruning::Guard>(g)))] = counts.held[g];
  return {{"place", name_of(info.place)},
          {"asked", counts.asked},
          {"fired", counts.fired},
          {"also_fired", counts.also_fired},
          {"held", std::move(held)},
          {"nodes_cut", counts.nodes_cut},
          {"quiescence_nodes_cut", counts.quiescence_nodes_cut},
          {"nodes_reduced", counts.nodes_reduced},
          {"moves_skipped", counts.moves_skipped}};
}

Json ledger_json(const Ledger& ledger) {
  Json rules = Json::object();
  for (RuleId id = 0; id < kRules; ++id)
    if (is_asked(id)) rules[std::string(kRuleInfos[id].name)] = rule_json(kRuleInfos[id], ledger.rules[id]);
  return {{"nodes", ledger.nodes},
          {"quiescence_nodes", ledger.quiescence_nodes},
          {"moves_made", ledger.moves_made},
          {"moves_skipped", ledger.moves_skipped},
          {"rules", std::move(rules)}};
}

Json move_review_json(const Position& position, Move m, const GameReview& review, std::size_t i) {
  const PositionReview& before = review.positions[i];
  const PositionReview& after = review.positions[i + 1];
  const Mark mark = review.marks[i];
  Json out = {{"ply", i + 1}, {"san", san::to_text(position, m)}, {"uci", to_text(m, position.chess960())}};
  out["score"] = after.known ? score_json(after.score) : Json(nullptr);
  out["mark"] = mark == Mark::None ? Json(nullptr) : Json(sign_of(mark));
  out["best"] = before.known && !before.line.empty() ? moves_json(position, before.line, true) : Json(nullptr);
  return out;
}

}  // namespace

Json score_json(Score white_view) {
  if (is_mate(white_view)) return {{"mate", mate_moves(white_view)}};
  return {{"cp", white_view.value()}};
}

std::string position_json(const Position& position, const Plan& plan, const SearchReport& report, bool interrupted) {
  constexpr int kIndent = 2;
  Json out = {{"oknos", uci::kVersion}, {"command", "analyse"}, {"position", fen::to_text(position)}};
  out["settings"] = settings_json(plan);
  add_report(out, position, report);
  out["interrupted"] = interrupted;
  out["ledger"] = ledger_json(report.ledger);
  return text_of(out, kIndent);
}

std::string record_json(const epd::Record& record, int number, Verdict verdict, const SearchReport& report) {
  Json out = {{"type", "position"}, {"number", number}};
  out["id"] = record.id().empty() ? Json(nullptr) : Json(record.id());
  out["position"] = fen::to_text(record.position);
  out["bm"] = Json::array();
  out["am"] = Json::array();
  for (const Move m : record.best_moves()) out["bm"].push_back(san::to_text(record.position, m));
  for (const Move m : record.avoid_moves()) out["am"].push_back(san::to_text(record.position, m));
  out["verdict"] = verdict == Verdict::NotAsked ? Json(nullptr) : Json(name_of(verdict));
  add_report(out, record.position, report);
  return text_of(out);
}

std::string game_json(const pgn::Game& game, const GameReview& review) {
  Json tags = Json::object();
  for (const pgn::Tag& tag : game.tags) tags[tag.name] = tag.value;
  Json moves = Json::array();
  Position position = game.start;
  const std::vector<Move> played = game.main_line();
  for (std::size_t i = 0; i < review.marks.size(); ++i) {
    moves.push_back(move_review_json(position, played[i], review, i));
    position.play(played[i]);
  }
  const Json out = {{"type", "game"},
                    {"number", game.number},
                    {"tags", std::move(tags)},
                    {"start", fen::to_text(game.start)},
                    {"result", to_text(game.result)},
                    {"moves", std::move(moves)},
                    {"complaints", game.complaints}};
  return text_of(out);
}

std::string summary_json(const Plan& plan, const std::vector<SummaryCount>& counts, const Ledger& ledger,
                         bool interrupted) {
  Json out = {{"type", "summary"}, {"oknos", uci::kVersion}, {"command", "analyse"}};
  for (const SummaryCount& c : counts) out[c.name] = c.value;
  out["interrupted"] = interrupted;
  out["settings"] = settings_json(plan);
  out["ledger"] = ledger_json(ledger);
  return text_of(out);
}

}  // namespace oknos::lab
