#include "lab/commands/why/why_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/parts/verdict.h"
#include "lab/commands/why/arithmetic.h"
#include "lab/commands/why/why_words.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"
#include "lab/views/json_output.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using Next = LineVisit::Next;

std::string rule_text(pruning::RuleId rule) {
  return plain_name(pruning::kRuleInfos[rule].name);
}

std::string kind_text(const LineVisit& v) {
  if (v.quiescence) return "quiescence";
  std::string out = fmt::format("depth {}", v.depth);
  return out + (v.pv ? ", open window" : v.cut_node ? ", expected to be cut" : ", expected to fail low");
}

std::string move_of(const LineStory& story, int ply) {
  const auto i = static_cast<std::size_t>(ply);
  return san::move_number(story.positions[i]) + " " + san::to_text(story.positions[i], story.line[i]);
}

std::string held_text(const std::vector<HeldRule>& held) {
  std::string out;
  for (const HeldRule& h : held)
    out += fmt::format("{}{} (guard {})", out.empty() ? "" : ", ", rule_text(h.rule), pruning::name_of(h.guard));
  return out;
}

std::string others_text(const ShadowSample& s) {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (id != s.rule && (s.rules >> id & 1))
      out += (out.empty() ? "" : ", ") + rule_text(static_cast<pruning::RuleId>(id));
  return out;
}

// Lines under a visit, each indented and wrapped.
class Lines {
 public:
  Lines(std::string& out, std::size_t indent, const Style& style) : out_(out), indent_(indent), style_(style) {}

  void add(Tone tone, const std::string& text) {
    const std::string lines = wrapped(text, static_cast<std::size_t>(style_.width) - indent_, 2);
    for (std::size_t from = 0; from < lines.size();) {
      const std::size_t end = lines.find('\n', from);
      out_ += std::string(indent_, ' ') + style_.paint(tone, lines.substr(from, end - from)) + "\n";
      from = end == std::string::npos ? lines.size() : end + 1;
    }
  }

 private:
  std::string& out_;
  std::size_t indent_;
  const Style& style_;
};

void add_pruned(Lines& lines, const LineStory& story, std::size_t visit, const ShadowSample& s,
                const std::string& what) {
  lines.add(Tone::Warning,
            fmt::format("{}: {}{}: {}", what, rule_text(s.rule),
                        s.bulk_skipped ? ", with all quiet moves that were left" : "", arithmetic(s, story.settings)));
  if (const std::string others = others_text(s); !others.empty()) lines.add(Tone::Plain, "So would: " + others);
  if (const ShadowVerdict* v = story.verdict_of(visit))
    lines.add(v->error ? Tone::Bad : Tone::Good, verdict_text(s, *v));
}

void add_visit(std::string& out, const LineStory& story, std::size_t i, const Style& style) {
  constexpr std::size_t kStep = 2, kDeepest = 12;  // columns, and plies that are indented
  const LineVisit& v = story.visits[i];
  const std::size_t indent = kStep * std::min<std::size_t>(static_cast<std::size_t>(v.ply), kDeepest);
  Lines head(out, indent, style);
  Lines lines(out, indent + kStep, style);
  const std::string title = v.ply == 0 ? "The root" : "After " + move_of(story, v.ply - 1);
  head.add(v.ply == 0 ? Tone::Strong : Tone::Plain,
           fmt::format("{}{}: {}, window {} to {}; {} with {}, {}", title, v.again ? ", once more" : "", kind_text(v),
                       value_text(v.alpha), value_text(v.beta), end_text(v.end), value_text(v.score),
                       counted(v.nodes, "node")));
  if (v.reduced) lines.add(Tone::Warning, "One ply shallower: " + rule_text(*v.reduced));
  if (v.cut && v.end == NodeEnd::RuleCut) add_pruned(lines, story, i, *v.cut, "Cut");
  if (!v.node_held.empty()) lines.add(Tone::Faint, "Held back at the node: " + held_text(v.node_held));
  const bool cut = v.end == NodeEnd::RuleCut || v.end == NodeEnd::ProbCut;
  if (static_cast<std::size_t>(v.ply) >= story.line.size() || (cut && v.next == Next::NotReached)) return;
  const std::string move = move_of(story, v.ply);
  if (v.next == Next::Pruned) add_pruned(lines, story, i, *v.pruned, move + " is not searched");
  if (v.next == Next::Made) lines.add(Tone::Plain, fmt::format("{} is searched to depth {}", move, v.child_depth));
  if (!v.held.empty()) lines.add(Tone::Faint, "Held back at the move: " + held_text(v.held));
  if (v.next != Next::NotReached) return;
  const bool held_by_other = v.end == NodeEnd::Searched && v.best && v.score >= v.beta;
  const auto& position = story.positions[static_cast<std::size_t>(v.ply)];
  if (held_by_other)
    lines.add(Tone::Plain, fmt::format("{} is not reached: {} holds beta", move, san::to_text(position, v.best)));
  else if (v.quiescence && v.end == NodeEnd::Searched)
    lines.add(Tone::Plain, move + " is not a move of quiescence search");
  else
    lines.add(Tone::Plain, move + " is not reached");
}

// How the line ended, over all visits.
std::string summary(const LineStory& story) {
  std::size_t deepest = 0, pruned = 0, wrong = 0;
  for (std::size_t i = 0; i < story.visits.size(); ++i) {
    const LineVisit& v = story.visits[i];
    deepest = std::max(deepest, static_cast<std::size_t>(v.ply));
    pruned += v.next == Next::Pruned || v.end == NodeEnd::RuleCut ? 1 : 0;
    const ShadowVerdict* verdict = story.verdict_of(i);
    wrong += verdict && verdict->error ? 1 : 0;
  }
  std::string out = counted(story.visits.size(), "visit") + "; ";
  out += deepest == story.line.size()
             ? "the line was searched to its end"
             : fmt::format("no visit got further than {} of {} moves", deepest, story.line.size());
  return out + fmt::format("; pruned in {} ({} wrong).\n", counted(pruned, "visit"), wrong);
}

Json json_of(const ShadowSample& s, const LineStory& story, const ShadowVerdict* v) {
  Json out = {{"rule", pruning::kRuleInfos[s.rule].name},
              {"condition", arithmetic(s, story.settings)},
              {"bound", s.bound.value()},
              {"slack", s.slack().value()},
              {"with_the_rest", s.bulk_skipped},
              {"also", others_text(s)}};
  if (v)
    out["searched_after_all"] = {{"wrong", v->error},           {"value", v->value.value()},
                                 {"regret", v->error_size.value()}, {"found_at_reduced_depth", v->found_at_reduced_depth},
                                 {"nodes", v->nodes},           {"depth", s.full.plies()}};
  return out;
}

Json json_of(const std::vector<HeldRule>& held) {
  Json out = Json::array();
  for (const HeldRule& h : held)
    out.push_back({{"rule", pruning::kRuleInfos[h.rule].name}, {"guard", pruning::name_of(h.guard)}});
  return out;
}

}  // namespace

const ShadowVerdict* LineStory::verdict_of(std::size_t visit) const {
  const auto found = std::find_if(checked.begin(), checked.end(), [&](const Checked& c) { return c.visit == visit; });
  return found == checked.end() ? nullptr : &found->verdict;
}

std::string why_report(const LineStory& story, const Style& style) {
  std::string out =
      fmt::format("Preset {}, iteration {}: {} {}, {} for White\n\n", story.preset, story.depth,
                  san::move_number(story.positions[0]), story.best ? san::to_text(story.positions[0], story.best) : "-",
                  score_text(story.score));
  for (std::size_t i = 0; i < story.visits.size(); ++i) add_visit(out, story, i, style);
  return out + "\n" + summary(story) +
         style.paint(Tone::Faint,
                     "Windows and values are in pawns, conditions in centipawns, from the view of the side to move "
                     "there.\n");
}

std::string why_json(const LineStory& story, bool interrupted) {
  const bool chess960 = story.positions[0].chess960();
  Json visits = Json::array();
  for (std::size_t i = 0; i < story.visits.size(); ++i) {
    const LineVisit& v = story.visits[i];
    Json out = {{"ply", v.ply},
                {"depth", v.depth},
                {"quiescence", v.quiescence},
                {"again", v.again},
                {"alpha", v.alpha.value()},
                {"beta", v.beta.value()},
                {"pv", v.pv},
                {"cut_node", v.cut_node},
                {"in_check", v.in_check},
                {"end", end_text(v.end)},
                {"score", v.score.value()},
                {"nodes", v.nodes}};
    if (v.best) out["best"] = to_text(v.best, chess960);
    if (v.static_eval) out["static_value"] = v.static_eval->value();
    if (v.cut && v.end == NodeEnd::RuleCut) out["cut"] = json_of(*v.cut, story, story.verdict_of(i));
    if (!v.node_held.empty()) out["node_held"] = json_of(v.node_held);
    constexpr std::array<const char*, 3> kNext{"not reached", "searched", "pruned"};
    if (static_cast<std::size_t>(v.ply) < story.line.size()) out["next"] = kNext[static_cast<std::size_t>(v.next)];
    if (v.pruned) out["pruned"] = json_of(*v.pruned, story, story.verdict_of(i));
    if (!v.held.empty()) out["held"] = json_of(v.held);
    visits.push_back(std::move(out));
  }
  Json line = Json::array();
  for (const Move m : story.line) line.push_back(to_text(m, chess960));
  const Json out = {{"type", "why"},        {"fen", fen::to_text(story.positions[0])},
                    {"line", line},         {"preset", story.preset},
                    {"depth", story.depth}, {"score", score_json(story.score)},
                    {"visits", visits},     {"interrupted", interrupted}};
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace oknos::lab
