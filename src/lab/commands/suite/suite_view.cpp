#include "lab/commands/suite/suite_view.h"

#include <algorithm>
#include <fmt/format.h>

#include "lab/commands/suite/suite_summary.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kWidestName = 32;
constexpr std::size_t kMove = 8;
constexpr std::size_t kVerdict = 5;
constexpr std::size_t kScore = 8;
constexpr std::size_t kDepth = 7;
constexpr std::size_t kHeldDepth = 5;
constexpr std::size_t kHeldNodes = 7;
constexpr std::size_t kHeldTime = 9;
constexpr int kFirst = 9;  // TextTable's Column::keep: what stays longest

std::string name_or_fen(const std::string& id, const std::string& fen) {
  return id.empty() ? fen : id;
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  constexpr double kPercent = 100.0;
  return whole == 0 ? "-" : fmt::format("{:.1f} %", kPercent * share(part, whole));
}

std::string verdict_text(const PositionResult& r) {
  switch (r.outcome) {
    case SuiteOutcome::Solved:
      return "ok";
    case SuiteOutcome::Missed:
      return "not";
    case SuiteOutcome::Searched:
    case SuiteOutcome::GameOver:
      return "";
    case SuiteOutcome::Crashed:
    case SuiteOutcome::Silent:
    case SuiteOutcome::IllegalMove:
      return "fail";
  }
  return "";
}

Tone verdict_tone(const PositionResult& r) {
  if (r.solved()) return Tone::Good;
  return r.outcome == SuiteOutcome::Searched || r.outcome == SuiteOutcome::GameOver ? Tone::Plain : Tone::Bad;
}

std::size_t count(std::uint64_t n) {
  return static_cast<std::size_t>(n);
}

std::string plural(std::size_t n, const std::string& word) {
  return grouped(n) + " " + word + (n == 1 ? "" : "s");
}

std::string first_line(const SuiteCounts& c) {
  std::string out = fmt::format("{} searched", plural(c.positions, "position"));
  if (c.asked > 0)
    out = fmt::format("{} of {} solved ({})", grouped(c.solved), plural(c.asked, "position"),
                      share_text(c.solved, c.asked));
  if (c.asked > 0 && c.asked < c.positions) out += fmt::format(", {} asked for nothing", c.positions - c.asked);
  if (c.failed > 0) out += fmt::format(", {} failed", c.failed);
  out += fmt::format(": {} nodes, {} of searching", grouped(c.nodes), seconds(c.time));
  return out + ".";
}

std::string points_line(const SuiteCounts& c) {
  if (c.scored == 0) return "";
  return fmt::format("{} of {} points ({}).\n", grouped(c.points), grouped(c.most_points),
                     share_text(c.points, c.most_points));
}

std::string mates_line(const SuiteCounts& c, const Style& style) {
  const std::size_t all = c.mates + c.short_lines + c.wrong_lines;
  if (all == 0) return "";
  std::string out = fmt::format("{}: {} in that mate", plural(all, "mate score"),
                                c.mates == 1 ? "1 line ends" : grouped(c.mates) + " lines end");
  if (c.short_lines > 0)
    out += fmt::format(", {} too short to tell", grouped(c.short_lines) + (c.short_lines == 1 ? " is" : " are"));
  if (c.wrong_lines > 0)
    out +=
        fmt::format(", {} the score", grouped(c.wrong_lines) + (c.wrong_lines == 1 ? " contradicts" : " contradict"));
  return wrapped(out + ".", static_cast<std::size_t>(style.width));
}

std::string theme_table(const SuiteSummary& summary, const Style& style) {
  const bool points = summary.counts.scored > 0;
  if (summary.themes.size() < 2) return "";
  std::vector<Column> columns = {{"theme", Align::Left, kFirst},
                                 {"solved", Align::Right, kFirst - 1},
                                 {"of", Align::Right, kFirst - 1},
                                 {"share", Align::Right, kFirst - 1}};
  if (points) {
    columns.push_back({"points", Align::Right, kFirst - 2});
    columns.push_back({"of", Align::Right, kFirst - 2});
    columns.push_back({"share", Align::Right, kFirst - 2});
  }
  TextTable table(columns);
  for (const ThemeCounts& t : summary.themes) {
    const SuiteCounts& c = t.counts;
    std::vector<Cell> cells = {{t.theme.empty() ? "(no name)" : shortened(t.theme, kWidestName, style.ellipsis())},
                               {grouped(c.solved), Tone::Strong},
                               {grouped(c.asked)},
                               {share_text(c.solved, c.asked)}};
    if (points) {
      cells.push_back({grouped(c.points), Tone::Strong});
      cells.push_back({grouped(c.most_points)});
      cells.push_back({share_text(c.points, c.most_points)});
    }
    table.add_row(std::move(cells));
  }
  return "\n" + table.to_text(style);
}

// Three lists side by side: each is short, and they say the same of three measures.
std::string within_table(const SuiteSummary& s, const Style& style) {
  if (s.by_depth.empty()) return "";
  TextTable table({{"depth", Align::Right, kFirst},
                   {"solved", Align::Right, kFirst},
                   {"nodes", Align::Right, kFirst - 1},
                   {"solved", Align::Right, kFirst - 1},
                   {"time", Align::Right, kFirst - 2},
                   {"solved", Align::Right, kFirst - 2}});
  const std::size_t lines = std::max({s.by_depth.size(), s.by_nodes.size(), s.by_time.size()});
  for (std::size_t i = 0; i < lines; ++i) {
    std::vector<Cell> cells;
    const auto add = [&](const std::vector<SuiteSummary::Within>& list, auto&& limit_text) {
      cells.push_back({i < list.size() ? limit_text(list[i].limit) : std::string()});
      cells.push_back({i < list.size() ? grouped(list[i].solved) : std::string(), Tone::Strong});
    };
    add(s.by_depth, [](std::int64_t n) { return std::to_string(n); });
    add(s.by_nodes, [](std::int64_t n) { return grouped(count(static_cast<std::uint64_t>(n))); });
    add(s.by_time, [](std::int64_t n) { return fmt::format("{:.3f} s", static_cast<double>(n) / 1000.0); });  // NOLINT
    table.add_row(std::move(cells));
  }
  return "\nSolved to the end since at most\n" + table.to_text(style);
}

std::string list_text(const std::string& title, const std::vector<std::string>& names, const Style& style) {
  if (names.empty()) return "";
  constexpr std::size_t kIndent = 2;
  return "\n" + wrapped(fmt::format("{} ({}): {}", title, names.size(), joined_names(names)),
                        static_cast<std::size_t>(style.width), kIndent);
}

template <class Condition>
std::vector<std::string> names_where(const std::vector<PositionResult>& results, Condition condition) {
  std::vector<std::string> out;
  for (const PositionResult& r : results)
    if (condition(r)) out.push_back(r.id.empty() ? fmt::format("no. {}", r.number) : r.id);
  return out;
}

}  // namespace

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

SuiteRows::SuiteRows(const std::vector<SuitePosition>& positions, const Style& style) : style_(style) {
  number_ = std::to_string(positions.size()).size();
  for (const SuitePosition& p : positions) {
    const PositionResult r = unsearched(p, 0);
    name_ = std::max(name_, display_width(name_or_fen(r.id, r.fen)));
    // "10/10"
    if (r.points) points_ = std::max(points_, 2 * std::to_string(r.most_points).size() + 1);
  }
  constexpr std::size_t kNarrowestName = 8;
  name_ = std::clamp(name_, kNarrowestName, kWidestName);
}

std::string SuiteRows::title() const {
  std::string out = padded_left("", number_) + "  " + padded_right("position", name_) + "  " +
                    padded_right("move", kMove) + padded_right("", kVerdict) + padded_left("score", kScore) +
                    padded_left("depth", kDepth) + "  held since" +
                    padded_left("", kHeldDepth + kHeldNodes + kHeldTime - display_width("held since") + 2);
  if (points_ > 0) out += padded_left("points", std::max(points_, display_width("points")) + 2);
  return style_.paint(Tone::Faint, out + "  wanted");
}

std::string SuiteRows::held(const PositionResult& r) const {
  const auto shown = r.solved() ? r.held_since : r.first;
  if (!shown) return padded_left("", kHeldDepth + kHeldNodes + kHeldTime + 2);
  const std::string out = "  " + padded_left(std::to_string(shown->depth), kHeldDepth) +
                          padded_left(compact(shown->nodes), kHeldNodes) +
                          padded_left(r.solved() ? seconds(shown->time) : "lost", kHeldTime);
  return style_.paint(r.solved() ? Tone::Plain : Tone::Warning, out);
}

std::string SuiteRows::row(const PositionResult& r) const {
  std::string out = style_.paint(Tone::Faint, padded_left(std::to_string(r.number), number_)) + "  " +
                    padded_right(shortened(r.name(), name_, style_.ellipsis()), name_) + "  ";
  out += style_.paint(Tone::Strong, padded_right(r.move.empty() ? "-" : r.move, kMove));
  out += style_.paint(verdict_tone(r), padded_right(verdict_text(r), kVerdict));
  out += padded_left(r.score ? score_text(*r.score) : "", kScore);
  out += style_.paint(Tone::Faint, padded_left(r.move.empty() ? "" : std::to_string(r.end.depth), kDepth));
  out += held(r);
  if (points_ > 0)
    out += padded_left(r.points ? fmt::format("{}/{}", *r.points, r.most_points) : "",
                       std::max(points_, display_width("points")) + 2);
  std::string remark = r.wanted;
  if (r.shorter) remark += ", shorter";
  if (r.outcome == SuiteOutcome::GameOver || r.failed())
    remark = std::string(name_of(r.outcome)) + (remark.empty() ? "" : ", ") + remark;
  if (remark.empty()) return out.erase(out.find_last_not_of(' ') + 1);
  return out + "  " + style_.paint(r.failed() ? Tone::Warning : Tone::Faint, remark);
}

std::string suite_report(const std::vector<PositionResult>& results, const std::vector<std::string>& unreadable,
                         const Style& style) {
  const SuiteSummary summary = summary_of(results);
  std::string out = wrapped(first_line(summary.counts), static_cast<std::size_t>(style.width));
  out += mates_line(summary.counts, style) + points_line(summary.counts) + theme_table(summary, style);
  out += within_table(summary, style);
  using R = PositionResult;
  const auto missed = [](const R& r) { return r.asked() && !r.solved() && !r.failed(); };
  out += list_text("Not solved", names_where(results, missed), style);
  out +=
      list_text("Right at some time and lost again", names_where(results, [](const R& r) { return r.lost(); }), style);
  out += list_text("Shorter mates than claimed", names_where(results, [](const R& r) { return r.shorter; }), style);
  const auto wrong = [](const R& r) { return r.mate_line == MateLine::Wrong; };
  out += list_text("Lines that contradict their mate score", names_where(results, wrong), style);
  out += list_text("Failed", names_where(results, [](const R& r) { return r.failed(); }), style);
  out += list_text("Lines that cannot be read", unreadable, style);
  return out;
}

}  // namespace oknos::lab
