#include "lab/commands/match/match_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/terminal/json_text.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kHundred = 100.0;
constexpr double kHour = 3600000.0;  // milliseconds

std::string title(const MatchState& s) {
  return s.facts.names[0] + " - " + s.facts.names[1];
}

double part_done(const MatchState& s) {
  const double games = share(s.board.pairs.count(), static_cast<std::uint64_t>(s.pairs_of_shard));
  if (!s.facts.sprt) return games;
  const double bound = s.sprt.llr > 0 ? s.facts.sprt->upper_bound() : s.facts.sprt->lower_bound();
  return std::max(s.facts.games_given ? games : 0.0, std::clamp(s.sprt.llr / bound, 0.0, 1.0));
}

std::string tally(const GameCounts& c) {
  return fmt::format("+{} ={} -{}", c.wins, c.draws, c.losses);
}

std::string games_of(const MatchState& s) {
  const std::uint64_t played = s.board.all.games();
  if (s.facts.sprt && !s.facts.games_given) return grouped(played) + " games";
  return fmt::format("{} of {} games", grouped(played), grouped(static_cast<std::uint64_t>(s.pairs_of_shard) * 2));
}

std::string points(const MatchState& s) {
  const double first = s.board.points();
  const auto games = static_cast<double>(s.board.all.games());
  return fmt::format("{:.1f} : {:.1f}", first, games - first);
}

std::string superiority(const Figures& f) {
  return fmt::format("{:.1f} %", kHundred * f.superiority);
}

std::string five(const Pentanomial& p) {
  return fmt::format("{} {} {} {} {}", p.pairs[0], p.pairs[1], p.pairs[2], p.pairs[3], p.pairs[4]);
}

std::string sprt_text(const MatchState& s) {
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", s.sprt.llr, s.facts.sprt->lower_bound(), s.facts.sprt->upper_bound());
}

std::string sprt_verdict(const MatchState& s) {
  const SprtSettings& t = *s.facts.sprt;
  const std::string verdict = verdict_text(s);
  if (s.sprt.state == SprtState::Running) return verdict;
  const bool first = s.sprt.state == SprtState::AcceptH1;
  return fmt::format("{}: a difference of {:g} explains it better than {:g}", verdict, first ? t.elo1 : t.elo0,
                     first ? t.elo0 : t.elo1);
}

std::uint64_t games_an_hour(const MatchState& s) {
  return s.time > 0
             ? static_cast<std::uint64_t>(static_cast<double>(s.played_now) * kHour / static_cast<double>(s.time))
             : 0;
}

std::string faults_of(const std::map<Ending, std::uint64_t>& faults) {
  std::string out;
  for (const auto& [ending, count] : faults)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, name_of(ending));
  return out;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

// What the players did: one row each.
std::string players_table(const MatchState& s, const Style& style) {
  TextTable table({{"player", Align::Left, 9},
                   {"points", Align::Right, 8},
                   {"wins", Align::Right, 7},
                   {"draws", Align::Right, 7},
                   {"losses", Align::Right, 7},
                   {"as White", Align::Left, 2},
                   {"depth", Align::Right, 4},
                   {"nodes/move", Align::Right, 5},
                   {"time/move", Align::Right, 3},
                   {"longest", Align::Right, 1}});
  const Scoreboard& b = s.board;
  const std::uint64_t white_games = b.as_white.games();
  for (std::size_t i = 0; i < s.facts.names.size(); ++i) {
    const bool first = i == 0;
    const Effort& e = b.effort[i];
    // The second player has White where the first one has Black.
    const GameCounts as_black{b.all.wins - b.as_white.wins, b.all.draws - b.as_white.draws,
                              b.all.losses - b.as_white.losses};
    const GameCounts white = first ? b.as_white : GameCounts{as_black.losses, as_black.draws, as_black.wins};
    const double points = first ? b.points() : static_cast<double>(b.all.games()) - b.points();
    const bool timed = e.moves > 0;
    table.add_row({{s.facts.names[i], Tone::Strong},
                   {fmt::format("{:.1f}", points)},
                   {grouped(first ? b.all.wins : b.all.losses)},
                   {grouped(b.all.draws)},
                   {grouped(first ? b.all.losses : b.all.wins)},
                   {white_games > 0 ? tally(white) : "-"},
                   {e.reports > 0 ? fmt::format("{:.1f}", mean(e.depth, e.reports)) : "-"},
                   {e.reports > 0 ? grouped(static_cast<std::uint64_t>(std::llround(mean(e.nodes, e.reports)))) : "-"},
                   {timed ? fmt::format("{:.1f} ms", mean(static_cast<std::uint64_t>(e.time), e.moves)) : "-"},
                   {timed ? seconds(e.longest) : "-"}});
  }
  return table.to_text(style);
}

std::string endings_text(const MatchState& s) {
  std::string out;
  for (const auto& [ending, count] : s.board.endings)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", grouped(count), name_of(ending));
  return out;
}

std::string labelled(const Style& style, std::string_view label, const std::string& text) {
  constexpr std::size_t kLabel = 11;
  return style.paint(Tone::Faint, padded_right(label, kLabel)) + text + "\n";
}

Json figure(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

Json player_json(const MatchState& s, std::size_t i) {
  const Effort& e = s.board.effort[i];
  Json faults = Json::object();
  for (const auto& [ending, count] : s.board.faults[i]) faults[std::string(name_of(ending))] = count;
  return {{"name", s.facts.names[i]},
          {"is", s.facts.identities[i]},
          {"moves", e.moves},
          {"depth", mean(e.depth, e.reports)},
          {"nodes_per_move", mean(e.nodes, e.reports)},
          {"ms_per_move", mean(static_cast<std::uint64_t>(e.time), e.moves)},
          {"longest_ms", e.longest},
          {"faults", faults}};
}

}  // namespace

std::vector<std::string> live_lines(const MatchState& s, const Style& style) {
  const auto fit = [&](const std::string& text) {
    return shortened(text, static_cast<std::size_t>(style.width - 1), style.ellipsis());
  };
  const Figures f = figures(s.board.pairs);
  std::vector<std::string> lines;
  const std::string heading = s.facts.heading.empty() ? "" : s.facts.heading + ": ";
  lines.push_back(style.paint(Tone::Strong, fit(heading + title(s) + "   " + s.facts.control)));
  lines.push_back(
      fit(fmt::format("{}  {}   {}   pairs {}", games_of(s), tally(s.board.all), points(s), five(s.board.pairs))));
  lines.push_back(fit(fmt::format("Elo {}   LOS {}", to_text(f.elo), superiority(f))));
  if (s.facts.sprt) lines.push_back(fit(fmt::format("SPRT {}: LLR {}", in_words(*s.facts.sprt), sprt_text(s))));
  const double part = part_done(s);
  constexpr double kTooEarly = 0.01;
  const std::int64_t left =
      part < kTooEarly || s.played_now == 0
          ? -1
          : std::llround(static_cast<double>(s.time) * (1.0 - part) / part *
                         share(s.played_now, s.board.all.games()));  // an earlier run took no time of this one
  lines.push_back(
      progress_line(part, fmt::format("{} games an hour", grouped(games_an_hour(s))), left, style.width - 1));
  return lines;
}

std::string log_line(const MatchState& s) {
  const Figures f = figures(s.board.pairs);
  const std::string heading = s.facts.heading.empty() ? "" : s.facts.heading + ": ";
  std::string out = fmt::format("{}{}, {}, Elo {}", heading, games_of(s), tally(s.board.all), to_text(f.elo));
  if (s.facts.sprt) out += ", LLR " + sprt_text(s);
  return out + fmt::format(", {} games an hour", grouped(games_an_hour(s)));
}

std::string verdict_text(const MatchState& s) {
  if (!s.facts.sprt) return "";
  switch (s.sprt.state) {
    case SprtState::AcceptH1:
      return "H1 accepted";
    case SprtState::AcceptH0:
      return "H0 accepted";
    case SprtState::Running:
      return "not decided";
  }
  return "";
}

std::string match_report(const MatchState& s, const Style& style) {
  const Scoreboard& b = s.board;
  const Figures f = figures(b.pairs);
  std::string out = fmt::format("{}   {}   {}\n\n", style.paint(Tone::Strong, title(s)), s.facts.control, s.facts.book);
  if (b.all.games() == 0) return out + "No game was played to its end.\n";
  out += players_table(s, style) + "\n";
  const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
  out += labelled(style, "Elo", style.paint(tone, to_text(f.elo)) + "  95 %, from pairs");
  out += labelled(style, "normalized", to_text(f.normalized));
  out += labelled(style, "LOS", fmt::format("{} that {} is the stronger", superiority(f), s.facts.names[0]));
  out += labelled(style, "pairs",
                  fmt::format("{}  (0, 1/2, 1, 3/2, 2 points of 2 for {})", five(b.pairs), s.facts.names[0]));
  out += labelled(style, "draws", fmt::format("{:.1f} %", kHundred * draw_ratio(b.all)));
  if (s.facts.sprt) {
    out += labelled(style, "SPRT", in_words(*s.facts.sprt));
    out += labelled(style, "", fmt::format("LLR {}: {}", sprt_text(s), sprt_verdict(s)));
  }
  out += labelled(
      style, "games",
      fmt::format("{}, {:.0f} plies on average; {}", games_of(s), mean(b.plies, b.all.games()), endings_text(s)));
  for (std::size_t i = 0; i < b.faults.size(); ++i)
    if (!b.faults[i].empty())
      out += labelled(style, "faults", style.paint(Tone::Warning, s.facts.names[i] + ": " + faults_of(b.faults[i])));
  if (s.played_now > 0)
    out += labelled(style, "time",
                    fmt::format("{} for {} games: {} games an hour", seconds(s.time), grouped(s.played_now),
                                grouped(games_an_hour(s))));
  if (s.interrupted) out += "Interrupted.\n";
  return out;
}

nlohmann::ordered_json match_json(const MatchState& s) {
  const Scoreboard& b = s.board;
  const Figures f = figures(b.pairs);
  Json json = {{"type", "summary"},
               {"players", Json::array({player_json(s, 0), player_json(s, 1)})},
               {"openings", s.facts.book},
               {"seed", s.facts.seed},
               {"games", b.all.games()},
               {"wins", b.all.wins},
               {"draws", b.all.draws},
               {"losses", b.all.losses},
               {"pentanomial", b.pairs.pairs},
               {"elo", figure(f.elo)},
               {"normalized_elo", figure(f.normalized)},
               {"los", f.superiority},
               {"plies", b.plies},
               {"time_ms", s.time},
               {"games_played_now", s.played_now},
               {"interrupted", s.interrupted}};
  Json endings = Json::object();
  for (const auto& [ending, count] : b.endings) endings[std::string(name_of(ending))] = count;
  json["endings"] = endings;
  if (s.facts.sprt) {
    const std::string_view state = s.sprt.state == SprtState::Running    ? "running"
                                   : s.sprt.state == SprtState::AcceptH1 ? "H1"
                                                                         : "H0";
    json["sprt"] = {{"elo0", s.facts.sprt->elo0},
                    {"elo1", s.facts.sprt->elo1},
                    {"alpha", s.facts.sprt->alpha},
                    {"beta", s.facts.sprt->beta},
                    {"model", s.facts.sprt->model == SprtModel::Normalized ? "normalized" : "logistic"},
                    {"llr", s.sprt.llr},
                    {"lower_bound", s.facts.sprt->lower_bound()},
                    {"upper_bound", s.facts.sprt->upper_bound()},
                    {"state", state}};
  }
  return json;
}

std::string game_json(const GameSummary& g, std::int64_t pair, int number) {
  const Json json = {{"type", "game"},
                     {"pair", pair + 1},
                     {"game", number + 1},
                     {"white", g.first_is_white ? "first" : "second"},
                     {"result", pgn::to_text(g.result)},
                     {"ending", name_of(g.ending)},
                     {"explanation", g.explanation},
                     {"opening", g.opening},
                     {"start", g.start},
                     {"plies", g.plies()},
                     {"moves", g.moves}};
  return json_text(json);
}

}  // namespace oknos::lab
