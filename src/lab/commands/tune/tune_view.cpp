#include "lab/commands/tune/tune_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

#include "lab/commands/match/match_view.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kCourseWidth = 24;  // columns

double value_of(const TuneState& s, std::size_t i) {
  return s.record.spsa().values()[i];
}
// How far a parameter has come, in units of its c_end.
double distance_of(const TuneState& s, std::size_t i) {
  return (value_of(s, i) - s.facts.parameters[i].start) / s.facts.parameters[i].c_end;
}

// The numbers of the parameters, those that have come furthest first.
std::vector<std::size_t> by_distance(const TuneState& s) {
  std::vector<std::size_t> out(s.facts.parameters.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(distance_of(s, a)) > std::abs(distance_of(s, b));
  });
  return out;
}

std::string number(double x) {
  return fmt::format("{:.1f}", x);
}

std::uint64_t count_of(std::int64_t n) {
  return static_cast<std::uint64_t>(n);
}

// The way that a value has gone, within its range: "▂▂▃▅▆▆".
std::string course_text(const std::vector<double>& course, const TunedParameter& p, const Style& style) {
  constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::array<std::string_view, 8> kDigits = {"1", "2", "3", "4", "5", "6", "7", "8"};
  std::string out;
  const std::size_t columns = std::min(kCourseWidth, course.size());
  for (std::size_t i = 0; i < columns; ++i) {
    const double value = course[columns == 1 ? 0 : i * (course.size() - 1) / (columns - 1)];
    const double height = (value - p.min) / (p.max - p.min) * static_cast<double>(kBlocks.size());
    const auto level = static_cast<std::size_t>(std::clamp(height, 0.0, static_cast<double>(kBlocks.size() - 1)));
    out += style.unicode ? kBlocks[level] : kDigits[level];
  }
  return out;
}

std::string parameter_table(const TuneState& s, const std::vector<std::size_t>& shown, const Style& style) {
  TextTable table({{"parameter", Align::Left, 9},
                   {"start", Align::Right, 8},
                   {"value", Align::Right, 8},
                   {"change", Align::Right, 6},
                   {"in c_end", Align::Right, 5},
                   {"range", Align::Left, 4},
                   {"c_end", Align::Right, 3},
                   {"course within the range", Align::Left, 2}});
  for (const std::size_t i : shown) {
    const TunedParameter& p = s.facts.parameters[i];
    const double change = value_of(s, i) - p.start;
    table.add_row({{p.name},
                   {std::to_string(p.start)},
                   {number(value_of(s, i)), Tone::Strong},
                   {fmt::format("{:+.1f}", change)},
                   {fmt::format("{:+.1f}", distance_of(s, i))},
                   {fmt::format("{}..{}", p.min, p.max)},
                   {fmt::format("{:g}", p.c_end)},
                   {course_text(s.record.course()[i], p, style)}});
  }
  return table.to_text(style);
}

double part_done(const TuneState& s) {
  return share(s.record.games(), 2 * count_of(s.facts.spsa.iterations + s.facts.verification));
}

std::uint64_t games_each_hour(const TuneState& s) {
  constexpr double kHour = 3600000.0;  // milliseconds
  return s.time > 0
             ? static_cast<std::uint64_t>(static_cast<double>(s.played_now) * kHour / static_cast<double>(s.time))
             : 0;
}

// Milliseconds; negative: not known yet.
std::int64_t time_left(const TuneState& s) {
  constexpr std::uint64_t kTooFew = 8;
  if (s.played_now < kTooFew) return -1;
  const std::uint64_t all = 2 * count_of(s.facts.spsa.iterations + s.facts.verification);
  const double each = static_cast<double>(s.time) / static_cast<double>(s.played_now);
  return std::llround(each * static_cast<double>(all - std::min(all, s.record.games())));
}

std::string iterations_text(const TuneState& s) {
  return fmt::format("{} of {} iterations", grouped(count_of(s.record.spsa().applied())),
                     grouped(count_of(s.facts.spsa.iterations)));
}

std::string verification_text(const TuneState& s) {
  const Pentanomial& pairs = s.record.verification().pairs;
  return fmt::format("{} of {} games, Elo {}", grouped(2 * pairs.count()), grouped(2 * count_of(s.facts.verification)),
                     to_text(figures(pairs).elo));
}

MatchFacts verification_facts(const TuneState& s) {
  MatchFacts out;
  out.names = {"tuned", s.facts.start};
  out.control = s.facts.control;
  out.book = s.facts.book;
  out.seed = s.facts.seed;
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

}  // namespace

std::string changes_text(const TuneState& s) {
  std::string out;
  const std::vector<int> values = s.record.spsa().rounded();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != s.facts.parameters[i].start)
      out += fmt::format("{}{}={}", out.empty() ? "" : ",", s.facts.parameters[i].name, values[i]);
  return out;
}

std::vector<std::string> live_lines(const TuneState& s, const Style& style) {
  constexpr std::size_t kMaxRows = 20;
  const auto fit = [&](const std::string& text) {
    return shortened(text, static_cast<std::size_t>(style.width - 1), style.ellipsis());
  };
  std::vector<std::string> lines;
  lines.push_back(style.paint(Tone::Strong, fit(fmt::format("tune {}   {}", s.facts.start, s.facts.control))));
  std::vector<std::size_t> shown = by_distance(s);
  shown.resize(std::min(shown.size(), kMaxRows));
  for (std::string& line : lines_of(parameter_table(s, shown, style))) lines.push_back(std::move(line));
  if (shown.size() < s.facts.parameters.size())
    lines.push_back(fit(fmt::format("and {} more, which have moved less", s.facts.parameters.size() - shown.size())));
  if (s.record.spsa().finished())
    lines.push_back(fit("verification: " + verification_text(s)));
  else
    lines.push_back(fit(iterations_text(s)));
  lines.push_back(progress_line(part_done(s), fmt::format("{} games an hour", grouped(games_each_hour(s))),
                                time_left(s), style.width - 1));
  return lines;
}

std::string log_line(const TuneState& s) {
  constexpr std::size_t kMaxNamed = 4;
  if (s.record.spsa().finished())
    return plain_progress_line(part_done(s), "verification: " + verification_text(s), time_left(s));
  std::string text = iterations_text(s);
  const std::vector<std::size_t> order = by_distance(s);
  for (std::size_t i = 0; i < std::min(order.size(), kMaxNamed); ++i)
    text += fmt::format(", {} {} -> {}", s.facts.parameters[order[i]].name, s.facts.parameters[order[i]].start,
                        number(value_of(s, order[i])));
  return plain_progress_line(part_done(s), text, time_left(s));
}

std::string tune_report(const TuneState& s, const Style& style) {
  std::string out = fmt::format("{}   {}   {}   {}\n\n", style.paint(Tone::Strong, "tune " + s.facts.start),
                                s.facts.control, s.facts.book, iterations_text(s));
  std::vector<std::size_t> all(s.facts.parameters.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  out += parameter_table(s, all, style) + "\n";
  const std::string changes = changes_text(s);
  out += changes.empty() ? "No value has changed.\n" : fmt::format("Changed: {}\n", changes);
  if (s.record.forfeits() > 0)
    out += style.paint(Tone::Warning, fmt::format("{} of {} games were lost on time.", grouped(s.record.forfeits()),
                                                  grouped(2 * count_of(s.record.spsa().applied())))) +
           "\n";
  if (s.played_now > 0)
    out += fmt::format("{} for {} games: {} games an hour\n", seconds(s.time), grouped(s.played_now),
                       grouped(games_each_hour(s)));
  if (s.record.verification().pairs.count() > 0) {
    const MatchFacts facts = verification_facts(s);
    out += "\nVerification: " +
           match_report({facts, s.record.verification(), 0, 0, s.facts.verification, {}, false}, style);
  }
  if (s.interrupted) out += "Interrupted.\n";
  return out;
}

nlohmann::ordered_json tune_json(const TuneState& s) {
  Json parameters = Json::array();
  const std::vector<int> rounded = s.record.spsa().rounded();
  for (std::size_t i = 0; i < s.facts.parameters.size(); ++i) {
    const TunedParameter& p = s.facts.parameters[i];
    parameters.push_back({{"name", p.name},
                          {"start", p.start},
                          {"value", value_of(s, i)},
                          {"tuned", rounded[i]},
                          {"min", p.min},
                          {"max", p.max},
                          {"c_end", p.c_end},
                          {"r_end", p.r_end},
                          {"course", s.record.course()[i]}});
  }
  Json out = {{"type", "tune"},
              {"start", s.facts.start},
              {"control", s.facts.control},
              {"openings", s.facts.book},
              {"seed", s.facts.seed},
              {"iterations", s.facts.spsa.iterations},
              {"done", s.record.spsa().applied()},
              {"stride", s.record.stride()},
              {"parameters", std::move(parameters)},
              {"time_ms", s.time},
              {"games_played_now", s.played_now},
              {"interrupted", s.interrupted}};
  const MatchFacts facts = verification_facts(s);
  if (s.record.verification().pairs.count() > 0)
    out["verification"] = match_json({facts, s.record.verification(), 0, 0, s.facts.verification, {}, false});
  return out;
}

}  // namespace oknos::lab
