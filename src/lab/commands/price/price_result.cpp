#include "lab/commands/price/price_result.h"

#include <nlohmann/json.hpp>

namespace oknos::lab {

nlohmann::ordered_json VariantGamesResult::json() const {
  return price_table_json(table);
}

nlohmann::ordered_json VariantErrorsResult::json() const {
  return price_table_json(table);
}

std::optional<Error> add_store(PriceTable& to, const store::StoreView& view) {
  const auto add = [&](ItemNumber, const auto& item) -> std::optional<Error> {
    to.add(item);
    return std::nullopt;
  };
  if (view.kind() == VariantGamesResult::kKind) return for_each_item<VariantGamesResult>(view, add);
  if (view.kind() == VariantErrorsResult::kKind) return for_each_item<VariantErrorsResult>(view, add);
  return Error{
      fmt::format("\"{}\" holds a run of '{}'; 'oknos-lab price play' and 'oknos-lab price audit' make what is needed",
                  view.path(), view.kind())};
}

}  // namespace oknos::lab
