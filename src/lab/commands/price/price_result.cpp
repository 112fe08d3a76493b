#include "lab/commands/price/price_result.h"

#include <nlohmann/json.hpp>

#include "lab/commands/price/variant_regrets.h"
#include "lab/commands/screen.h"
#include "lab/commands/suite_regret.h"

namespace oknos::lab {

namespace {

// As many pairs as give each change about 500 games of its own; nothing if less than half would be left.
std::optional<std::size_t> first_pairs(const Screening& screened, const std::vector<Effect>& effects) {
  double games = 0;
  for (std::size_t i = 0; i < screened.factors.size(); ++i) games += static_cast<double>(effects[i].games);
  if (games <= 0) return std::nullopt;
  const double share = ScreenedElo::kFirstGames * static_cast<double>(screened.factors.size()) / games;
  if (share > 0.5) return std::nullopt;
  return static_cast<std::size_t>(share * static_cast<double>(screened.pairs.size()));
}

std::optional<Error> add_screening(PriceTable& to, const store::StoreView& view) {
  const auto read = read_screening(view);
  if (!read) return Error{read.error()};
  const Screening& screened = *read;
  const std::vector<ScreenPair>& pairs = screened.pairs;
  const ScreenAnalysis analysis = analysis_of(screened);
  const std::vector<Effect>& all = analysis.fit.effects;
  // The two parts must not know of each other, so nothing is searched for in all of them.
  const ScreenDesign design = design_of(screened.factors, {});
  std::vector<Effect> first, rest;
  if (const auto n = first_pairs(screened, all)) {
    const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>(*n);
    first = fit_screening({pairs.begin(), middle}, design).effects;
    rest = fit_screening({middle, pairs.end()}, design).effects;
  }
  for (std::size_t i = 0; i < screened.factors.size(); ++i) {
    ScreenedElo out{{all[i].games, all[i].elo}, {}, {}};
    if (!first.empty()) {
      out.first = first[i].elo.value;
      out.rest = rest[i].elo.value;
    }
    if (is_known(all[i].elo)) to.add(screened.factors[i].change, out);
  }
  return std::nullopt;
}

}  // namespace

nlohmann::ordered_json VariantErrorsResult::json() const {
  return price_table_json(table);
}

std::optional<Error> add_store(PriceTable& to, const store::StoreView& view) {
  const auto add = [&](WorkUnitNumber, const auto& work_unit) -> std::optional<Error> {
    to.add(work_unit);
    return std::nullopt;
  };
  if (view.kind() == VariantErrorsResult::kKind) return for_each_work_unit<VariantErrorsResult>(view, add);
  if (view.kind() == kScreenKind) return add_screening(to, view);
  if (view.kind() == kRegretKind) return add_regrets(to, view);
  return Error{fmt::format(
      "\"{}\" holds a run of '{}'; 'oknos-lab screen', 'oknos-lab price audit' and 'oknos-lab suite --measure regret' "
      "make what is needed",
      view.path(), view.kind())};
}

}  // namespace oknos::lab
