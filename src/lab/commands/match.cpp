#include "lab/commands/match.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>

#include "engine/platform/clock.h"
#include "engine/pruning/presets/toml.h"
#include "lab/arguments/arguments.h"
#include "lab/record/games.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/suggestion.h"

namespace oknos::lab {

namespace {

// --- The question ----------------------------------------------------------------------------------------------------

struct SprtOption {
  std::string text{};  // as parse_sprt() reads it
  std::optional<SprtSettings> settings{};
};
CLI::Option* add_option(CLI::App& app, const char* name, SprtOption& to, const std::string& help,
                        const record::OptionTraits&) {
  const auto take = [&to](const SprtSettings& settings) { to.settings = settings; };
  return add_read(app, name, take, parse_sprt, "E0,E1", help)->each([&to](const std::string& text) { to.text = text; });
}
// Hypotheses that are chosen after the games prove nothing, so the test is part of what the run is.
void identify(store::RunSpec& spec, const std::string& name, const SprtOption& sprt) {
  if (sprt.settings) spec.identity.emplace_back(name, sprt.text);
}

struct Match {
  static constexpr const char* kName = "match";
  static constexpr const char* kHelp = "Play two presets or engines against each other and compare them";
  static constexpr const char* kDescription = "games of two players: who is stronger";
  static constexpr const char* kUnits = "pairs";
  static constexpr const char* kJsonHelp = "Print a JSON value for each game and one for the result";
  static constexpr const char* kFooter =
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

  struct Question {
    std::array<record::GamePlayer, 2> players{};
    std::string queue{};
    record::GameCount games{};
    SprtOption sprt{};
    record::Games how{};
    record::Output pgn{};
    std::string heading{};  // which of several matches it is

    WorkUnitNumber units() const {
      constexpr record::GameCount kUsual{200}, kBound{record::kMostGames};
      return (games.given ? games : sprt.settings ? kBound : kUsual).pairs();
    }
    std::vector<std::string> inputs() const { return {}; }
    std::vector<std::string> reads() const {
      constexpr std::string_view kCommand = "cmd=";
      std::vector<std::string> out = {how.book};
      for (const record::GamePlayer& player : players) {
        const std::string first = player.text.substr(0, player.text.find(','));
        out.push_back(first.starts_with(kCommand) ? first.substr(kCommand.size()) : first);
      }
      return out;
    }
    std::optional<record::Refusal> check() {
      for (record::GamePlayer& player : players)
        if (auto refusal = how.complete(player.participant)) return refusal;
      if (players[0].participant.name == players[1].participant.name) {  // tables and games could not tell them apart
        players[0].participant.name += " A";
        players[1].participant.name += " B";
      }
      pgn.mention = "[Event \"" + title() + "\"]";
      return how.load_openings(units());
    }
    void describe(store::RunSpec& spec) const {
      const std::string first = in_words(players[0].participant.control);
      const std::string second = in_words(players[1].participant.control);
      spec.notes.emplace_back("control", first == second ? first : first + " against " + second);
    }
    std::string title() const { return players[0].participant.name + " - " + players[1].participant.name; }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    f("first", q.players[0], "First player");
    f("second", q.players[1], "Second player");
    f("--queue", q.queue, "Play the matches in this file, one after the other",
      {.value = "FILE.toml", .identifies = false});
    f("--games", q.games, "Games to play (default: 200; with --sprt until the test ends)", {.least = 2});
    f("games", q.how, "");
    f("--sprt", q.sprt,
      "Sequential test: stop when one hypothesis is accepted. E0,E1 in normalized Elo; may be followed by "
      ",alpha=0.05,beta=0.05,model=normalized|logistic");
    f("--pgn", q.pgn, "Write the games to this file", {.value = "FILE"});
  };
  static void add_workers(CLI::App& app, RunArguments& run) { record::add_games_at_a_time(app, run.workers); }

  static std::optional<int> other(const CLI::App& command, const Question& question, const RunArguments& run);

  // --- The games ---

  using Unit = PairSummary;
  static constexpr auto kLayout = [](auto& t, auto& pair) { t.rows("games", pair, kGameFields); };

  struct Worker {
    std::array<std::unique_ptr<Player>, 2> players;

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      auto out = std::make_unique<Worker>();
      for (std::size_t k = 0; k < out->players.size(); ++k) {
        auto player = q.players[k].start();
        if (!player) return Error{player.error()};
        out->players[k] = std::move(*player);
      }
      return out;
    }
  };
  using Summary = MatchSummary;
};

// Complains of games that a player lost by its own fault, writes the games, and ends with the sequential test.
class MatchRun final : public record::RunOf<Match> {
 public:
  using RunOf::RunOf;
  MatchSummary& summary() { return result().summary(); }

 private:
  bool ordered() const override { return true; }  // what a match comes to must not depend on which game ended first
  std::string progress_text() const override { return question_.heading + result().summary().progress(); }
  std::string text() const override { return result().text(style()); }
  bool writes_pgn() const { return !question_.pgn.path.empty() && arguments().leads(); }

  std::optional<Error> open_files() override {
    summary().games_given = question_.games.given || !question_.sprt.settings;
    summary().wanted = static_cast<std::int64_t>(work_units_of_shard());
    if (!writes_pgn()) return std::nullopt;
    if (const auto error = pgn_.open(place_of(question_.pgn))) return Error{"--pgn " + error->message};
    return std::nullopt;
  }
  // The games of a match that is continued are written again from its run store, so that the name stays free until all
  // have been played.
  std::optional<Error> close_files() override {
    if (!writes_pgn()) return std::nullopt;
    if (games_without_pgn_ > 0)
      complain(0, fmt::format("{}: {} games of the earlier run were stored without PGN and are left out",
                              question_.pgn.path, games_without_pgn_));
    if (!interrupted() || over()) return pgn_.finish();
    complain(0, "the games until then are in " + pgn_.abandon());
    return std::nullopt;
  }

  Outcome<PairSummary> find(Match::Worker& worker, WorkUnitNumber pair) override {
    const auto& players = question_.players;
    const auto played =
        question_.how.play(pair, players[0].side(*worker.players[0]), players[1].side(*worker.players[1]));
    if (!played) return std::nullopt;
    PairSummary out = played->summary();
    if (question_.pgn.path.empty()) return out;
    for (std::size_t game = 0; game < out.size(); ++game) {
      const Participant& white = players[game].participant;
      const Participant& black = players[1 - game].participant;
      out[game].pgn = to_pgn(played->games[game], {question_.title(),
                                                   fmt::format("{}.{}", pair + 1, game + 1),
                                                   {white.name, black.name},
                                                   {in_words(white.control), in_words(black.control)},
                                                   played->opening,
                                                   date_});
    }
    return out;
  }

  void take(WorkUnitNumber number, PairSummary pair, bool fresh) override {
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

  void report_fault(const GameSummary& game, WorkUnitNumber pair, std::size_t number) {
    // A program that cannot be started again will not play the rest either.
    constexpr int kMaxFailedStarts = 3;
    failed_starts_ = game.ending == Ending::CannotStart ? failed_starts_ + 1 : 0;
    if (is_fault(game.ending)) say(fmt::format("game {}.{}: {}", pair + 1, number + 1, game.explanation));
    if (failed_starts_ >= kMaxFailedStarts) fail(game.explanation);
  }

  OutputFile pgn_;
  const std::string date_ =
      fmt::format("{:%Y.%m.%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  const platform::TimePoint start_ = platform::now();
  std::uint64_t games_without_pgn_ = 0;
  int failed_starts_ = 0;  // one after the other
};

// --- The summary -----------------------------------------------------------------------------------------------------

std::string tally_of(const GameCounts& c) {
  return fmt::format("+{} ={} -{}", c.wins, c.draws, c.losses);
}

GameCounts from_the_other_side(const GameCounts& c) {
  return {c.losses, c.draws, c.wins};
}

void count(GameCounts& to, int half_points) {
  ++(half_points == 2 ? to.wins : half_points == 1 ? to.draws : to.losses);
}

std::string games_of(const MatchSummary& s) {
  const std::uint64_t played = s.all.games();
  if (s.sprt && !s.games_given) return grouped(played) + " games";
  return fmt::format("{} of {} games", grouped(played), grouped(static_cast<std::uint64_t>(s.wanted) * 2));
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

using Endings = std::map<Ending, std::uint64_t>;

std::string endings_text(const Endings& endings) {
  return listed(endings, [](const auto& e) { return grouped(e.second) + " " + std::string(name_of(e.first)); });
}
nlohmann::ordered_json json_of(const Endings& endings) {
  auto out = nlohmann::ordered_json::object();
  for (const auto& [ending, count] : endings) out[std::string(name_of(ending))] = count;
  return out;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

// What a player did.
struct PlayerLine {
  std::string name, identity;
  GameCounts all, as_white;
  PlayerTotals did;
  Endings faults;
};
constexpr auto kPlayerLine = [](auto& f, auto& p) {
  std::optional<double> depth, time;
  std::optional<std::int64_t> nodes;
  std::optional<record::Milliseconds> longest;
  if (p.did.reports > 0) depth = mean(p.did.depth, p.did.reports);
  if (p.did.reports > 0) nodes = std::llround(mean(p.did.nodes, p.did.reports));
  if (p.did.moves > 0) time = mean(static_cast<std::uint64_t>(p.did.time), p.did.moves);
  if (p.did.moves > 0) longest = record::Milliseconds{p.did.longest};
  f("player", p.name, "", {.keep = record::kAlways, .key = "name"});
  f.json("is", p.identity);
  f("points", static_cast<double>(p.all.wins) + static_cast<double>(p.all.draws) / 2, "", {.decimals = 1, .keep = 8});
  f("wins", p.all.wins, "", {.keep = 7});
  f("draws", p.all.draws, "", {.keep = 7});
  f("losses", p.all.losses, "", {.keep = 7});
  f("as White", tally_of(p.as_white), "", {.keep = 2, .key = "as_white"});
  f.json("moves", p.did.moves);
  f("depth", depth, "", {.decimals = 1, .keep = 4});
  f("nodes/move", nodes, "", {.keep = 5, .key = "nodes_per_move"});
  f("time/move", time, "", {.suffix = " ms", .decimals = 1, .keep = 3, .key = "ms_per_move"});
  f("longest", longest, "", {.keep = 1, .key = "longest_ms"});
  f.json("faults", json_of(p.faults));
};

std::vector<PlayerLine> players_of(const MatchSummary& s) {
  // The second player has White where the first one has Black.
  const GameCounts as_black{s.all.wins - s.as_white.wins, s.all.draws - s.as_white.draws,
                            s.all.losses - s.as_white.losses};
  return {{s.names[0], s.identities[0], s.all, s.as_white, s.totals[0], s.faults[0]},
          {s.names[1], s.identities[1], from_the_other_side(s.all), from_the_other_side(as_black), s.totals[1],
           s.faults[1]}};
}

template <class Report>
void report_match(const MatchSummary& s, Report& out) {
  using Json = nlohmann::ordered_json;
  const Figures f = figures(s.pairs);
  const std::uint64_t games = s.all.games();
  out.line(fmt::format("{}   {}   {}", out.paint(Tone::Strong, s.names[0] + " - " + s.names[1]), s.control, s.book));
  out.value("type", "summary");
  out.value("openings", s.book);
  out.value("seed", s.seed);
  out.value("games", games);
  out.value("wins", s.all.wins);
  out.value("draws", s.all.draws);
  out.value("losses", s.all.losses);
  out.value("pentanomial", Json(s.pairs.pairs));
  out.value("elo", f.elo);
  out.value("normalized_elo", f.normalized);
  out.value("los", f.superiority);
  out.value("plies", s.plies);
  out.value("time_ms", s.time);
  out.value("games_played_now", s.played_now);
  out.value("endings", json_of(s.endings));
  out.data("players", players_of(s), kPlayerLine);
  if (s.sprt)
    out.value("sprt", Json{{"elo0", s.sprt->elo0},
                           {"elo1", s.sprt->elo1},
                           {"llr", s.test.llr},
                           {"lower_bound", s.sprt->lower_bound()},
                           {"upper_bound", s.sprt->upper_bound()},
                           {"state", s.test.state == SprtState::Running    ? "running"
                                     : s.test.state == SprtState::AcceptH1 ? "H1"
                                                                           : "H0"}});
  if (games == 0) return out.paragraph("No game was played to its end.\n");
  out.view(players_of(s), kPlayerLine);
  const auto add = [&](std::string_view label, const std::string& text) {
    constexpr std::size_t kLabel = 11;
    out.line(out.paint(Tone::Faint, padded_right(label, kLabel)) + text);
  };
  const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
  out.line("");
  add("Elo", out.paint(tone, to_text(f.elo)) + "  95 %, from pairs");
  add("normalized", to_text(f.normalized));
  add("LOS", fmt::format("{} that {} is the stronger", percentage(f.superiority), s.names[0]));
  add("pairs", fmt::format("{}  (0, 1/2, 1, 3/2, 2 points of 2 for {})", listed(s.pairs.pairs, {}, " "), s.names[0]));
  add("draws", percentage(draw_ratio(s.all)));
  if (s.sprt) {
    add("SPRT", in_words(*s.sprt));
    add("", fmt::format("LLR {}: {}", llr_text(s), long_verdict(s)));
  }
  add("games",
      fmt::format("{}, {:.0f} plies on average; {}", games_of(s), mean(s.plies, games), endings_text(s.endings)));
  for (std::size_t i = 0; i < s.names.size(); ++i)
    if (!s.faults[i].empty()) add("faults", out.paint(Tone::Warning, s.names[i] + ": " + endings_text(s.faults[i])));
  if (s.played_now > 0) add("time", games_in_time(s.played_now, s.time));
}

}  // namespace

MatchSummary::MatchSummary(const RunHeader& header)
    : names{header.entry("first_name"), header.entry("second_name")},
      identities{header.entry("first"), header.entry("second")},
      control(header.entry("control")),
      book(header.entry("book")),
      seed(header.entry("seed")),
      wanted(header.work_units()) {
  if (const std::string text = header.entry("sprt"); !text.empty())
    if (const auto settings = parse_sprt(text)) sprt = *settings;
}

std::optional<Error> MatchSummary::add(const PairSummary& pair) {
  int sum = 0;
  for (const GameSummary& game : pair) {
    const int half_points = game.first_half_points();
    sum += half_points;
    count(all, half_points);
    if (game.first_is_white) count(as_white, half_points);
    ++endings[game.ending];
    if (game.first_at_fault) ++faults[*game.first_at_fault ? 0 : 1][game.ending];
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += game.totals[i];
    plies += static_cast<std::uint64_t>(game.plies());
  }
  pairs.add(static_cast<std::size_t>(sum));
  if (sprt) test = sprt_status(pairs, *sprt);
  return std::nullopt;
}

std::string MatchSummary::tally() const {
  return tally_of(all);
}

std::string MatchSummary::progress() const {
  std::string out = fmt::format("{}, {}, Elo {}", games_of(*this), tally(), to_text(figures(pairs).elo));
  if (sprt) out += ", LLR " + llr_text(*this);
  return out + ", " + games_an_hour(played_now, time);
}

std::string MatchSummary::llr() const {
  return sprt ? fmt::format("{:.2f}", test.llr) : "-";
}

std::string MatchSummary::verdict() const {
  if (!sprt) return "all games";
  return test.state == SprtState::Running    ? "not decided"
         : test.state == SprtState::AcceptH1 ? "H1 accepted"
                                             : "H0 accepted";
}

void MatchSummary::report(record::TextReport& out) const {
  report_match(*this, out);
}
void MatchSummary::report(record::JsonReport& out) const {
  report_match(*this, out);
}

std::string games_in_time(std::uint64_t games, std::int64_t milliseconds) {
  return fmt::format("{} for {} games: {}", seconds(milliseconds), grouped(games), games_an_hour(games, milliseconds));
}

// --- The queue -------------------------------------------------------------------------------------------------------

// `oknos-lab match --queue FILE`: matches that are played one after the other, in the TOML of presets.
//
//   nodes = 2000                              # before the first table: for every test that says nothing else
//   sprt = "0,5"
//   games = 20000                             # at most
//
//   [narrow-margin]                           # a test; its name is that of its run store
//   first = "modern,reverse_futility.margin=60"
//   second = "modern"
//
// The keys are the players (`first`, `second`) and the options about thinking, games and openings, with '_' for '-';
// values are written as there.
//
// Each test has a run store beside the file, FILE.NAME.db, and goes on where it was interrupted. What a test came to is
// appended to FILE.results.tsv once, and at the end there is a table of all.
namespace {

struct QueuedTest {
  std::string name;
  int line = 0;  // of its header in the file
  Match::Question question;
};

// As on the command line: true, 50, and a text without its quotes.
std::string argument(const toml::Value& value) {
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  return std::get<std::string>(value);
}

std::string with_replaced(std::string word, char from, char to) {
  std::replace(word.begin(), word.end(), from, to);
  return word;
}

// Reads a key of the file by the options of the command. The players are positional there.
class KeyReader {
 public:
  explicit KeyReader(Match::Question& to) : to_(to) {
    app_.set_help_flag();
    record::AddOptions f{app_};
    Match::kQuestion(f, to);
    for (const char* name : {"--queue", "--pgn"}) app_.remove_option(app_.get_option(name));
  }

  // What is wrong with the entry, if anything.
  std::optional<std::string> take(const toml::Entry& entry) {
    const std::string value = argument(entry.value), option = "--" + with_replaced(entry.key, '_', '-');
    const bool first = entry.key == "first", is_player = first || entry.key == "second";
    if (!is_player && (entry.key.find('-') != std::string::npos || !app_.get_option_no_throw(option)))
      return "there is no such key" + meant(entry.key);
    if (value.empty()) return "an empty text is not allowed";
    if (is_player) {
      to_.players[first ? 0 : 1].text = value;
      const auto player = parse_participant(value);
      return player ? std::nullopt : std::optional(player.error());
    }
    try {
      app_.parse(std::vector<std::string>{option + "=" + value});
      return std::nullopt;
    } catch (const CLI::ParseError& e) {
      const std::string message = e.what(), prefix = option + ": ";
      return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    }
  }

 private:
  std::string meant(const std::string& word) const {
    std::vector<std::string> known;
    for (const CLI::Option* option : app_.get_options())
      known.push_back(with_replaced(option->get_single_name(), '-', '_'));
    const std::string out = did_you_mean(word, known);
    return out.empty() ? "; there are " + listed(known) : out;
  }

  Match::Question& to_;
  CLI::App app_;
};

// The tests of a file. Every one would begin: players, book and all the rest have been looked at. The errors are
// "FILE:LINE: key 'tc' in [narrow-margin]: what is wrong".
class QueueReader {
 public:
  explicit QueueReader(std::string path) : path_(std::move(path)) {}

  Result<std::vector<QueuedTest>> read() const {
    const auto text = read_text_file(path_);
    if (!text) return Error{text.error()};
    const auto document = toml::parse(*text, path_);
    if (!document) return Error{document.error()};
    Match::Question common;
    if (const auto error = take(common, document->tables.front())) return *error;
    std::vector<QueuedTest> out;
    for (const toml::Table& table : document->tables) {
      if (table.name.empty()) continue;
      QueuedTest test{table.name, table.line, common};
      const auto is_limit = [](const toml::Entry& e) {
        return e.key == "nodes" || e.key == "depth" || e.key == "movetime" || e.key == "tc";
      };
      // Limits of its own replace the common ones.
      if (std::any_of(table.entries.begin(), table.entries.end(), is_limit)) test.question.how.conditions.control = {};
      if (const auto error = take(test.question, table)) return *error;
      if (const std::string wrong = check(test.question); !wrong.empty())
        return fail(test.line, "[" + test.name + "]: " + wrong);
      out.push_back(std::move(test));
    }
    if (out.empty())
      return fail(0, "there is no test; a test is a table [NAME] with first = \"PLAYER\" and second = \"PLAYER\"");
    return out;
  }

 private:
  Error fail(int line, const std::string& what) const {
    return {path_ + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what};
  }

  std::optional<Error> take(Match::Question& to, const toml::Table& table) const {
    KeyReader reader(to);
    for (const toml::Entry& entry : table.entries)
      if (const auto problem = reader.take(entry))
        return fail(entry.line,
                    fmt::format("key '{}' {}: {}", entry.key,
                                table.name.empty() ? "before the first table" : "in [" + table.name + "]", *problem));
    return std::nullopt;
  }

  // What is wrong.
  static std::string check(const Match::Question& question) {
    if (question.players[0].text.empty()) return "the key 'first' is missing";
    if (question.players[1].text.empty()) return "the key 'second' is missing";
    if (!question.sprt.settings && !question.games.given) return "it has neither 'sprt' nor 'games' and would not end";
    Match::Question short_one = question;  // the openings of all games need not be there yet
    if (short_one.games.games % 2 == 0) short_one.games = {2, true};
    const auto refusal = record::check_question<Match>(short_one);
    return refusal ? refusal->message : "";
  }

  const std::string path_;
};

class QueueRun {
 public:
  // The files of "tests.toml" begin with "tests".
  QueueRun(const std::filesystem::path& file, const RunArguments& run, std::vector<QueuedTest> tests)
      : stem_((file.parent_path() / file.stem()).string()), run_(run), tests_(std::move(tests)) {}

  // 0 if every test is decided or at its last game, kFailure if one could not be played (the others are).
  int run() {
    for (std::size_t i = 0; i < tests_.size() && !interrupted(); ++i) play(i);
    std::printf("%s", table_.to_text(style_of(stdout, run_.color)).c_str());
    if (interrupted()) {
      complain(0, "interrupted; the same command continues");
      return kInterruptedExit;
    }
    return failed_ ? kFailure : 0;
  }

 private:
  std::string store_of(const QueuedTest& test) const { return stem_ + "." + test.name + ".db"; }

  void play(std::size_t number) {
    QueuedTest& test = tests_[number];
    test.question.heading = fmt::format("test {} of {}, {}: ", number + 1, tests_.size(), test.name);
    if (const auto refusal = record::check_question<Match>(test.question)) return give_up(test, refusal->message);
    RunArguments arguments = run_;
    arguments.out = store_of(test);
    arguments.resume = true;  // begins where there is nothing to go on with
    MatchRun run(test.question, arguments);
    if (const auto error = run.execute()) give_up(test, error->message);
    if (!run.started()) return;
    const MatchSummary& s = run.summary();
    const Figures f = figures(s.pairs);
    const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
    table_.add_row({{test.name, Tone::Strong},
                    {grouped(s.all.games())},
                    {s.tally()},
                    {to_text(f.elo), tone},
                    {s.llr()},
                    {run.complete() ? s.verdict() : "not finished"}});
    if (!run.complete()) return;
    if (s.played_now > 0) std::fprintf(stderr, "%s%s\n", test.question.heading.c_str(), s.progress().c_str());
    record(test, s, f.elo);
  }

  void give_up(const QueuedTest& test, const std::string& message) {
    failed_ = true;
    complain(0, fmt::format("[{}]: {}", test.name, message));
  }

  // One line for each test that is over, and no second one when the queue is gone through again.
  void record(const QueuedTest& test, const MatchSummary& s, const Estimate& elo) {
    const auto view = store::StoreView::open(store_of(test));
    if (!view) return give_up(test, view.error());
    const std::string results = stem_ + ".results.tsv";
    const std::string key = test.name + "\t" + (*view)->entry("started") + "\t";
    bool empty = true;
    std::ifstream in(results);
    for (std::string line; std::getline(in, line); empty = false)
      if (line.starts_with(key)) return;
    const auto& [first, second] = test.question.players;
    std::ofstream out(results, std::ios::app);
    if (empty)
      out << "test\tstarted\tfirst\tsecond\tcontrol\tgames\twins\tdraws\tlosses\telo\telo_low\telo_high\tsprt\tllr\t"
             "verdict\n";
    out << key
        << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\n", first.text, second.text,
                       s.control, s.all.games(), s.all.wins, s.all.draws, s.all.losses, elo.value, elo.low, elo.high,
                       s.sprt ? test.question.sprt.text : "-", s.llr(), s.verdict());
    out.flush();
    if (!out) give_up(test, results + " cannot be written");
  }

  const std::string stem_;
  const RunArguments& run_;
  std::vector<QueuedTest> tests_;
  TextTable table_{{{"test", Align::Left, 9},
                    {"games", Align::Right, 6},
                    {"result", Align::Left, 5},
                    {"Elo (95 %)", Align::Left, 8},
                    {"LLR", Align::Right, 4},
                    {"verdict", Align::Left, 7}}};
  bool failed_ = false;
};

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
  if (!run.leads()) return 0;
  auto tests = QueueReader(question.queue).read();
  if (!tests) return complain(kUsage, tests.error());
  return QueueRun(question.queue, run, std::move(*tests)).run();
}

}  // namespace

StoredCommand match_command() {
  return record::stored_command<Match, MatchRun>();
}

}  // namespace oknos::lab
