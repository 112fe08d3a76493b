#include "lab/commands/price/prices.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// What is left out of the points: everything but some features.
std::vector<PricePoint> with_features(std::vector<PricePoint> points,
                                      const std::vector<std::vector<double>>& features) {
  for (std::size_t i = 0; i < points.size(); ++i) points[i].features = features[i];
  return points;
}

// What may explain the games of the variants, one row for each.
struct Evidence {
  std::vector<PricePoint> points;  // with the model's features
  std::vector<std::vector<double>> nodes, error_rate, solved;
  std::vector<std::optional<double>> more_regret;
  std::vector<std::string> changes;
  std::vector<double> game_variances;  // of the Elo that one game says
  bool has_solved = false;
};

// Apart: a preset near its best loses by more nodes and by fewer, which one slope could not say.
std::vector<double> node_features(const PriceTable::Compared& c) {
  const double more = std::log1p(c.more_nodes());
  static_assert(kNodeFeatures == 2);
  return {std::max(more, 0.0), std::max(-more, 0.0)};
}

double variance_of(const Estimate& elo) {
  const double deviation = (elo.high - elo.low) / (2 * kDeviationsOf95Percent);
  return deviation * deviation;
}

Evidence evidence_of(const PriceTable& table) {
  Evidence out;
  for (const VariantRow& v : table.variants()) {
    const PriceTable::Compared c = table.compared(v);
    const auto games = v.played();
    if (!games || c.variant.searches == 0) continue;
    PricePoint point{v.rule, features_of(c), games->elo.value, variance_of(games->elo)};
    out.game_variances.push_back(point.variance * static_cast<double>(games->games));
    out.nodes.push_back(node_features(c));
    out.error_rate.push_back({c.variant.error_rate() - c.base.error_rate()});
    const double solved = static_cast<double>(c.variant.solved) - static_cast<double>(c.base.solved);
    out.solved.push_back({solved});
    out.has_solved |= c.base.asked > 0;
    out.points.push_back(std::move(point));
    out.more_regret.push_back(v.regret ? std::optional<double>(v.regret->more.value) : std::nullopt);
    out.changes.push_back(v.change);
  }
  return out;
}

constexpr std::size_t kMinRules = 3;  // one left out, one for the penalty, one to fit

std::size_t rules_in(const std::vector<PricePoint>& points) {
  std::set<std::string> rules;
  for (const PricePoint& p : points) rules.insert(p.rule);
  return rules.size();
}

// 500 games of each variant against all the others that it played.
std::optional<Prices::Rival> first_games_rival(const PriceTable& table, const Evidence& evidence, std::uint64_t seed) {
  std::vector<PricePoint> rest;
  std::vector<double> said;
  std::size_t i = 0;
  for (const VariantRow& v : table.variants()) {
    if (!v.played() || table.compared(v).variant.searches == 0) continue;
    const std::size_t n = i++;
    const auto halves = v.halves();
    if (!halves) continue;
    PricePoint point = evidence.points[n];
    point.elo = halves->rest;
    rest.push_back(std::move(point));
    said.push_back(halves->first);
  }
  if (rules_in(rest) < kMinRules) return std::nullopt;
  return Prices::Rival{"500 games", correlation_with_interval(rest, said, seed)};
}

// The points with other features, which `of` makes of nodes and regret. Precondition: all have a regret.
template <class Of>
std::vector<PricePoint> points_with_regret(const Evidence& evidence, Of of) {
  std::vector<PricePoint> out = evidence.points;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].features = of(evidence.nodes[i], *evidence.more_regret[i]);
  return out;
}

// Predictions of some variants could not be compared with those of all.
std::optional<Error> objection_to_regrets(const Evidence& evidence) {
  const auto missing = std::find(evidence.more_regret.begin(), evidence.more_regret.end(), std::nullopt);
  if (missing == evidence.more_regret.end()) return std::nullopt;
  return Error{fmt::format(
      "{} has games and audits, but no regret; 'oknos-lab suite --measure regret --variants' with the same rules "
      "measures all variants",
      evidence.changes[static_cast<std::size_t>(missing - evidence.more_regret.begin())])};
}

std::vector<double> with_regret(std::vector<double> nodes, double regret) {
  nodes.push_back(regret);
  return nodes;
}

std::vector<Prices::Price> named(const std::vector<std::string>& names, const std::vector<Estimate>& prices) {
  std::vector<Prices::Price> out;
  for (std::size_t k = 0; k < names.size(); ++k) out.push_back({names[k], prices[k]});
  return out;
}

void add_regret(Prices& to, const Evidence& evidence, std::uint64_t seed) {
  const auto alone = points_with_regret(evidence, [](const auto&, double regret) { return std::vector{regret}; });
  to.rivals.push_back({"regret alone", correlation_with_interval(alone, predict_left_out(alone), seed)});
  const auto points = points_with_regret(evidence, with_regret);
  const std::vector<double> said = predict_left_out(points);
  for (std::size_t i = 0; i < said.size(); ++i) to.predictions[i].by_regret = said[i];
  const Estimate correlation = correlation_with_interval(points, said, seed);
  to.rivals.push_back({"nodes and regret", correlation});
  to.by_regret = {named(feature_names_with_regret(), prices_with_intervals(points, seed)), correlation,
                  deviation_of(points, said)};
}

}  // namespace

std::vector<double> features_of(const PriceTable::Compared& c) {
  std::vector<double> out = node_features(c);
  for (std::size_t k = 0; k < kErrorClasses; ++k) {
    const auto error_class = static_cast<ErrorClass>(k);
    out.push_back(c.variant.loss_rate(error_class) - c.base.loss_rate(error_class));
  }
  return out;
}

std::vector<std::string> feature_names() {
  std::vector<std::string> out{"more nodes", "fewer nodes"};
  for (std::size_t k = 0; k < kErrorClasses; ++k) out.emplace_back(name_of(static_cast<ErrorClass>(k)));
  return out;
}

std::vector<double> features_with_regret(const PriceTable::Compared& c, double regret) {
  return with_regret(node_features(c), regret);
}

std::vector<std::string> feature_names_with_regret() {
  return {"more nodes", "fewer nodes", "regret"};
}

Result<Prices> prices_of(const PriceTable& table, std::uint64_t seed) {
  const Evidence evidence = evidence_of(table);
  Prices out;
  out.variants = evidence.points.size();
  out.rules = rules_in(evidence.points);
  if (out.rules < kMinRules)
    return Error{
        fmt::format("variants of {} have both games and audits, {} are needed", counted(out.rules, "rule"), kMinRules)};
  out.prices = named(feature_names(), prices_with_intervals(evidence.points, seed));
  const std::vector<double> said = predict_left_out(evidence.points);
  out.deviation = deviation_of(evidence.points, said);
  for (std::size_t i = 0; i < said.size(); ++i) out.predictions.push_back({evidence.changes[i], said[i], std::nullopt});
  double of_games = 0;
  for (const double variance : evidence.game_variances) of_games += variance;
  out.of_a_game = std::sqrt(of_games / static_cast<double>(evidence.game_variances.size()));
  const auto judge = [&](const std::string& name, const std::vector<PricePoint>& points) {
    out.rivals.push_back({name, correlation_with_interval(points, predict_left_out(points), seed)});
  };
  judge("this model", evidence.points);
  judge("nodes alone", with_features(evidence.points, evidence.nodes));
  judge("error rate alone", with_features(evidence.points, evidence.error_rate));
  if (evidence.has_solved) judge("solved positions alone", with_features(evidence.points, evidence.solved));
  if (table.has_regrets()) {
    if (const auto error = objection_to_regrets(evidence)) return *error;
    add_regret(out, evidence, seed);
  }
  if (auto rival = first_games_rival(table, evidence, seed)) out.rivals.push_back(std::move(*rival));
  out.highest = highest_correlation(evidence.points);
  return out;
}

}  // namespace oknos::lab
