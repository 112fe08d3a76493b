#include "lab/commands/screen/screen_result.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/base/text.h"
#include "lab/commands/screen/interaction_search.h"
#include "lab/commands/screen/value_curves.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr auto kPairFields = [](auto& f, auto& p) {
  f("first", p.first, "numbers of the changes that the first player had, from 1");
  f("second", p.second, "of the second player");
  f("half_points", p.half_points, "half points of the first player in the two games, 0 to 4");
  f("opening", p.opening, "name or number of the opening");
  f("plies", p.plies, "moves of both sides in both games");
  if constexpr (store::reads<decltype(f)>)
    if (p.half_points < 0 || p.half_points > ScreenPair::kMaxHalfPoints) f.fail("half_points", "0 to 4");
};

std::string verdict(const Estimate& e) {
  if (!is_known(e)) return "too few games";
  return e.low > 0 ? "better" : e.high < 0 ? "worse" : "open";
}

Tone tone_of(const Estimate& e) {
  if (!is_known(e)) return Tone::Faint;
  return e.low > 0 ? Tone::Good : e.high < 0 ? Tone::Bad : Tone::Plain;
}

}  // namespace

store::Format<ScreenUnit> ScreenResult::format() {
  return store::format_of<ScreenUnit>([](auto& t, auto& pair) { t.row("pairs", pair, kPairFields); });
}

Result<ScreenResult> ScreenResult::of(const RunHeader& header) {
  ScreenResult out;
  auto factors = factors_from_text(header.entry("factors"));
  if (!factors) return Error{factors.error()};
  out.factors_ = std::move(*factors);
  read_base_values(out.factors_, header.entry("base_values"));
  auto interactions = read_interactions(interactions_of_text(header.entry("interactions")), out.factors_);
  if (!interactions) return Error{interactions.error()};
  out.interactions_ = std::move(*interactions);
  out.base_ = header.entry("base_name");
  out.control_ = header.entry("control");
  out.book_ = header.entry("book");
  out.probability_ = header.entry("probability");
  out.games_wanted_ = ScreenPair::kGames * static_cast<std::size_t>(header.work_units());
  return out;
}

std::optional<Error> ScreenResult::add(WorkUnitNumber, const ScreenUnit& unit) {
  auto first = factor_set_from_text(unit.first, factors_.size());
  if (!first) return Error{first.error()};
  auto second = factor_set_from_text(unit.second, factors_.size());
  if (!second) return Error{second.error()};
  pairs_.push_back({std::move(*first), std::move(*second), unit.half_points});
  return std::nullopt;
}

std::size_t ScreenResult::games() const {
  return ScreenPair::kGames * pairs_.size();
}

std::string ScreenResult::name_of(const Interaction& interaction) const {
  return factors_[interaction.first].change + "*" + factors_[interaction.second].change;
}

ScreenAnalysis ScreenResult::analysis() const {
  ScreenDesign design = design_of(factors_, interactions_);
  const InteractionSearch search = find_interactions(pairs_, factors_, design);
  design.interactions.insert(design.interactions.end(), search.found.begin(), search.found.end());
  ScreenFit fit = fit_screening(pairs_, design);
  return {std::move(design), interactions_.size(), search.searched, std::move(fit)};
}

FactorSet ScreenResult::winners() const {
  const ScreenAnalysis found = analysis();
  FactorSet out;
  while (true) {
    std::optional<std::size_t> best;
    double most = 0;
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const auto is_of_same_key = [&](std::size_t k) { return factors_[k].key == factors_[i].key; };
      if (std::any_of(out.begin(), out.end(), is_of_same_key)) continue;
      const auto gain = gain_of(i, out, found.design, found.fit);
      if (!gain || gain->low <= 0 || gain->value <= most) continue;
      best = i;
      most = gain->value;
    }
    if (!best) return out;
    out.insert(std::upper_bound(out.begin(), out.end(), *best), *best);
  }
}

std::string ScreenResult::heading() const {
  return fmt::format("screen {}   {}   {}   {} of {}, each change with probability {}\n\n", base_, control_, book_,
                     grouped(games()), counted(games_wanted_, "game"), probability_);
}

std::string ScreenResult::text(const Style& style) const {
  const ScreenAnalysis found = analysis();
  std::string meaning = "Elo: what the change adds to the base. Games: those in which it counted for one player alone.";
  if (!found.design.interactions.empty())
    meaning += " Beyond the sum of both: what two changes add besides when they are together.";
  const std::size_t joint = found.design.interactions.size() - found.asked_for;
  if (found.searched > 0)
    meaning += fmt::format(" {} of changes searched for such interactions, {} found{}.",
                           counted(found.searched, "pair"), joint == 0 ? "none" : grouped(joint),
                           joint == 0 ? "" : "; being the largest of so many, these are probably too large");
  return heading() + table_of(found, style) + "\n" + wrapped(meaning, static_cast<std::size_t>(style.width)) +
         curves_report(value_curves(factors_, found.fit), style);
}

std::string ScreenResult::quick_text(const Style& style) const {
  const ScreenDesign design = design_of(factors_, interactions_);
  return heading() + table_of({design, interactions_.size(), 0, fit_screening(pairs_, design)}, style);
}

std::string ScreenResult::table_of(const ScreenAnalysis& analysis, const Style& style) const {
  const std::vector<Effect>& all = analysis.fit.effects;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto factors_end = order.begin() + static_cast<std::ptrdiff_t>(factors_.size());
  const auto more = [&](std::size_t a, std::size_t b) { return all[a].elo.value > all[b].elo.value; };
  std::stable_sort(order.begin(), factors_end, more);
  std::stable_sort(factors_end, order.end(), more);
  constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
  TextTable table({{"change", Align::Left, kAlways},
                   {"games", Align::Right},
                   {"Elo", Align::Right, kAlways},
                   {"95 % interval", Align::Right, kLong},
                   {"verdict", Align::Left, kLong}});
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (n == factors_.size()) table.add_heading("beyond the sum of both");
    const std::size_t i = order[n];
    const Estimate& e = all[i].elo;
    const Tone tone = tone_of(e);
    const std::string interval = is_known(e) ? fmt::format("{:+.1f} to {:+.1f}", e.low, e.high) : "";
    const std::string name =
        i < factors_.size() ? factors_[i].change : name_of(analysis.design.interactions[i - factors_.size()]);
    table.add_row({{name, tone},
                   {grouped(all[i].games)},
                   {is_known(e) ? fmt::format("{:+.1f}", e.value) : "", tone},
                   {interval, tone},
                   {verdict(e), tone}});
  }
  return table.to_text(style);
}

nlohmann::ordered_json ScreenResult::json() const {
  using Json = nlohmann::ordered_json;
  Json out = {{"base", base_},    {"control", control_},           {"book", book_},
              {"games", games()}, {"games_wanted", games_wanted_}, {"probability", probability_}};
  out["changes"] = Json::array();
  const ScreenAnalysis found = analysis();
  const std::vector<Effect>& all = found.fit.effects;
  if (!found.design.interactions.empty()) out["interactions"] = Json::array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Estimate& e = all[i].elo;
    const bool is_factor = i < factors_.size();
    const std::size_t k = i - factors_.size();  // of the interactions
    Json row = {{"change", is_factor ? factors_[i].change : name_of(found.design.interactions[k])},
                {"games", all[i].games}};
    if (!is_factor) row["asked_for"] = k < found.asked_for;
    if (is_known(e)) row["elo"] = {{"value", e.value}, {"low", e.low}, {"high", e.high}};
    row["verdict"] = verdict(e);
    out[is_factor ? "changes" : "interactions"].push_back(std::move(row));
  }
  out["pairs_searched"] = found.searched;
  out["best_values"] = curves_json(value_curves(factors_, found.fit));
  return out;
}

}  // namespace oknos::lab
