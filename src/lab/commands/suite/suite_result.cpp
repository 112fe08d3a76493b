#include "lab/commands/suite/suite_result.h"

#include <nlohmann/json.hpp>

#include "lab/commands/suite/suite_json.h"
#include "lab/commands/suite/suite_view.h"
#include "lab/solving/outcome_fields.h"

namespace oknos::lab {

namespace {

using store::kVolatile;

constexpr int kMateLines = 4;  // values of MateLine

// S: Score or std::optional<Score>.
template <class F, class S>
void score_fields(F& f, S& score, const char* meaning) {
  std::optional<int> centipawns, mate;
  if (const std::optional<Score> s = score)
    (is_mate(*s) ? mate : centipawns) = is_mate(*s) ? mate_moves(*s) : s->value();
  f("centipawns", centipawns, meaning);
  f("mate", mate, "or moves to mate; negative: by Black");
  if constexpr (store::reads<F>) {
    if (centipawns) score = Score{*centipawns};
    if (mate) score = *mate > 0 ? mate_in(2 * *mate - 1) : mated_in(-2 * *mate);  // plies
  }
}

struct MomentNames {
  const char* depth;
  const char* nodes;
  const char* ms;
  const char* meaning;  // of the depth
};

template <class F, class M>
void moment_fields(F& f, M& moment, const MomentNames& names) {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::int64_t> time;
  if (moment) depth = moment->depth, nodes = moment->nodes, time = moment->time;
  f(names.depth, depth, names.meaning);
  f(names.nodes, nodes, "nodes until then");
  f(names.ms, time, "milliseconds until then", kVolatile);
  if constexpr (store::reads<F>)
    moment = depth ? std::optional(Moment{*depth, nodes.value_or(0), time.value_or(0)}) : std::nullopt;
}

constexpr auto kSuitePositionFields = [](auto& f, auto& r) {
  f("number", r.number, "place in the input, from 1");
  f("id", r.id, "the position's name");
  f("theme", r.theme, "the name's text before its number");
  f("fen", r.fen, "the position");
  f("wanted", r.wanted, "what is asked for; empty: nothing");
  outcome_field(f, r.outcome);
  f("move", r.move, "the move at the end, SAN");
  f("uci", r.uci, "the same, UCI");
  score_fields(f, r.score, "score of the last line, from White's view");
  f("shorter", r.shorter, "1: solved with a shorter mate than claimed");
  f("depth", r.end.depth, "of the last line, plies");
  f("nodes", r.end.nodes, "of the whole search");
  f("ms", r.end.time, "milliseconds of the whole search", kVolatile);
  moment_fields(f, r.held_since,
                {"held_depth", "held_nodes", "held_ms", "depth of the first line from which on all were right"});
  moment_fields(
      f, r.first,
      {"first_depth", "first_nodes", "first_ms", "depth of the first right line, also when it was lost again"});
  f("points", r.points, "the suite's points for the move");
  f("most_points", r.most_points, "the points for the best move");
  f("failure", r.failure, "what the engine did wrong", kVolatile);
  f.choice("mate_line", r.mate_line, kMateLines,
           "does the line of a mate score end in that mate? mates, short, wrong; empty: no mate score");
};

constexpr auto kSuiteLineFields = [](auto& f, auto& line) {
  f("depth", line.moment.depth, "plies");
  f("nodes", line.moment.nodes, "nodes until then");
  f("ms", line.moment.time, "milliseconds until then", kVolatile);
  f("move", line.move, "the best move, SAN");
  score_fields(f, line.score, "its score, from White's view");
  f("right", line.right, "1: what is asked for");
};

}  // namespace

store::Format<PositionResult> SuiteResult::format() {
  return store::format_of<PositionResult>([](auto& t, auto& result) {
    t.row("positions", result, kSuitePositionFields);
    t.rows("iterations", result.lines, kSuiteLineFields);
  });
}

void SuiteResult::add(WorkUnitNumber, PositionResult position) {
  position.lines.clear();
  positions.push_back(std::move(position));
}

std::string SuiteResult::text(const Style& style) const {
  return suite_report(positions, unreadable, style);
}

nlohmann::ordered_json SuiteResult::json() const {
  return suite_summary_json(*this);
}

}  // namespace oknos::lab
