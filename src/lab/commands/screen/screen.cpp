#include "lab/commands/screen/screen.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "engine/base/text.h"
#include "engine/uci/identity.h"
#include "lab/commands/match/match_plan.h"
#include "lab/commands/screen/screen_result.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/play/pair.h"
#include "lab/play/preset_variants.h"
#include "lab/play/variable_player.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/live_table.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kSource = "oknos-lab screen:";  // how the comment of each output begins

// The games of a screening.
class Screening final : public ExperimentOf<ScreenResult, VariablePair> {
 public:
  Screening(const ScreenOptions& options, MatchPlan plan, Factors factors, std::vector<Interaction> interactions)
      : ExperimentOf(options.match.run),
        options_(options),
        plan_(std::move(plan)),
        factors_(std::move(factors)),
        interactions_(std::move(interactions)),
        order_(plan_.openings.size(), plan_.seed) {}

  using ExperimentOf::result;

 private:
  WorkUnitNumber work_units() const override { return plan_.pairs; }
  std::vector<std::string> inputs() const override { return {options_.match.book, options_.search.preset}; }
  std::string unit() const override { return "pairs"; }

  std::optional<Error> prepare() override {
    for (const auto& [option, path] :
         {std::pair{"--preset-out", options_.preset_out}, std::pair{"--queue-out", options_.queue_out}})
      if (!path.empty())
        if (const auto error = output_objection(output(path)))
          return Error{fmt::format("{} {}", option, error->message)};
    return std::nullopt;
  }

  Result<std::unique_ptr<VariablePair>> make_worker() override { return make_variable_pair(plan_.players[0]); }

  store::RunSpec identity() const override {
    MatchPlan built = plan_;
    for (Participant& player : built.players) player.build = any_worker()[0]->player().build();
    store::RunSpec spec = run_spec_of_one(built, options_.match, "base");
    spec.identity.emplace_back("factors", to_text(factors_));
    spec.identity.emplace_back("probability", fmt::format("{:g}", options_.probability));
    // Which interactions are looked at changes no game.
    spec.notes = {{"base_name", plan_.players[0].name},
                  {"interactions", to_text(interactions_, factors_)},
                  {"base_values", base_values_text(factors_)},
                  {"control", plan_.control()},
                  {"book", plan_.book}};
    return spec;
  }

  Found<ScreenUnit> find(VariablePair& players, WorkUnitNumber pair) override {
    RandomNumbers random(plan_.seed, static_cast<std::uint64_t>(pair));
    ScreenUnit out;
    std::array<std::string*, 2> texts = {&out.first, &out.second};
    for (std::size_t k = 0; k < players.size(); ++k) {
      const FactorSet drawn = draw_factors(factors_, options_.probability, random);
      if (players[k]->set(changes_of(factors_, drawn))) return std::nullopt;  // they were checked when they were read
      *texts[k] = to_text(drawn);
    }
    const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(pair));
    const Opening& opening = plan_.openings[number];
    const Participant& base = plan_.players[0];
    const auto games =
        play_pair(opening, base.side(players[0]->player()), base.side(players[1]->player()), plan_.rules);
    if (!games) return std::nullopt;
    out.opening = name_of(opening, number);
    for (const GameSummary& game : summarise(*games, out.opening)) {
      out.half_points += game.first_half_points();
      out.plies += game.plies();
    }
    return out;
  }

  void show_progress() override {
    live_.show([this](const Style& style) { return live_lines(style); }, [this] { return log_line(); });
  }
  void clear_progress() override { live_.clear(); }

  std::vector<std::string> live_lines(const Style& style) const {
    constexpr std::size_t kMost = 20;
    std::vector<std::string> out;
    std::istringstream in(result().quick_text(style));
    for (std::string line; out.size() < kMost && std::getline(in, line);)
      out.push_back(shortened(line, static_cast<std::size_t>(style.width - 1), style.ellipsis()));
    return out;
  }
  std::string log_line() const {
    const std::vector<Effect> effects = result().effects();
    const auto all = std::span(effects).first(factors_.size());
    const auto better = std::count_if(all.begin(), all.end(), [](const Effect& e) { return e.elo.low > 0; });
    const auto worse = std::count_if(all.begin(), all.end(), [](const Effect& e) { return e.elo.high < 0; });
    return fmt::format("{} of {} games; {} better, {} worse", grouped(result().games()),
                       grouped(2 * static_cast<std::uint64_t>(plan_.pairs)), better, worse);
  }

 public:
  OutputPath output(const std::string& path) const {
    // A run that is resumed writes its own results once more.
    const bool is_own = options_.match.run.resume && begins_with_mention(path, kSource);
    OutputPath out{path, options_.match.run.force || is_own, inputs()};
    out.in_use.push_back(options_.match.run.out);
    const std::string& other = path == options_.preset_out ? options_.queue_out : options_.preset_out;
    if (!other.empty()) out.in_use.push_back(other);
    return out;
  }

 private:
  const ScreenOptions& options_;
  const MatchPlan plan_;
  const Factors factors_;
  const std::vector<Interaction> interactions_;
  OpeningOrder order_;
  LiveTable live_;
};

std::string source_of(const ScreenResult& result) {
  return fmt::format("{} {} games, {}, Oknos {}", kSource, grouped(result.games()), result.control(), uci::kVersion);
}

// The base with all that helps. Precondition: it plays in this process.
std::string preset_file(const ScreenResult& result, const FactorSet& winners, const Participant& base,
                        const std::string& name) {
  pruning::Preset out = base.preset;
  out.settings = with_factors(base.settings, result.factors(), winners);
  out.name = name;
  out.description = base.preset.name + " with the changes that won in a screening";
  out.source = source_of(result);
  return pruning::to_toml(out, pruning::base_of_changes(base.preset));
}

// As parse_clock() reads it.
std::string clock_text(const TimeControl::Clock& clock) {
  constexpr double kMilliseconds = 1000.0;
  const auto base = static_cast<double>(clock.base), increment = static_cast<double>(clock.increment);
  const std::string moves = clock.moves ? fmt::format("{}/", *clock.moves) : "";
  return fmt::format("{}{:g}+{:g}", moves, base / kMilliseconds, increment / kMilliseconds);
}

// The player that the factors are added to.
std::string base_text(const ScreenOptions& options) {
  return options.player.empty() ? player_text(options.search) : options.player;
}

// The conditions of the games, as keys of a queue. What has its usual value is left out.
std::string conditions_of(const MatchOptions& options, const TimeControl& control) {
  const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
  const MatchOptions usual;
  std::string out;
  const auto add = [&](std::string_view key, const std::string& value) { out += fmt::format("{} = {}\n", key, value); };
  if (control.nodes) add("nodes", std::to_string(*control.nodes));
  if (control.depth) add("depth", std::to_string(*control.depth));
  if (control.move_time) add("movetime", fmt::format("\"{}ms\"", *control.move_time));
  if (control.clock) add("tc", quoted(clock_text(*control.clock)));
  if (options.hash) add("hash", std::to_string(*options.hash));
  if (options.threads) add("threads", std::to_string(*options.threads));
  if (!options.book.empty()) add("book", quoted(options.book));
  if (options.book_plies != usual.book_plies) add("book_plies", std::to_string(options.book_plies));
  if (!options.resign.empty()) add("resign", quoted(options.resign));
  if (!options.draw.empty()) add("draw", quoted(options.draw));
  if (options.max_moves != usual.max_moves) add("max_moves", std::to_string(options.max_moves));
  if (options.time_margin != usual.time_margin) add("time_margin", std::to_string(options.time_margin));
  if (options.patience != usual.patience) add("patience", quoted(fmt::format("{}ms", options.patience)));
  return out;
}

// A match of the base with all that helps against the base.
std::string queue_file(const ScreenResult& result, const FactorSet& winners, const ScreenOptions& options,
                       const TimeControl& control) {
  std::string first = base_text(options);
  for (const std::size_t i : winners) first += "," + result.factors()[i].change;
  const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
  std::string out = fmt::format("# {}\n\n{}", source_of(result), conditions_of(options.match, control));
  // Other openings than those that chose the changes.
  out += fmt::format("seed = {}\ngames = {}\n\n[{}]\nfirst = {}\nsecond = {}\n", options.match.seed + 1,
                     ScreenOptions::kDefaultGames, options.name, quoted(first), quoted(base_text(options)));
  return out;
}

bool may_name_a_test(const std::string& name) {
  const auto fits = [](char c) {
    return text::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

// A UCI engine is started to learn which options it has.
Result<Factors> factors_of(const ScreenOptions& options, const Participant& base) {
  std::vector<std::string> texts = options.factors;
  if (options.variants) {
    if (base.foreign()) return Error{"--variants: a UCI engine has no rules that are known here; name its options"};
    const auto variants = make_variants(base.settings, options.rules);
    if (!variants) return Error{variants.error()};
    for (const PresetVariant& v : *variants) texts.push_back(v.change);
  }
  if (texts.empty()) return Error{"no change to measure: --factor NAME=VALUE or --variants is expected"};
  if (!base.foreign()) return read_factors(texts, base.settings);
  const auto running = VariablePlayer::start(base);
  if (!running) return Error{running.error()};
  return read_factors(texts, base.uci_options, (*running)->options());
}

std::optional<Error> write(const OutputPath& to, const std::string& text) {
  OutputFile file;
  if (const auto error = file.open(to)) return error;
  file.write(text);
  return file.finish();
}

}  // namespace

int screen(const ScreenOptions& options) {
  if (const auto error = objection_to_both(options.player, options.search)) return complain(kUsage, error->message);
  if (!options.show.empty()) return show_run<ScreenResult>(options.show, options.match.run);
  // For its own messages: those of a player of a match speak of other arguments.
  if (options.player.empty())
    if (const auto plan = make_plan(options.search, {}); !plan) return complain(kUsage, plan.error());
  const auto base = parse_participant(base_text(options));
  if (!base) return complain(kUsage, base.error());
  if (base->foreign() && !options.preset_out.empty())
    return complain(kUsage, "--preset-out: a UCI engine has no preset; --queue-out writes what confirms the changes");
  if (!options.queue_out.empty() && !may_name_a_test(options.name))
    return complain(kUsage, fmt::format("--name {}: it names the match in --queue-out, so letters, digits, '_' and '-' "
                                        "are expected",
                                        text::quoted(options.name)));
  auto factors = factors_of(options, *base);
  if (!factors) return complain(kUsage, factors.error());
  auto interactions = read_interactions(options.interactions, *factors);
  if (!interactions) return complain(kUsage, interactions.error());
  MatchOptions match = options.match;
  match.players.fill(base_text(options));
  if (!match.games) match.games = ScreenOptions::kDefaultGames;
  PlanOutcome outcome = make_match_plan(match);
  if (const auto* error = std::get_if<PlanError>(&outcome)) return complain(error->code, error->message);
  auto& plan = std::get<MatchPlan>(outcome);
  for (Participant& player : plan.players) player.name = name_alone(*base);
  const TimeControl control = plan.players[0].control;
  Screening run(options, std::move(plan), std::move(*factors), std::move(*interactions));
  const int code = run.run();
  if (code != 0 || !run.complete()) return code;
  const ScreenResult& result = run.result();
  if (options.preset_out.empty() && options.queue_out.empty()) return code;
  const FactorSet winners = result.winners();
  if (winners.empty()) return complain(0, "no change certainly helps, so no preset and no queue are written"), code;
  if (!options.preset_out.empty())
    if (const auto error = write(run.output(options.preset_out), preset_file(result, winners, *base, options.name)))
      return complain(kFailure, "--preset-out " + error->message);
  if (!options.queue_out.empty())
    if (const auto error = write(run.output(options.queue_out), queue_file(result, winners, options, control)))
      return complain(kFailure, "--queue-out " + error->message);
  return code;
}

}  // namespace oknos::lab
