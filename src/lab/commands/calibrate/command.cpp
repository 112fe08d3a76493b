#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/calibrate/calibrate.h"
#include "lab/commands/claims/calibrate_by_claims.h"
#include "lab/commands/price/price.h"

namespace oknos::lab {

void add_calibrate(CLI::App& app, int& exit_code) {
  constexpr double kMinRisk = 0.001, kMaxRisk = 50.0;  // percent
  struct State {
    CalibrateOptions options;
    std::string price, queue_out;
    bool all = false;
    CalibrateByClaimsOptions by_claims;
  };
  const auto state = std::make_shared<State>();
  CalibrateOptions* options = &state->options;
  CLI::App* command = app.add_subcommand("calibrate", "Find margins for a given error rate");
  command->footer(
      "Reads a margin sweep (made by audit --margins) and finds for each rule the margins that save the most nodes\n"
      "while the error rate stays within --risk. Samples that another rule prunes anyway are not counted. The margins\n"
      "are fitted on one half of the positions; the printed figures come from the other half.\n\n"
      "Examples:\n"
      "  oknos-lab audit ecm.epd --margins --depth 8 --sample 100 --out margin_sweep.db\n"
      "  oknos-lab calibrate margin_sweep.db --risk 0.5 --out calibrated.toml\n"
      "  oknos-lab suite wac.epd --player modern --player calibrated.toml --depth 8\n\n"
      "With --price it reads audits of variants (made by price audit) instead, or the table of 'price fit --table',\n"
      "which has games too. For each rule it chooses the variant with the highest expected Elo (docs/price.md):\n"
      "  oknos-lab calibrate errors.db --price prices.json --out priced.toml\n"
      "  oknos-lab calibrate prices/modern.tsv --price \"<embedded>\" --queue-out confirm.toml\n\n"
      "With --engine it reads claims of that UCI engine (judged by audit) and shows what other values of the\n"
      "options that are its margins would do: errors avoided or added, and, with --positions, nodes (docs/claims.md):\n"
      "  oknos-lab calibrate claims.db --engine cmd=./engine --option razoring=RazorMargin --positions some.epd");
  command
      ->add_option("margin_sweep", options->margin_sweep,
                   "Run store made by audit --margins; with --price by price audit, or a table (.tsv); with "
                   "--engine by an audit of claims")
      ->type_name("RUN.db")
      ->required();
  CLI::Option* price = command
                           ->add_option("--price", state->price,
                                        "Choose by predicted Elo, with the prices of 'oknos-lab price fit --out', or "
                                        "the built-in ones: \"<embedded>\"")
                           ->type_name("FILE.json");
  CLI::Option* engine = command
                            ->add_option("--engine", state->by_claims.engine,
                                         "A UCI engine whose claims were judged: cmd=PROGRAM,option.NAME=VALUE")
                            ->type_name("PLAYER")
                            ->excludes(price);
  command
      ->add_option(
          "--option", state->by_claims.margins,
          "With --engine: the option that is the margin of this rule (repeatable). RULE@DEPTH or "
          "RULE@FROM-TO: at these depths alone. With :SCALE behind it: by how much the option changes when the "
          "margin grows by 1 (default: 1)")
      ->type_name("RULE=OPTION")
      ->needs(engine);
  CLI::Option* positions =
      command
          ->add_option("--positions", state->by_claims.positions,
                       "With --engine: search these positions with each change to count nodes (repeatable)")
          ->type_name("FILE")
          ->needs(engine);
  constexpr int kMaxDepth = 60;  // plies
  command->add_option("--depth", state->by_claims.depth, "With --positions: to this depth, in plies (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth))
      ->needs(engine)
      ->needs(positions);
  command->add_option("--risk", options->risk, "Highest error rate allowed, percent (default: 1)")
      ->type_name("PERCENT")
      ->check(CLI::Range(kMinRisk, kMaxRisk))
      ->excludes(price)
      ->excludes(engine);
  add_rule_options(*command, options->search);
  command->add_flag("--all", state->all, "With --price: print all variants, not only the best of each rule")
      ->needs(price);
  command
      ->add_option("--queue-out", state->queue_out,
                   "With --price: write a file for 'match --queue' that plays the best variant of each rule; with "
                   "--engine, that plays the changes worth a match")
      ->type_name("FILE.toml");
  CLI::Option* name =
      command->add_option("--name", options->name, "Name of the preset (default: calibrated; with --price: priced)")
          ->type_name("NAME");
  CLI::Option* out =
      command->add_option("--out", options->out, "Write the preset to this file")->type_name("FILE.toml");
  add_force(*command, options->force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([state, command, price, engine, name, out, &exit_code] {
    const CalibrateOptions& o = state->options;
    if (engine->count() > 0) {
      if (name->count() + out->count() + command->count("--preset") + command->count("--set") > 0)
        throw CLI::ValidationError("--engine",
                                   "excludes --preset, --set, --name and --out: an engine has no preset; --queue-out "
                                   "writes what confirms");
      CalibrateByClaimsOptions by_claims = state->by_claims;
      by_claims.claims = o.margin_sweep;
      by_claims.queue_out = state->queue_out;
      by_claims.force = o.force;
      by_claims.json = o.json;
      by_claims.color = o.color;
      exit_code = calibrate_by_claims(by_claims);
      return;
    }
    if (price->count() == 0 && !state->queue_out.empty())
      throw CLI::ValidationError("--queue-out", "needs --price or --engine");
    if (price->count() == 0) {
      exit_code = calibrate(o);
      return;
    }
    CalibrateByPriceOptions by_price;
    by_price.errors = o.margin_sweep;
    by_price.prices = state->price;
    by_price.search = o.search;
    if (name->count() > 0) by_price.name = o.name;
    by_price.out = o.out;
    by_price.queue_out = state->queue_out;
    by_price.all = state->all;
    by_price.force = o.force;
    by_price.json = o.json;
    by_price.color = o.color;
    exit_code = calibrate_by_price(by_price);
  });
}

}  // namespace oknos::lab
