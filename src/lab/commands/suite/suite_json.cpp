#include "lab/commands/suite/suite_json.h"

#include <nlohmann/json.hpp>

#include "lab/commands/suite/suite_summary.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"
#include "lab/views/json_output.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

Json score_json(const std::optional<Score>& score) {
  return score ? lab::score_json(*score) : Json();
}

Json moment_json(const std::optional<Moment>& moment) {
  if (!moment) return nullptr;
  return {{"depth", moment->depth}, {"nodes", moment->nodes}, {"time_ms", moment->time}};
}

Json within_json(const std::vector<SuiteSummary::Within>& list) {
  Json out = Json::array();
  for (const SuiteSummary::Within& w : list) out.push_back({{"within", w.limit}, {"solved", w.solved}});
  return out;
}

void add_counts(Json& out, const SuiteCounts& c) {
  out["positions"] = c.positions;
  out["asked"] = c.asked;
  out["solved"] = c.solved;
  out["failed"] = c.failed;
  out["points"] = c.scored > 0 ? Json(c.points) : Json(nullptr);
  out["most_points"] = c.scored > 0 ? Json(c.most_points) : Json(nullptr);
  out["mate_scores"] = {{"mates", c.mates}, {"short", c.short_lines}, {"wrong", c.wrong_lines}};
  out["nodes"] = c.nodes;
  out["time_ms"] = c.time;
}

Json themes_json(const SuiteSummary& summary) {
  Json out = Json::array();
  for (const ThemeCounts& t : summary.themes) {
    Json theme = {{"theme", t.theme}};
    add_counts(theme, t.counts);
    out.push_back(std::move(theme));
  }
  return out;
}

}  // namespace

std::string suite_position_json(const PositionResult& r) {
  Json out = {
      {"type", "position"}, {"number", r.number},           {"id", r.id}, {"theme", r.theme}, {"position", r.fen},
      {"wanted", r.wanted}, {"outcome", name_of(r.outcome)}};
  out["best"] = r.move.empty() ? Json(nullptr) : Json{{"san", r.move}, {"uci", r.uci}};
  out["score"] = score_json(r.score);
  out["shorter"] = r.shorter;
  out["mate_line"] = r.mate_line == MateLine::None ? Json(nullptr) : Json(name_of(r.mate_line));
  out["depth"] = r.end.depth;
  out["nodes"] = r.end.nodes;
  out["time_ms"] = r.end.time;
  out["held_since"] = moment_json(r.held_since);
  out["first"] = moment_json(r.first);
  out["points"] = r.points ? Json(*r.points) : Json(nullptr);
  out["most_points"] = r.points ? Json(r.most_points) : Json(nullptr);
  out["failure"] = r.failure.empty() ? Json(nullptr) : Json(r.failure);
  return json_text(out);
}

nlohmann::ordered_json suite_summary_json(const SuiteResult& result) {
  const SuiteSummary summary = summary_of(result.positions);
  Json out = {{"type", "summary"}, {"player", result.player}, {"limits", result.limits}};
  add_counts(out, summary.counts);
  out["themes"] = themes_json(summary);
  out["by_depth"] = within_json(summary.by_depth);
  out["by_nodes"] = within_json(summary.by_nodes);
  out["by_time_ms"] = within_json(summary.by_time);
  Json missed = Json::array();
  for (const PositionResult& r : result.positions)
    if (r.asked() && !r.solved()) missed.push_back(r.id.empty() ? Json(r.number) : Json(r.id));
  out["not_solved"] = std::move(missed);
  out["unreadable"] = result.unreadable;
  out["interrupted"] = result.interrupted;
  return out;
}

}  // namespace oknos::lab
