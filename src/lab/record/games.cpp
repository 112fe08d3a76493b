#include "lab/record/games.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/search/engine.h"
#include "lab/arguments/arguments.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab::record {

namespace {

void add_conditions(CLI::App& app, Games& to) {
  const auto add = [&](std::string key, const char* type, const std::string& help) {
    std::string option = "--" + key;
    std::replace(option.begin(), option.end(), '_', '-');
    const auto take = [&to, key, option](const std::string& value) {
      if (const auto error = to.conditions.take(key, value)) throw CLI::ValidationError(option, error->message);
    };
    app.add_option_function<std::string>(option, take, help)->type_name(type);
  };
  add("nodes", "N",
      fmt::format("Nodes per move (default: {} if no other limit is given)", grouped(Games::kDefaultNodes)));
  add("depth", "N", "Depth per move");
  add("movetime", "TIME", "Time per move: seconds, or with a unit (100ms)");
  add("tc", "TIME+INC", "Time control: seconds + increment (10+0.1), or 40/60+0.6");
  add("time_margin", "N",
      fmt::format("Time overrun that is tolerated, in milliseconds (default: {})", Games::kDefaultTimeMargin));
  add_time(
      app, "--patience", [&to](std::int64_t t) { to.rules.patience = t; },
      "Longest time that an engine may take for a move if it has no clock, as with --nodes (default: 60 s)");
  add("hash", "N", "Size of each player's table, MiB (default: 16 for presets; an engine keeps its own default)");
  add("threads", "N", "Search threads of each player");
}

void add_openings(CLI::App& app, Games& to) {
  constexpr int kMaxBookPlies = 400, kMaxMoves = 5000;
  AdjudicationSettings& adjudication = to.rules.adjudication;
  app.add_option("--book", to.book, "Openings, EPD or PGN (default: random balanced positions)")->type_name("FILE");
  add_number(app, "--book-plies", to.book_plies, 0, kMaxBookPlies, "plies",
             fmt::format("Plies to play from each game of a PGN book (default: {})", to.book_plies));
  add_number(app, "--seed", to.seed, std::uint64_t{0}, ~std::uint64_t{0}, "",
             fmt::format("Seed for the order of the openings (default: {})", to.seed));
  add_read(
      app, "--resign", [&](auto rule) { adjudication.resign = rule; }, parse_resign, "WHEN",
      "Adjudicate wins: moves=4,score=600[,twosided=true], or off");
  add_read(
      app, "--draw", [&](auto rule) { adjudication.draw = rule; }, parse_draw, "WHEN",
      "Adjudicate draws: number=40,moves=8,score=10, or off");
  add_number(app, "--max-moves", adjudication.max_moves, 1, kMaxMoves, "moves",
             fmt::format("Adjudicate a draw after this many moves (default: {})", adjudication.max_moves));
}

}  // namespace

CLI::Option* add_option(CLI::App& app, const char*, Games& to, const std::string&, const OptionTraits&) {
  const std::size_t before = app.get_options().size();
  add_conditions(app, to);
  add_openings(app, to);
  const std::vector<CLI::Option*> all = app.get_options();
  for (std::size_t i = before; i < all.size(); ++i)
    all[i]->each([&to, name = all[i]->get_name()](const std::string& text) { to.given.emplace_back(name, text); });
  return all.back();
}

std::optional<Refusal> check(Games& to) {
  TimeControl& control = to.conditions.control;
  if (control.mixed()) return Refusal{"--tc does not go together with --nodes, --depth or --movetime"};
  if (!control.given()) control.nodes = Games::kDefaultNodes;
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string&, const Games& games) {
  std::string openings = games.book_name();
  if (!games.book.empty()) {
    const auto hash = store::hash_of_file(games.book);
    openings = fmt::format("{} plies of sha256 {}", games.book_plies, hash ? *hash : "unknown");
  }
  const AdjudicationSettings& a = games.rules.adjudication;
  std::string adjudication = fmt::format("at most {} moves", a.max_moves);
  if (a.resign)
    adjudication +=
        fmt::format("; resign moves={},score={},twosided={}", a.resign->moves, a.resign->score, a.resign->twosided);
  if (a.draw)
    adjudication += fmt::format("; draw number={},moves={},score={}", a.draw->number, a.draw->moves, a.draw->score);
  spec.identity.insert(spec.identity.end(),
                       {{"openings", openings}, {"seed", std::to_string(games.seed)}, {"adjudication", adjudication}});
  spec.notes.emplace_back("book", games.book_name());
}

std::optional<Refusal> Games::complete(Participant& player) const {
  player.Conditions::complete(conditions);
  if (player.foreign() && player.control.clock && player.control.clock->base <= 0)
    return Refusal{"tc=: a clock needs time"};
  return std::nullopt;
}

std::optional<Refusal> Games::load_openings(WorkUnitNumber pairs) {
  if (book.empty()) {
    constexpr WorkUnitNumber kMost = 4000;
    openings_ = default_openings(seed, static_cast<std::size_t>(std::min(pairs, kMost)));
  } else {
    auto read = lab::load_openings(book, book_plies);
    if (!read) return Refusal{read.error(), kFailure};
    for (const std::string& complaint : read->complaints) complain(0, complaint);
    openings_ = std::move(read->openings);
  }
  order_ = opening_order(openings_.size(), seed, static_cast<std::size_t>(pairs));
  return std::nullopt;
}

std::string Games::as_keys() const {
  std::string out;
  for (const auto& [option, value] : given) {
    if (option == "--seed") continue;
    std::string key = option.substr(option.find_first_not_of('-'));
    std::replace(key.begin(), key.end(), '-', '_');
    const bool is_number = text::parse_int<int>(value).has_value();
    out += fmt::format("{} = {}\n", key, is_number ? value : json_text(nlohmann::json(value)));
  }
  return out;
}

std::optional<Games::Pair> Games::play(WorkUnitNumber pair, Side first, Side second) const {
  const std::size_t number = order_[static_cast<std::size_t>(pair)];
  const Opening& opening = openings_[number];
  Pair out{{}, opening.name.empty() ? std::to_string(number + 1) : opening.name};
  for (GameRecord& game : out.games) {
    const bool is_first = &game == &out.games.front();
    game = play_game(opening.start, opening.moves, {is_first ? &first : &second, is_first ? &second : &first}, rules);
    if (game.result == pgn::GameResult::Unknown) return std::nullopt;
  }
  return out;
}

std::optional<Games::Pair> Games::play(WorkUnitNumber pair, const VariedPlayer& base, VariedPair& players,
                                       const std::array<ValueChanges, 2>& changes) const {
  for (std::size_t i = 0; i < players.size(); ++i)
    if (players[i]->change(changes[i])) return std::nullopt;
  return play(pair, base.side(*players[0]), base.side(*players[1]));
}

CLI::Option* add_option(CLI::App& app, const char* name, GameCount& to, std::string help, const OptionTraits& traits) {
  if (to.games > 0) help += fmt::format(" (default: {})", grouped(static_cast<std::uint64_t>(to.games)));
  return add_number(app, name, to.games, traits.least, kMostGames, "games, an even number", help)
      ->each([&to](const std::string&) { to.given = true; });
}

std::optional<Refusal> check(GameCount& to) {
  if (to.games % 2 == 0) return std::nullopt;
  return Refusal{fmt::format("an even number is expected, not {}: each opening is played twice", to.games)};
}

Result<std::unique_ptr<Player>> GamePlayer::start() const {
  auto player = make_player(participant);
  if (player) participant.build = (*player)->build();
  return player;
}

CLI::Option* add_option(CLI::App& app, const char* name, GamePlayer& to, const std::string& help, const OptionTraits&) {
  return app.add_option(name, to.text, help)->type_name("PLAYER");
}

std::optional<Refusal> check(GamePlayer& to) {
  auto player = parse_participant(to.text);
  if (!player) return Refusal{player.error()};
  to.participant = std::move(*player);
  if (to.participant.name.empty())
    to.participant.name = to.participant.command.substr(to.participant.command.rfind('/') + 1);
  return std::nullopt;
}

void identify(store::RunSpec& spec, const std::string& name, const GamePlayer& player) {
  spec.identity.emplace_back(name, identity_of(player.participant));
  spec.notes.emplace_back(name + "_name", player.participant.name);
}

Result<std::unique_ptr<VariedPair>> VariedPlayer::start() const {
  auto out = std::make_unique<VariedPair>();
  for (auto& player : *out) {
    auto made = make_player(participant, true);
    if (!made) return Error{made.error()};
    player = std::move(*made);
  }
  participant.build = out->front()->build();
  return out;
}

Result<std::optional<std::vector<uci::Option>>> VariedPlayer::engine_options() const {
  if (!participant.foreign()) return std::optional<std::vector<uci::Option>>{};
  const auto running = make_player(participant, true);
  if (!running) return Error{running.error()};
  return std::optional((*running)->options());
}

CLI::Option* add_option(CLI::App& app, const char*, VariedPlayer& to, const std::string&, const OptionTraits&) {
  CLI::Option* player = app.add_option("player", to.text,
                                       "What is varied, written as for 'match': a preset, or a UCI engine "
                                       "(cmd=PROGRAM,option.NAME=VALUE); default: --preset");
  add_rule_options(app, to.search);
  add_evalfile(app, to.search);
  return player->type_name("PLAYER");
}

std::optional<Refusal> check(VariedPlayer& to) {
  const bool in_parts =
      to.search.preset != SearchOptions().preset || !to.search.set.empty() || !to.search.evalfile.empty();
  if (!to.text.empty() && in_parts)
    return Refusal{"a player and --preset, --set or --evalfile: one of the two; the player has them behind commas"};
  if (to.text.empty()) {
    // For its own messages: those of a player of a match speak of other arguments.
    if (const auto plan = make_plan(to.search, {}); !plan) return Refusal{plan.error()};
    to.text = player_text(to.search);
  }
  return check(static_cast<GamePlayer&>(to));
}

void add_games_at_a_time(CLI::App& app, int& to) {
  constexpr int kMost = 1024;
  add_number(app, "--concurrency,--workers", to, 1, kMost, "games",
             "Games to play at the same time (default: one per processor)");
}

std::string queue_text(const std::string& comment, const std::vector<QueuedMatch>& matches, const std::string& keys) {
  const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
  std::string out = fmt::format("# {}\n\n{}", comment, keys);
  for (const QueuedMatch& m : matches)
    out += fmt::format("\n{}[{}]\nfirst = {}\nsecond = {}\n", m.comment.empty() ? "" : "# " + m.comment + "\n", m.name,
                       quoted(m.first), quoted(m.second));
  return out;
}

}  // namespace oknos::lab::record
