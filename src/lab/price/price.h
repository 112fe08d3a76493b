#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/kind.h"
#include "lab/match/match.h"
#include "lab/plan.h"
#include "lab/store/run_arguments.h"

// `oknos-lab price`: what does an error of pruning cost, in Elo? Variants of a preset play against it and are audited;
// a model of both prices errors and nodes (docs/price.md).
namespace oknos::lab {

struct VariantOptions {
  SearchOptions search;            // preset, changes and network of the base
  std::vector<std::string> rules;  // by name; none: all of the family
};

// `price variants`: prints them.
int list_variants(const VariantOptions& options, bool json);

struct PlayVariantsOptions {
  static constexpr std::int64_t kDefaultGames = 600;    // of each variant
  static constexpr std::uint64_t kDefaultNodes = 2000;  // a move

  VariantOptions variants;
  std::int64_t games = kDefaultGames;
  MatchOptions match;  // nodes, book and rules of the games, and the run
};
// `price play`: pairs of games of each variant against the base, in this process, in turn. The program's exit code.
int play_variants(const PlayVariantsOptions& options);

struct AuditVariantsOptions {
  static constexpr int kDefaultDepth = 8;              // plies
  static constexpr std::uint64_t kDefaultEvery = 100;  // of what each rule leaves out, one is searched after all

  VariantOptions variants;
  std::vector<std::string> files;
  std::vector<std::string> sample;
  store::RunArguments run;
};
// `price audit`: each position searched and audited with each variant and with the base.
int audit_variants(const AuditVariantsOptions& options);

struct FitPricesOptions {
  std::vector<std::string> stores;  // of both kinds
  std::string table;                // a file for the table of variants; empty: none
  std::string out;                  // a file of prices for `predict`; empty: none
  bool force = false;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};
// `price fit`: the prices that explain the games by the audits, and how well they predict rules that they have not
// seen.
int fit_prices(const FitPricesOptions& options);

struct PredictOptions {
  std::vector<std::string> files;  // positions
  SearchOptions search;            // the preset and the changes in question
  std::string against{pruning::kDefaultPreset};
  std::string prices;  // the file
  store::RunArguments run;
};
// `predict`: the Elo that the prices expect of a preset, without a game.
int predict(const PredictOptions& options);

struct CalibrateByPriceOptions {
  std::string errors;    // a run store of `price audit`
  std::string prices;    // the file
  SearchOptions search;  // the base of the audits
  std::string name = "priced";
  std::string out;  // the preset; empty: it is only shown
  bool force = false;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};
// `calibrate --price`: of each rule the variant that the prices expect the most Elo of, all together in one preset.
int calibrate_by_price(const CalibrateByPriceOptions& options);

RunKind variant_games_kind();
RunKind variant_errors_kind();

}  // namespace oknos::lab
