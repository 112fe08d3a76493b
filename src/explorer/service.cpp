#include "explorer/service.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/options.h"
#include "engine/pruning/registry/registry.h"
#include "engine/uci/identity.h"
#include "explorer/node_view.h"
#include "explorer/question.h"
#include "explorer/trace_file.h"
#include "explorer/tree_position.h"
#include "lab/formats/san.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kNotFound = 404;
constexpr int kBadRequest = 400;

Reply failure(int status, const std::string& message) {
  return {status, "application/json", Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Reply json_reply(const Json& j) {
  return {200, "application/json", j.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

const char* place_name(pruning::Place place) {
  switch (place) {
    case pruning::Place::Node:
      return "node";
    case pruning::Place::Move:
      return "move";
    case pruning::Place::QuiescenceNode:
      return "quiescence node";
    case pruning::Place::QuiescenceMove:
      return "quiescence move";
    default:
      return "search";
  }
}

Json rule_json(const pruning::RuleInfo& rule) {
  Json parameters = Json::array();
  for (const pruning::ParameterInfo& p : rule.parameters)
    parameters.push_back({{"name", p.name}, {"unit", p.unit}, {"min", p.min}, {"max", p.max}, {"meaning", p.meaning}});
  return {{"name", rule.name},
          {"title", lab::plain_name(rule.name)},
          {"kind", rule.kind == pruning::RuleKind::Family ? "family" : "search_feature"},
          {"place", place_name(rule.place)},
          {"condition", rule.condition},
          {"effect", rule.effect},
          {"source", rule.source},
          {"soundness", rule.soundness},
          {"may_be_off", rule.may_be_off},
          {"family", pruning::info_of(rule.family).name},
          {"margin_unit", rule.margin ? rule.margin->unit : ""},  // empty: it goes by none
          {"parameters", std::move(parameters)}};
}

Json preset_json(const pruning::Preset& preset) {
  Json settings = Json::object();
  for (const auto& [name, value] : pruning::named_values(preset.settings)) settings[name] = value;
  return {{"name", preset.name}, {"description", preset.description}, {"settings", std::move(settings)}};
}

// "/api/node/3/17" -> {"node", 3, 17}; nothing when it has another shape.
struct Route {
  std::string what;
  std::vector<std::uint32_t> numbers;
};
std::optional<Route> route_of(std::string_view path) {
  constexpr std::string_view kPrefix = "/api/";
  if (!path.starts_with(kPrefix)) return std::nullopt;
  path.remove_prefix(kPrefix.size());
  Route out;
  out.what = std::string(path.substr(0, path.find('/')));
  path.remove_prefix(out.what.size());
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view word = path.substr(0, path.find('/'));
    const auto number = text::parse_int<std::uint32_t>(word);
    if (!number || !text::is_digit(word[0])) return std::nullopt;
    out.numbers.push_back(*number);
    path.remove_prefix(word.size());
  }
  return out;
}

std::string end_of(const Position& position, bool can_move) {
  if (!can_move) return position.in_check() ? "checkmate" : "stalemate";
  return position.is_dead() || position.is_fifty_move_draw() || position.repetitions() >= 2 ? "draw" : "";
}

}  // namespace

int Service::keep(Trace trace) {
  const std::lock_guard lock(mutex_);
  trees_[++last_] = std::make_shared<const Trace>(std::move(trace));
  std::size_t entries = 0;
  for (auto it = trees_.rbegin(); it != trees_.rend(); ++it) {
    entries += it->second->entries.size();
    if (entries <= limits_.kept_entries || it->first == last_) continue;
    trees_.erase(trees_.begin(), std::next(trees_.find(it->first)));
    break;
  }
  return last_;
}

std::shared_ptr<const Trace> Service::find(int id) {
  const std::lock_guard lock(mutex_);
  const auto it = trees_.find(id);
  return it == trees_.end() ? nullptr : it->second;
}

Reply Service::answer(const Request& request) {
  const auto route = route_of(request.path);
  if (!route) return failure(kNotFound, fmt::format("{} is not there", text::quoted(request.path)));
  const auto& n = route->numbers;
  const bool get = request.method == "GET";
  const auto id = n.empty() ? -1 : static_cast<int>(n[0]);
  if (get && n.empty() && route->what == "info") return info();
  if (get && n.empty() && route->what == "store" && start_.store) return {200, "application/json", *start_.store};
  if (!get && n.empty() && route->what == "moves") return moves(request.body);
  if (get && n.size() == 1 && route->what == "tree") return tree(id, false);
  if (get && n.size() == 1 && route->what == "file") return tree(id, true);
  if (get && n.size() == 2 && route->what == "node") return node(id, n[1]);
  if (!get && n.size() == 1 && route->what == "line") return line(id, request.body);
  return failure(kNotFound, fmt::format("{} {} is not there", request.method, text::quoted(request.path)));
}

Reply Service::info() const {
  Json rules = Json::array(), guards = Json::array(), presets = Json::array();
  for (const pruning::RuleInfo& rule : pruning::kRuleInfos) rules.push_back(rule_json(rule));
  Json families = Json::array();
  for (const pruning::RuleFamilyInfo& f : pruning::kRuleFamilies)
    families.push_back({{"name", f.name}, {"title", f.title}, {"meaning", f.meaning}});
  for (int g = 1; g < pruning::kGuards; ++g) guards.push_back(guard_name(g));
  for (const std::string_view name : pruning::preset_names())
    if (const auto preset = pruning::find_preset(name)) presets.push_back(preset_json(*preset));
  for (const pruning::Preset& preset : presets_) presets.push_back(preset_json(preset));
  Json start = {{"fen", start_.fen}, {"chess960", start_.chess960}, {"preset", start_.preset}, {"depth", start_.depth}};
  start["set"] = Json::object();
  for (const auto& [name, value] : start_.set) start["set"][name] = value;
  if (start_.tree) start["id"] = *start_.tree;
  if (judge_) start["engine"] = judge_->name();
  start["store"] = start_.store.has_value();
  return json_reply(
      {{"version", uci::kVersion},
       {"rules", std::move(rules)},
       {"families", std::move(families)},
       {"guards", std::move(guards)},
       {"presets", std::move(presets)},
       {"default_preset", pruning::kDefaultPreset},
       {"limits", {{"depth", limits_.depth}, {"entries", limits_.entries}, {"searches", limits_.searches}}},
       {"start", std::move(start)}});
}

Reply Service::moves(const std::string& body) const {
  const auto question = read_position_question(body);
  if (!question) return failure(kBadRequest, question.error());
  const Position& position = question->position;
  Json legal = Json::array();
  for (const Move m : legal_moves(position))
    legal.push_back({{"uci", to_text(m, position.chess960())}, {"san", san::to_text(position, m)}});
  const bool can_move = !legal.empty();
  return json_reply({{"fen", fen::to_text(position)},
                     {"turn", position.side_to_move() == Color::White ? "white" : "black"},
                     {"legal", std::move(legal)},
                     {"in_check", position.in_check()},
                     {"chess960", position.chess960()},
                     {"end", end_of(position, can_move)}});
}

Reply Service::tree(int id, bool whole) {
  const auto trace = find(id);
  if (!trace) return failure(kNotFound, fmt::format("tree {} is not kept any more; search again", id));
  return {200, "application/octet-stream",
          trace_bytes(*trace, whole ? TraceParts::All : TraceParts::Shown, lab::json_text(Json{{"id", id}}))};
}

Reply Service::node(int id, std::uint32_t entry) {
  const auto trace = find(id);
  if (!trace) return failure(kNotFound, fmt::format("tree {} is not kept any more; search again", id));
  auto json = node_json(*trace, entry);
  if (!json) return failure(kBadRequest, json.error());
  return {200, "application/json", *std::move(json)};
}

Reply Service::line(int id, const std::string& body) {
  const auto trace = find(id);
  if (!trace) return failure(kNotFound, fmt::format("tree {} is not kept any more; search again", id));
  const auto line = read_line_question(body);
  if (!line) return failure(kBadRequest, line.error());
  auto root = root_of(*trace);
  if (!root) return failure(kBadRequest, root.error());
  Json moves = Json::array(), sans = Json::array();
  for (std::string_view word : text::words(*line)) {
    if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) word.remove_prefix(dot + 1);
    if (word.empty()) continue;
    const auto move = san::parse(*root, word);
    if (!move) return failure(kBadRequest, fmt::format("move {}: {}", moves.size() + 1, move.error()));
    moves.push_back(move->bits());
    sans.push_back(san::to_text(*root, *move));
    root->play(*move);
  }
  return json_reply({{"moves", std::move(moves)}, {"san", std::move(sans)}});
}

Result<pruning::Preset> Service::preset_named(const std::string& name) const {
  for (const pruning::Preset& preset : presets_)
    if (preset.name == name) return preset;
  return pruning::find_preset(name);  // a built-in one: a page may not name files
}

}  // namespace oknos::explorer
