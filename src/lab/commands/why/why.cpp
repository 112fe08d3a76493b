#include "lab/commands/why/why.h"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"
#include "engine/search/subtree_search.h"
#include "lab/commands/why/why_view.h"
#include "lab/formats/san.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

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

}  // namespace

int why(const WhyOptions& options) {
  Limits limits;
  limits.depth = WhyOptions::kDefaultDepth;
  const auto plan = make_plan(options.search, limits);
  if (!plan) return complain(kUsage, plan.error());
  std::vector<std::string> position = options.input;
  const std::string line = options.line.empty() ? line_behind_position(position) : options.line;
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
  if (options.json)
    std::printf("%s\n", why_json(story, interrupted()).c_str());
  else
    std::printf("%s", why_report(story, style_of(stdout, options.color)).c_str());
  return interrupted() ? kInterruptedExit : 0;
}

}  // namespace oknos::lab
