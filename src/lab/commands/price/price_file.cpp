#include "lab/commands/price/price_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/text.h"
#include "lab/commands/price/price_result.h"
#include "lab/store/older_names.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

void PriceFile::take(const Prices& fitted) {
  names.clear();
  prices.clear();
  for (const Prices::Price& p : fitted.prices) {
    names.push_back(p.name);
    prices.push_back(p.elo.value);
  }
  if (!fitted.rivals.empty()) correlation = fitted.rivals.front().correlation;
  deviation = fitted.deviation;
  of_a_game = fitted.of_a_game;
}

void PriceFile::add_source(const store::StoreView& view) {
  sources.push_back({view.kind(), view.entry("base"), view.done().size(), view.entry("commit")});
  if (view.kind() != VariantErrorsResult::kKind) return;
  depth = view.entry("limits");
  sample = view.entry("sample");
}

bool PriceFile::is_of(const std::string& base) const {
  return std::any_of(sources.begin(), sources.end(), [&](const PriceSource& s) { return s.base == base; });
}

bool PriceSource::has_games() const {
  return kind != VariantErrorsResult::kKind;
}

std::string provenance_of(const PriceFile& file, const std::string& base, const Style& style) {
  if (file.sources.empty()) return "";
  const auto audits =
      std::find_if(file.sources.begin(), file.sources.end(), [](const PriceSource& s) { return !s.has_games(); });
  const std::string audited = audits == file.sources.end() ? "" : audits->base;
  // What the audits were of is said once, at the end.
  const auto text_of = [&](const PriceSource& s) {
    if (!s.has_games()) return fmt::format("{} (commit {})", counted(s.units, "audit"), s.commit);
    const bool same = !audited.empty() && s.base.starts_with(audited + ", ");
    return fmt::format("{} ({}; commit {})", counted(2 * s.units, "game"),
                       same ? s.base.substr(audited.size() + 2) : s.base, s.commit);
  };
  std::string out = fmt::format("The prices are fitted to {}", listed(file.sources, text_of, " and "));
  if (!audited.empty()) out += " of variants of " + audited;
  out += fmt::format(
      ". For rules that they were not fitted to, the correlation of predicted and played Elo is {:.2f} ({:.2f} to "
      "{:.2f}).",
      file.correlation.value, file.correlation.low, file.correlation.high);
  if (!file.is_of(base)) out += fmt::format(" For {} they are a guess.", base);
  return "\n" + wrapped(out, static_cast<std::size_t>(style.width));
}

std::string to_text(const PriceFile& file) {
  nlohmann::ordered_json out = {
      {"oknos_prices", 1},
      {"audit", {{"limits", file.depth}, {"sample", file.sample}}},
      {"deviation", file.deviation},
      {"deviation_of_a_game", file.of_a_game},
      {"correlation",
       {{"value", file.correlation.value}, {"low", file.correlation.low}, {"high", file.correlation.high}}}};
  for (const PriceSource& s : file.sources)
    out["fitted_to"].push_back({{"kind", s.kind}, {"base", s.base}, {"units", s.units}, {"commit", s.commit}});
  for (std::size_t k = 0; k < file.names.size(); ++k)
    out["prices"].push_back({{"of", file.names[k]}, {"elo", file.prices[k]}});
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
    if (const auto found = json.find("correlation"); found != json.end())  // not in the first files
      out.correlation = {found->at("value").get<double>(), found->at("low").get<double>(),
                         found->at("high").get<double>()};
    if (const auto found = json.find("fitted_to"); found != json.end())
      for (const auto& s : *found)
        out.sources.push_back({s.at("kind").get<std::string>(), s.at("base").get<std::string>(),
                               s.at("units").get<std::uint64_t>(), s.at("commit").get<std::string>()});
    for (const auto& price : json.at("prices")) {
      out.names.emplace_back(store::current_name(price.at("of").get<std::string>()));
      out.prices.push_back(price.at("elo").get<double>());
    }
    if (out.names != feature_names()) return Error{"its prices are not those that this program knows"};
    return out;
  } catch (const nlohmann::json::exception& e) {
    return Error{fmt::format("no prices as 'oknos-lab price fit --out' writes them ({})", e.what())};
  }
}

Result<PriceFile> read_price_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  if (!in || !(content << in.rdbuf())) return Error{text::quoted(path) + " cannot be read"};
  auto file = parse_price_file(content.str());
  if (!file) return Error{text::quoted(path) + ": " + file.error()};
  return file;
}

}  // namespace oknos::lab
