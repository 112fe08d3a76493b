#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/calibrate/calibrate.h"
#include "lab/commands/price/price.h"

namespace oknos::lab {

void add_calibrate(CLI::App& app, int& exit_code) {
  constexpr double kMinRisk = 0.001, kMaxRisk = 50.0;  // percent
  struct State {
    CalibrateOptions options;
    std::string price, queue_out;
    bool all = false;
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
      "  oknos-lab compare wac.epd --preset modern --preset calibrated.toml --depth 8\n\n"
      "With --price it reads audits of variants (made by price audit) instead, or the table of 'price fit --table',\n"
      "which has games too. For each rule it chooses the variant with the highest expected Elo (docs/price.md):\n"
      "  oknos-lab calibrate errors.db --price prices.json --out priced.toml\n"
      "  oknos-lab calibrate prices/modern.tsv --price \"<embedded>\" --queue-out confirm.toml");
  command
      ->add_option("margin_sweep", options->margin_sweep,
                   "Run store made by audit --margins; with --price by price audit, or a table (.tsv)")
      ->type_name("RUN.db")
      ->required();
  CLI::Option* price = command
                           ->add_option("--price", state->price,
                                        "Choose by predicted Elo, with the prices of 'oknos-lab price fit --out', or "
                                        "the built-in ones: \"<embedded>\"")
                           ->type_name("FILE.json");
  command->add_option("--risk", options->risk, "Highest error rate allowed, percent (default: 1)")
      ->type_name("PERCENT")
      ->check(CLI::Range(kMinRisk, kMaxRisk))
      ->excludes(price);
  add_rule_options(*command, options->search);
  command->add_flag("--all", state->all, "With --price: print all variants, not only the best of each rule")
      ->needs(price);
  command
      ->add_option("--queue-out", state->queue_out,
                   "With --price: write a file for 'match --queue' that plays the best variant of each rule")
      ->type_name("FILE.toml")
      ->needs(price);
  CLI::Option* name =
      command->add_option("--name", options->name, "Name of the preset (default: calibrated; with --price: priced)")
          ->type_name("NAME");
  command->add_option("--out", options->out, "Write the preset to this file")->type_name("FILE.toml");
  add_force(*command, options->force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([state, price, name, &exit_code] {
    const CalibrateOptions& o = state->options;
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
