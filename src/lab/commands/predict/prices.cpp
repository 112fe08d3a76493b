#include "lab/commands/predict/prices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/text.h"
#include "lab/commands/predict/price_model.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Estimate, value, low, high)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasuredVariant, change, games, elo, positions, log_nodes, wrong, more_wrong, loss,
                                   solved, regret_positions, regret)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Prices, of, elo, correlation, deviation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceSource, what, count, how, commit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceFile, base, sources, depth, sample, game_deviation, by_errors, by_regret,
                                   variants)

namespace {

constexpr const char* kEmbeddedText =
#include "embedded_prices.inc"
    ;

// More and fewer nodes apart: a preset near its best loses by both, which one slope could not say.
std::vector<double> node_features(const MeasuredVariant& v) {
  static_assert(kNodeFeatures == 2);
  return {std::max(v.log_nodes, 0.0), std::max(-v.log_nodes, 0.0)};
}

std::vector<double> error_features(const MeasuredVariant& v) {
  std::vector<double> out = node_features(v);
  out.insert(out.end(), v.loss.begin(), v.loss.end());
  return out;
}
const std::vector<std::string> kErrorFeatures = {"more nodes",        "fewer nodes",       kErrorClassNames[0],
                                                 kErrorClassNames[1], kErrorClassNames[2], kErrorClassNames[3]};

std::vector<double> regret_features(const MeasuredVariant& v) {
  std::vector<double> out = node_features(v);
  out.push_back(v.regret.value);
  return out;
}
const std::vector<std::string> kRegretFeatures = {"more nodes", "fewer nodes", "regret"};

// To millionths, which are enough.
void round_numbers(nlohmann::json& json) {
  constexpr double kMillion = 1e6;
  if (json.is_number_float()) json = std::round(json.get<double>() * kMillion) / kMillion;
  if (json.is_structured())
    for (nlohmann::json& element : json) round_numbers(element);
}

}  // namespace

std::string to_text(const PriceFile& file) {
  nlohmann::json json = file;
  round_numbers(json);
  const auto variants = std::move(json["variants"]);  // a line for each
  json.erase("variants");
  json["oknos_prices"] = 1;
  const std::string head = json_text(json, 2);
  return fmt::format("{},\n  \"variants\": [\n{}\n  ]\n}}\n", head.substr(0, head.rfind('\n')),
                     listed(
                         variants, [](const auto& v) { return json_text(v); }, ",\n"));
}

Result<PriceFile> parse_prices(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    if (json.at("oknos_prices").get<int>() != 1) return Error{"prices of another version"};
    auto out = json.get<PriceFile>();
    const auto is_known = [](const Prices& p, const std::vector<std::string>& names) {
      return p.elo.empty() || (p.of == names && p.elo.size() == names.size());
    };
    if (!is_known(out.by_errors, kErrorFeatures) || !is_known(out.by_regret, kRegretFeatures))
      return Error{"its prices are not those that this program knows"};
    return out;
  } catch (const nlohmann::json::exception& e) {
    return Error{fmt::format("no prices as 'oknos-lab predict fit --out' writes them ({})", e.what())};
  }
}

Result<PriceFile> read_prices(const std::string& path) {
  if (path == kEmbeddedPrices) return parse_prices(kEmbeddedText);
  const auto content = read_text_file(path);
  if (!content) return Error{content.error()};
  auto file = parse_prices(*content);
  if (!file) return Error{text::quoted(path, path.size()) + ": " + file.error()};
  return file;
}

MeasuredVariant& PriceFile::variant(const std::string& change) {
  const auto found = std::find_if(variants.begin(), variants.end(), [&](const auto& v) { return v.change == change; });
  if (found != variants.end()) return *found;
  variants.emplace_back().change = change;
  return variants.back();
}

const PriceSource* PriceFile::source(const std::string& what) const {
  const auto found = std::find_if(sources.begin(), sources.end(), [&](const auto& s) { return s.what == what; });
  return found == sources.end() ? nullptr : &*found;
}

// The prices' own deviation has some of the regrets' errors in it, but those differ much: a change that alters few
// moves has a regret near 0 that is known well.
Estimate PriceFile::predicted(const MeasuredVariant& v) const {
  const bool by_moves = uses_regret(v);
  const Prices& prices = by_moves ? by_regret : by_errors;
  const double elo = lab::predicted(prices.elo, by_moves ? regret_features(v) : error_features(v));
  const double of_regret = by_moves ? prices.elo.back() * (v.regret.high - v.regret.value) : 0.0;
  const double wide = std::hypot(kDeviationsOf95Percent * prices.deviation, of_regret);
  return {elo, elo - wide, elo + wide};
}

std::string PriceFile::provenance(bool of_regret, const std::string& of) const {
  const auto in_words = [&](const PriceSource& s) {
    return s.what == "positions" && !of_regret
               ? ""
               : fmt::format("{} {} ({}; commit {})", grouped(s.count), s.what, s.how, s.commit);
  };
  constexpr std::string_view kNext = ", ";  // between the parts of an identity
  const Estimate& correlation = (of_regret ? by_regret : by_errors).correlation;
  std::string out = fmt::format(
      "The prices{} are fitted to variants of {}: {}. For rules that they were not fitted to, the correlation of "
      "predicted and played Elo is {:.2f} ({:.2f} to {:.2f}).",
      of_regret ? " of nodes and regret" : "", base.substr(0, base.find(kNext)), listed(sources, in_words),
      correlation.value, correlation.low, correlation.high);
  if (of != base && of.starts_with(base.substr(0, base.find(kNext) + kNext.size())))
    out += " The preset had other settings then.";
  const auto has_network = [](const std::string& identity) { return identity.find(", network ") != std::string::npos; };
  if (has_network(base) != has_network(of))
    out += fmt::format(" They were measured with the {}.", has_network(base) ? "network" : "classical evaluation");
  return out;
}

// --- The fit ---

namespace {

constexpr std::uint64_t kSeed = 1;    // of the draws for intervals
constexpr std::size_t kMinRules = 3;  // one left out, one for the penalty, one to fit

double variance_of(const Estimate& elo) {
  const double deviation = (elo.high - elo.low) / (2 * kDeviationsOf95Percent);
  return deviation * deviation;
}

// What a price is printed for: differences as large as variants have.
PriceFit::Price printed(const std::string& feature, Estimate elo) {
  constexpr double kOnePercent = 0.01, kTenthOfAPercent = 0.001;
  PriceFit::Price out{"1 point lost per 1,000 nodes, " + feature, elo};
  double size = 1.0;
  if (feature == "regret") {
    out.of = "0.1 % of a point more given away per move";
    size = kTenthOfAPercent;
  } else if (feature.ends_with("nodes")) {
    out.of = "1 % " + feature;
    size = kOnePercent;
  }
  for (double* x : {&out.elo.value, &out.elo.low, &out.elo.high}) *x *= size;
  return out;
}

// The variants that have games and searches.
class Evidence {
 public:
  explicit Evidence(const std::vector<MeasuredVariant>& all) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(variants),
                 [](const MeasuredVariant& v) { return v.games > 0 && v.positions > 0; });
  }

  std::vector<PricePoint> points(const std::function<std::vector<double>(const MeasuredVariant&)>& features) const {
    std::vector<PricePoint> out;
    for (const MeasuredVariant& v : variants) out.push_back({v.rule(), features(v), v.elo.value, variance_of(v.elo)});
    return out;
  }

  std::vector<MeasuredVariant> variants;
};

PriceFit::Baseline baseline(const std::string& name, const std::vector<PricePoint>& points) {
  return {name, correlation_with_interval(points, predict_left_out(points), kSeed)};
}

// Fits one model; what it predicts of each point without the point's rule.
std::vector<double> fit_model(Prices& to, std::vector<PriceFit::Price>& lines, const std::vector<PricePoint>& points,
                              const std::vector<std::string>& names) {
  to.of = names;
  for (const Estimate& price : prices_with_intervals(points, kSeed)) {
    lines.push_back(printed(names[to.elo.size()], price));
    to.elo.push_back(price.value);
  }
  std::vector<double> said = predict_left_out(points);
  to.correlation = correlation_with_interval(points, said, kSeed);
  to.deviation = deviation_of(points, said);
  return said;
}

// The error names a variant without a regret: predictions of some could not be compared with those of all.
std::optional<Error> add_regret(PriceFit& to, const Evidence& evidence) {
  for (const MeasuredVariant& v : evidence.variants)
    if (v.regret_positions == 0)
      return Error{fmt::format(
          "{} has games and searches, but no regret; 'oknos-lab suite --measure regret --variants' with the same "
          "rules measures all variants",
          v.change)};
  to.baselines.push_back(
      baseline("regret alone", evidence.points([](const MeasuredVariant& v) { return std::vector{v.regret.value}; })));
  const auto said = fit_model(to.file.by_regret, to.by_regret, evidence.points(regret_features), kRegretFeatures);
  for (std::size_t i = 0; i < said.size(); ++i) to.predictions[i].by_regret = said[i];
  to.baselines.push_back({"nodes and regret", to.file.by_regret.correlation});
  return std::nullopt;
}

}  // namespace

Result<PriceFit> fit_prices(PriceFile measured) {
  PriceFit out;
  out.file = std::move(measured);
  out.file.by_errors = out.file.by_regret = {};
  const Evidence evidence(out.file.variants);
  const auto points = evidence.points(error_features);
  std::set<std::string> rules;
  double of_games = 0;
  for (const MeasuredVariant& v : evidence.variants) {
    rules.insert(v.rule());
    of_games += variance_of(v.elo) * static_cast<double>(v.games);
  }
  out.variants = points.size();
  out.rules = rules.size();
  if (out.rules < kMinRules)
    return Error{fmt::format("variants of {} have both games and searches, {} are needed", counted(out.rules, "rule"),
                             kMinRules)};
  out.file.game_deviation = std::sqrt(of_games / static_cast<double>(points.size()));
  out.highest_correlation = highest_correlation(points);
  const auto said = fit_model(out.file.by_errors, out.by_errors, points, kErrorFeatures);
  for (std::size_t i = 0; i < said.size(); ++i)
    out.predictions.push_back({evidence.variants[i].change, said[i], std::nullopt});
  out.baselines = {
      {"nodes and errors", out.file.by_errors.correlation},
      baseline("nodes alone", evidence.points(node_features)),
      baseline("error rate alone", evidence.points([](const MeasuredVariant& v) { return std::vector{v.more_wrong}; })),
      baseline("solved positions alone",
               evidence.points([](const MeasuredVariant& v) { return std::vector{v.solved}; }))};
  if (std::any_of(evidence.variants.begin(), evidence.variants.end(),
                  [](const MeasuredVariant& v) { return v.regret_positions > 0; }))
    if (const auto error = add_regret(out, evidence)) return *error;
  return out;
}

}  // namespace oknos::lab
