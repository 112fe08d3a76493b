#include <array>
#include <fmt/format.h>
#include <memory>

#include "lab/commands/match/match_plan.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_result.h"
#include "lab/experiment/experiment.h"
#include "lab/play/engine_player.h"
#include "lab/play/pair.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPairGames = 2;

// All variants play an opening before the next one begins, so that an interrupted run has as many games of each.
class PlayVariants final : public ExperimentOf<VariantGamesResult, EnginePair> {
 public:
  PlayVariants(const PlayVariantsOptions& options, MatchPlan plan, std::vector<PresetVariant> variants)
      : ExperimentOf(options.match.run),
        options_(options),
        plan_(std::move(plan)),
        variants_(std::move(variants)),
        order_(plan_.openings.size(), plan_.seed) {}

 private:
  WorkUnitNumber work_units() const override {
    return options_.games / kPairGames * static_cast<WorkUnitNumber>(variants_.size());
  }
  std::vector<std::string> inputs() const override { return {options_.match.book, options_.variants.search.preset}; }

  std::string unit() const override { return "pairs"; }

  Result<std::unique_ptr<EnginePair>> make_worker() override { return make_engine_pair(plan_.players[0]); }

  store::RunSpec identity() const override {
    store::RunSpec spec = run_spec_of_one(plan_, options_.match, "base");
    spec.identity.emplace_back("variants", names_of(variants_));
    spec.notes = {{"control", plan_.control()}, {"book", plan_.book}};
    return spec;
  }

  std::string heading() const override {
    return fmt::format("{} of {}, {} each, {}\n\n", counted(variants_.size(), "variant"), plan_.players[0].name,
                       counted(static_cast<std::uint64_t>(options_.games), "game"), plan_.control());
  }

  Found<VariantPair> find(EnginePair& players, WorkUnitNumber work_unit) override {
    const auto count = static_cast<WorkUnitNumber>(variants_.size());
    const PresetVariant& variant = variants_[static_cast<std::size_t>(work_unit % count)];
    players[0]->set_settings(variant.settings);
    const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(work_unit / count));
    const Opening& opening = plan_.openings[number];
    const Participant& base = plan_.players[0];
    const auto games = play_pair(opening, base.side(*players[0]), base.side(*players[1]), plan_.rules);
    if (!games) return std::nullopt;
    VariantPair out{variant.rule, variant.change, 0, name_of(opening, number), 0};
    for (const GameSummary& game : summarise(*games, out.opening)) {
      out.half_points += game.first_half_points();
      out.plies += game.plies();
    }
    return out;
  }

  std::string progress_text() const override {
    const std::size_t each = done() / variants_.size();
    return fmt::format("{} of {} games of each variant", grouped(kPairGames * each),
                       grouped(static_cast<std::uint64_t>(options_.games)));
  }

  const PlayVariantsOptions& options_;
  const MatchPlan plan_;
  const std::vector<PresetVariant> variants_;
  OpeningOrder order_;
};

}  // namespace

int play_variants(const PlayVariantsOptions& options) {
  const auto base = make_plan(options.variants.search, {});
  if (!base) return complain(kUsage, base.error());
  auto variants = make_variants(base->settings, options.variants.rules);
  if (!variants) return complain(kUsage, variants.error());
  if (options.games % kPairGames != 0)
    return complain(kUsage,
                    fmt::format("--games {}: an even number is expected, each opening is played twice", options.games));
  MatchOptions match = options.match;
  match.players.fill(player_text(options.variants.search));
  match.games = options.games;
  PlanOutcome plan = make_match_plan(match);
  if (const auto* error = std::get_if<PlanError>(&plan)) return complain(error->code, error->message);
  auto& planned = std::get<MatchPlan>(plan);
  for (Participant& player : planned.players) player.name = base->preset.name;
  return PlayVariants(options, std::move(planned), std::move(*variants)).run();
}

}  // namespace oknos::lab
