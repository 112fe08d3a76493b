// A search of which no tree is kept: the lines that it finds, and what each rule skipped.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/chess/notation.h"
#include "engine/pruning/registry/registry.h"
#include "engine/search/engine.h"
#include "engine/uci/format.h"
#include "explorer/question.h"
#include "explorer/service.h"
#include "lab/formats/san.h"
#include "lab/play/plan.h"
#include "lab/terminal/json_text.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

// From the view of the side to move, as in UCI: {"cp": 31} or {"mate": -2}.
Json uci_score_json(Score score) {
  const std::string text = uci::to_text(score);
  const std::size_t blank = text.find(' ');
  return {{text.substr(0, blank), std::stoi(text.substr(blank + 1))}};
}

Json best_move_json(const Position& position, Move m) {
  if (!m) return nullptr;
  return {{"uci", to_text(m, position.chess960())}, {"san", san::to_text(position, m)}};
}

Json found_line_json(const Position& root, const Info& info) {
  Json uci_moves = Json::array(), san_moves = Json::array();
  Position position = root;
  for (const Move m : info.pv) {
    uci_moves.push_back(to_text(m, root.chess960()));
    san_moves.push_back(san::to_text(position, m));
    position.play(m);
  }
  const char* bound = info.bound == Bound::Lower ? "lower" : info.bound == Bound::Upper ? "upper" : "exact";
  return {{"multipv", info.multi_pv},
          {"depth", info.depth},
          {"seldepth", info.seldepth},
          {"score", uci_score_json(info.score)},
          {"bound", bound},
          {"nodes", info.nodes},
          {"nps", uci::per_second(info.nodes, info.time)},
          {"time_ms", info.time},
          {"pv", std::move(uci_moves)},
          {"san", std::move(san_moves)}};
}

// What the rules did that did anything.
Json effects_json(const pruning::Ledger& ledger) {
  Json out = Json::array();
  for (pruning::RuleId id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleCounts& r = ledger.rules[id];
    if (r.moves_skipped + r.nodes_cut + r.quiescence_nodes_cut + r.nodes_reduced == 0) continue;
    out.push_back({{"rule", pruning::kRuleInfos[id].name},
                   {"moves_skipped", r.moves_skipped},
                   {"nodes_cut", r.nodes_cut},
                   {"quiescence_nodes_cut", r.quiescence_nodes_cut},
                   {"nodes_reduced", r.nodes_reduced}});
  }
  return out;
}

// Tells each line as it is found; the search ends when nobody listens any more.
class LineTeller : public SearchListener {
 public:
  LineTeller(Engine& engine, const Service::Lines& line) : engine_(engine), line_(line) {}

  void on_info(const Info& info) override {
    if (!listening_ || info.pv.empty()) return;
    listening_ = line_(lab::json_text(Json{{"progress", found_line_json(engine_.position(), info)}}));
    if (!listening_) engine_.stop();
  }
  bool listening() const { return listening_; }

 private:
  Engine& engine_;
  const Service::Lines& line_;
  bool listening_ = true;
};

}  // namespace

void Service::analyse(const std::string& body, const Lines& line) {
  const auto fail = [&line](const std::string& message) { line(lab::json_text(Json{{"error", message}})); };
  const auto question = read_analysis_question(body, limits_.depth);
  if (!question) return fail(question.error());
  const auto preset = preset_named(question->preset);
  if (!preset) return fail("\"preset\": " + preset.error());
  const auto rules = rules_of(*preset, *question);
  if (!rules) return fail(rules.error());
  if (!(rules->guards == pruning::GuardSwitches{})) return fail("\"set\": an analysis keeps all guards");

  Engine engine(question->hash.value_or(lab::SearchOptions::kDefaultHash));
  engine.set_position(question->position);
  LineTeller teller(engine, line);
  SearchRequest request;
  request.limits.depth = question->depth;
  request.limits.nodes = question->nodes;
  request.limits.move_time = question->move_time;
  request.settings = rules->settings;
  request.multi_pv = question->multi_pv;
  request.analysis = true;
  request.tracing = Tracing::Ledger;
  const SearchReport report = engine.search(request, &teller);
  if (!teller.listening()) return;

  Json lines = Json::array();
  for (const Info& info : report.lines) lines.push_back(found_line_json(question->position, info));
  line(lab::json_text(Json{{"done",
                            {{"best", best_move_json(question->position, report.best)},
                             {"lines", std::move(lines)},
                             {"nodes", report.nodes},
                             {"time_ms", report.time},
                             {"moves_made", report.ledger.moves_made},
                             {"moves_skipped", report.ledger.moves_skipped},
                             {"rules", effects_json(report.ledger)}}}}));
}

}  // namespace oknos::explorer
