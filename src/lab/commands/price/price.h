#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/price/price_file.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"

// `oknos-lab price`: how many Elo does a pruning error cost? Variants of a preset are played (`oknos-lab screen`) and
// audited. A regression of the first on the second gives prices for errors and nodes (docs/price.md). The preset is
// called the base here.
namespace oknos::lab {

struct VariantOptions {
  SearchOptions search;            // preset, changes and network of the base
  std::vector<std::string> rules;  // by name; empty: all of the family
};

// `price variants`: prints them.
int list_variants(const VariantOptions& options, bool json);

struct AuditVariantsOptions {
  static constexpr int kDefaultDepth = 8;              // plies
  static constexpr std::uint64_t kDefaultEvery = 100;  // one in so many of the pruned moves and nodes is checked

  VariantOptions variants;
  std::vector<std::string> files;
  std::vector<std::string> sample;
  RunArguments run;
};
// `price audit`: searches and audits each position with the base and with each variant. Returns the program's exit
// code, as do the other commands.
int audit_variants(const AuditVariantsOptions& options);

struct FitPricesOptions {
  std::vector<std::string> stores;  // of `screen`, of `price audit`, and of `suite --measure regret`; or one table
  std::string table;                // file for the table of variants; empty: none
  std::string out;                  // file for the prices, read by `predict`; empty: none
  bool variants = false;            // print also what is known of each variant
  bool force = false;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};
// `price fit`: fits the prices, and shows how well they predict the games of rules that they were not fitted to.
int fit_prices(const FitPricesOptions& options);

struct PredictOptions {
  std::vector<std::string> files;  // positions
  SearchOptions search;            // the preset and the changes in question
  std::string against{pruning::kDefaultPreset};
  std::string prices = kEmbeddedPrices;  // the file
  std::string regret;  // a run store of `suite --measure regret` with both presets; empty: errors are priced instead
  RunArguments run;
};
// `predict`: the Elo of a preset according to the prices, without playing games.
int predict(const PredictOptions& options);

struct CalibrateByPriceOptions {
  std::string errors;    // a run store of `price audit`, or a table of `price fit --table`
  std::string prices;    // the file, or kEmbeddedPrices
  SearchOptions search;  // the base of the audits
  std::string name = "priced";
  std::string out;        // file for the preset; empty: none
  std::string queue_out;  // file for `match --queue` that plays the chosen variants; empty: none
  bool all = false;       // print every variant, not only the chosen ones
  bool force = false;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};
// `calibrate --price`: prints what each variant avoids or adds and what that is expected to be worth, chooses for each
// rule the variant with the highest predicted Elo, and combines them in a preset.
int calibrate_by_price(const CalibrateByPriceOptions& options);

StoredCommand predict_command();

StoredCommand price_command();

}  // namespace oknos::lab
