#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/price/prices.h"
#include "lab/store/store_view.h"
#include "lab/terminal/style.h"

// The file that `price fit --out` writes and `predict` reads: one JSON value.
namespace oknos::lab {

// A run that prices were fitted to.
struct PriceSource {
  std::string kind;         // of the run store: "screen", "variant games" or "variant errors"
  std::string base;         // what was varied, and how it searched, as the run store has it
  std::uint64_t units = 0;  // pairs of games, or searches, that were done
  std::string commit;       // of the program that made it

  bool has_games() const;
};

struct PriceFile {
  std::vector<PriceSource> sources;
  Estimate correlation;            // of what was predicted for rules left out of the fit with the games
  std::string depth;               // of the audits, as exact_text() has it: "depth 8"
  std::string sample;              // as Sampling::text() has it
  std::vector<std::string> names;  // of the features
  std::vector<double> prices;      // Elo per unit of each
  double deviation = 0;            // of a prediction, Elo
  double of_a_game = 0;            // standard deviation of an Elo figure from a single game

  void take(const Prices& fitted);
  void add_source(const store::StoreView& view);
  // Did the audits vary this? Written as in run stores.
  bool is_of(const std::string& base) const;
};

// A paragraph for the end of a report: what the prices were fitted to, and that they are a guess for `base` if that is
// something else. Empty if the file does not say.
std::string provenance_of(const PriceFile& file, const std::string& base, const Style& style);

std::string to_text(const PriceFile& file);
// The error says what is wrong with the text.
Result<PriceFile> parse_price_file(const std::string& text);
Result<PriceFile> read_price_file(const std::string& path);

}  // namespace oknos::lab
