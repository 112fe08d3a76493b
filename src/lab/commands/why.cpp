#include "lab/commands/why.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "engine/search/subtree_search.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/commands.h"
#include "lab/commands/why_words.h"
#include "lab/formats/san.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/views/json_output.h"

namespace oknos::lab {

namespace {

bool asks_of_nodes(const HeldRule& held) {
  const pruning::Place place = pruning::kRuleInfos[held.rule].place;
  return place == pruning::Place::Node || place == pruning::Place::QuiescenceNode;
}

}  // namespace

bool LineWatch::lies_on_line(const NodeEntered& e) const {
  if (open_.empty()) return e.ply == 0;
  const Open& parent = open_.back();
  if (!parent.visit) return false;
  if (e.ply == parent.ply) return true;
  const auto at = static_cast<std::size_t>(parent.ply);
  return at < line_.size() && Move::from_bits(e.previous) == line_[at];
}

void LineWatch::node_entered(const NodeEntered& e) {
  held_.clear();
  if (open_.empty() && e.depth > iteration_) {
    before_ = std::exchange(visits_, {});
    iteration_ = e.depth;
  }
  Open open{e.ply, {Move::from_bits(e.previous), e.pv, e.cut_node}, std::nullopt, nodes_};
  if (lies_on_line(e)) {
    open.visit = visits_.size();
    LineVisit& v = visits_.emplace_back();
    v.ply = e.ply;
    v.depth = e.depth;
    v.alpha = Score{e.alpha};
    v.beta = Score{e.beta};
    v.pv = e.pv;
    v.cut_node = e.cut_node;
    v.quiescence = e.quiescence;
    v.in_check = e.in_check;
    v.again = !open_.empty() && open_.back().ply == e.ply;
  }
  open_.push_back(open);
}

void LineWatch::node_left(const NodeLeft& e) {
  if (LineVisit* v = open_visit()) {
    v->end = e.end;
    v->score = Score{e.score};
    v->best = Move::from_bits(e.best_move);
    if (e.has_static_eval) v->static_eval = Score{e.static_eval};
    v->nodes = nodes_ - open_.back().nodes_before;
  }
  held_.clear();
  open_.pop_back();
}

void LineWatch::node_decided(const NodeDecided& e) {
  if (LineVisit* v = open_visit()) {
    if (e.kind == NodeDecided::Kind::Reduce) v->reduced = static_cast<pruning::RuleId>(e.rule);
    if (e.kind == NodeDecided::Kind::Cut || e.kind == NodeDecided::Kind::Resolve)
      v->cut = sample_of(e, open_.back().node);
  }
}

void LineWatch::move_skipped(const MoveSkipped& e) {
  if (LineVisit* v = visit_before(e.move)) {
    v->next = LineVisit::Next::Pruned;
    v->pruned = sample_of(e, open_.back().node);
    if (!e.bulk_skipped) v->held = held_;
  }
  if (!e.bulk_skipped) held_.clear();
}

void LineWatch::move_made(const MoveMade& e) {
  ++nodes_;
  if (LineVisit* v = visit_before(e.move)) {
    v->next = LineVisit::Next::Made;
    v->child_depth = e.child_depth;
    v->held = held_;
  }
  held_.clear();
}

void LineWatch::rule_held(const RuleHeld& e) {
  const HeldRule held{static_cast<pruning::RuleId>(e.rule), static_cast<pruning::Guard>(e.guard)};
  LineVisit* v = open_visit();
  if (!v) return;
  (asks_of_nodes(held) ? v->node_held : held_).push_back(held);
}

const std::vector<LineVisit>& LineWatch::visits(int depth) const {
  return depth + 1 == iteration_ ? before_ : visits_;
}

LineVisit* LineWatch::open_visit() {
  if (open_.empty() || !open_.back().visit) return nullptr;
  return &visits_[*open_.back().visit];
}

LineVisit* LineWatch::visit_before(MoveBits move) {
  LineVisit* v = open_visit();
  const auto at = v ? static_cast<std::size_t>(v->ply) : 0;
  return v && at < line_.size() && Move::from_bits(move) == line_[at] ? v : nullptr;
}

namespace {

using Json = nlohmann::ordered_json;
using Next = LineVisit::Next;

struct Question {
  std::vector<std::string> input;  // as find_input reads it: one position
  std::string line;                // moves, UCI or SAN, with or without numbers
  SearchOptions search;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

// --- What a search says of a line -----------------------------------------------------------------------------------

struct LineStory {
  struct Checked {  // what was left out, searched after all
    std::size_t visit = 0;
    ShadowVerdict verdict;
  };

  std::vector<Position> positions;  // before each move of the line, and after the last
  std::vector<Move> line;
  std::string preset;
  pruning::Settings settings;
  int depth = 0;  // of the iteration
  Score score;    // of the root, from White's view
  Move best;
  std::vector<LineVisit> visits;
  std::vector<Checked> checked;

  const ShadowVerdict* verdict_of(std::size_t visit) const {
    const auto found = std::find_if(checked.begin(), checked.end(), [&](const Checked& c) { return c.visit == visit; });
    return found == checked.end() ? nullptr : &found->verdict;
  }
};

// "12.", "12...", "...": move numbers may stand in the line.
bool is_number(std::string_view word) {
  if (word.find_first_not_of('.') == std::string_view::npos) return true;
  const std::size_t digits = word.find_first_not_of("0123456789");
  return digits != 0 &&
         (digits == std::string_view::npos || word.find_first_not_of('.', digits) == std::string_view::npos);
}

// "why FEN Bxh7+": takes the words behind the position for the line.
std::string line_behind_position(std::vector<std::string>& words) {
  constexpr std::size_t kFields = 4, kFieldsWithClocks = 6;
  std::size_t fields = 1;  // "startpos", or a FEN in quotation marks
  if (words.size() > 1 && words[0] != "startpos" && words[0].find(' ') == std::string::npos) {
    const auto is_clock = [&](std::size_t i) { return words[i].find_first_not_of("0123456789") == std::string::npos; };
    fields =
        words.size() >= kFieldsWithClocks && is_clock(kFields) && is_clock(kFields + 1) ? kFieldsWithClocks : kFields;
  }
  if (words.size() <= fields || words[fields] == "moves") return "";
  const std::vector<std::string> line(words.begin() + static_cast<std::ptrdiff_t>(fields), words.end());
  words.resize(fields);
  return listed(line, {}, " ");
}

// Fills the story's line and positions.
std::optional<Error> read_line(LineStory& story, const std::string& line) {
  for (const std::string_view given : text::words(line)) {
    std::string word(given);
    if (is_number(word)) continue;
    if (const std::size_t dot = word.rfind('.'); dot != std::string::npos) word = word.substr(dot + 1);
    const auto move = read_move(story.positions.back(), word);
    if (!move) return Error{fmt::format("line: {} (move {} of the line)", move.error(), story.line.size() + 1)};
    story.line.push_back(*move);
    Position next = story.positions.back();
    next.play(*move);
    story.positions.push_back(std::move(next));
  }
  if (story.line.empty())
    return Error{"line: at least one move is expected, like why startpos e4 e5, or --line \"e4 e5\""};
  return std::nullopt;
}

void search(LineStory& story, const Plan& plan) {
  Engine engine(plan.hash);
  engine.set_position(story.positions[0]);
  LineWatch watch(story.line);
  SearchRequest request;
  request.limits = plan.limits;
  request.settings = plan.settings;
  request.tracing = Tracing::Observed;
  request.observer = &watch;
  const SearchReport report = engine.search(request);
  if (!report.lines.empty()) {
    story.depth = report.lines.front().depth;
    story.score = white_view(report.lines.front().score, story.positions[0].side_to_move());
  }
  story.best = report.best;
  story.visits = watch.visits(story.depth);
}

void check(LineStory& story) {
  SubtreeSearch window;
  for (std::size_t i = 0; i < story.visits.size() && !interrupted(); ++i) {
    const LineVisit& v = story.visits[i];
    const bool cut = v.cut && v.end == NodeEnd::RuleCut && v.ply > 0;
    const ShadowSample* sample = cut ? &*v.cut : v.pruned && v.ply > 0 ? &*v.pruned : nullptr;
    if (!sample || (cut && sample->rule == pruning::kId<pruning::StandPat>)) continue;
    story.checked.push_back({i, check_sample(*sample, ShadowSettings::of(story.settings), window)});
  }
}

// --- Text and JSON --------------------------------------------------------------------------------------------------

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
  return listed(held, [](const HeldRule& h) {
    return fmt::format("{} (guard {})", rule_text(h.rule), pruning::name_of(h.guard));
  });
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
    out["searched_after_all"] = {{"wrong", v->error},
                                 {"value", v->value.value()},
                                 {"regret", v->error_size.value()},
                                 {"found_at_reduced_depth", v->found_at_reduced_depth},
                                 {"nodes", v->nodes},
                                 {"depth", s.full.plies()}};
  return out;
}

Json json_of(const std::vector<HeldRule>& held) {
  Json out = Json::array();
  for (const HeldRule& h : held)
    out.push_back({{"rule", pruning::kRuleInfos[h.rule].name}, {"guard", pruning::name_of(h.guard)}});
  return out;
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
  return json_text(out);
}

// --- The command ----------------------------------------------------------------------------------------------------

int why(const Question& q) {
  constexpr int kDefaultDepth = 10;  // plies
  Limits limits;
  limits.depth = kDefaultDepth;
  const auto plan = make_plan(q.search, limits);
  if (!plan) return complain(kUsage, plan.error());
  std::vector<std::string> position = q.input;
  const std::string line = q.line.empty() ? line_behind_position(position) : q.line;
  const auto input = find_input(position);
  if (!input) return complain(kFailure, input.error());
  if (!input->position) return complain(kUsage, "why: one position is expected, as FEN or 'startpos'");
  LineStory story;
  story.positions.push_back(*input->position);
  story.preset = plan->preset.name;
  story.settings = plan->settings;
  if (const auto error = read_line(story, line)) return complain(kUsage, error->message);
  catch_interrupts();
  search(story, *plan);
  check(story);
  if (q.json)
    std::printf("%s\n", why_json(story, interrupted()).c_str());
  else
    std::printf("%s", why_report(story, style_of(stdout, q.color)).c_str());
  return interrupted() ? kInterruptedExit : 0;
}

}  // namespace

void add_why(CLI::App& app, int& exit_code) {
  struct State {
    Question question;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  Question& q = state->question;
  CLI::App* command = app.add_subcommand("why", "Explain why a line was not searched further");
  command->footer(
      "Searches the position (to depth 10 unless a limit is given) and shows every visit to the line in the last\n"
      "completed iteration. For a pruned move it prints the rule and its numbers, the guards that held other rules\n"
      "back, and the result of searching the move anyway.\n\n"
      "Examples:\n"
      "  oknos-lab why startpos e4 e5 Qh5\n"
      "  oknos-lab why \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\" --line \"Ra8#\" --depth 4 --preset heinz");
  command->add_option("input", q.input, "FEN, or 'startpos'; the line may follow")->type_name("FEN");
  command->add_option("--line", q.line, "The line, as SAN or UCI moves: \"e4 e5\" or \"e2e4 e7e5\"")
      ->type_name("MOVES");
  add_rule_options(*command, q.search);
  add_limit_options(*command, q.search, state->raw);
  command->add_flag("--json", q.json, "Print one JSON value");
  add_color(*command, q.color);
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->question.search);
    exit_code = why(state->question);
  });
}

}  // namespace oknos::lab
