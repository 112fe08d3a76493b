#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/statistics/statistics.h"

// What was measured of many variants of a preset, and the prices that explain their games: how many Elo an error of
// pruning costs, one percent of nodes, and regret (docs/price.md).
namespace oknos::lab {

// Errors by the depth of the node. Those that the search would have made without the rule too, because it reduces late
// moves, are a class of their own.
inline constexpr std::size_t kErrorClasses = 4;
inline constexpr std::array<const char*, kErrorClasses> kErrorClassNames = {"depth 0 to 1", "depth 2 to 4",
                                                                            "depth 5 or more", "not found"};

// A preset with one value changed, compared with the preset itself.
struct MeasuredVariant {
  std::string change;                        // "reverse_futility.margin=60"
  std::uint64_t games = 0;                   // 0: the next figure is not known
  Estimate elo;                              // by these games
  std::uint64_t positions = 0;               // searched; 0: the next figures are not known
  double log_nodes = 0;                      // mean difference of the logarithms of the nodes to the same depth
  double wrong = 0, more_wrong = 0;          // share of what was checked, and by how much it is larger
  std::array<double, kErrorClasses> loss{};  // more expected points that errors lose per 1,000 nodes
  double solved = 0;                         // more positions
  std::uint64_t regret_positions = 0;        // 0: the next figure is not known
  Estimate regret;                           // more expected points that a move gives away

  std::string rule() const { return change.substr(0, change.find_first_of(".=")); }
};

// Elo per unit of nodes, and besides of either errors or regret.
struct Prices {
  std::vector<std::string> of;  // "more nodes", ...
  std::vector<double> elo;      // for each of them; none: not fitted
  Estimate correlation;         // of played Elo and what is predicted of rules that were left out of the fit
  double deviation = 0;         // of such predictions, Elo
};

// A run that variants were measured in.
struct PriceSource {
  std::string what;  // "games", "searches", "positions"
  std::uint64_t count = 0;
  std::string how;  // "hash=4, 2,000 nodes"
  std::string commit;
};

// The file that `predict fit --out` writes. Prices belong to a node budget and a kind of evaluation, not to an exact
// preset: `base` only says what they were measured on.
struct PriceFile {
  std::string base;  // as identities have it: "preset modern, network ..., settings ..."
  std::vector<PriceSource> sources;
  int depth = 0;       // of the searches
  std::string sample;  // as Sampling::text() has it
  double game_deviation = 0;
  Prices by_errors, by_regret;
  std::vector<MeasuredVariant> variants;

  MeasuredVariant& variant(const std::string& change);  // a new one if need be
  const PriceSource* source(const std::string& what) const;
  bool uses_regret(const MeasuredVariant& v) const { return !by_regret.elo.empty() && v.regret_positions > 0; }
  // By nodes and regret where both are known, otherwise by nodes and errors. Precondition: it has prices.
  Estimate predicted(const MeasuredVariant& v) const;
  // What the prices were fitted to, for the end of a report about `of`, an identity like `base`.
  std::string provenance(bool of_regret, const std::string& of) const;
};

std::string to_text(const PriceFile& file);
Result<PriceFile> parse_prices(const std::string& text);
inline constexpr const char* kEmbeddedPrices = "<embedded>";  // prices/modern.json, which is built in
Result<PriceFile> read_prices(const std::string& path);       // or that, by its name

// Prices with what shows how good they are: predictions for rules that they were not fitted to, beside other
// predictions of the same games.
struct PriceFit {
  struct Price {
    std::string of;  // "1 % more nodes"
    Estimate elo;
  };
  struct Baseline {
    std::string name;
    Estimate correlation;
  };
  struct Prediction {
    std::string change;
    double by_errors = 0;
    std::optional<double> by_regret;
  };
  PriceFile file;
  std::size_t variants = 0, rules = 0;
  double highest_correlation = 0;  // that the errors of the games allow
  std::vector<Price> by_errors, by_regret;
  std::vector<Baseline> baselines;  // the model itself is the first
  std::vector<Prediction> predictions;
};

// The error says that there is too little to fit to, or that only some variants have regrets.
Result<PriceFit> fit_prices(PriceFile measured);

}  // namespace oknos::lab
