#include <array>
#include <fmt/format.h>
#include <memory>

#include "lab/commands/match/match_plan.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_table.h"
#include "lab/commands/price/price_view.h"
#include "lab/commands/price/variant_items.h"
#include "lab/commands/price/variants.h"
#include "lab/experiment/experiment.h"
#include "lab/play/engine_player.h"
#include "lab/play/game_summary.h"
#include "lab/play/openings.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPairGames = 2;

// All variants play an opening before the next one begins, so that an interrupted run has as many games of each.
class PlayVariants final : public ExperimentOf<VariantPair> {
 public:
  PlayVariants(const PlayVariantsOptions& options, MatchPlan plan, std::vector<PresetVariant> variants)
      : ExperimentOf(options.match.run, variant_pair_format()),
        options_(options),
        plan_(std::move(plan)),
        variants_(std::move(variants)),
        order_(plan_.openings.size(), plan_.seed) {}

 private:
  using Table = std::array<std::unique_ptr<EnginePlayer>, 2>;  // the variant, the base

  ItemNumber items() const override { return options_.games / kPairGames * static_cast<ItemNumber>(variants_.size()); }
  std::vector<std::string> inputs() const override { return {options_.match.book, options_.variants.search.preset}; }

  std::optional<Error> prepare(std::size_t workers) override {
    tables_.resize(workers);
    for (Table& table : tables_)
      for (auto& player : table) {
        auto made = make_engine_player(plan_.players[0]);
        if (!made) return Error{made.error()};
        player = std::move(*made);
      }
    return std::nullopt;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec = run_spec(plan_, options_.match);
    spec.kind = kVariantGamesKind;
    std::erase_if(spec.identity, [](const auto& entry) { return entry.first == "second"; });
    for (auto& [name, value] : spec.identity)
      if (name == "first") name = "base";
    spec.identity.emplace_back("variants", names_of(variants_));
    spec.notes = {{"control", plan_.control()}, {"book", plan_.book}};
    return spec;
  }

  std::string heading() const override {
    return fmt::format("{} of {}, {} each, {}\n\n", counted(variants_.size(), "variant"), plan_.players[0].name,
                       counted(static_cast<std::uint64_t>(options_.games), "game"), plan_.control());
  }

  Found<VariantPair> find(std::size_t worker, ItemNumber item) override {
    const auto count = static_cast<ItemNumber>(variants_.size());
    const PresetVariant& variant = variants_[static_cast<std::size_t>(item % count)];
    Table& table = tables_[worker];
    table[0]->set_settings(variant.settings);
    const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(item / count));
    const Opening& opening = plan_.openings[number];
    VariantPair out{variant.rule, variant.change, 0, opening.name.empty() ? std::to_string(number + 1) : opening.name,
                    0};
    for (const bool is_white : {true, false}) {
      Side own{*table[0], plan_.players[0].control, *plan_.players[0].margin};
      Side base{*table[1], plan_.players[0].control, *plan_.players[0].margin};
      const std::array<Side*, kColors> sides =
          is_white ? std::array<Side*, kColors>{&own, &base} : std::array<Side*, kColors>{&base, &own};
      const GameRecord record = play_game(opening.start, opening.moves, sides, plan_.rules);
      if (record.result == pgn::GameResult::Unknown) return std::nullopt;
      const GameSummary game = summarise(record, is_white, out.opening);
      out.half_points += game.first_half_points();
      out.plies += game.plies();
    }
    return out;
  }

  void take(ItemNumber, VariantPair pair, bool) override { table_.add(pair); }

  std::string progress_text() const override {
    const std::size_t each = done() / variants_.size();
    return fmt::format("{} of {} games of each variant", grouped(kPairGames * each),
                       grouped(static_cast<std::uint64_t>(options_.games)));
  }
  std::string text() const override { return cut_short_text("pairs") + games_report(table_, style()); }
  std::string json() const override { return price_table_json(table_); }

  const PlayVariantsOptions& options_;
  const MatchPlan plan_;
  const std::vector<PresetVariant> variants_;
  OpeningOrder order_;
  std::vector<Table> tables_;  // one for each worker
  PriceTable table_;
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

RunKind variant_games_kind() {
  return {kVariantGamesKind, "games of variants of a preset against it", variant_pair_format().tables,
          [](const store::StoreView& view, const Style& style) {
            return shown(read_price_table(view), [&](const PriceTable& t) { return games_report(t, style); });
          },
          [](const store::StoreView& view, std::size_t) { return shown(read_price_table(view), price_table_json); }};
}

}  // namespace oknos::lab
