#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/commands/price/audit_variants.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/variant_regrets.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// What the comparison of two presets goes by, besides audits.
struct Basis {
  PriceFile file;
  std::string base;                     // of the comparison, as in run stores
  std::optional<VariantRegret> regret;  // nothing: errors are priced

  PricesOf used() const { return regret ? PricesOf::Regret : PricesOf::Errors; }
};

struct Prediction {
  Estimate elo;
  double more_nodes = 0;
  double games = 0;  // that would have an interval as wide; 0: none are too many
};

constexpr std::uint64_t kFewestPositions = 10;  // fewer do not say how much they scatter

Estimate predicted_by(const Basis& basis, const PriceTable::Compared& c) {
  return basis.regret ? basis.file.by_regret->predicted(c, *basis.regret) : basis.file.predicted(c);
}

// The standard error that other positions of the same kinds would cause: the jackknife (J. Tukey, 1958).
double scatter_of(const PriceTable& table, const Basis& basis) {
  std::vector<double> without;
  double sum = 0;
  for (const PriceTable::Compared& c : table.compared_without_each(table.variants().front())) {
    without.push_back(predicted_by(basis, c).value);
    sum += without.back();
  }
  const auto n = static_cast<double>(without.size());
  double squares = 0;
  for (const double elo : without) squares += (elo - sum / n) * (elo - sum / n);
  return std::sqrt(squares * (n - 1) / n);
}

std::uint64_t positions_of(const PriceTable& table) {
  return table.variants().empty() ? 0 : table.compared(table.variants().front()).variant.searches;
}

// Nothing: there are not enough searches yet. The prices' own deviation has some of the scatter of the positions in it,
// but those that they were fitted to are others, and their number is another one.
std::optional<Prediction> prediction_of(const PriceTable& table, const Basis& basis) {
  if (positions_of(table) < kFewestPositions) return std::nullopt;
  const PriceTable::Compared c = table.compared(table.variants().front());
  Prediction out;
  out.elo = predicted_by(basis, c);
  const double wide = std::hypot(out.elo.high - out.elo.value, kDeviationsOf95Percent * scatter_of(table, basis));
  out.elo.low = out.elo.value - wide;
  out.elo.high = out.elo.value + wide;
  const double deviation = (out.elo.high - out.elo.value) / kDeviationsOf95Percent;
  out.more_nodes = c.more_nodes();
  if (deviation > 0) out.games = std::pow(basis.file.of_a_game / deviation, 2);
  return out;
}

std::string report(const PriceTable& table, const Basis& basis, const Style& style) {
  constexpr double kPercent = 100.0;
  const auto p = prediction_of(table, basis);
  if (!p)
    return fmt::format("No prediction: {} searched with both presets; at least {} are expected.\n",
                       counted(positions_of(table), "position was", "positions were"), kFewestPositions);
  const PriceTable::Compared c = table.compared(table.variants().front());
  std::string out = fmt::format("Predicted Elo  {}\n", style.paint(Tone::Strong, to_text(p->elo)));
  out += fmt::format("Nodes          {:+.1f} % to the same depth\n", kPercent * p->more_nodes);
  if (basis.regret) {
    const Estimate& more = basis.regret->more;
    out += fmt::format("Regret         {:+.2f} % of a point per move ({:+.2f} to {:+.2f}; {})\n", kPercent * more.value,
                       kPercent * more.low, kPercent * more.high, counted(basis.regret->positions, "position"));
  }
  out += fmt::format("Wrong          {:.3f} % of what was pruned ({:.3f} %)\n", kPercent * c.variant.error_rate(),
                     kPercent * c.base.error_rate());
  if (p->games > 0)
    out += fmt::format("{} would give an interval as narrow.\n",
                       counted(static_cast<std::uint64_t>(std::llround(p->games)), "game"));
  return out + provenance_of(basis.file, basis.base, style, basis.used());
}

nlohmann::ordered_json report_json(const PriceTable& table, const Basis& basis) {
  const auto p = prediction_of(table, basis);
  if (!p) return nullptr;
  nlohmann::ordered_json out = {{"elo", {{"value", p->elo.value}, {"low", p->elo.low}, {"high", p->elo.high}}},
                                {"more_nodes", p->more_nodes}};
  if (basis.regret) {
    const Estimate& more = basis.regret->more;
    out["more_regret"] = {{"value", more.value}, {"low", more.low}, {"high", more.high}};
  }
  out["equivalent_games"] = p->games;
  out["prices_are_of_base"] = are_prices_of(basis.file, basis.base);
  return out;
}

// From a store whose moves were searched and judged as those that the prices were fitted to.
Result<VariantRegret> regret_in(const std::string& path, const PriceFile& file, const std::string& base,
                                const std::string& variant) {
  if (!file.by_regret)
    return Error{
        "these prices have none of regret: 'oknos-lab price fit' takes a run of 'oknos-lab suite --measure regret "
        "--variants'"};
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  auto out = regret_between(**view, base, variant);
  if (!out) return out;
  const std::string measured = conditions_of(described_regrets(**view)), priced = conditions_of(file.regrets()->base);
  if (measured != priced)
    return Error{fmt::format("{}: the moves were searched and judged with \"{}\", those of the prices with \"{}\"",
                             text::quoted(path, path.size()), measured, priced)};
  return out;
}

// "depth 8" as a limit.
std::optional<int> depth_of(const std::string& text) {
  constexpr std::string_view kDepth = "depth ";
  return text.starts_with(kDepth) ? text::parse_int<int>(std::string_view(text).substr(kDepth.size())) : std::nullopt;
}

}  // namespace

int predict(const PredictOptions& options) {
  const auto prices = read_price_file(options.prices);
  if (!prices) return complain(kFailure, "--prices " + prices.error());
  Limits limits;
  limits.depth = depth_of(prices->depth);
  if (!limits.depth)
    return complain(kFailure, fmt::format("--prices {}: no depth of the audits", text::quoted(options.prices)));
  SearchOptions against;
  against.preset = options.against;
  auto base = make_plan(against, limits);
  if (!base) {
    constexpr std::string_view kPreset = "--preset ";  // which is another option here
    const std::string& error = base.error();
    return complain(kUsage, "--against " + (error.starts_with(kPreset) ? error.substr(kPreset.size()) : error));
  }
  const auto wanted = make_plan(options.search, limits);
  if (!wanted) return complain(kUsage, wanted.error());
  if (wanted->settings == base->settings)
    return complain(kUsage, fmt::format("{} is {} itself; --set or --preset say what differs", wanted->preset.name,
                                        base->preset.name));
  const std::string of_base = identity_of(base->preset, base->settings, base->changes);
  Basis basis{*prices, of_base, std::nullopt};
  if (!options.regret.empty()) {
    const auto regret =
        regret_in(options.regret, *prices, of_base, identity_of(wanted->preset, wanted->settings, wanted->changes));
    if (!regret) return complain(kFailure, "--regret " + regret.error());
    basis.regret = *regret;
  }
  std::string name = wanted->preset.name;
  for (const Change& c : wanted->changes) name += " " + c.name + "=" + c.to;
  return run_audit_of_variants(options.run, options.files, std::move(*base), {prices->sample},
                               {PresetVariant{"predicted", name, wanted->settings}},
                               {[basis](const PriceTable& t, const Style& style) { return report(t, basis, style); },
                                [basis](const PriceTable& t) { return report_json(t, basis); }});
}

}  // namespace oknos::lab
