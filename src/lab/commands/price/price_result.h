#pragma once

#include "lab/commands/price/price_table.h"
#include "lab/commands/price/price_view.h"
#include "lab/experiment/result.h"

// What `price audit` comes to: a table of variants.
namespace oknos::lab {

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

// Adds the work units of such a run store, or what a screening or a run of `suite --measure regret` says of its
// changes. An error: a store of another kind.
std::optional<Error> add_store(PriceTable& to, const store::StoreView& view);

}  // namespace oknos::lab
