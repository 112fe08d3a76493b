#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kPriceFooter =
    "Each variant differs from the preset in one value. 'screen --variants' measures in games how many Elo each\n"
    "variant gains or loses. 'price audit' measures what each variant prunes wrongly and how many nodes it needs.\n"
    "'price fit' fits prices to both: how many Elo an error costs, and how many Elo saved nodes are worth\n"
    "(docs/price.md). With a run of 'suite --measure regret --variants' it also prices what the moves give away.\n\n"
    "Examples:\n"
    "  oknos-lab price variants\n"
    "  oknos-lab screen --variants --games 70000 --nodes 2000 --book positions/openings.epd --out games.db\n"
    "  oknos-lab price audit positions/middlegames.epd positions/tactics.epd --out errors.db\n"
    "  oknos-lab price fit games.db errors.db regret.db --table variants.tsv --out prices.json\n"
    "  oknos-lab show games.db";

constexpr const char* kVariantsFooter =
    "Each variant differs from the preset in one value: a rule or an exemption is switched on or off, or a parameter\n"
    "is changed.\n\n"
    "Examples:\n"
    "  oknos-lab price variants\n"
    "  oknos-lab price variants --preset calibrated --rule reverse_futility";

constexpr const char* kErrorsFooter =
    "Searches each position with the preset and with each variant, and searches a sample of what they prune after\n"
    "all, as 'oknos-lab audit' does. Saves the size of each error in expected points.\n\n"
    "Example:\n"
    "  oknos-lab price audit positions/middlegames.epd positions/tactics.epd --out errors.db";

constexpr const char* kFitFooter =
    "Fits how many Elo an error costs, and how many Elo saved nodes are worth; with regrets, also how many Elo worse\n"
    "moves cost. Then it shows how well the prices predict the games of rules that they were not fitted to, next to\n"
    "simpler predictions (docs/price.md).\n\n"
    "Examples:\n"
    "  oknos-lab price fit games.db errors.db regret.db --table variants.tsv --out prices.json\n"
    "  oknos-lab price fit prices/modern.tsv --variants";

constexpr const char* kPredictFooter =
    "Searches the positions with both presets, to the depth of the audits that the prices were fitted to, and checks\n"
    "a sample of what they prune. The prices convert the differences in errors and nodes, or with --regret those in\n"
    "nodes and moves, into Elo. The interval is based on how well prices predicted rules that they were not fitted to\n"
    "(docs/price.md). Positions for 'suite --measure regret' must not be selected by what the players do in them.\n\n"
    "Examples:\n"
    "  oknos-lab predict positions/middlegames.epd --set razoring=on\n"
    "  oknos-lab predict positions/middlegames.epd --prices prices.json --preset mine.toml --against modern\n"
    "  oknos-lab predict some.epd --set razoring=on --regret regret.db";

void add_variants(CLI::App& app, VariantOptions& options) {
  add_rule_options(app, options.search);
  app.add_option("--rule", options.rules,
                 "Only variants of this rule, or of the exemptions (repeatable; default: the futility family)")
      ->type_name("RULE")
      ->allow_extra_args(false);
}

void add_list(CLI::App& price, int& exit_code) {
  struct State {
    VariantOptions options;
    bool json = false;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = price.add_subcommand("variants", "List the variants of a preset");
  command->footer(kVariantsFooter);
  add_variants(*command, state->options);
  command->add_flag("--json", state->json, "Print one JSON value");
  command->callback([state, &exit_code] { exit_code = list_variants(state->options, state->json); });
}

void add_errors(CLI::App& price, int& exit_code, Team* team) {
  struct State {
    AuditVariantsOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  AuditVariantsOptions& options = state->options;
  CLI::App* command = price.add_subcommand("audit", "Search and audit positions with each variant");
  command->footer(kErrorsFooter);
  command->add_option("files", options.files, "Positions: EPD or FEN, one per line; -: standard input")
      ->required()
      ->type_name("FILE.epd");
  add_variants(*command, options.variants);
  add_number(*command, "--depth", state->raw.depth, 1, kMaxPly, "plies", "Search depth (default: 8)");
  command
      ->add_option("--sample", options.sample,
                   "Check one in N of the pruned moves and nodes (default: 100); RULE=N for one rule (repeatable)")
      ->type_name("N")
      ->allow_extra_args(false);
  add_store_options(*command, options.run, team);
  add_workers(*command, options.run);
  command->add_flag("--json", options.run.json, "Print one JSON value");
  add_color(*command, options.run.color);
  command->callback([state, command, &exit_code] {
    if (command->count("--depth") > 0) state->options.variants.search.depth = state->raw.depth;
    exit_code = audit_variants(state->options);
  });
}

void add_fit(CLI::App& price, int& exit_code) {
  const auto options = std::make_shared<FitPricesOptions>();
  CLI::App* command = price.add_subcommand("fit", "Fit prices to games and audits");
  command->footer(kFitFooter);
  command
      ->add_option("stores", options->stores,
                   "Run stores of 'screen --variants', of 'price audit', and perhaps of 'suite --measure regret "
                   "--variants'; or one table (.tsv) that --table wrote")
      ->required()
      ->type_name("RUN.db");
  command->add_option("--table", options->table, "Write the measurements of each variant to this file")
      ->type_name("FILE.tsv");
  command->add_option("--out", options->out, "Write the prices to this file, for 'oknos-lab predict'")
      ->type_name("FILE.json");
  command->add_flag("--variants", options->variants, "Print first what is known about each variant, the best first");
  add_force(*command, options->force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = fit_prices(*options); });
}

void add_price(CLI::App& app, int& exit_code, Team* team) {
  CLI::App* command = app.add_subcommand("price", "Measure what errors of pruning cost in Elo");
  command->footer(kPriceFooter);
  command->require_subcommand(1);
  add_list(*command, exit_code);
  add_errors(*command, exit_code, team);
  add_fit(*command, exit_code);
}

}  // namespace

StoredCommand price_command() {
  return {{kind_of<VariantErrorsResult>()}, add_price};
}

namespace {

void add_predict(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand("predict", "Predict the Elo of a preset without playing games");
  command->footer(kPredictFooter);
  command->add_option("files", options->files, "Positions: EPD or FEN, one per line; -: standard input")
      ->required()
      ->type_name("FILE.epd");
  add_rule_options(*command, options->search);
  command->add_option("--against", options->against, "The preset to compare with (default: modern)")
      ->type_name("NAME|FILE.toml");
  command
      ->add_option(
          "--prices", options->prices,
          "The prices that 'oknos-lab price fit --out' wrote (default: \"<embedded>\", the built-in ones of modern)")
      ->type_name("FILE.json");
  command
      ->add_option("--regret", options->regret,
                   "A run store of 'oknos-lab suite --measure regret' whose first player is --against, and another the "
                   "preset in question: use "
                   "the prices of nodes and regret")
      ->type_name("RUN.db");
  add_store_options(*command, options->run, team);
  add_workers(*command, options->run);
  command->add_flag("--json", options->run.json, "Print one JSON value");
  add_color(*command, options->run.color);
  command->callback([options, &exit_code] { exit_code = predict(*options); });
}

}  // namespace

StoredCommand predict_command() {
  return {{}, add_predict};
}

}  // namespace oknos::lab
