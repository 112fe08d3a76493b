#include "lab/commands/match/match_plan.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/match/match_result.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kGamesInPair = 2;

// What the match gives to a player that brought nothing of its own.
std::optional<Error> complete(Participant& player, const MatchOptions& options, const TimeControl& control) {
  if (!player.control.given()) player.control = control;
  if (!player.time_margin) player.time_margin = options.time_margin;
  if (!player.hash) player.hash = options.hash;
  if (!player.threads) player.threads = options.threads;
  if (player.foreign() && player.control.clock && player.control.clock->base <= 0)
    return Error{"tc=: a clock needs time"};
  return std::nullopt;
}

// Two players of one name could not be told apart in tables and games.
void tell_apart(std::array<Participant, 2>& players) {
  if (players[0].name != players[1].name) return;
  players[0].name += " A";
  players[1].name += " B";
}

std::optional<Error> read_players(MatchPlan& plan, const MatchOptions& options) {
  TimeControl control = options.control;
  if (control.clock && (control.nodes || control.depth || control.move_time))
    return Error{"--tc does not go together with --nodes, --depth or --movetime"};
  if (!control.given()) control.nodes = MatchOptions::kDefaultNodes;
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    auto player = parse_participant(options.players[i]);
    if (!player) return Error{"player " + player.error()};
    if (const auto error = complete(*player, options, control)) return error;
    if (player->name.empty()) player->name = player->command.substr(player->command.rfind('/') + 1);
    plan.players[i] = std::move(*player);
  }
  tell_apart(plan.players);
  return std::nullopt;
}

std::optional<Error> read_rules(MatchPlan& plan, const MatchOptions& options) {
  plan.rules.patience = options.patience;
  plan.rules.adjudication = {ResignRule{}, DrawRule{}, options.max_moves};
  if (!options.resign.empty()) {
    const auto resign = parse_resign(options.resign);
    if (!resign) return Error{resign.error()};
    plan.rules.adjudication.resign = *resign;
  }
  if (!options.draw.empty()) {
    const auto draw = parse_draw(options.draw);
    if (!draw) return Error{draw.error()};
    plan.rules.adjudication.draw = *draw;
  }
  return std::nullopt;
}

std::string in_words(const AdjudicationSettings& a) {
  std::string out = fmt::format("at most {} moves", a.max_moves);
  if (a.resign)
    out += fmt::format("; resign moves={},score={},twosided={}", a.resign->moves, a.resign->score, a.resign->twosided);
  if (a.draw) out += fmt::format("; draw number={},moves={},score={}", a.draw->number, a.draw->moves, a.draw->score);
  return out;
}

std::optional<Error> read_length(MatchPlan& plan, const MatchOptions& options) {
  if (options.sprt) {
    const auto sprt = parse_sprt(*options.sprt);
    if (!sprt) return Error{sprt.error()};
    plan.sprt = *sprt;
    if (options.run.shard.count > 1) return Error{"--sprt needs the whole match: it does not go together with --shard"};
  }
  if (options.games && *options.games % kGamesInPair != 0)
    return Error{fmt::format("--games {}: an even number is expected, each opening is played twice", *options.games)};
  const std::int64_t otherwise = plan.sprt ? MatchOptions::kMaxGames : MatchOptions::kDefaultGames;
  plan.pairs = options.games.value_or(otherwise) / kGamesInPair;
  plan.games_given = options.games.has_value();
  return std::nullopt;
}

std::optional<Error> read_book(MatchPlan& plan, const MatchOptions& options) {
  if (options.book.empty()) {
    constexpr std::int64_t kMaxOpenings = 4000;
    plan.openings =
        default_openings(options.seed, static_cast<std::size_t>(std::min<std::int64_t>(plan.pairs, kMaxOpenings)));
    plan.book = "random openings";
    return std::nullopt;
  }
  auto openings = load_openings(options.book, options.book_plies);
  if (!openings) return Error{openings.error()};
  for (const std::string& complaint : openings->complaints) complain(0, complaint);
  plan.openings = std::move(openings->openings);
  plan.book = options.book;
  return std::nullopt;
}

}  // namespace

std::string MatchPlan::control() const {
  const std::string first = in_words(players[0].control);
  const std::string second = in_words(players[1].control);
  return first == second ? first : first + " against " + second;
}

PlanOutcome make_match_plan(const MatchOptions& options) {
  MatchPlan plan;
  plan.seed = options.seed;
  if (const auto error = read_players(plan, options)) return PlanError{kUsage, error->message};
  if (const auto error = read_rules(plan, options)) return PlanError{kUsage, error->message};
  if (const auto error = read_length(plan, options)) return PlanError{kUsage, error->message};
  if (const auto error = read_book(plan, options)) return PlanError{kFailure, error->message};
  return plan;
}

store::RunSpec run_spec(const MatchPlan& plan, const MatchOptions& options) {
  store::RunSpec spec;
  std::string book = plan.book;
  if (!options.book.empty()) {
    const auto hash = store::hash_of_file(options.book);
    book = fmt::format("{} plies of sha256 {}", options.book_plies, hash ? *hash : "unknown");
  }
  spec.identity = {{"first", identity_of(plan.players[0])},
                   {"second", identity_of(plan.players[1])},
                   {"openings", book},
                   {"seed", std::to_string(plan.seed)},
                   {"adjudication", in_words(plan.rules.adjudication)}};
  spec.notes = {{"first_name", plan.players[0].name},
                {"second_name", plan.players[1].name},
                {"control", plan.control()},
                {"book", plan.book}};
  // Part of what the run is: hypotheses that are chosen after the games prove nothing.
  if (options.sprt) spec.identity.emplace_back("sprt", *options.sprt);
  return spec;
}

store::RunSpec run_spec_of_one(const MatchPlan& plan, const MatchOptions& options, const std::string& role) {
  store::RunSpec spec = run_spec(plan, options);
  std::erase_if(spec.identity, [](const auto& entry) { return entry.first == "second"; });
  for (auto& [name, value] : spec.identity)
    if (name == "first") name = role;
  spec.notes.clear();
  return spec;
}

}  // namespace oknos::lab
