#include "lab/commands/price/price_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/commands/price/price_result.h"
#include "lab/commands/price/variant_regrets.h"
#include "lab/commands/suite_regret.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr const char* kEmbeddedText =
#include "embedded_prices.inc"
    ;

// Regrets can be added to those of other positions that were measured in the same way.
std::optional<Error> objection_to(const PriceSource& regrets, const PriceSource& before) {
  if (before.base != regrets.base || before.judge != regrets.judge)
    return Error{fmt::format("its regrets were measured with \"{}\" ({}), the others with \"{}\" ({})", regrets.base,
                             regrets.judge, before.base, before.judge)};
  if (std::find(before.inputs.begin(), before.inputs.end(), regrets.inputs.front()) == before.inputs.end())
    return std::nullopt;
  return Error{
      "regrets of the same file of positions are there already; parts of one run are joined by 'oknos-lab merge'"};
}

// Of an objection to this run store.
std::string prefix_of(const store::StoreView& view) {
  return text::quoted(view.path(), view.path().size()) + ": ";
}

}  // namespace

void PriceFile::take(const Prices& fitted) {
  names.clear();
  prices.clear();
  for (const Prices::Price& p : fitted.prices) {
    names.push_back(p.name);
    prices.push_back(p.elo.value);
  }
  if (!fitted.rivals.empty()) correlation = fitted.rivals.front().correlation;
  deviation = fitted.deviation;
  by_regret.reset();
  if (fitted.by_regret) {
    by_regret = {{}, fitted.by_regret->correlation, fitted.by_regret->deviation};
    for (const Prices::Price& p : fitted.by_regret->prices) by_regret->prices.push_back(p.elo.value);
  }
  of_a_game = fitted.of_a_game;
}

std::optional<Error> PriceFile::add_source(const store::StoreView& view) {
  PriceSource added{view.kind(), view.entry("base"), view.done().size(), view.entry("commit")};
  if (added.has_regrets()) return add_regret_source(std::move(added), view);
  if (added.has_audits()) {
    const std::string limits = view.entry("limits"), samples = view.entry("sample");
    if (const PriceSource* before = audits();
        before && (before->base != added.base || depth != limits || sample != samples))
      return Error{prefix_of(view) +
                   fmt::format("audits of {} ({}, one of {} checked), the others are of {} ({}, one of {} checked)",
                               added.base, limits, samples, before->base, depth, sample)};
    depth = limits;
    sample = samples;
  } else {
    added.seed = view.entry("seed");
    added.probability = view.entry("probability");
    if (const auto error = objection_to_games(added)) return Error{prefix_of(view) + error->message};
  }
  if (has_some_of(view))
    return Error{prefix_of(view) + "this run, or a part of it, was named already; it would be counted twice"};
  runs_.push_back({view.description(), view.done()});
  sources.push_back(std::move(added));
  return objection_to_sources(view.path());
}

bool PriceFile::has_some_of(const store::StoreView& view) const {
  return std::any_of(runs_.begin(), runs_.end(), [&](const AddedRun& run) {
    return !store::first_difference(run.description, view.description()) &&
           std::any_of(view.done().begin(), view.done().end(), [&](auto unit) { return run.done.contains(unit); });
  });
}

std::optional<Error> PriceFile::objection_to_games(const PriceSource& added) const {
  for (const PriceSource& before : sources) {
    if (!before.has_games()) continue;
    if (before.base != added.base)
      return Error{fmt::format("games of {}, the others are of {}: games under the same conditions are expected",
                               added.base, before.base)};
    if (before.probability != added.probability)
      return Error{fmt::format("--probability {}, that of the others is {}: the same is expected", added.probability,
                               before.probability)};
    if (before.seed == added.seed)
      return Error{
          fmt::format("there are games with --seed {} already, and these may be the same; parts of one run "
                      "are joined by 'oknos-lab merge'",
                      added.seed)};
  }
  return std::nullopt;
}

std::optional<Error> PriceFile::add_regret_source(PriceSource added, const store::StoreView& view) {
  added.base = described_regrets(view);
  added.judge = view.entry("judge");
  added.inputs = {view.entry("input")};
  const auto before = std::find_if(sources.begin(), sources.end(), std::mem_fn(&PriceSource::has_regrets));
  if (before == sources.end()) {
    sources.push_back(std::move(added));
    return objection_to_sources(view.path());
  }
  if (const auto error = objection_to(added, *before)) return Error{prefix_of(view) + error->message};
  before->units += added.units;
  before->inputs.push_back(added.inputs.front());
  return std::nullopt;
}

std::optional<Error> PriceFile::objection_to_sources(const std::string& path) const {
  const PriceSource* audited = audits();
  const PriceSource* judged = regrets();
  for (const PriceSource& source : sources)
    if (audited && source.has_games() && !source.base.starts_with(audited->base + ", "))
      return Error{fmt::format("{}: the audits are of {}, the games of {}", text::quoted(path, path.size()),
                               audited->base, source.base)};
  if (!audited || !judged || judged->base.starts_with(audited->base + ", ")) return std::nullopt;
  return Error{fmt::format("{}: the audits are of {}, the regrets of {}", text::quoted(path, path.size()),
                           audited->base, judged->base)};
}

namespace {

const PriceSource* first_of(const std::vector<PriceSource>& sources, bool (PriceSource::*is)() const) {
  const auto found = std::find_if(sources.begin(), sources.end(), std::mem_fn(is));
  return found == sources.end() ? nullptr : &*found;
}

}  // namespace

const PriceSource* PriceFile::audits() const {
  return first_of(sources, &PriceSource::has_audits);
}

const PriceSource* PriceFile::regrets() const {
  return first_of(sources, &PriceSource::has_regrets);
}

bool PriceSource::has_games() const {
  return !has_audits() && !has_regrets();
}

Estimate PriceFile::predicted(const PriceTable::Compared& c) const {
  const double elo = lab::predicted(prices, features_of(c));
  const double wide = kDeviationsOf95Percent * deviation;
  return {elo, elo - wide, elo + wide};
}

// The prices' own deviation has some of the regrets' errors in it, but those differ much: a change that alters few
// moves has a regret near 0 that is known well.
Estimate RegretPrices::predicted(const PriceTable::Compared& c, const VariantRegret& regret) const {
  const double elo = lab::predicted(prices, features_with_regret(c, regret.more.value));
  const double wide =
      std::hypot(kDeviationsOf95Percent * deviation, prices.back() * (regret.more.high - regret.more.value));
  return {elo, elo - wide, elo + wide};
}

bool PriceSource::has_audits() const {
  return kind == VariantErrorsResult::kKind;
}

bool PriceSource::has_regrets() const {
  return kind == kRegretKind;
}

bool are_prices_of(const PriceFile& file, const std::string& base) {
  const PriceSource* audits = file.audits();
  return audits && audits->base == base;
}

namespace {

// The parts of a base: "preset modern", "network ...", "settings ...", "2,000 nodes". A comma within a number is no
// end.
std::vector<std::string_view> parts_of(std::string_view base) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t end = base.find(kBetween);
    out.push_back(base.substr(0, end));
    if (end == std::string_view::npos) return out;
    base.remove_prefix(end + kBetween.size());
  }
}

std::string_view part_of(std::string_view base, std::string_view name) {
  for (const std::string_view part : parts_of(base))
    if (part.starts_with(name)) return part;
  return {};
}

constexpr std::string_view kPreset = "preset ", kNetwork = "network ", kSettings = "settings ";

// For people: without hashes, what is known from the audits, and the time that a player may overrun.
std::string described(std::string_view base, std::string_view known) {
  constexpr std::string_view kMargin = "time_margin=";
  const std::vector<std::string_view> from_audits = parts_of(known);
  std::vector<std::string> out;
  for (const std::string_view part : parts_of(base)) {
    const bool said = std::find(from_audits.begin(), from_audits.end(), part) != from_audits.end();
    if (said || part.starts_with(kNetwork) || part.starts_with(kSettings) || part.starts_with(kMargin)) continue;
    out.push_back(std::string(part) + (part.ends_with(" nodes") ? " per move" : ""));
  }
  return listed(out);
}

// In what two bases differ.
std::string difference(std::string_view a, std::string_view b) {
  if (part_of(a, kPreset) != part_of(b, kPreset)) return std::string(part_of(a, kPreset));
  if (part_of(a, kNetwork) != part_of(b, kNetwork)) return "another network";
  return "other settings of the preset";
}

}  // namespace

std::string provenance_of(const PriceFile& file, const std::string& base, const Style& style, PricesOf used) {
  const PriceSource* audits = file.audits();
  if (!audits) return "";
  const auto text_of = [&](const PriceSource& s) {
    if (s.has_audits())
      return fmt::format("{} to {} (commit {})", counted(s.units, "audited search", "audited searches"), file.depth,
                         s.commit);
    const char* what = s.has_regrets() ? "position" : "game";
    return fmt::format("{} ({}; commit {})", counted(s.has_regrets() ? s.units : 2 * s.units, what),
                       described(s.base, audits->base), s.commit);
  };
  std::vector<PriceSource> sources;
  for (const PriceSource& s : file.sources)
    if (used == PricesOf::Regret || !s.has_regrets()) sources.push_back(s);
  const Estimate& correlation = used == PricesOf::Regret ? file.by_regret->correlation : file.correlation;
  std::string out = fmt::format(
      "The prices{} are fitted to {} of variants of {}. For rules that they were not fitted to, the "
      "correlation of predicted and played Elo is {:.2f} ({:.2f} to {:.2f}).",
      used == PricesOf::Regret ? " of nodes and regret" : "",
      listed(sources, text_of, sources.size() > 2 ? ", " : " and "), described(audits->base, {}), correlation.value,
      correlation.low, correlation.high);
  if (audits->base != base) out += fmt::format(" For {} they are only a guess.", difference(base, audits->base));
  return "\n" + wrapped(out, static_cast<std::size_t>(style.width));
}

namespace {

nlohmann::ordered_json estimate_to_json(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

Estimate estimate_from_json(const nlohmann::json& json) {
  return {json.at("value").get<double>(), json.at("low").get<double>(), json.at("high").get<double>()};
}

// Nothing: they are others than this program knows.
std::optional<RegretPrices> regret_prices_from_json(const nlohmann::json& json) {
  RegretPrices out{{}, estimate_from_json(json.at("correlation")), json.at("deviation").get<double>()};
  std::vector<std::string> names;
  for (const auto& price : json.at("prices")) {
    names.push_back(price.at("of").get<std::string>());
    out.prices.push_back(price.at("elo").get<double>());
  }
  return names == feature_names_with_regret() ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

std::string to_text(const PriceFile& file) {
  nlohmann::ordered_json out = {{"oknos_prices", 1},
                                {"audit", {{"limits", file.depth}, {"sample", file.sample}}},
                                {"deviation", file.deviation},
                                {"deviation_of_a_game", file.of_a_game},
                                {"correlation", estimate_to_json(file.correlation)},
                                {"fitted_to", nlohmann::ordered_json::array()}};
  for (const PriceSource& s : file.sources)
    out["fitted_to"].push_back({{"kind", s.kind}, {"base", s.base}, {"units", s.units}, {"commit", s.commit}});
  for (std::size_t k = 0; k < file.names.size(); ++k)
    out["prices"].push_back({{"of", file.names[k]}, {"elo", file.prices[k]}});
  if (file.by_regret) {
    auto& regret = out["by_regret"];
    regret = {{"deviation", file.by_regret->deviation}, {"correlation", estimate_to_json(file.by_regret->correlation)}};
    const auto names = feature_names_with_regret();
    for (std::size_t k = 0; k < names.size(); ++k)
      regret["prices"].push_back({{"of", names[k]}, {"elo", file.by_regret->prices[k]}});
  }
  return json_text(out, 2) + "\n";
}

Result<PriceFile> parse_price_file(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    PriceFile out;
    if (json.at("oknos_prices").get<int>() != 1) return Error{"prices of another version"};
    out.depth = json.at("audit").at("limits").get<std::string>();
    out.sample = json.at("audit").at("sample").get<std::string>();
    out.deviation = json.at("deviation").get<double>();
    out.of_a_game = json.at("deviation_of_a_game").get<double>();
    out.correlation = estimate_from_json(json.at("correlation"));
    for (const auto& s : json.at("fitted_to"))
      out.sources.push_back({s.at("kind").get<std::string>(), s.at("base").get<std::string>(),
                             s.at("units").get<std::uint64_t>(), s.at("commit").get<std::string>()});
    for (const auto& price : json.at("prices")) {
      out.names.push_back(price.at("of").get<std::string>());
      out.prices.push_back(price.at("elo").get<double>());
    }
    const auto by_regret = json.find("by_regret");  // not where no regret was measured
    if (by_regret != json.end()) out.by_regret = regret_prices_from_json(*by_regret);
    if (out.names != feature_names() || (by_regret != json.end() && !out.by_regret))
      return Error{"its prices are not those that this program knows"};
    if (out.by_regret && (!out.audits() || !out.regrets()))
      return Error{"it has prices of regret, but does not say what they were fitted to"};
    return out;
  } catch (const nlohmann::json::exception& e) {
    return Error{fmt::format("no prices as 'oknos-lab price fit --out' writes them ({})", e.what())};
  }
}

Result<PriceFile> read_price_file(const std::string& path) {
  if (path == kEmbeddedPrices) {
    auto built_in = parse_price_file(kEmbeddedText);
    if (!built_in) return Error{"the built-in prices: " + built_in.error()};
    return built_in;
  }
  const auto content = read_text_file(path);
  if (!content) return Error{content.error()};
  auto file = parse_price_file(*content);
  if (!file) return Error{text::quoted(path, path.size()) + ": " + file.error()};
  return file;
}

}  // namespace oknos::lab
