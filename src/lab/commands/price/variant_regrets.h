#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "lab/commands/price/price_table.h"
#include "lab/store/store_view.h"

// What the moves of variants give away, from run stores of `oknos-lab regret`.
namespace oknos::lab {

// The first player, the limit and the judge: "preset modern, network ..., hash=1, 2000 nodes, judge Stockfish 15.1 with
// 20,000 nodes".
std::string described_regrets(const store::StoreView& view);

// Of each player after the first, which is the first with one change. Errors: other players, and more than one limit.
std::optional<Error> add_regrets(PriceTable& to, const store::StoreView& view);

// Of `variant`, any player, against `base`, the first: both are the starts of identities, as in run stores. The error
// says who is missing.
Result<VariantRegret> regret_between(const store::StoreView& view, const std::string& base, const std::string& variant);

}  // namespace oknos::lab
