#include "lab/commands/price/price.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_result.h"
#include "lab/commands/price/variant_table.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::uint64_t kSeed = 1;  // of the draws for intervals

// Where an option's file goes, which is none of those that the command reads, and not that of the other option.
OutputPath path_of(const FitPricesOptions& options, const std::string& path, const std::string& other) {
  OutputPath out{path, options.force, options.stores};
  if (!other.empty()) out.in_use.push_back(other);
  return out;
}

std::optional<Error> objection_to_outputs(const FitPricesOptions& options) {
  if (!options.table.empty()) {
    if (!is_variant_table(options.table))
      return Error{"--table " + text::quoted(options.table) + ": a name that ends with .tsv is expected"};
    if (auto error = output_objection(path_of(options, options.table, options.out)))
      return Error{"--table " + error->message};
  }
  if (options.out.empty()) return std::nullopt;
  if (auto error = output_objection(path_of(options, options.out, options.table)))
    return Error{"--out " + error->message};
  return std::nullopt;
}

std::optional<Error> write(const OutputPath& to, const std::string& option, const std::string& text) {
  if (to.path.empty()) return std::nullopt;
  OutputFile file;
  if (const auto error = file.open(to)) return Error{option + " " + error->message};
  file.write(text);
  if (const auto error = file.finish()) return Error{option + " " + error->message};
  return std::nullopt;
}

// Adds a run store or a table of variants.
std::optional<Error> add_measurements(PriceTable& to, PriceFile& made_from, const std::string& path) {
  if (is_variant_table(path)) {
    auto read = read_variant_table(path);
    if (!read) return Error{read.error()};
    to = std::move(read->variants);
    made_from = std::move(read->made_from);
    return std::nullopt;
  }
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  if (auto error = add_store(to, **view)) return error;
  return made_from.add_source(**view);
}

std::optional<Error> add_all(PriceTable& to, PriceFile& made_from, const std::vector<std::string>& paths) {
  const auto table = std::find_if(paths.begin(), paths.end(), is_variant_table);
  if (table != paths.end() && paths.size() > 1)
    return Error{text::quoted(*table, table->size()) +
                 " is a table of variants, to which nothing can be added: name run stores alone"};
  for (const std::string& path : paths)
    if (auto error = add_measurements(to, made_from, path)) return error;
  if (auto error = to.objection_to_regrets()) return error;
  if (to.has_regrets() && !made_from.audits())
    return Error{"there are regrets, but nothing says which preset was audited: add a run of 'oknos-lab price audit'"};
  return std::nullopt;
}

}  // namespace

int list_variants(const VariantOptions& options, bool json) {
  const auto base = make_plan(options.search, {});
  if (!base) return complain(kUsage, base.error());
  const auto variants = make_variants(base->settings, options.rules);
  if (!variants) return complain(kUsage, variants.error());
  if (json) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const PresetVariant& v : *variants) out.push_back({{"rule", v.rule}, {"change", v.change}});
    std::printf("%s\n", json_text(out).c_str());
    return 0;
  }
  for (const PresetVariant& v : *variants) std::printf("%s\n", v.change.c_str());
  return 0;
}

int fit_prices(const FitPricesOptions& options) {
  PriceTable table;
  PriceFile file;
  if (const auto error = objection_to_outputs(options)) return complain(kFailure, error->message);
  if (const auto error = add_all(table, file, options.stores)) return complain(kFailure, error->message);
  const auto prices = prices_of(table, kSeed);
  if (!prices) return complain(kFailure, prices.error());
  file.take(*prices);
  if (const auto error = write(path_of(options, options.table, options.out), "--table", to_tsv(table, file)))
    return complain(kFailure, error->message);
  if (const auto error = write(path_of(options, options.out, options.table), "--out", to_text(file)))
    return complain(kFailure, error->message);
  const Style style = style_of(stdout, options.color);
  const std::string text =
      options.json ? json_text(prices_json(*prices, table)) + "\n"
                   : (options.variants ? variants_report(table, style) : "") + prices_report(*prices, style);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace oknos::lab
