#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/commands/price/audit_variants.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_file.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr double kDeviations = 1.96;  // of a 95 % interval

struct Prediction {
  Estimate elo;
  double more_nodes = 0;
  double games = 0;  // that would have an interval as wide; 0: none are too many
};

// Nothing: there are no searches yet.
std::optional<Prediction> prediction_of(const PriceTable& table, const PriceFile& file) {
  if (table.variants().empty()) return std::nullopt;
  const PriceTable::Compared c = table.compared(table.variants().front());
  if (c.variant.searches == 0) return std::nullopt;
  Prediction out;
  out.elo.value = predicted(file.prices, features_of(c));
  out.elo.low = out.elo.value - kDeviations * file.deviation;
  out.elo.high = out.elo.value + kDeviations * file.deviation;
  out.more_nodes = c.more_nodes();
  if (file.deviation > 0) out.games = std::pow(file.of_a_game / file.deviation, 2);
  return out;
}

std::string report(const PriceTable& table, const PriceFile& file, const std::string& base, const Style& style) {
  constexpr double kPercent = 100.0;
  const auto p = prediction_of(table, file);
  if (!p) return "No prediction: no position was searched with both presets.\n";
  const PriceTable::Compared c = table.compared(table.variants().front());
  std::string out = fmt::format("Predicted Elo  {}\n", style.paint(Tone::Strong, to_text(p->elo)));
  out += fmt::format("Nodes          {:+.1f} % to the same depth\n", kPercent * p->more_nodes);
  out += fmt::format("Wrong          {:.3f} % of what was pruned ({:.3f} %)\n", kPercent * c.variant.error_rate(),
                     kPercent * c.base.error_rate());
  if (p->games > 0)
    out += fmt::format("{} would give an interval as narrow.\n",
                       counted(static_cast<std::uint64_t>(std::llround(p->games)), "game"));
  return out + provenance_of(file, base, style);
}

nlohmann::ordered_json report_json(const PriceTable& table, const PriceFile& file, const std::string& base) {
  const auto p = prediction_of(table, file);
  if (!p) return nullptr;
  return {{"elo", {{"value", p->elo.value}, {"low", p->elo.low}, {"high", p->elo.high}}},
          {"more_nodes", p->more_nodes},
          {"equivalent_games", p->games},
          {"prices_are_of_base", are_prices_of(file, base)}};
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
  if (!base) return complain(kUsage, "--against: " + base.error());
  const auto wanted = make_plan(options.search, limits);
  if (!wanted) return complain(kUsage, wanted.error());
  if (wanted->settings == base->settings)
    return complain(kUsage, fmt::format("{} is {} itself; --set or --preset say what differs", wanted->preset.name,
                                        base->preset.name));
  const std::string of_base = identity_of(base->preset, base->settings, base->changes);
  std::string name = wanted->preset.name;
  for (const Change& c : wanted->changes) name += " " + c.name + "=" + c.to;
  return run_audit_of_variants(
      options.run, options.files, std::move(*base), {prices->sample},
      {PresetVariant{"predicted", name, wanted->settings}},
      {[file = *prices, of_base](const PriceTable& t, const Style& style) { return report(t, file, of_base, style); },
       [file = *prices, of_base](const PriceTable& t) { return report_json(t, file, of_base); }});
}

}  // namespace oknos::lab
