#pragma once

#include "lab/commands/price/price_table.h"
#include "lab/commands/price/price_view.h"
#include "lab/experiment/result.h"

// What `price play` and `price audit` come to: both fill a table of variants.
namespace oknos::lab {

class VariantGamesResult final : public RunResult {
 public:
  using Unit = VariantPair;
  static constexpr const char* kKind = "variant games";
  static constexpr const char* kDescription = "games of variants of a preset against it";
  static store::Format<VariantPair> format();

  void add(WorkUnitNumber, const VariantPair& pair) { table.add(pair); }
  std::string text(const Style& style) const override { return games_report(table, style); }
  nlohmann::ordered_json json() const override;

  PriceTable table;
};

class VariantErrorsResult final : public RunResult {
 public:
  using Unit = VariantSearch;
  static constexpr const char* kKind = "variant errors";
  static constexpr const char* kDescription = "what variants of a preset prune wrongly";
  static store::Format<VariantSearch> format();

  void add(WorkUnitNumber, const VariantSearch& search) { table.add(search); }
  std::string text(const Style& style) const override { return errors_report(table, style); }
  nlohmann::ordered_json json() const override;

  PriceTable table;
};

// Adds the work units of a run store of either kind, or what a screening or a run of `regret` says of its changes.
// Errors: a store of another kind, and a screening besides other games, for their figures cannot be added up.
std::optional<Error> add_store(PriceTable& to, const store::StoreView& view);

}  // namespace oknos::lab
