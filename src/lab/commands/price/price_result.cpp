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
  const auto add = [&](WorkUnitNumber, const auto& work_unit) -> std::optional<Error> {
    to.add(work_unit);
    return std::nullopt;
  };
  if (view.kind() == VariantGamesResult::kKind) return for_each_work_unit<VariantGamesResult>(view, add);
  if (view.kind() == VariantErrorsResult::kKind) return for_each_work_unit<VariantErrorsResult>(view, add);
  return Error{
      fmt::format("\"{}\" holds a run of '{}'; 'oknos-lab price play' and 'oknos-lab price audit' make what is needed",
                  view.path(), view.kind())};
}

}  // namespace oknos::lab
