#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/price/prices.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// The file that `price fit --out` writes, and that `predict` and `calibrate --price` read: one JSON value.
namespace oknos::lab {

// A run that prices were fitted to.
struct PriceSource {
  std::string kind;         // of the run store: "screen", "variant errors" or "regret"
  std::string base;         // what was varied, and how it searched, as the run store has it
  std::uint64_t units = 0;  // pairs of games, searches or positions that were done
  std::string commit;       // of the program that made it
  // Not in files. Of games: --seed, which decides what is played; of a screening: --probability; of regrets: who judged
  // exactly, and hashes of the positions.
  std::string seed = {};
  std::string probability = {};
  std::string judge = {};
  std::vector<std::string> inputs = {};

  bool has_games() const;
  bool has_audits() const;
  bool has_regrets() const;
};

// Prices of nodes and of regret, instead of nodes and errors.
struct RegretPrices {
  std::vector<double> prices;  // in the order of feature_names_with_regret()
  Estimate correlation;        // as PriceFile's
  double deviation = 0;

  // Elo, with the interval that both the prices and the regret leave open.
  Estimate predicted(const PriceTable::Compared& c, const VariantRegret& regret) const;
};

struct PriceFile {
  std::vector<PriceSource> sources;
  Estimate correlation;                   // between played Elo and the Elo predicted for rules left out of the fit
  std::string depth;                      // of the audits, as exact_text() has it: "depth 8"
  std::string sample;                     // as Sampling::text() has it
  std::vector<std::string> names;         // of the features
  std::vector<double> prices;             // Elo per unit of each
  double deviation = 0;                   // of a prediction, Elo
  double of_a_game = 0;                   // standard deviation of an Elo figure from a single game
  std::optional<RegretPrices> by_regret;  // nothing: it was not measured

  // Elo by the prices of nodes and errors, with the interval that they leave open.
  Estimate predicted(const PriceTable::Compared& c) const;
  void take(const Prices& fitted);
  // An error: audits of something else, to another depth or with another sample than those that are there; regrets of
  // something else than the audits, or measured in another way, or on the same positions as those that are there; a
  // screening of something else, with other limits or another probability, or with the same seed as one that is there;
  // work units of a run that are there already.
  std::optional<Error> add_source(const store::StoreView& view);

  // The source that has the audits, or the regrets; null: it is not known.
  const PriceSource* audits() const;
  const PriceSource* regrets() const;

 private:
  std::optional<Error> add_regret_source(PriceSource added, const store::StoreView& view);
  std::optional<Error> objection_to_games(const PriceSource& added) const;
  std::optional<Error> objection_to_sources(const std::string& path) const;  // the last is from this run store
  bool has_some_of(const store::StoreView& view) const;

  // What was added, and is not in files.
  struct AddedRun {
    store::Description description;
    std::set<WorkUnitNumber> done;
  };
  std::vector<AddedRun> runs_;
};

// Which prices were used.
enum class PricesOf : std::uint8_t { Errors, Regret };

// A paragraph for the end of a report: what the prices were fitted to, and, if the audits were of anything but `base`,
// that they are only a guess for it. `base` is written as in run stores. Empty if the file does not say.
std::string provenance_of(const PriceFile& file, const std::string& base, const Style& style,
                          PricesOf used = PricesOf::Errors);
// Were the audits of this?
bool are_prices_of(const PriceFile& file, const std::string& base);

std::string to_text(const PriceFile& file);
// The error says what is wrong with the text.
Result<PriceFile> parse_price_file(const std::string& text);
// The name of the prices that are built in: prices/modern.json, of the variants of `modern`.
inline constexpr const char* kEmbeddedPrices = "<embedded>";
Result<PriceFile> read_price_file(const std::string& path);  // or those, by their name

}  // namespace oknos::lab
