#include "lab/commands/match.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/arguments/arguments.h"
#include "lab/play/game_pgn.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_table.h"

namespace oknos::lab {

const char* const Match::kFooter =
    "A player is a preset or a preset file, played in this process, or a UCI engine. Options follow after commas:\n"
    "  modern      heinz,frontier_futility.margin=200,name=wide      mine.toml,nodes=5000\n"
    "  cmd=stockfish,option.Hash=16,tc=1+0.01,time_margin=50      cmd=gnuchess,args=-u,name=GNU\n"
    "All take name= hash= threads= tc= nodes= depth= movetime= time_margin=; engines also\n"
    "take args= dir= option.NAME=.\n"
    "Each opening is played twice, with colours reversed. The order of the openings depends only on --seed.\n\n"
    "Examples:\n"
    "  oknos-lab match modern heinz\n"
    "  oknos-lab match modern modern,null_move=off --nodes 2000 --games 4000 --sprt 0,5 --out run.db\n"
    "  oknos-lab match modern cmd=stockfish --tc 1+0.01 --book positions/openings.epd --games 200 --pgn games.pgn\n"
    "  oknos-lab match --queue tests.toml";

// --- The question ---------------------------------------------------------------------------------------------------

CLI::Option* add_option(CLI::App& app, const char* name, SprtOption& to, const std::string& help,
                        const record::OptionTraits&) {
  return add_read(
             app, name, [&to](const SprtSettings& settings) { to.settings = settings; }, parse_sprt, "E0,E1", help)
      ->each([&to](const std::string& text) { to.text = text; });
}

WorkUnitNumber Match::Question::units() const {
  constexpr record::GameCount kUsual{200}, kBound{record::kMostGames};
  return (games.given ? games : sprt.settings ? kBound : kUsual).pairs();
}

std::vector<std::string> Match::Question::reads() const {
  constexpr std::string_view kCommand = "cmd=";
  std::vector<std::string> out = {how.book};
  for (const record::GamePlayer& player : players) {
    const std::string first = player.text.substr(0, player.text.find(','));
    out.push_back(first.starts_with(kCommand) ? first.substr(kCommand.size()) : first);
  }
  return out;
}

std::optional<record::Refusal> Match::Question::check() {
  for (record::GamePlayer& player : players)
    if (auto refusal = how.complete(player.participant)) return refusal;
  if (players[0].participant.name == players[1].participant.name) {  // tables and games could not tell them apart
    players[0].participant.name += " A";
    players[1].participant.name += " B";
  }
  pgn.mention = "[Event \"" + title() + "\"]";
  return how.load_openings(units());
}

void Match::Question::describe(store::RunSpec& spec) const {
  const std::string first = in_words(players[0].participant.control);
  const std::string second = in_words(players[1].participant.control);
  spec.notes.emplace_back("control", first == second ? first : first + " against " + second);
}

std::optional<int> Match::other(const CLI::App& command, const Question& question, const RunArguments& run) {
  if (question.queue.empty()) {
    if (question.players[1].text.empty())
      throw CLI::ValidationError(kName, "two players are expected, or --queue FILE");
    if (question.sprt.settings && run.shard.count > 1)
      return complain(kUsage, "--sprt needs the whole match: it does not go together with --shard");
    return std::nullopt;
  }
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--queue" || name == "--concurrency" || name == "--color") continue;
    constexpr std::array<std::string_view, 6> kOfOneMatch = {"--json",   "--pgn",   "--out",
                                                             "--resume", "--force", "--shard"};
    const bool has_key = std::find(kOfOneMatch.begin(), kOfOneMatch.end(), name) == kOfOneMatch.end();
    throw CLI::ValidationError(
        name, std::string("cannot be combined with --queue") + (has_key ? "; set it in the queue file" : ""));
  }
  return run.leads() ? play_queue(question.queue, run) : 0;
}

// --- The games ------------------------------------------------------------------------------------------------------

Result<std::unique_ptr<Match::Worker>> Match::Worker::make(const Question& q) {
  auto out = std::make_unique<Worker>();
  for (std::size_t k = 0; k < out->players.size(); ++k) {
    auto player = q.players[k].start();
    if (!player) return Error{player.error()};
    out->players[k] = std::move(*player);
  }
  return out;
}

MatchRun::MatchRun(const Match::Question& question, const RunArguments& run)
    : RunOf(question, run),
      date_(fmt::format("{:%Y.%m.%d}",
                        fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())))) {}

std::optional<Error> MatchRun::open_files() {
  summary().games_given = question_.games.given || !question_.sprt.settings;
  summary().pairs = static_cast<std::int64_t>(work_units_of_shard());
  if (!writes_pgn()) return std::nullopt;
  if (const auto error = pgn_.open(place_of(question_.pgn))) return Error{"--pgn " + error->message};
  return std::nullopt;
}

// The games of a match that is continued are written again from its run store, so that the name stays free until all
// have been played.
std::optional<Error> MatchRun::close_files() {
  if (!writes_pgn()) return std::nullopt;
  if (games_without_pgn_ > 0)
    complain(0, fmt::format("{}: {} games of the earlier run were stored without PGN and are left out",
                            question_.pgn.path, games_without_pgn_));
  if (!interrupted() || over()) return pgn_.finish();
  complain(0, "the games until then are in " + pgn_.abandon());
  return std::nullopt;
}

Outcome<PairSummary> MatchRun::find(Match::Worker& worker, WorkUnitNumber pair) {
  const auto played = question_.how.play(pair, question_.players[0].side(*worker.players[0]),
                                         question_.players[1].side(*worker.players[1]));
  if (!played) return std::nullopt;
  PairSummary out = played->summary();
  if (!question_.pgn.path.empty())
    for (std::size_t game = 0; game < out.size(); ++game)
      out[game].pgn = pgn_of(played->games[game], out[game].first_is_white ? 0 : 1,
                             fmt::format("{}.{}", pair + 1, game + 1), played->opening);
  return out;
}

std::string MatchRun::pgn_of(const GameRecord& record, std::size_t white, const std::string& round,
                             const std::string& opening) const {
  const Participant &as_white = question_.players[white].participant,
                    &as_black = question_.players[1 - white].participant;
  return to_pgn(record, {question_.title(),
                         round,
                         {as_white.name, as_black.name},
                         {in_words(as_white.control), in_words(as_black.control)},
                         opening,
                         date_});
}

void MatchRun::take(WorkUnitNumber number, PairSummary pair, bool fresh) {
  if (fresh) summary().played_now += pair.size();
  summary().time = platform::milliseconds_since(start_);
  for (std::size_t game = 0; game < pair.size(); ++game) {
    const GameSummary& g = pair[game];
    report_fault(g, number, game);
    if (writes_pgn()) {
      if (g.pgn.empty()) ++games_without_pgn_;
      pgn_.write(g.pgn);
    }
    if (arguments().json)
      print(json_text(nlohmann::ordered_json{{"type", "game"},
                                             {"pair", number + 1},
                                             {"game", game + 1},
                                             {"white", g.first_is_white ? "first" : "second"},
                                             {"result", pgn::to_text(g.result)},
                                             {"ending", std::string(name_of(g.ending))},
                                             {"explanation", g.explanation},
                                             {"opening", g.opening},
                                             {"start", g.start},
                                             {"plies", g.plies()},
                                             {"moves", g.moves}}));
  }
  add(number, std::move(pair));
  if (summary().sprt && summary().test.state != SprtState::Running) end();
}

void MatchRun::report_fault(const GameSummary& game, WorkUnitNumber pair, std::size_t number) {
  // A program that cannot be started again will not play the rest either.
  constexpr int kMaxFailedStarts = 3;
  failed_starts_ = game.ending == Ending::CannotStart ? failed_starts_ + 1 : 0;
  if (is_fault(game.ending)) say(fmt::format("game {}.{}: {}", pair + 1, number + 1, game.explanation));
  if (failed_starts_ >= kMaxFailedStarts) fail(game.explanation);
}

// --- The summary ----------------------------------------------------------------------------------------------------

MatchSummary::MatchSummary(const RunHeader& header)
    : names{header.entry("first_name"), header.entry("second_name")},
      identities{header.entry("first"), header.entry("second")},
      control(header.entry("control")),
      book(header.entry("book")),
      seed(header.entry("seed")),
      pairs(header.work_units()) {
  if (const std::string text = header.entry("sprt"); !text.empty())
    if (const auto settings = parse_sprt(text)) sprt = *settings;
}

std::optional<Error> MatchSummary::add(const PairSummary& pair) {
  board.add(pair);
  if (sprt) test = sprt_status(board.pairs, *sprt);
  return std::nullopt;
}

namespace {

using Json = nlohmann::ordered_json;

std::string tally_of(const GameCounts& c) {
  return fmt::format("+{} ={} -{}", c.wins, c.draws, c.losses);
}

std::string games_of(const MatchSummary& s) {
  const std::uint64_t played = s.board.all.games();
  if (s.sprt && !s.games_given) return grouped(played) + " games";
  return fmt::format("{} of {} games", grouped(played), grouped(static_cast<std::uint64_t>(s.pairs) * 2));
}

std::string percentage(double share) {
  constexpr double kHundred = 100.0;
  return fmt::format("{:.1f} %", kHundred * share);
}

std::string llr_text(const MatchSummary& s) {
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", s.test.llr, s.sprt->lower_bound(), s.sprt->upper_bound());
}

std::string long_verdict(const MatchSummary& s) {
  if (s.test.state == SprtState::Running) return s.verdict();
  const bool first = s.test.state == SprtState::AcceptH1;
  return fmt::format("{}: a difference of {:g} explains it better than {:g}", s.verdict(),
                     first ? s.sprt->elo1 : s.sprt->elo0, first ? s.sprt->elo0 : s.sprt->elo1);
}

std::string games_an_hour(std::uint64_t games, std::int64_t milliseconds) {
  constexpr double kHour = 3600000.0;  // milliseconds
  const double rate = milliseconds > 0 ? static_cast<double>(games) * kHour / static_cast<double>(milliseconds) : 0;
  return grouped(static_cast<std::uint64_t>(rate)) + " games an hour";
}

std::string endings_text(const std::map<Ending, std::uint64_t>& endings) {
  return listed(endings, [](const auto& e) { return grouped(e.second) + " " + std::string(name_of(e.first)); });
}

Json endings_json(const std::map<Ending, std::uint64_t>& endings) {
  Json out = Json::object();
  for (const auto& [ending, count] : endings) out[std::string(name_of(ending))] = count;
  return out;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

// What the players did: one row each.
std::string players_table(const MatchSummary& s, const Style& style) {
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
  for (std::size_t i = 0; i < s.names.size(); ++i) {
    const bool first = i == 0;
    const PlayerTotals& e = b.totals[i];
    // The second player has White where the first one has Black.
    const GameCounts as_black{b.all.wins - b.as_white.wins, b.all.draws - b.as_white.draws,
                              b.all.losses - b.as_white.losses};
    const GameCounts white = first ? b.as_white : GameCounts{as_black.losses, as_black.draws, as_black.wins};
    const double points = first ? b.points() : static_cast<double>(b.all.games()) - b.points();
    const bool timed = e.moves > 0;
    table.add_row({{s.names[i], Tone::Strong},
                   {fmt::format("{:.1f}", points)},
                   {grouped(first ? b.all.wins : b.all.losses)},
                   {grouped(b.all.draws)},
                   {grouped(first ? b.all.losses : b.all.wins)},
                   {b.as_white.games() > 0 ? tally_of(white) : "-"},
                   {e.reports > 0 ? fmt::format("{:.1f}", mean(e.depth, e.reports)) : "-"},
                   {e.reports > 0 ? grouped(static_cast<std::uint64_t>(std::llround(mean(e.nodes, e.reports)))) : "-"},
                   {timed ? fmt::format("{:.1f} ms", mean(static_cast<std::uint64_t>(e.time), e.moves)) : "-"},
                   {timed ? seconds(e.longest) : "-"}});
  }
  return table.to_text(style);
}

Json player_json(const MatchSummary& s, std::size_t i) {
  const PlayerTotals& e = s.board.totals[i];
  return {{"name", s.names[i]},
          {"is", s.identities[i]},
          {"moves", e.moves},
          {"depth", mean(e.depth, e.reports)},
          {"nodes_per_move", mean(e.nodes, e.reports)},
          {"ms_per_move", mean(static_cast<std::uint64_t>(e.time), e.moves)},
          {"longest_ms", e.longest},
          {"faults", endings_json(s.board.faults[i])}};
}

}  // namespace

std::string games_in_time(std::uint64_t games, std::int64_t milliseconds) {
  return fmt::format("{} for {} games: {}", seconds(milliseconds), grouped(games), games_an_hour(games, milliseconds));
}

std::string MatchSummary::tally() const {
  return tally_of(board.all);
}

std::string MatchSummary::progress() const {
  std::string out = fmt::format("{}, {}, Elo {}", games_of(*this), tally(), to_text(figures(board.pairs).elo));
  if (sprt) out += ", LLR " + llr_text(*this);
  return out + ", " + games_an_hour(played_now, time);
}

std::string MatchSummary::verdict() const {
  if (!sprt) return "";
  return test.state == SprtState::Running    ? "not decided"
         : test.state == SprtState::AcceptH1 ? "H1 accepted"
                                             : "H0 accepted";
}

std::string MatchSummary::text(const Style& style, bool interrupted) const {
  const Figures f = figures(board.pairs);
  std::string out =
      fmt::format("{}   {}   {}\n\n", style.paint(Tone::Strong, names[0] + " - " + names[1]), control, book);
  if (board.all.games() == 0) return out + "No game was played to its end.\n";
  const auto add = [&](std::string_view label, const std::string& text) {
    constexpr std::size_t kLabel = 11;
    out += style.paint(Tone::Faint, padded_right(label, kLabel)) + text + "\n";
  };
  out += players_table(*this, style) + "\n";
  const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
  add("Elo", style.paint(tone, to_text(f.elo)) + "  95 %, from pairs");
  add("normalized", to_text(f.normalized));
  add("LOS", fmt::format("{} that {} is the stronger", percentage(f.superiority), names[0]));
  add("pairs", fmt::format("{}  (0, 1/2, 1, 3/2, 2 points of 2 for {})", listed(board.pairs.pairs, {}, " "), names[0]));
  add("draws", percentage(draw_ratio(board.all)));
  if (sprt) {
    add("SPRT", in_words(*sprt));
    add("", fmt::format("LLR {}: {}", llr_text(*this), long_verdict(*this)));
  }
  add("games", fmt::format("{}, {:.0f} plies on average; {}", games_of(*this), mean(board.plies, board.all.games()),
                           endings_text(board.endings)));
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!board.faults[i].empty())
      add("faults", style.paint(Tone::Warning, names[i] + ": " + endings_text(board.faults[i])));
  if (played_now > 0) add("time", games_in_time(played_now, time));
  if (interrupted) out += "Interrupted.\n";
  return out;
}

nlohmann::ordered_json MatchSummary::json(bool interrupted) const {
  const Figures f = figures(board.pairs);
  Json out = {{"type", "summary"},
              {"players", Json::array({player_json(*this, 0), player_json(*this, 1)})},
              {"openings", book},
              {"seed", seed},
              {"games", board.all.games()},
              {"wins", board.all.wins},
              {"draws", board.all.draws},
              {"losses", board.all.losses},
              {"pentanomial", board.pairs.pairs},
              {"elo", record::json_of(f.elo)},
              {"normalized_elo", record::json_of(f.normalized)},
              {"los", f.superiority},
              {"plies", board.plies},
              {"time_ms", time},
              {"games_played_now", played_now},
              {"interrupted", interrupted},
              {"endings", endings_json(board.endings)}};
  if (sprt)
    out["sprt"] = {{"elo0", sprt->elo0},
                   {"elo1", sprt->elo1},
                   {"alpha", sprt->alpha},
                   {"beta", sprt->beta},
                   {"model", sprt->model == SprtModel::Normalized ? "normalized" : "logistic"},
                   {"llr", test.llr},
                   {"lower_bound", sprt->lower_bound()},
                   {"upper_bound", sprt->upper_bound()},
                   {"state", test.state == SprtState::Running    ? "running"
                             : test.state == SprtState::AcceptH1 ? "H1"
                                                                 : "H0"}};
  return out;
}

StoredCommand match_command() {
  return record::stored_command<Match, MatchRun>();
}

}  // namespace oknos::lab
