#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/price/prices.h"

// The file that `price fit --out` writes and `predict` reads: one JSON value.
namespace oknos::lab {

struct PriceFile {
  std::string depth;               // of the audits, as exact_text() has it: "depth 8"
  std::string sample;              // as Sampling::text() has it
  std::vector<std::string> names;  // of the features
  std::vector<double> prices;      // Elo per unit of each
  double deviation = 0;            // of a prediction, Elo
  double of_a_game = 0;            // standard deviation of an Elo figure from a single game

  void take(const Prices& fitted);
};

std::string to_text(const PriceFile& file);
// The error says what is wrong with the text.
Result<PriceFile> parse_price_file(const std::string& text);
Result<PriceFile> read_price_file(const std::string& path);

}  // namespace oknos::lab
