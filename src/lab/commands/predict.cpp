#include "lab/commands/predict.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "engine/uci/win_model.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/screen.h"
#include "lab/commands/suite_regret.h"
#include "lab/play/preset_variants.h"
#include "lab/record/games.h"
#include "lab/record/search_fields.h"
#include "lab/record/stored_command.h"
#include "lab/shadow/shadow.h"
#include "lab/solving/epd_verdict.h"
#include "lab/statistics/linear_equations.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_file.h"

namespace oknos::lab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Estimate, value, low, high)  // in files of prices

namespace {

constexpr double kPercent = 100;
using Vector = std::vector<double>;

// --- What is measured ------------------------------------------------------------------------------------------------

// Errors by the depth of the node. Those that the search would have made without the rule too, because it reduces late
// moves, are a class of their own.
constexpr std::size_t kErrorClasses = 4;
constexpr std::array<const char*, kErrorClasses> kErrorClassNames = {"depth 0 to 1", "depth 2 to 4", "depth 5 or more",
                                                                     "not found"};

// A preset with one value changed, compared with the preset itself.
struct MeasuredVariant {
  std::string change;                        // "reverse_futility.margin=60"
  std::uint64_t games = 0;                   // 0: the next figure is not known
  Estimate elo;                              // by these games
  std::uint64_t positions = 0;               // searched; 0: the next figures are not known
  double log_nodes = 0;                      // mean difference of the logarithms of the nodes to the same depth
  double wrong = 0, more_wrong = 0;          // share of what was checked, and by how much it is larger
  std::array<double, kErrorClasses> loss{};  // more expected points that errors lose per 1,000 nodes
  double solved = 0;                         // more positions
  std::uint64_t regret_positions = 0;        // 0: the next figure is not known
  Estimate regret;                           // more expected points that a move gives away

  std::string rule() const { return change.substr(0, change.find_first_of(".=")); }
};
using Variants = std::vector<MeasuredVariant>;

// --- The model -------------------------------------------------------------------------------------------------------

// A ridge regression (A. E. Hoerl, R. W. Kennard 1970) of Elo on measured features, without a constant, since a variant
// without differences loses nothing. It is tested on rules that it was not fitted to.

struct Point {
  std::string rule;
  Vector features;      // differences to the base
  double elo = 0;       // of the variant against the base, from games
  double variance = 0;  // of that figure
};
using Points = std::vector<Point>;

// The weights of the penalty on the squares of the prices, for features scaled to the same size. Features of errors
// have a weight of their own: where they are measured too badly to help, their prices go to 0.
struct Penalty {
  double on_nodes = 0, on_errors = 0;
};
// So many of the first features are known almost exactly: those of the nodes. The others are estimated from a sample.
constexpr std::size_t kNodeFeatures = 2;

// The sum over the points of value(i), each weighted by the reciprocal of its variance.
template <class Value>
double weighted_sum(const Points& points, Value value) {
  double out = 0;
  for (std::size_t i = 0; i < points.size(); ++i) out += 1.0 / points[i].variance * value(i);
  return out;
}
double sum_of_weights(const Points& points) {
  return weighted_sum(points, [](std::size_t) { return 1.0; });
}
double mean_elo(const Points& points) {
  return weighted_sum(points, [&](std::size_t i) { return points[i].elo; }) / sum_of_weights(points);
}
double squared_error(const Points& points, const Vector& predictions) {
  return weighted_sum(points, [&](std::size_t i) { return std::pow(points[i].elo - predictions[i], 2); });
}

double predicted(const Vector& prices, const Vector& features) {
  double out = 0;
  for (std::size_t k = 0; k < prices.size(); ++k) out += prices[k] * features[k];
  return out;
}

// Elo per unit of each feature. Precondition: the penalties are above 0.
Vector fit_prices(const Points& points, const Penalty& penalty) {
  const std::size_t n = points.front().features.size();
  Vector scale(n);  // the root of the mean square of each feature; 1 for one that is always 0
  for (const Point& p : points)
    for (std::size_t k = 0; k < n; ++k) scale[k] += p.features[k] * p.features[k];
  for (double& s : scale) s = s > 0 ? std::sqrt(s / static_cast<double>(points.size())) : 1.0;
  const double all = sum_of_weights(points);
  SymmetricMatrix information(n);
  Vector moments(n);
  for (const Point& p : points) {
    const double w = 1.0 / p.variance / all;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = p.features[i] / scale[i];
      moments[i] += w * x * p.elo;
      for (std::size_t k = 0; k <= i; ++k) information.at(i, k) += w * x * p.features[k] / scale[k];
    }
  }
  for (std::size_t i = 0; i < n; ++i) information.at(i, i) += i < kNodeFeatures ? penalty.on_nodes : penalty.on_errors;
  Vector out = solve(information.root(), std::move(moments));
  for (std::size_t k = 0; k < n; ++k) out[k] /= scale[k];
  return out;
}

std::map<std::string, std::vector<std::size_t>> by_rule(const Points& points) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < points.size(); ++i) out[points[i].rule].push_back(i);
  return out;
}

// What is predicted of each point without its rule.
template <class PenaltyOf>
Vector without_own_rule(const Points& points, PenaltyOf penalty_of) {
  Vector out(points.size());
  for (const auto& [rule, own] : by_rule(points)) {
    Points others = points;
    std::erase_if(others, [&rule = rule](const Point& p) { return p.rule == rule; });
    const Vector prices = fit_prices(others, penalty_of(others));
    for (const std::size_t i : own) out[i] = predicted(prices, points[i].features);
  }
  return out;
}

// The penalty with which rules that are left out of the fit are predicted best.
Penalty best_penalty(const Points& points) {
  constexpr std::array kOnNodes = {0.001, 0.01, 0.03, 0.1, 0.3, 1.0};
  constexpr std::array kOnErrors = {0.01, 0.1, 1.0, 10.0, 1000.0};
  const bool has_errors = points.front().features.size() > kNodeFeatures;
  Penalty best;
  std::optional<double> least;
  for (const double on_nodes : kOnNodes)
    for (const double on_errors : kOnErrors) {
      if (!has_errors && on_errors != kOnErrors.front()) break;
      const Penalty penalty{on_nodes, on_errors};
      const double error = squared_error(points, without_own_rule(points, [&](const Points&) { return penalty; }));
      if (least && error >= *least) continue;
      least = error;
      best = penalty;
    }
  return best;
}

// Predicts each point from the points of all other rules; the penalty is chosen without its rule, too.
Vector predict_left_out(const Points& points) {
  return without_own_rule(points, best_penalty);
}

// Pearson's, weighted. 0 if one of the two is constant.
double correlation(const Points& points, const Vector& predictions) {
  const double y = mean_elo(points);
  const double x = weighted_sum(points, [&](std::size_t i) { return predictions[i]; }) / sum_of_weights(points);
  const auto dx = [&](std::size_t i) { return predictions[i] - x; };
  const auto dy = [&](std::size_t i) { return points[i].elo - y; };
  const double xx = weighted_sum(points, [&](std::size_t i) { return dx(i) * dx(i); });
  const double yy = weighted_sum(points, [&](std::size_t i) { return dy(i) * dy(i); });
  const double xy = weighted_sum(points, [&](std::size_t i) { return dx(i) * dy(i); });
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0.0;
}

// The correlation that perfect predictions would reach, given the errors of the games: the square root of the share of
// the variance of the Elo figures that does not come from these errors.
double highest_correlation(const Points& points) {
  const double variance = squared_error(points, Vector(points.size(), mean_elo(points)));
  // The weighted mean of the points' own variances is their number over the weights.
  const double own = static_cast<double>(points.size() - 1);
  return variance > own ? std::sqrt(1.0 - own / variance) : 0.0;
}

// The standard deviation of the predictions' errors, Elo, without the part that the errors of the games explain. This
// is the upper end of its 95 % interval, because a few noisy games cannot show that predictions are good.
double deviation_of(const Points& points, const Vector& predictions) {
  constexpr double kOneSided = 1.645;  // standard errors to 95 %
  // Each point adds 1 on average by its games' own error, with a variance of 2.
  const auto n = static_cast<double>(points.size());
  const double beyond = std::max(squared_error(points, predictions) - n, 0.0) + kOneSided * std::sqrt(2.0 * n);
  return std::sqrt(beyond / sum_of_weights(points));
}

// Figures with their 95 % intervals, bootstrapped by rule: whole rules are drawn with replacement (B. Efron 1979).
// `figures` gets the numbers of the points that are drawn.
template <class Figures>
std::vector<Estimate> with_intervals(const Points& points, Figures figures) {
  constexpr double kTail = 0.025;
  constexpr int kDraws = 1000;
  constexpr std::uint64_t kSeed = 1;
  std::vector<std::vector<std::size_t>> rules;
  for (auto& [rule, own] : by_rule(points)) rules.push_back(own);
  std::vector<std::size_t> all(points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Vector whole = figures(all);
  std::vector<Vector> draws(whole.size());
  for (int draw = 0; draw < kDraws; ++draw) {
    RandomNumbers random(kSeed, static_cast<std::uint64_t>(draw));
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto& rule = rules[random.below(rules.size())];
      drawn.insert(drawn.end(), rule.begin(), rule.end());
    }
    const Vector values = figures(drawn);
    for (std::size_t k = 0; k < values.size(); ++k) draws[k].push_back(values[k]);
  }
  std::vector<Estimate> out;
  for (std::size_t k = 0; k < whole.size(); ++k) {
    std::sort(draws[k].begin(), draws[k].end());
    const auto at = [&](double share) { return draws[k][static_cast<std::size_t>(share * (kDraws - 1))]; };
    out.push_back({whole[k], at(kTail), at(1 - kTail)});
  }
  return out;
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<std::size_t>& numbers) {
  std::vector<T> out;
  for (const std::size_t i : numbers) out.push_back(all[i]);
  return out;
}
std::vector<Estimate> prices_with_intervals(const Points& points) {
  const Penalty penalty = best_penalty(points);
  return with_intervals(points, [&](const auto& drawn) { return fit_prices(chosen(points, drawn), penalty); });
}
Estimate correlation_with_interval(const Points& points, const Vector& predictions) {
  const auto figure = [&](const auto& drawn) {
    return Vector{correlation(chosen(points, drawn), chosen(predictions, drawn))};
  };
  return with_intervals(points, figure).front();
}

// --- The file of prices ----------------------------------------------------------------------------------------------

// More and fewer nodes apart: a preset near its best loses by both, which one slope could not say.
Vector node_features(const MeasuredVariant& v) {
  static_assert(kNodeFeatures == 2);
  return {std::max(v.log_nodes, 0.0), std::max(-v.log_nodes, 0.0)};
}
Vector error_features(const MeasuredVariant& v) {
  Vector out = node_features(v);
  out.insert(out.end(), v.loss.begin(), v.loss.end());
  return out;
}
Vector regret_features(const MeasuredVariant& v) {
  Vector out = node_features(v);
  out.push_back(v.regret.value);
  return out;
}
std::vector<std::string> error_feature_names() {
  std::vector<std::string> out = {"more nodes", "fewer nodes"};
  out.insert(out.end(), kErrorClassNames.begin(), kErrorClassNames.end());
  return out;
}
std::vector<std::string> regret_feature_names() {
  return {"more nodes", "fewer nodes", "regret"};
}

// Elo per unit of nodes, and besides of either errors or regret.
struct Prices {
  std::vector<std::string> of;  // "more nodes", ...
  Vector elo;                   // for each of them; none: not fitted
  Estimate correlation;         // of played Elo and what is predicted of rules that were left out of the fit
  double deviation = 0;         // of such predictions, Elo
};

// A run that variants were measured in.
struct PriceSource {
  std::string what;  // "games", "searches", "positions"
  std::uint64_t count = 0;
  std::string how;  // "hash=4, 2,000 nodes"
  std::string commit;
};

// What `predict fit --out` writes: what was measured of many variants, and the prices that explain their games. Prices
// belong to a node budget and a kind of evaluation, not to an exact preset: `base` only says what they were measured
// on.
struct PriceFile {
  std::string base;  // as identities have it: "preset modern, network ..., settings ..."
  std::vector<PriceSource> sources;
  int depth = 0;       // of the searches
  std::string sample;  // as Sampling::text() has it
  double game_deviation = 0;
  Prices by_errors, by_regret;
  Variants variants;

  // A new one if need be.
  MeasuredVariant& variant(const std::string& change) {
    const auto found =
        std::find_if(variants.begin(), variants.end(), [&](const auto& v) { return v.change == change; });
    if (found != variants.end()) return *found;
    variants.emplace_back().change = change;
    return variants.back();
  }
  const PriceSource* source(const std::string& what) const {
    const auto found = std::find_if(sources.begin(), sources.end(), [&](const auto& s) { return s.what == what; });
    return found == sources.end() ? nullptr : &*found;
  }

  // By nodes and regret where both are known, otherwise by nodes and errors. Precondition: it has prices. The prices'
  // own deviation has some of the regrets' errors in it, but those differ much: a change that alters few moves has a
  // regret near 0 that is known well.
  Estimate predicted(const MeasuredVariant& v) const {
    const bool by_moves = !by_regret.elo.empty() && v.regret_positions > 0;
    const Prices& prices = by_moves ? by_regret : by_errors;
    const double elo = lab::predicted(prices.elo, by_moves ? regret_features(v) : error_features(v));
    const double of_regret = by_moves ? prices.elo.back() * (v.regret.high - v.regret.value) : 0.0;
    const double wide = std::hypot(kDeviationsOf95Percent * prices.deviation, of_regret);
    return {elo, elo - wide, elo + wide};
  }

  // What the prices were fitted to, for the end of a report about `of`, an identity like `base`.
  std::string provenance(bool of_regret, const std::string& of) const {
    const auto in_words = [&](const PriceSource& s) {
      return s.what == "positions" && !of_regret
                 ? ""
                 : fmt::format("{} {} ({}; commit {})", grouped(s.count), s.what, s.how, s.commit);
    };
    const std::string preset = base.substr(0, base.find(", "));
    const Estimate& c = (of_regret ? by_regret : by_errors).correlation;
    std::string out = fmt::format(
        "The prices{} are fitted to variants of {}: {}. For rules that they were not fitted to, the correlation of "
        "predicted and played Elo is {:.2f} ({:.2f} to {:.2f}).",
        of_regret ? " of nodes and regret" : "", preset, listed(sources, in_words), c.value, c.low, c.high);
    if (of != base && of.starts_with(preset + ", ")) out += " The preset had other settings then.";
    const auto has_network = [](const std::string& identity) {
      return identity.find(", network ") != std::string::npos;
    };
    if (has_network(base) != has_network(of))
      out += fmt::format(" They were measured with the {}.", has_network(base) ? "network" : "classical evaluation");
    return out;
  }
};

constexpr const char* kEmbeddedPrices = "<embedded>";  // prices/modern.json, which is built in
constexpr const char* kEmbeddedText =
#include "embedded_prices.inc"
    ;

// One description for reading and writing.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasuredVariant, change, games, elo, positions, log_nodes, wrong, more_wrong, loss,
                                   solved, regret_positions, regret)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Prices, of, elo, correlation, deviation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceSource, what, count, how, commit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceFile, base, sources, depth, sample, game_deviation, by_errors, by_regret,
                                   variants)

// To millionths, which are enough.
void round_numbers(nlohmann::json& json) {
  constexpr double kMillion = 1e6;
  if (json.is_number_float()) json = std::round(json.get<double>() * kMillion) / kMillion;
  if (json.is_structured())
    for (nlohmann::json& element : json) round_numbers(element);
}

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

Result<PriceFile> read_prices(const std::string& path) {
  std::string content = kEmbeddedText;
  if (path != kEmbeddedPrices) {
    auto read = read_text_file(path);
    if (!read) return Error{read.error()};
    content = std::move(*read);
  }
  const std::string place = text::quoted(path, path.size()) + ": ";
  try {
    const auto json = nlohmann::json::parse(content);
    if (json.at("oknos_prices").get<int>() != 1) return Error{place + "prices of another version"};
    auto out = json.get<PriceFile>();
    const auto is_known = [](const Prices& p, const std::vector<std::string>& names) {
      return p.elo.empty() || (p.of == names && p.elo.size() == names.size());
    };
    if (!is_known(out.by_errors, error_feature_names()) || !is_known(out.by_regret, regret_feature_names()))
      return Error{place + "its prices are not those that this program knows"};
    return out;
  } catch (const nlohmann::json::exception& e) {
    return Error{fmt::format("{}no prices as 'oknos-lab predict fit --out' writes them ({})", place, e.what())};
  }
}

// --- Fitting prices --------------------------------------------------------------------------------------------------

// The prices that explain the games best, with what shows how good they are: predictions for rules that they were not
// fitted to, beside other predictions of the same games.
class PriceFit {
 public:
  // The error says that there is too little to fit to, or that only some variants have regrets.
  static Result<PriceFit> of(PriceFile measured) {
    PriceFit out(std::move(measured));
    if (auto error = out.fit_errors()) return *error;
    const auto has_regret = [](const MeasuredVariant& v) { return v.regret_positions > 0; };
    if (std::any_of(out.variants_.begin(), out.variants_.end(), has_regret))
      if (auto error = out.fit_regret()) return *error;
    return out;
  }

  const PriceFile& file() const { return file_; }

  template <class Report>
  void report(Report& out) const {
    out.title(fmt::format("{} of {}", counted(variants_.size(), "variant"), counted(rules_, "rule")));
    out.value("variants", variants_.size());
    out.value("rules", rules_);
    out.value("highest_correlation", highest_correlation_);
    out.value("deviation", file_.by_errors.deviation);
    out.table("prices", by_errors_, kPrice);
    if (!by_regret_.empty()) {
      out.note("With regret instead of errors:");
      out.table("prices_with_regret", by_regret_, kPrice);
    }
    out.table("baselines", baselines_, kBaseline);
    out.data("predictions", predictions_, kPrediction);
    out.note(fmt::format(
        "Correlation of predicted and played Elo, each rule predicted without its own variants. The games' own errors "
        "allow no more than {:.2f}. A prediction is off by at most {:.1f} Elo (standard deviation, 95 % confidence){}.",
        highest_correlation_, file_.by_errors.deviation,
        by_regret_.empty() ? "" : fmt::format("; with nodes and regret, by {:.1f}", file_.by_regret.deviation)));
  }

 private:
  struct Price {
    std::string of;  // "1 % more nodes"
    Estimate elo;
  };
  struct Baseline {
    std::string name;
    Estimate correlation;
  };
  struct Prediction {
    std::string change;
    double by_errors = 0;
    std::optional<double> by_regret;
  };
  static constexpr auto kPrice = [](auto& f, auto& p) {
    f("price of", p.of, "", {.keep = record::kAlways});
    f("Elo", p.elo, "", {.sign = true});
  };
  static constexpr auto kBaseline = [](auto& f, auto& r) {
    f("predicted from", r.name, "", {.keep = record::kAlways});
    f("correlation", r.correlation, "");
  };
  static constexpr auto kPrediction = [](auto& f, auto& p) {
    f("change", p.change, "");
    f("by errors", p.by_errors, "");
    f("by regret", p.by_regret, "");
  };

  // Of the variants, those that have games and searches.
  explicit PriceFit(PriceFile measured) : file_(std::move(measured)) {
    file_.by_errors = file_.by_regret = {};
    for (const MeasuredVariant& v : file_.variants)
      if (v.games > 0 && v.positions > 0) variants_.push_back(v);
    rules_ = by_rule(points(node_features)).size();
  }

  static double variance_of(const Estimate& elo) {
    return std::pow((elo.high - elo.low) / (2 * kDeviationsOf95Percent), 2);
  }
  template <class Features>
  Points points(Features features) const {
    Points out;
    for (const MeasuredVariant& v : variants_) out.push_back({v.rule(), features(v), v.elo.value, variance_of(v.elo)});
    return out;
  }
  template <class Features>
  void add_baseline(const char* name, Features features) {
    const Points all = points(features);
    baselines_.push_back({name, correlation_with_interval(all, predict_left_out(all))});
  }

  // What a price is printed for: differences as large as variants have.
  static Price printed(const std::string& feature, const Estimate& elo) {
    constexpr double kOnePercent = 0.01, kTenthOfAPercent = 0.001;
    const auto times = [&](double size) { return Estimate{elo.value * size, elo.low * size, elo.high * size}; };
    if (feature == "regret") return {"0.1 % of a point more given away per move", times(kTenthOfAPercent)};
    if (feature.ends_with("nodes")) return {"1 % " + feature, times(kOnePercent)};
    return {"1 point lost per 1,000 nodes, " + feature, elo};
  }

  // Fits one model; what it predicts of each point without the point's rule.
  static Vector fit_model(Prices& to, std::vector<Price>& lines, const Points& points, std::vector<std::string> names) {
    to.of = std::move(names);
    for (const Estimate& price : prices_with_intervals(points)) {
      lines.push_back(printed(to.of[to.elo.size()], price));
      to.elo.push_back(price.value);
    }
    Vector said = predict_left_out(points);
    to.correlation = correlation_with_interval(points, said);
    to.deviation = deviation_of(points, said);
    return said;
  }

  std::optional<Error> fit_errors() {
    constexpr std::size_t kMinRules = 3;  // one left out, one for the penalty, one to fit
    if (rules_ < kMinRules)
      return Error{fmt::format("variants of {} have both games and searches, {} are needed", counted(rules_, "rule"),
                               kMinRules)};
    double of_games = 0;
    for (const MeasuredVariant& v : variants_) of_games += variance_of(v.elo) * static_cast<double>(v.games);
    file_.game_deviation = std::sqrt(of_games / static_cast<double>(variants_.size()));
    const Points all = points(error_features);
    highest_correlation_ = highest_correlation(all);
    const Vector said = fit_model(file_.by_errors, by_errors_, all, error_feature_names());
    for (std::size_t i = 0; i < said.size(); ++i) predictions_.push_back({variants_[i].change, said[i], {}});
    baselines_.push_back({"nodes and errors", file_.by_errors.correlation});
    add_baseline("nodes alone", node_features);
    add_baseline("error rate alone", [](const MeasuredVariant& v) { return Vector{v.more_wrong}; });
    add_baseline("solved positions alone", [](const MeasuredVariant& v) { return Vector{v.solved}; });
    return std::nullopt;
  }

  // The error names a variant without a regret: predictions of some could not be compared with those of all.
  std::optional<Error> fit_regret() {
    for (const MeasuredVariant& v : variants_)
      if (v.regret_positions == 0)
        return Error{fmt::format(
            "{} has games and searches, but no regret; 'oknos-lab suite --measure regret --variants' with the same "
            "rules measures all variants",
            v.change)};
    add_baseline("regret alone", [](const MeasuredVariant& v) { return Vector{v.regret.value}; });
    const Vector said = fit_model(file_.by_regret, by_regret_, points(regret_features), regret_feature_names());
    for (std::size_t i = 0; i < said.size(); ++i) predictions_[i].by_regret = said[i];
    baselines_.push_back({"nodes and regret", file_.by_regret.correlation});
    return std::nullopt;
  }

  PriceFile file_;
  Variants variants_;
  std::size_t rules_ = 0;
  double highest_correlation_ = 0;  // that the errors of the games allow
  std::vector<Price> by_errors_, by_regret_;
  std::vector<Baseline> baselines_;  // the model itself is the first
  std::vector<Prediction> predictions_;
};

// --- What changes are worth: what was just searched, or what a file of prices has
// -------------------------------------

struct Line {
  bool with_games = false, with_regret = false;  // columns that all lines have
  std::string change, rule;
  // By all that is known: the prediction, and the games weighed against it. This is the posterior mean of an empirical
  // Bayes estimate (B. Efron and C. Morris, 1975): the best of many uncertain figures is drawn towards what was
  // predicted of it.
  std::optional<Estimate> elo;
  std::optional<double> played, predicted, regret;
  double nodes = 0, wrong = 0;
  std::array<double, kErrorClasses> loss{};
};
using Lines = std::vector<Line>;

constexpr auto kLine = [](auto& f, auto& l) {
  f("change", l.change, "", {.keep = record::kAlways});
  f("Elo", l.elo,
    l.with_games ? "what was played, drawn towards what the prices predict, each weighed by its interval" : "",
    {.decimals = 1, .sign = true, .keep = record::kAlways});
  if (l.with_games) {
    f("played", l.played, "", {.decimals = 1, .sign = true, .keep = 3});
    f("predicted", l.predicted, "", {.decimals = 1, .sign = true, .keep = 3});
  }
  f("nodes", l.nodes, "to the same depth", {.scale = kPercent, .suffix = " %", .decimals = 1, .sign = true, .keep = 4});
  if (l.with_regret)
    f("regret", l.regret, "share of a point that a move gives away",
      {.scale = kPercent, .suffix = " %", .sign = true, .keep = 3});
  f("wrong", l.wrong, "of what was pruned and checked", {.scale = kPercent, .suffix = " %", .keep = 2});
  for (std::size_t c = 0; c < kErrorClasses; ++c)
    f(kErrorClassNames[c], l.loss[c],
      c + 1 < kErrorClasses
          ? ""
          : "errors that the search, which reduces late moves, would have made without the rule too. This and the "
            "columns before: expected points of the game that errors lose per 1,000 nodes, by the depth of the node",
      {.sign = true, .keep = 1});
};

Line line_of(const MeasuredVariant& v, const PriceFile& prices) {
  Line out;
  out.change = v.change;
  out.rule = v.rule();
  out.nodes = std::expm1(v.log_nodes);
  out.wrong = v.wrong;
  out.loss = v.loss;
  if (v.regret_positions > 0) out.regret = v.regret.value;
  if (v.games > 0) out.played = v.elo.value;
  if (prices.by_errors.elo.empty()) return out;
  out.elo = prices.predicted(v);
  out.predicted = out.elo->value;
  if (v.games > 0) out.elo = combined(*out.elo, v.elo);
  return out;
}

// The best first.
void rank(Lines& lines) {
  const bool with_games = std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.played; });
  const bool with_regret = std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.regret; });
  for (Line& l : lines) {
    l.with_games = with_games;
    l.with_regret = with_regret;
  }
  const auto value = [](const Line& l) { return l.elo ? l.elo->value : 0.0; };
  std::stable_sort(lines.begin(), lines.end(), [&](const Line& a, const Line& b) { return value(a) > value(b); });
}

constexpr const char* kConfirm =
    "Each change alone. The best of many figures is too high, so confirm it: 'oknos-lab predict' measures changes "
    "together, and --queue-out writes matches.";

// What a file of prices says of the variants that they were fitted to.
struct Ranking {
  PriceFile prices;
  std::string preset;  // its identity

  Lines lines() const {
    Lines out;
    for (const MeasuredVariant& v : prices.variants)
      if (v.positions > 0) out.push_back(line_of(v, prices));
    rank(out);
    return out;
  }
  // A match of the best variant of each rule that is expected to gain anything.
  std::string queue(const std::string& base) const {
    std::set<std::string> rules;
    std::vector<record::QueuedMatch> matches;
    for (const Line& l : lines())
      if (l.elo && l.elo->value > 0 && rules.insert(l.rule).second)
        matches.push_back({l.rule, "expected: " + lab::to_text(*l.elo) + " Elo", base + "," + l.change, base});
    return record::queue_text("oknos-lab predict --rank", matches);
  }
  template <class Report>
  void report(Report& out) const {
    out.table("variants", lines(), kLine);
    out.note(kConfirm);
    out.note(prices.provenance(!prices.by_regret.elo.empty(), preset));
  }
};

// --- Runs of other commands ------------------------------------------------------------------------------------------

Error refusal(const store::StoreView& view, const std::string& what) {
  return Error{fmt::format("{}: {}", text::quoted(view.path(), view.path().size()), what)};
}

// The identity of a player is that of a preset, and how it plays: "preset modern, settings ...", "hash=4, 2,000 nodes".
struct Identity {
  std::string preset, how;
};
Identity identity_in(const std::string& text) {
  constexpr std::string_view kSettings = ", settings ", kComma = ", ";
  const std::size_t settings = text.find(kSettings);
  const std::size_t end = settings == std::string::npos ? settings : text.find(kComma, settings + kSettings.size());
  if (end == std::string::npos) return {text, ""};
  return {text.substr(0, end), text.substr(end + kComma.size())};
}

// Notes who was varied; an error: others than in the stores before, or a second run of one kind.
std::optional<Error> add_source(PriceFile& to, const store::StoreView& view, const std::string& base,
                                const std::string& what, std::uint64_t count, const std::string& how) {
  if (!to.base.empty() && to.base != base)
    return refusal(view, fmt::format("its changes are of {}; those of {} are expected", base, to.base));
  if (to.source(what))
    return refusal(
        view, fmt::format("there is a run of '{}' already; 'oknos-lab merge' joins the parts of one run", view.kind()));
  to.base = base;
  to.sources.push_back({what, count, how, view.entry("commit")});
  return std::nullopt;
}

std::optional<Error> add_games(PriceFile& to, const store::StoreView& view) {
  const auto screened = read_screening(view);
  if (!screened) return Error{screened.error()};
  const Identity base = identity_in(view.entry("base"));
  if (auto error = add_source(to, view, base.preset, "games", screened->games(), base.how)) return error;
  const ScreenAnalysis analysis = analysis_of(*screened);
  for (std::size_t i = 0; i < screened->factors.size(); ++i) {
    const Effect& effect = analysis.fit.effects[i];
    if (!is_known(effect.elo)) continue;
    MeasuredVariant& v = to.variant(screened->factors[i].change);
    v.games = effect.games;
    v.elo = effect.elo;
  }
  return std::nullopt;
}

// A player is called as the first one, with its change behind that; or otherwise. A UCI engine that judges is known by
// its name: prices should not depend on the build.
std::optional<Error> add_regrets(PriceFile& to, const store::StoreView& view) {
  const auto read = player_regrets(view);
  if (!read) return refusal(view, read.error());
  const Identity first = identity_in(view.entry("player_1"));
  const std::string how = fmt::format("{} {}, judge {} with {} nodes", view.entry("limits"), view.entry("unit"),
                                      view.entry("judge_name"), view.entry("judge-nodes"));
  if (auto error = add_source(to, view, first.preset, "positions", view.done().size(), how)) return error;
  const std::string base = read->front().player + " ";
  for (std::size_t i = 1; i < read->size(); ++i) {
    const PlayerRegret& player = (*read)[i];
    if (identity_in(view.entry(fmt::format("player_{}", i + 1))).how != first.how)
      return refusal(view, fmt::format("players \"{}\" and \"{}\" differ in more than rules", read->front().player,
                                       player.player));
    if (player.positions == 0) continue;
    MeasuredVariant& v =
        to.variant(player.player.starts_with(base) ? player.player.substr(base.size()) : player.player);
    v.regret_positions = player.positions;
    v.regret = player.less_first;
  }
  return std::nullopt;
}

// The regrets of these variants of `base` in a store, whose moves must have been searched and judged as those that the
// prices were fitted to.
std::optional<Error> add_regrets(Variants& to, const std::string& path, const std::string& base,
                                 const PriceFile& prices) {
  if (path.empty()) return std::nullopt;
  const auto view = store::StoreView::open(path);
  if (!view) return Error{"--regret " + view.error()};
  PriceFile measured;
  measured.base = base;
  if (auto error = add_regrets(measured, **view)) return Error{"--regret " + error->message};
  const PriceSource* priced = prices.source("positions");
  if (prices.by_regret.elo.empty() || !priced)
    return Error{"--regret: these prices have none of regret; 'oknos-lab predict fit' takes a run of 'regret'"};
  if (const std::string& how = measured.sources.front().how; how != priced->how)
    return Error{fmt::format(
        "--regret: the moves were searched and judged with \"{}\", those of the prices with \"{}\"", how, priced->how)};
  for (MeasuredVariant& v : to) {
    const MeasuredVariant& known = measured.variant(v.change);
    if (known.regret_positions == 0) return Error{fmt::format("--regret: no player has \"{}\"", v.change)};
    v.regret_positions = known.regret_positions;
    v.regret = known.regret;
  }
  return std::nullopt;
}

// --- The command
// ------------------------------------------------------------------------------------------------------

constexpr const char* kRun = "RUN.db";
constexpr std::uint64_t kDefaultSample = 100;

struct Predict {
  static constexpr const char* kName = "predict";
  static constexpr const char* kHelp = "Predict the Elo of changes of a preset without playing games";
  static constexpr const char* kDescription = "nodes and errors of changes of a preset";
  static constexpr const char* kFooter =
      "Searches the positions with both presets, to the depth of the searches that the prices were fitted to, and\n"
      "checks a sample of what they prune. The prices convert the differences in errors and nodes, or with --regret\n"
      "those in nodes and moves, into Elo. The interval is based on how well prices predicted rules that they were\n"
      "not fitted to (docs/price.md). Positions for --regret must not be selected by what the players do in them.\n"
      "With --rank it measures every change of one value that 'oknos-lab preset variants' lists; without positions\n"
      "it shows what the prices were fitted to. 'oknos-lab predict fit' makes prices.\n\n"
      "Examples:\n"
      "  oknos-lab predict positions/middlegames.epd --set razoring=on\n"
      "  oknos-lab predict positions/middlegames.epd --prices prices.json --preset mine.toml --against modern\n"
      "  oknos-lab predict some.epd --set razoring=on --regret regret.db\n"
      "  oknos-lab predict --rank --queue-out confirm.toml\n"
      "  oknos-lab predict positions/middlegames.epd positions/tactics.epd --rank --out searches.db";

  // --- The question ---

  struct Question {
    record::Positions positions;
    SearchOptions search, against;  // presets and changes of values
    bool rank = false;
    std::vector<std::string> rules;
    int depth = 0;
    std::vector<std::string> sample;
    std::string prices{kEmbeddedPrices}, regret, queue_out;
    // Whom the positions are searched with, since check(): the base, then all that differ from it.
    Plan base;
    std::vector<PresetVariant> searched;
    Sampling sampling{kDefaultSample};
    std::string who;  // of those that differ, for identities

    WorkUnitNumber units() const { return positions.count(); }
    std::vector<std::string> inputs() const {
      std::vector<std::string> out = positions.files;
      for (const std::string& name : {search.preset, against.preset, prices, regret})
        if (name.find('.') != std::string::npos) out.push_back(name);  // a file
      return out;
    }

    std::optional<record::Refusal> check() {
      if (!queue_out.empty()) return record::Refusal{"--queue-out: without positions, after 'oknos-lab predict fit'"};
      const auto read = read_prices(prices);
      if (!read) return record::Refusal{"--prices " + read.error(), kFailure};
      Limits limits;
      limits.depth = depth > 0 ? depth : read->depth;
      const auto sampled =
          parse_sampling(sample.empty() ? std::vector<std::string>{read->sample} : sample, kDefaultSample);
      if (!sampled) return record::Refusal{sampled.error()};
      sampling = *sampled;
      const auto wanted = make_plan(search, limits);
      if (!wanted) return record::Refusal{wanted.error()};
      if (auto refusal = rank ? add_variants(*wanted) : add_preset(*wanted, limits)) return refusal;
      Variants changes;
      for (std::size_t i = 1; i < searched.size(); ++i) changes.emplace_back().change = searched[i].change;
      if (const auto error = add_regrets(changes, regret, identity_of_base(), *read))
        return record::Refusal{error->message, kFailure};
      return std::nullopt;
    }
    void describe(store::RunSpec& spec) const {
      spec.identity.insert(spec.identity.end(), {{"base", identity_of_base()},
                                                 {"changes", who},
                                                 {"limits", exact_text(base.limits)},
                                                 {"sample", sampling.text()}});
      spec.notes.emplace_back("prices", prices);
      if (!regret.empty()) spec.notes.emplace_back("regret", regret);
    }

   private:
    std::string identity_of_base() const { return identity_of(base.preset, base.settings, base.changes); }

    std::optional<record::Refusal> add_variants(const Plan& wanted) {
      if (against.preset != pruning::kDefaultPreset)
        return record::Refusal{"--against: with --rank, --preset is what changes are compared with"};
      const auto variants = make_variants(wanted.settings, rules);
      if (!variants) return record::Refusal{variants.error()};
      base = wanted;
      who = listed(*variants, &PresetVariant::change, "; ");
      searched = {{"", "", base.settings}};
      searched.insert(searched.end(), variants->begin(), variants->end());
      return std::nullopt;
    }
    std::optional<record::Refusal> add_preset(const Plan& wanted, const Limits& limits) {
      const auto other = make_plan(against, limits);
      if (!other) {
        constexpr std::string_view kPreset = "--preset ";  // which is another option here
        const std::string& error = other.error();
        return record::Refusal{"--against " + (error.starts_with(kPreset) ? error.substr(kPreset.size()) : error)};
      }
      base = *other;
      if (wanted.settings == base.settings)
        return record::Refusal{
            fmt::format("{} is {} itself; --set or --preset say what differs", wanted.preset.name, base.preset.name)};
      // As 'regret' calls such a player behind the first one.
      std::string name = wanted.preset.name == base.preset.name ? "" : wanted.preset.name;
      for (const Change& c : wanted.changes) name += (name.empty() ? "" : " ") + c.name + "=" + c.to;
      who = identity_of(wanted.preset, wanted.settings, wanted.changes);
      searched = {{"", "", base.settings}, {"", name, wanted.settings}};
      return std::nullopt;
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    f("files", q.positions, "Positions");
    f("--preset", q.search.preset, "The preset in question: a built-in one, or a file",
      {.value = "NAME|FILE.toml", .identifies = false});
    f("--set", q.search.set, "Change a value of it: razoring=on, reverse_futility.margin=60",
      {.value = "NAME=VALUE", .identifies = false});
    f("--against", q.against.preset, "The preset to compare with", {.value = "NAME|FILE.toml", .identifies = false});
    f("--rank", q.rank, "Measure every change of one value instead, and rank them", {.identifies = false});
    f("--rule", q.rules, "With --rank: only changes of this rule, or of the exemptions",
      {.value = "RULE", .needs = "--rank", .identifies = false});
    f("--depth", q.depth, "Search depth; 0: that of the prices",
      {.least = 0, .most = kMaxPly, .unit = "plies", .identifies = false});
    f("--sample", q.sample, "Check one in N of the pruned moves and nodes (default: as for the prices); RULE=N",
      {.value = "N", .identifies = false});
    f("--prices", q.prices, "The prices that 'oknos-lab predict fit --out' wrote",
      {.value = "FILE.json", .identifies = false});
    f("--regret", q.regret,
      "Use regret instead of errors, from this run of 'oknos-lab suite --measure regret', whose first player is the "
      "preset to compare with",
      {.value = kRun, .identifies = false});
    f("--queue-out", q.queue_out,
      "Write a file for 'match --queue' that plays the best change of each rule that is expected to gain",
      {.value = "FILE.toml", .needs = "--rank", .identifies = false});
  };

  // --- The work ---

  struct Search {
    std::string change;
    int depth = 0;
    std::uint64_t nodes = 0;
    bool solved = false;
    std::uint64_t checked = 0, errors = 0;
    std::array<double, kErrorClasses> loss{};
  };
  struct Unit {
    int number = 0;
    std::string id;
    std::vector<Search> searches;
  };
  static constexpr auto kPositionFields = [](auto& f, auto& p) {
    f("number", p.number, "place in the input, from 1");
    f("id", p.id, "the position's name");
  };
  static constexpr auto kSearchFields = [](auto& f, auto& s) {
    f("change", s.change, "the value that differs: NAME=VALUE; empty: the base");
    f("depth", s.depth, "completed depth, plies");
    f("nodes", s.nodes, "nodes of the search, without those of the shadow searches");
    f("solved", s.solved, "1: it found the best move that the position names");
    f("checked", s.checked, "pruned moves and nodes that were searched after all");
    f("errors", s.errors, "of these, pruned wrongly");
    f("loss_at_depth_0_to_1", s.loss[0], "expected points lost by errors at these depths, for all that was pruned");
    f("loss_at_depth_2_to_4", s.loss[1], "the same");
    f("loss_at_depth_5_or_more", s.loss[2], "the same");
    f("loss_not_found", s.loss[3], "the same of errors that the reduced search would have made without the rule too");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("positions", unit, kPositionFields);
    t.rows("searches", unit.searches, kSearchFields);
  };

  struct Worker : ShadowWorker {
    static constexpr std::size_t kHash = 16;  // MiB
    using ShadowWorker::ShadowWorker;
    static Result<std::unique_ptr<Worker>> make(const Question&) { return std::make_unique<Worker>(kHash); }
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const epd::Record& record = q.positions[number].record;
    Unit out{static_cast<int>(number) + 1, record.id(), {}};
    for (const PresetVariant& v : q.searched) {
      out.searches.push_back(search(q, worker, record, v));
      if (interrupted()) return std::nullopt;
    }
    return out;
  }

  static Search search(const Question& q, ShadowWorker& own, const epd::Record& record, const PresetVariant& v) {
    Search out;
    out.change = v.change;
    const ShadowSettings settings = ShadowSettings::of(v.settings);
    Shadow shadow(q.sampling, [&](const ShadowSample& sample) {
      if (interrupted()) return;
      const ShadowVerdict verdict = check_sample(sample, settings, own.window);
      if (!verdict.claimed) return;
      ++out.checked;
      if (!verdict.error) return;
      ++out.errors;
      const Score limit = sample.kind == ShadowSample::Kind::FailHigh ? sample.beta : sample.alpha;
      out.loss[class_of(sample, verdict)] +=
          std::abs(points_of(verdict.value, sample.position) - points_of(limit, sample.position)) *
          static_cast<double>(q.sampling.every(sample.rule));
    });
    SearchRequest request;
    request.limits = q.base.limits;
    request.settings = v.settings;
    const SearchReport report = search_sampled(own.engine, record.position, request, shadow);
    out.nodes = report.nodes;
    if (!report.lines.empty()) out.depth = report.lines.front().depth;
    out.solved = verdict_of(record, report.best) == Verdict::Right;
    return out;
  }

  // Expected points of the game, 0 to 1, of the side to move.
  static double points_of(Score score, const Position& position) {
    constexpr double kPerMille = 1000.0;
    const uci::Wdl wdl = uci::wdl(score, position);
    return (wdl.win + wdl.draw / 2.0) / kPerMille;
  }
  static std::size_t class_of(const ShadowSample& sample, const ShadowVerdict& verdict) {
    constexpr int kMiddle = 2, kDeep = 5;  // plies
    if (!verdict.found_at_reduced_depth) return 3;
    return sample.depth < kMiddle ? 0 : sample.depth < kDeep ? 1 : 2;
  }

  // --- The summary ---

  // Searches of one player, added up.
  struct Sums {
    double searches = 0, nodes = 0, log_nodes = 0, checked = 0, errors = 0, solved = 0;
    std::array<double, kErrorClasses> loss{};

    void add(const Search& s, double times = 1) {
      const auto n = static_cast<double>(s.nodes);
      searches += times;
      nodes += times * n;
      log_nodes += times * std::log(std::max(n, 1.0));
      checked += times * static_cast<double>(s.checked);
      errors += times * static_cast<double>(s.errors);
      solved += times * s.solved;
      for (std::size_t c = 0; c < kErrorClasses; ++c) loss[c] += times * s.loss[c];
    }
    double wrong() const { return checked > 0 ? errors / checked : 0; }
    double loss_rate(std::size_t c) const {
      constexpr double kNodes = 1000;
      return nodes > 0 ? loss[c] * kNodes / nodes : 0;
    }
  };

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : base_(header.entry("base")),
          limits_(header.entry("limits")),
          sample_(header.entry("sample")),
          prices_(header.entry("prices")),
          regret_(header.entry("regret")) {}

    std::optional<Error> add(const Unit& unit) {
      sums_.resize(std::max(sums_.size(), unit.searches.size()));
      if (unit.searches.size() != sums_.size()) return Error{"it has fewer searches than others"};
      for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].add(unit.searches[i]);
      positions_.push_back(unit.searches);
      return std::nullopt;
    }

    Variants variants() const {
      Variants out;
      for (std::size_t i = 1; i < sums_.size(); ++i)
        out.push_back(difference(positions_.front()[i], sums_[i], sums_.front()));
      return out;
    }
    std::uint64_t searches() const { return positions_.size() * sums_.size(); }

    template <class Report>
    void report(Report& out) const {
      const auto prices = this->prices();
      const auto lines = this->lines(prices ? *prices : PriceFile{});
      out.title(fmt::format("{} of {}, {}, {}; one in {} of what each rule prunes is searched after all",
                            counted(sums_.empty() ? 0 : sums_.size() - 1, "change"), base_.substr(0, base_.find(", ")),
                            counted(positions_.size(), "position"), limits_, sample_));
      out.value("positions", positions_.size());
      if (!prices) out.note("No Elo is predicted: " + prices.error() + ".");
      if (!lines) return out.note(lines.error());
      out.table("variants", *lines, kLine);
      if (!prices) return;
      if (positions_.size() < kFewestPositions)
        return out.note(fmt::format("No Elo is predicted: at least {} positions are expected.", kFewestPositions));
      if (lines->size() == 1) report_games(out, *lines->front().elo, prices->game_deviation);
      if (lines->size() > 1) out.note(kConfirm);
      out.note(prices->provenance(!regret_.empty(), base_));
    }

   private:
    static constexpr std::size_t kFewestPositions = 10;  // fewer do not say how much they scatter

    // Those that the run was asked with.
    Result<PriceFile> prices() const {
      auto out = read_prices(prices_);
      if (out && fmt::format("depth {}", out->depth) != limits_)
        return Error{fmt::format("the prices are for searches to depth {}, not to {}", out->depth, limits_)};
      if (out && out->by_errors.elo.empty()) return Error{"it has no prices"};
      return out;
    }
    Result<Lines> lines(const PriceFile& prices) const {
      Lines out;
      Variants all = variants();
      if (const auto error = add_regrets(all, regret_, base_, prices)) return *error;
      for (std::size_t i = 0; i < all.size(); ++i) {
        Line line = line_of(all[i], prices);
        if (positions_.size() < kFewestPositions) line.elo = std::nullopt;
        if (line.elo) {
          const double wide =
              std::hypot(line.elo->high - line.elo->value, kDeviationsOf95Percent * scatter(i + 1, all[i], prices));
          line.elo = {line.elo->value, line.elo->value - wide, line.elo->value + wide};
        }
        out.push_back(std::move(line));
      }
      rank(out);
      return out;
    }

    static MeasuredVariant difference(const Search& of, const Sums& own, const Sums& base) {
      MeasuredVariant out;
      out.change = of.change;
      out.positions = static_cast<std::uint64_t>(own.searches);
      out.log_nodes = (own.log_nodes - base.log_nodes) / std::max(own.searches, 1.0);
      out.wrong = own.wrong();
      out.more_wrong = own.wrong() - base.wrong();
      for (std::size_t c = 0; c < kErrorClasses; ++c) out.loss[c] = own.loss_rate(c) - base.loss_rate(c);
      out.solved = own.solved - base.solved;
      return out;
    }

    // The standard error that other positions of the same kinds would cause: the jackknife (J. Tukey, 1958). The
    // prices' own deviation has some of it, but those that they were fitted to are others.
    double scatter(std::size_t player, const MeasuredVariant& all, const PriceFile& prices) const {
      double sum = 0, squares = 0;
      for (const auto& searches : positions_) {
        Sums own = sums_[player], base = sums_.front();
        own.add(searches[player], -1);
        base.add(searches.front(), -1);
        MeasuredVariant without = difference(searches[player], own, base);
        without.regret = all.regret;
        without.regret_positions = all.regret_positions;
        const double elo = prices.predicted(without).value - prices.predicted(all).value;
        sum += elo;
        squares += elo * elo;
      }
      const auto n = static_cast<double>(positions_.size());
      return std::sqrt(std::max(squares - sum * sum / n, 0.0) * (n - 1) / n);
    }

    template <class Report>
    static void report_games(Report& out, const Estimate& elo, double game_deviation) {
      const double deviation = (elo.high - elo.value) / kDeviationsOf95Percent;
      if (!(deviation > 0)) return;
      const double games = std::pow(game_deviation / deviation, 2);
      out.value("equivalent_games", games);
      out.note(fmt::format("{} would give an interval as narrow.",
                           counted(static_cast<std::uint64_t>(std::llround(games)), "game")));
    }

    std::string base_, limits_, sample_, prices_, regret_;
    std::vector<Sums> sums_;                      // of the base, then of each change
    std::vector<std::vector<Search>> positions_;  // of each position, in the same order
  };

  // --rank without positions: what the prices were fitted to.
  static std::optional<int> other(const CLI::App&, const Question& q, const RunArguments& run) {
    if (!q.rank || !q.positions.files.empty()) return std::nullopt;
    auto prices = read_prices(q.prices);
    if (!prices) return complain(kFailure, "--prices " + prices.error());
    if (prices->by_errors.elo.empty())
      return complain(kFailure, "--prices: the file has no prices; 'oknos-lab predict fit' makes them");
    const auto plan = make_plan(q.search, {});
    if (!plan) return complain(kUsage, plan.error());
    std::set<std::string> now;  // what the preset has by now is no change
    for (const auto& [name, value] : pruning::named_values(plan->settings)) now.insert(name + "=" + value);
    std::erase_if(prices->variants, [&](const MeasuredVariant& v) {
      const bool is_asked = q.rules.empty() || std::find(q.rules.begin(), q.rules.end(), v.rule()) != q.rules.end();
      return !is_asked || now.contains(v.change);
    });
    const Ranking ranking{*std::move(prices), identity_of(plan->preset, plan->settings, plan->changes)};
    if (!q.queue_out.empty())
      if (const auto error = write_file({q.queue_out, run.force, {q.prices}}, ranking.queue(player_text(q.search))))
        return complain(kFailure, "--queue-out " + error->message);
    record::print_report(ranking, run.json, run.color);
    return 0;
  }

  static void add_commands(CLI::App& app, int& exit_code);
};

// --- predict fit
// ------------------------------------------------------------------------------------------------------

std::optional<Error> add_searches(PriceFile& to, const store::StoreView& view) {
  const auto read = read_result<record::ResultOf<Predict>>(view);
  if (!read) return Error{read.error()};
  const std::string limits = view.entry("limits");
  const auto searches = read->summary().searches();
  if (auto error = add_source(to, view, view.entry("base"), "searches", searches, limits)) return error;
  constexpr std::string_view kDepth = "depth ";
  to.depth = text::parse_int<int>(std::string_view(limits).substr(kDepth.size())).value_or(0);
  to.sample = view.entry("sample");
  for (MeasuredVariant v : read->summary().variants()) {
    MeasuredVariant& known = to.variant(v.change);
    v.games = known.games;
    v.elo = known.elo;
    v.regret_positions = known.regret_positions;
    v.regret = known.regret;
    known = v;
  }
  return std::nullopt;
}

// What the stores say, or one file of prices.
Result<PriceFile> measured_in(const std::vector<std::string>& paths) {
  if (paths.size() == 1 && (paths.front() == kEmbeddedPrices || head_contains(paths.front(), "\"oknos_prices\"")))
    return read_prices(paths.front());
  PriceFile out;
  for (const std::string& path : paths) {
    const auto view = store::StoreView::open(path);
    if (!view) return Error{view.error()};
    const std::string& kind = (*view)->kind();
    const auto add = kind == Predict::kName ? add_searches
                     : kind == kScreenKind  ? add_games
                     : kind == kRegretKind  ? static_cast<decltype(&add_games)>(add_regrets)
                                            : nullptr;
    if (!add)
      return refusal(**view, fmt::format("it holds a run of '{}'; 'oknos-lab screen', 'oknos-lab predict --rank' and "
                                         "'oknos-lab suite --measure regret' make what is needed",
                                         kind));
    if (const auto error = add(out, **view)) return *error;
  }
  return out;
}

struct FitOptions {
  std::vector<std::string> stores;
  OutputPath out;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

int run_fit(FitOptions options) {
  const OutputPath& out = options.out;
  options.out.in_use = options.stores;
  if (!out.path.empty())
    if (const auto error = check_output(out)) return complain(kFailure, "--out " + error->message);
  auto measured = measured_in(options.stores);
  if (!measured) return complain(kFailure, measured.error());
  const auto fit = PriceFit::of(*std::move(measured));
  if (!fit) return complain(kFailure, fit.error());
  if (!out.path.empty())
    if (const auto error = write_file(out, to_text(fit->file()))) return complain(kFailure, "--out " + error->message);
  record::print_report(*fit, options.json, options.color);
  return 0;
}

void Predict::add_commands(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<FitOptions>();
  CLI::App* command = app.add_subcommand("fit", "Fit prices to games and searches of many changes");
  command->footer(
      "Fits how many Elo an error costs, and how many Elo saved nodes are worth; with regrets, also how many Elo "
      "worse\n"
      "moves cost. Then it shows how well the prices predict the games of rules that they were not fitted to, next to\n"
      "simpler predictions (docs/price.md).\n\n"
      "Examples:\n"
      "  oknos-lab screen --variants --games 70000 --nodes 2000 --book positions/openings.epd --out games.db\n"
      "  oknos-lab predict positions/middlegames.epd positions/tactics.epd --rank --out searches.db\n"
      "  oknos-lab predict fit games.db searches.db regret.db --out prices.json\n"
      "  oknos-lab predict fit prices/modern.json");
  command
      ->add_option("stores", options->stores,
                   "Run stores of 'screen --variants', of 'predict --rank', and perhaps of 'suite --measure regret "
                   "--variants'; or a "
                   "file that --out wrote")
      ->required()
      ->type_name(kRun);
  command->add_option("--out", options->out.path, "Write the prices, and what they were fitted to, to this file")
      ->type_name("FILE.json");
  add_force(*command, options->out.force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = run_fit(*options); });
}

}  // namespace

StoredCommand predict_command() {
  return record::stored_command<Predict>();
}

}  // namespace oknos::lab
