#include "lab/commands/price/price_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::string rule_of(const std::string& change) {
  return change.substr(0, change.find_first_of(".="));
}

// The mean over the positions of both.
VariantRegret joined(const VariantRegret& a, const VariantRegret& b) {
  const auto of_a = static_cast<double>(a.positions), of_b = static_cast<double>(b.positions), all = of_a + of_b;
  const double mean = (of_a * a.more.value + of_b * b.more.value) / all;
  const double wide = std::hypot(of_a * (a.more.high - a.more.value), of_b * (b.more.high - b.more.value)) / all;
  return {a.positions + b.positions, {mean, mean - wide, mean + wide}};
}

// The first games stay what they were; all of the other run join the rest. How many the first were is not known
// exactly, so neither is the best weight of the rest.
ScreenedElo joined(const ScreenedElo& a, const ScreenedElo& b) {
  if (!a.first && b.first) return joined(b, a);
  ScreenedElo out{{a.all.games + b.all.games, combined(a.all.elo, b.all.elo)}, a.first, std::nullopt};
  if (!a.rest) return out;
  const auto in_a = static_cast<double>(a.all.games), of_b = static_cast<double>(b.all.games);
  const double of_rest = std::max(in_a - ScreenedElo::kFirstGames, 0.0);
  out.rest = (of_rest * *a.rest + of_b * b.all.elo.value) / (of_rest + of_b);
  return out;
}

}  // namespace

std::string_view name_of(ErrorClass c) {
  constexpr std::array<std::string_view, kErrorClasses> kNames = {"depth 0 to 1", "depth 2 to 4", "depth 5 or more",
                                                                  "not found"};
  return kNames[static_cast<std::size_t>(c)];
}

ErrorClass class_of(const VariantError& error) {
  constexpr int kMiddle = 2, kDeep = 5;  // plies
  if (!error.found_at_reduced_depth) return ErrorClass::NotFound;
  if (error.depth < kMiddle) return ErrorClass::Shallow;
  return error.depth < kDeep ? ErrorClass::Middle : ErrorClass::Deep;
}

void SearchSums::add(const VariantSearch& search) {
  ++searches;
  nodes += search.nodes;
  log_nodes += std::log(static_cast<double>(std::max<std::uint64_t>(search.nodes, 1)));
  asked += search.asked ? 1 : 0;
  solved += search.solved ? 1 : 0;
  for (const VariantChecks& c : search.checks) checked += c.checked;
  errors += search.errors.size();
  for (const VariantError& e : search.errors)
    loss[static_cast<std::size_t>(class_of(e))] += e.loss * static_cast<double>(e.stands_for);
}

SearchSums& SearchSums::operator+=(const SearchSums& o) {
  searches += o.searches;
  nodes += o.nodes;
  log_nodes += o.log_nodes;
  checked += o.checked;
  errors += o.errors;
  for (std::size_t c = 0; c < kErrorClasses; ++c) loss[c] += o.loss[c];
  asked += o.asked;
  solved += o.solved;
  return *this;
}

SearchSums& SearchSums::operator-=(const SearchSums& o) {
  searches -= o.searches;
  nodes -= o.nodes;
  log_nodes -= o.log_nodes;
  checked -= o.checked;
  errors -= o.errors;
  for (std::size_t c = 0; c < kErrorClasses; ++c) loss[c] -= o.loss[c];
  asked -= o.asked;
  solved -= o.solved;
  return *this;
}

double SearchSums::loss_rate(ErrorClass c) const {
  constexpr double kNodes = 1000.0;
  return nodes == 0 ? 0.0 : loss[static_cast<std::size_t>(c)] * kNodes / static_cast<double>(nodes);
}

std::optional<VariantElo> VariantRow::played() const {
  return screened ? std::optional(screened->all) : std::nullopt;
}

std::optional<VariantRow::Halves> VariantRow::halves() const {
  if (!screened || !screened->first || !screened->rest) return std::nullopt;
  return Halves{*screened->first, *screened->rest};
}

VariantRow& PriceTable::row(const std::string& rule, const std::string& change) {
  if (change.empty()) return base_;
  const auto [place, is_new] = places_.try_emplace(change, variants_.size());
  if (is_new) {
    variants_.emplace_back();
    variants_.back().rule = rule;
    variants_.back().change = change;
  }
  return variants_[place->second];
}

void PriceTable::add(const std::string& change, const ScreenedElo& screened) {
  std::optional<ScreenedElo>& known = row(rule_of(change), change).screened;
  known = known ? joined(*known, screened) : screened;
}

void PriceTable::add(const std::string& change, const VariantRegret& regret) {
  std::optional<VariantRegret>& known = row(rule_of(change), change).regret;
  known = known ? joined(*known, regret) : regret;
}

bool PriceTable::add(const std::string& rule, const std::string& change, const std::optional<ScreenedElo>& elo,
                     const SearchSums& variant, const SearchSums& base) {
  if (change.empty() || places_.contains(change)) return false;
  VariantRow& added = row(rule, change);
  added.screened = elo;
  if (variant.searches == 0) return true;
  // The positions are not known: all of them together are one, which no other variant has.
  const int number = -static_cast<int>(variants_.size());
  added.searches[number] = variant;
  base_.searches[number] = base;
  return true;
}

void PriceTable::add(const VariantSearch& search) {
  row(search.rule, search.change).searches[search.number].add(search);
}

bool PriceTable::has_games() const {
  return std::any_of(variants_.begin(), variants_.end(), [](const VariantRow& v) { return v.played().has_value(); });
}

bool PriceTable::has_regrets() const {
  return std::any_of(variants_.begin(), variants_.end(), [](const VariantRow& v) { return v.regret.has_value(); });
}

std::optional<Error> PriceTable::objection_to_regrets() const {
  const VariantRow* first = nullptr;
  for (const VariantRow& v : variants_) {
    if (!v.regret) continue;
    if (!first) first = &v;
    if (v.regret->positions != first->regret->positions)
      return Error{fmt::format("the regret of {} is of {}, that of {} of {}: runs of the same variants are expected",
                               first->change, counted(first->regret->positions, "position"), v.change,
                               grouped(v.regret->positions))};
  }
  return std::nullopt;
}

PriceTable::Compared PriceTable::compared(const VariantRow& variant) const {
  Compared out;
  for (const auto& [number, sums] : variant.searches) {
    const auto base = base_.searches.find(number);
    if (base == base_.searches.end()) continue;
    out.variant += sums;
    out.base += base->second;
  }
  return out;
}

std::vector<PriceTable::Compared> PriceTable::compared_without_each(const VariantRow& variant) const {
  const Compared all = compared(variant);
  std::vector<Compared> out;
  for (const auto& [number, sums] : variant.searches) {
    const auto base = base_.searches.find(number);
    if (base == base_.searches.end()) continue;
    out.push_back(all);
    out.back().variant -= sums;
    out.back().base -= base->second;
  }
  return out;
}

double PriceTable::Compared::more_nodes() const {
  const auto n = static_cast<double>(std::max<std::uint64_t>(variant.searches, 1));
  return std::expm1((variant.log_nodes - base.log_nodes) / n);
}

std::string names_of(const std::vector<PresetVariant>& variants) {
  return listed(variants, &PresetVariant::change, "; ");
}

}  // namespace oknos::lab
