#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "lab/commands/price/price_table.h"
#include "lab/store/store_view.h"

// What the moves of variants give away, from run stores of `oknos-lab suite --measure regret`.
namespace oknos::lab {

// The first player, the limit and the judge: "preset modern, network ..., settings ..., hash=1, 2,000 nodes, judge
// Stockfish 15.1 with 20,000 nodes". A UCI engine that judges is known by its name alone: prices should not depend on
// the build.
std::string described_regrets(const store::StoreView& view);

// How they were measured, whoever played: what follows the settings in such a description. Empty if it has none.
std::string conditions_of(const std::string& described);

// Adds the regret of each player after the first. Errors: a player that differs from the first by more than one change
// of a rule or an exemption, more than one limit, and no moves.
std::optional<Error> add_regrets(PriceTable& to, const store::StoreView& view);

// The regret of `variant`, any player, against `base`, the first: both are the starts of identities, as in run stores.
// The error says who is missing.
Result<VariantRegret> regret_between(const store::StoreView& view, const std::string& base, const std::string& variant);

}  // namespace oknos::lab
