#include "lab/commands/suite.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/base/text.h"
#include "lab/commands/grid.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"
#include "lab/views/json_output.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

// --- A position: a line that is printed when it is done

Tone verdict_tone(const PositionResult& r) {
  if (r.solved()) return Tone::Good;
  return r.outcome == SuiteOutcome::Searched || r.outcome == SuiteOutcome::GameOver ? Tone::Plain : Tone::Bad;
}

const char* verdict_text(const PositionResult& r) {
  if (r.failed()) return "fail";
  return r.solved() ? "ok" : r.outcome == SuiteOutcome::Missed ? "not" : "";
}

// The widths are known before the first line is printed.
class PositionRows {
 public:
  PositionRows(const std::vector<SuitePosition>& positions, const Style& style)
      : style_(style), number_(std::to_string(positions.size()).size()) {
    constexpr std::size_t kNarrowestName = 8, kWidestName = 32;
    for (const SuitePosition& p : positions) {
      const PositionResult r = unsearched(p, 0);
      name_ = std::max(name_, display_width(r.name()));
      if (r.points) points_ = std::max(points_, 2 * std::to_string(r.most_points).size() + 1);  // "10/10"
    }
    name_ = std::clamp(name_, kNarrowestName, kWidestName);
  }

  std::string title() const {
    std::string out = padded_left("", number_) + "  " + padded_right("position", name_) + "  " +
                      padded_right("move", kMove + kVerdict) + padded_left("score", kScore) +
                      padded_left("depth", kDepth) + padded_right("  held since", kHeld);
    if (points_ > 0) out += padded_left("points", points_width());
    return style_.paint(Tone::Faint, out + "  wanted");
  }

  std::string row(const PositionResult& r) const {
    std::string out = style_.paint(Tone::Faint, padded_left(std::to_string(r.number), number_)) + "  " +
                      padded_right(shortened(r.name(), name_, style_.ellipsis()), name_) + "  ";
    out += style_.paint(Tone::Strong, padded_right(r.move.empty() ? "-" : r.move, kMove));
    out += style_.paint(verdict_tone(r), padded_right(verdict_text(r), kVerdict));
    out += padded_left(r.score ? score_text(*r.score) : "", kScore);
    out += style_.paint(Tone::Faint, padded_left(r.move.empty() ? "" : std::to_string(r.end.depth), kDepth));
    out += held(r);
    if (points_ > 0) out += padded_left(r.points ? fmt::format("{}/{}", *r.points, r.most_points) : "", points_width());
    std::string remark = r.wanted;
    if (r.shorter) remark += ", shorter";
    if (r.outcome == SuiteOutcome::GameOver || r.failed())
      remark = std::string(name_of(r.outcome)) + (remark.empty() ? "" : ", ") + remark;
    if (remark.empty()) return out.erase(out.find_last_not_of(' ') + 1);
    return out + "  " + style_.paint(r.failed() ? Tone::Warning : Tone::Faint, remark);
  }

 private:
  static constexpr std::size_t kMove = 8, kVerdict = 5, kScore = 8, kDepth = 7, kHeld = 23;

  std::size_t points_width() const { return std::max(points_, display_width("points")) + 2; }

  std::string held(const PositionResult& r) const {
    constexpr std::size_t kHeldDepth = 5, kHeldNodes = 7, kHeldTime = 9;
    const auto shown = r.solved() ? r.held_since : r.first;
    if (!shown) return padded_left("", kHeld);
    const std::string out = "  " + padded_left(std::to_string(shown->depth), kHeldDepth) +
                            padded_left(compact(shown->nodes), kHeldNodes) +
                            padded_left(r.solved() ? seconds(shown->time) : "lost", kHeldTime);
    return style_.paint(r.solved() ? Tone::Plain : Tone::Warning, out);
  }

  const Style& style_;
  std::size_t number_;
  std::size_t name_ = 1;
  std::size_t points_ = 0;  // 0: the suite gives none
};

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

std::string position_json(const PositionResult& r) {
  const auto moment = [](const std::optional<Moment>& m) -> Json {
    if (!m) return nullptr;
    return {{"depth", m->depth}, {"nodes", m->nodes}, {"time_ms", m->time}};
  };
  Json out = {
      {"type", "position"}, {"number", r.number},           {"id", r.id}, {"theme", r.theme}, {"position", r.fen},
      {"wanted", r.wanted}, {"outcome", name_of(r.outcome)}};
  out["best"] = r.move.empty() ? Json() : Json{{"san", r.move}, {"uci", r.uci}};
  out["score"] = r.score ? score_json(*r.score) : Json();
  out["shorter"] = r.shorter;
  out["mate_line"] = r.mate_line == MateLine::None ? Json() : Json(name_of(r.mate_line));
  out["depth"] = r.end.depth;
  out["nodes"] = r.end.nodes;
  out["time_ms"] = r.end.time;
  out["held_since"] = moment(r.held_since);
  out["first"] = moment(r.first);
  out["points"] = or_null(r.points);
  out["most_points"] = r.points ? Json(r.most_points) : Json();
  out["failure"] = r.failure.empty() ? Json() : Json(r.failure);
  return json_text(out);
}

// --- How it is stored

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
  const char *depth, *nodes, *ms;
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
  f(names.ms, time, "milliseconds until then", store::kVolatile);
  if constexpr (store::reads<F>)
    moment = depth ? std::optional(Moment{*depth, nodes.value_or(0), time.value_or(0)}) : std::nullopt;
}

constexpr auto kResultFields = [](auto& f, auto& r) {
  constexpr int kMateLines = 4;
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
  f("ms", r.end.time, "milliseconds of the whole search", store::kVolatile);
  moment_fields(f, r.held_since,
                {"held_depth", "held_nodes", "held_ms", "depth of the first line from which on all were right"});
  moment_fields(
      f, r.first,
      {"first_depth", "first_nodes", "first_ms", "depth of the first right line, also when it was lost again"});
  f("points", r.points, "the suite's points for the move");
  f("most_points", r.most_points, "the points for the best move");
  f("failure", r.failure, "what the engine did wrong", store::kVolatile);
  f.choice("mate_line", r.mate_line, kMateLines,
           "does the line of a mate score end in that mate? mates, short, wrong; empty: no mate score");
};

constexpr auto kIterationFields = [](auto& f, auto& line) {
  f("depth", line.moment.depth, "plies");
  f("nodes", line.moment.nodes, "nodes until then");
  f("ms", line.moment.time, "milliseconds until then", store::kVolatile);
  f("move", line.move, "the best move, SAN");
  score_fields(f, line.score, "its score, from White's view");
  f("right", line.right, "1: what is asked for");
};

// --- All positions

struct Counts {
  std::size_t positions = 0, asked = 0, solved = 0;  // asked: for something; solved: of those
  std::size_t failed = 0;                            // the engine crashed, kept silent or played an illegal move
  std::size_t scored = 0;                            // positions with points
  std::uint64_t points = 0, most_points = 0;
  std::size_t mates = 0, short_lines = 0, wrong_lines = 0;  // mate scores, by what their lines say
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds, added up

  void add(const PositionResult& r) {
    ++positions;
    asked += r.asked();
    solved += r.solved();
    failed += r.failed();
    mates += r.mate_line == MateLine::Mates;
    short_lines += r.mate_line == MateLine::Short;
    wrong_lines += r.mate_line == MateLine::Wrong;
    nodes += r.end.nodes;
    time += r.end.time;
    if (!r.points) return;
    ++scored;
    points += static_cast<std::uint64_t>(*r.points);
    most_points += static_cast<std::uint64_t>(r.most_points);
  }

  Json json(Json out) const {
    out["positions"] = positions;
    out["asked"] = asked;
    out["solved"] = solved;
    out["failed"] = failed;
    out["points"] = scored > 0 ? Json(points) : Json();
    out["most_points"] = scored > 0 ? Json(most_points) : Json();
    out["mate_scores"] = {{"mates", mates}, {"short", short_lines}, {"wrong", wrong_lines}};
    out["nodes"] = nodes;
    out["time_ms"] = time;
    return out;
  }
};

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  constexpr double kPercent = 100.0;
  return whole == 0 ? "-" : fmt::format("{:.1f} %", kPercent * share(part, whole));
}

std::string first_line(const Counts& c) {
  std::string out = counted(c.positions, "position") + " searched";
  if (c.asked > 0)
    out = fmt::format("{} of {} solved ({})", grouped(c.solved), counted(c.asked, "position"),
                      share_text(c.solved, c.asked));
  if (c.asked > 0 && c.asked < c.positions) out += fmt::format(", {} asked for nothing", c.positions - c.asked);
  if (c.failed > 0) out += fmt::format(", {} failed", c.failed);
  return out + fmt::format(": {} nodes, {} of searching.", grouped(c.nodes), seconds(c.time));
}

std::string mates_line(const Counts& c) {
  std::string out = fmt::format("{}: {} in that mate", counted(c.mates + c.short_lines + c.wrong_lines, "mate score"),
                                counted(c.mates, "line ends", "lines end"));
  if (c.short_lines > 0) out += ", " + counted(c.short_lines, "is", "are") + " too short to tell";
  if (c.wrong_lines > 0) out += ", " + counted(c.wrong_lines, "contradicts", "contradict") + " the score";
  return out + ".";
}

// The least of 1, 2, 5, 10, 20, 50, ... that is not below n.
std::int64_t round_limit(std::int64_t n) {
  constexpr std::array<std::int64_t, 3> kSteps = {1, 2, 5};
  constexpr std::int64_t kBase = 10;
  constexpr std::int64_t kLast = std::int64_t{1} << 59;  // beyond it nothing is multiplied
  for (std::int64_t power = 1; power < kLast; power *= kBase)
    for (const std::int64_t step : kSteps)
      if (step * power >= n) return step * power;
  return n;
}

// Names one after the other; what several in a row have before their number is said once: "WAC.002 141 163, BK.03".
std::string joined_names(const std::vector<std::string>& names) {
  std::string out;
  std::string_view before;
  for (const std::string& name : names) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::string_view prefix = std::string_view(name).substr(0, last == std::string::npos ? 0 : last + 1);
    const bool again = !prefix.empty() && prefix == before && prefix.size() < name.size();
    if (!out.empty()) out += again ? " " : ", ";
    out += again ? name.substr(prefix.size()) : name;
    before = prefix;
  }
  return out;
}

// So many are solved, and stay so, within so much; only where the count grows.
using Within = std::vector<std::pair<std::int64_t, std::size_t>>;

template <class LimitOf>
Within within(const std::vector<PositionResult>& results, LimitOf limit_of) {
  std::map<std::int64_t, std::size_t> counts;
  for (const PositionResult& r : results)
    if (r.held_since) ++counts[limit_of(*r.held_since)];
  Within out;
  for (const auto& [limit, count] : counts) out.emplace_back(limit, count + (out.empty() ? 0 : out.back().second));
  return out;
}

// Which test positions does a search solve, and since when?
struct Solved : GridMeasure {
  static constexpr const char* kName = Question::kSolved;
  static constexpr const char* kDescription = "test positions: which are solved, and how early";

  using Unit = PositionResult;
  static constexpr auto kLayout = [](auto& t, auto& result) {
    t.row("positions", result, kResultFields);
    t.rows("iterations", result.lines, kIterationFields);
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const std::int64_t limit = q.limits.values.front();
    const auto patience = q.limits.patience(limit, q.players.all.front().participant);
    Unit out = unsearched(q.positions[number], static_cast<int>(number) + 1);
    const auto failure = solve(*worker.players.front(), q.positions[number], q.limits.limits(limit), patience, out);
    if (!failure) return out;
    if (failure->kind == FailureKind::Interrupted) return std::nullopt;
    return Error{failure->text};
  }

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : player_(header.entry("name_1")), unit_(header.entry("unit")), limit_(header.entry("limits")) {}

    std::optional<Error> add(Unit unit) {
      unit.lines.clear();  // of which there may be many
      counts_.add(unit);
      auto theme = std::find_if(themes_.begin(), themes_.end(), [&](const auto& t) { return t.first == unit.theme; });
      if (theme == themes_.end()) theme = themes_.insert(theme, {unit.theme, {}});
      theme->second.add(unit);
      results_.push_back(std::move(unit));
      return std::nullopt;
    }

    void report(record::TextReport& out) const {
      out.title(first_line(counts_));
      if (counts_.mates + counts_.short_lines + counts_.wrong_lines > 0) out.title(mates_line(counts_));
      if (counts_.scored > 0)
        out.title(fmt::format("{} of {} points ({}).", grouped(counts_.points), grouped(counts_.most_points),
                              share_text(counts_.points, counts_.most_points)));
      if (themes_.size() > 1) report_themes(out);
      report_within(out);
      const auto list = [&](const std::string& title, const std::vector<std::string>& names) {
        constexpr std::size_t kIndent = 2;
        if (!names.empty()) out.note(fmt::format("{} ({}): {}", title, names.size(), joined_names(names)), kIndent);
      };
      list("Not solved", names([](const PositionResult& r) { return r.asked() && !r.solved() && !r.failed(); }));
      list("Right at some time and lost again", names([](const PositionResult& r) { return r.lost(); }));
      list("Shorter mates than claimed", names([](const PositionResult& r) { return r.shorter; }));
      list("Lines that contradict their mate score",
           names([](const PositionResult& r) { return r.mate_line == MateLine::Wrong; }));
      list("Failed", names([](const PositionResult& r) { return r.failed(); }));
      list("Lines that cannot be read", unreadable_);
    }

    void report(record::JsonReport& out) const {
      out.json = counts_.json({{"type", "summary"}, {"player", player_}, {"unit", unit_}, {"limits", limit_}});
      auto& themes = out.json["themes"] = Json::array();
      for (const auto& [name, counts] : themes_) themes.push_back(counts.json({{"theme", name}}));
      const auto add = [&](const char* name, const Within& list) {
        auto& to = out.json[name] = Json::array();
        for (const auto& [limit, solved] : list) to.push_back({{"within", limit}, {"solved", solved}});
      };
      add("by_depth", by_depth());
      add("by_nodes", by_nodes());
      add("by_time_ms", by_time());
      auto& missed = out.json["not_solved"] = Json::array();
      for (const PositionResult& r : results_)
        if (r.asked() && !r.solved()) missed.push_back(r.id.empty() ? Json(r.number) : Json(r.id));
      out.json["unreadable"] = unreadable_;
    }

    void asked(const Question& q) { unreadable_ = q.positions.input.unreadable; }
    std::size_t solved() const { return counts_.solved; }

   private:
    Within by_depth() const {
      return within(results_, [](const Moment& m) { return std::int64_t{m.depth}; });
    }
    Within by_nodes() const {
      return within(results_, [](const Moment& m) { return round_limit(static_cast<std::int64_t>(m.nodes)); });
    }
    Within by_time() const {
      return within(results_, [](const Moment& m) { return round_limit(m.time); });
    }

    template <class Condition>
    std::vector<std::string> names(Condition condition) const {
      std::vector<std::string> out;
      for (const PositionResult& r : results_)
        if (condition(r)) out.push_back(r.id.empty() ? fmt::format("no. {}", r.number) : r.id);
      return out;
    }

    void report_themes(record::TextReport& out) const {
      constexpr std::size_t kWidestName = 32;
      const bool points = counts_.scored > 0;
      std::vector<Column> columns = {{"theme", Align::Left, 3}, {"solved"}, {"of"}, {"share"}};
      for (std::size_t i = 1; i < columns.size(); ++i) columns[i].keep = 2;
      if (points) columns.insert(columns.end(), {{"points"}, {"of"}, {"share"}});
      TextTable table(std::move(columns));
      for (const auto& [name, c] : themes_) {
        std::vector<Cell> row = {{name.empty() ? "(no name)" : shortened(name, kWidestName, out.style().ellipsis())},
                                 {grouped(c.solved), Tone::Strong},
                                 {grouped(c.asked)},
                                 {share_text(c.solved, c.asked)}};
        if (points)
          row.insert(
              row.end(),
              {{grouped(c.points), Tone::Strong}, {grouped(c.most_points)}, {share_text(c.points, c.most_points)}});
        table.add_row(std::move(row));
      }
      out.table(table);
    }

    // Three lists side by side: each is short, and they say the same of three measures.
    void report_within(record::TextReport& out) const {
      constexpr double kSecond = 1000.0;
      const Within depths = by_depth(), nodes = by_nodes(), times = by_time();
      if (depths.empty()) return;
      TextTable table({{"depth", Align::Right, 2},
                       {"solved", Align::Right, 2},
                       {"nodes", Align::Right, 1},
                       {"solved", Align::Right, 1},
                       {"time"},
                       {"solved"}});
      for (std::size_t i = 0; i < std::max({depths.size(), nodes.size(), times.size()}); ++i) {
        std::vector<Cell> row;
        const auto add = [&](const Within& list, auto&& text_of) {
          row.push_back({i < list.size() ? text_of(list[i].first) : std::string()});
          row.push_back({i < list.size() ? grouped(list[i].second) : std::string(), Tone::Strong});
        };
        add(depths, [](std::int64_t n) { return std::to_string(n); });
        add(nodes, [](std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); });
        add(times, [](std::int64_t n) { return fmt::format("{:.3f} s", static_cast<double>(n) / kSecond); });
        table.add_row(std::move(row));
      }
      out.note("Solved to the end since at most");
      out.text += table.to_text(out.style());
    }

    std::string player_, unit_, limit_;
    std::vector<std::string> unreadable_;  // places of lines that gave no position; a store does not know them
    std::vector<PositionResult> results_;  // without their iterations
    Counts counts_;
    std::vector<std::pair<std::string, Counts>> themes_;  // as they come in the input
  };
};

// Prints a line for each position as it is done, and writes the file of --failed.
class SolvedRun final : public record::RunOf<Solved> {
 public:
  SolvedRun(const GridQuestion& question, const RunArguments& run)
      : RunOf(question, run), rows_(question.positions.input.positions, style()) {}

 private:
  // One process writes.
  bool writes_failed() const { return !question_.failed.path.empty() && arguments().leads(); }
  std::optional<Error> open_files() override {
    if (!writes_failed()) return std::nullopt;
    if (auto error = failed_.open(place_of(question_.failed))) return Error{"--failed " + error->message};
    return std::nullopt;
  }
  std::optional<Error> close_files() override {
    if (!writes_failed()) return std::nullopt;
    if (complete()) return failed_.finish();
    complain(0, fmt::format("{} holds what is not solved so far", text::quoted(failed_.abandon())));
    return std::nullopt;
  }

  std::string heading() const override {
    const Limits limits = question_.limits.limits(question_.limits.values.front());
    std::string out =
        fmt::format("{}, {} a position", style().paint(Tone::Strong, question_.players.all.front().own_name),
                    limits_in_words(limits));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} found before", grouped(done_before()));
    return out + "\n\n" + rows_.title() + "\n";
  }
  void take(WorkUnitNumber number, PositionResult found, bool fresh) override {
    const SuitePosition& position = question_.positions[number];
    if (fresh && found.failed()) say(fmt::format("{} ({}): {}", position.place, found.name(), found.failure));
    print(arguments().json ? position_json(found) : rows_.row(found));
    const bool not_solved = found.failed() || (found.asked() && !found.solved());
    if (not_solved && writes_failed()) failed_.write(position.line + "\n");
    add(number, std::move(found));
  }
  std::string progress_text() const override {
    return fmt::format("{}, {} solved", Experiment::progress_text(), grouped(result().summary().solved()));
  }
  std::string text() const override { return "\n" + Experiment::text(); }

  const PositionRows rows_;
  OutputFile failed_;
};

// --- The command

const std::vector<SuiteMeasure>& measures() {
  static const std::vector<SuiteMeasure> kMeasures = {record::measure<Solved, SolvedRun>(), measure_nodes(),
                                                      measure_regret(), measure_tree()};
  return kMeasures;
}

struct Suite {
  static constexpr const char* kJsonHelp = "Print one JSON value; of --measure solved also one for each position";
  static constexpr const char* kName = "suite";
  static constexpr const char* kHelp =
      "Search positions (EPD): which are solved, with how many nodes, what moves give away";
  static constexpr const char* kFooter =
      "Each player searches each position with one thread and an empty table, to each limit. A player is a preset,\n"
      "optionally with changes (modern,null_move=off), or a UCI engine (cmd=PROGRAM,option.NAME=VALUE).\n\n"
      "  --measure solved  which positions one player solves, and how early; 100,000 nodes unless a limit is given. A\n"
      "                    position is solved if the final move is among bm and not among am. If dm or 'bm #N' asks\n"
      "                    for a mate, the search must also find a mate.\n"
      "  --measure nodes   nodes, solutions, moves and values, beside those of the first player (depth 8). With\n"
      "                    --each-rule: one player with each of its futility rules off, and with each alone.\n"
      "  --measure regret  expected points of the best of the moves that anybody chose, less those of the player's\n"
      "                    own, by a judge that should be stronger than the players and unrelated (5,000 nodes).\n"
      "  --measure tree    how nodes end, which moves cause cutoffs, which are reduced, re-searched and extended, by\n"
      "                    remaining depth (depth 12). An engine must write traces.\n\n"
      "Examples:\n"
      "  oknos-lab suite wac.epd\n"
      "  oknos-lab suite ecm.epd --nodes 1000000 --player heinz --failed hard.epd\n"
      "  oknos-lab suite mates.epd --player \"cmd=stockfish,option.Hash=64\" --time 1 --out suite.db --workers 4\n"
      "  oknos-lab suite wac.epd --player none --player heinz --player modern --depth 8,10\n"
      "  oknos-lab suite ecm.epd --player modern --player modern,extended_futility=off --nodes 100000 --out run.db\n"
      "  oknos-lab suite ecm.epd --each-rule --pairs --player muller --depth 6,8\n"
      "  oknos-lab suite p.epd --measure regret --player modern --player modern,evaluator=classical --judge "
      "cmd=stockfish\n"
      "  oknos-lab suite p.epd --measure tree --player modern --player modern,histories.by_kind=1 --depth 14";

  using Question = GridQuestion;
  static constexpr auto kQuestion = kGridQuestion;

  static int run(const Question& q, const RunArguments& arguments) {
    for (const SuiteMeasure& m : measures())
      if (m.kind.name == q.measure) return m.run(q, arguments);
    return kUsage;  // not reached: the option has a choice
  }
};

}  // namespace

StoredCommand suite_command() {
  RunKinds kinds;
  for (const SuiteMeasure& m : measures()) kinds.push_back(m.kind);
  return {kinds, record::add_stored<Suite, void>};
}

}  // namespace oknos::lab
