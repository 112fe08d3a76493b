#include "lab/commands/regret/regret_result.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "lab/commands/compare/compare_fields.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr double kPercent = 100.0;

// The least number of pieces of each phase, and what it is called.
struct PhaseInfo {
  int least;
  std::string_view name;
};
constexpr std::array<PhaseInfo, static_cast<std::size_t>(GamePhase::count_)> kPhases = {
    {{25, "25 or more pieces"}, {15, "15 to 24"}, {9, "9 to 14"}, {0, "8 or fewer"}}};

constexpr auto kPositionFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
  f("pieces", p.pieces, "pieces of both sides, kings and pawns included");
};

constexpr auto kJudgedFields = [](auto& f, auto& j) {
  f("move", j.move, "a move that somebody chose, UCI");
  f("value", j.value, "what the judge says of it, from the view of the side that makes it, centipawns");
  f("expected", j.expected, "the same in points of the game, 0 to 1");
};

Estimate scaled(Estimate e, double by) {
  return {e.value * by, e.low * by, e.high * by};
}

nlohmann::ordered_json json_of(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

}  // namespace

bool all_chose_the_same(const std::vector<CompareCell>& cells) {
  const std::string* move = nullptr;
  for (const CompareCell& cell : cells) {
    if (cell.move.empty()) continue;
    if (move && *move != cell.move) return false;
    move = &cell.move;
  }
  return move != nullptr;
}

double spread_of(const RegretUnit& unit) {
  if (unit.judged.empty()) return 0;
  const auto by_value = [](const JudgedMove& a, const JudgedMove& b) { return a.expected < b.expected; };
  const auto [least, most] = std::minmax_element(unit.judged.begin(), unit.judged.end(), by_value);
  return most->expected - least->expected;
}

GamePhase phase_of(int pieces) {
  std::size_t phase = 0;
  while (pieces < kPhases[phase].least) ++phase;
  return static_cast<GamePhase>(phase);
}

Estimate MeanOf::estimate() const {
  if (count_ == 0) return {};
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  if (count_ == 1) return {mean(), -kUnknown, kUnknown};
  const auto n = static_cast<double>(count_);
  const double variance = std::max(squares_ - n * mean() * mean(), 0.0) / (n - 1);
  const double wide = kDeviationsOf95Percent * std::sqrt(variance / n);
  return {mean(), mean() - wide, mean() + wide};
}

Estimate RegretSum::against_first() const {
  constexpr double kRuleOfThree = 3.0;  // 95 %: what was not seen in n cases happens in fewer than 3 / n
  constexpr double kLoss = 0.05;        // expected points; few moves that differ lose more
  Estimate out = difference.estimate();
  if (difference.count() == 0) return out;
  const double wide = std::max(out.high - out.value, kLoss * kRuleOfThree / static_cast<double>(difference.count()));
  out.low = out.value - wide;
  out.high = out.value + wide;
  return out;
}

store::Format<RegretUnit> RegretResult::format() {
  return store::format_of<RegretUnit>([](auto& t, auto& position) {
    t.row("positions", position, kPositionFields);
    t.rows("moves", position.cells, kCompareCellFields);
    t.rows("judged", position.judged, kJudgedFields);
  });
}

RegretResult::RegretResult(const RunHeader& header) : judge_(header.entry("judge_name")), unit_(header.entry("unit")) {
  for (int i = 1;; ++i) {
    const std::string name = header.entry(fmt::format("name_{}", i));
    if (name.empty()) break;
    players_.push_back(name);
  }
}

std::optional<Error> RegretResult::add(WorkUnitNumber, const RegretUnit& unit) {
  const bool one_move = unit.judged.empty() && all_chose_the_same(unit.cells);
  if (unit.judged.empty() && !one_move) return std::nullopt;  // the game was over, or nobody moved
  std::map<std::string, double> expected;
  double best = 0;
  for (const JudgedMove& j : unit.judged) {
    expected[j.move] = j.expected;
    best = std::max(best, j.expected);
  }
  ++positions_;
  std::map<std::int64_t, double> first;  // regret of the first player, by limit
  for (const CompareCell& cell : unit.cells) {
    if (cell.player < 0 || static_cast<std::size_t>(cell.player) >= players_.size())
      return Error{fmt::format("there is no player {}", cell.player)};
    if (cell.move.empty()) {
      ++failures_;
      continue;
    }
    const auto known = expected.find(cell.move);
    if (known == expected.end() && !one_move) return Error{fmt::format("the judge says nothing of {}", cell.move)};
    auto& sums = sums_[cell.limit];
    sums.resize(players_.size());
    RegretSum& sum = sums[static_cast<std::size_t>(cell.player)];
    const double regret = one_move ? 0 : best - known->second;
    sum.regret.add(regret);
    sum.best += regret == 0;
    sum.phases[static_cast<std::size_t>(phase_of(unit.pieces))].add(regret);
    if (cell.player == 0) first[cell.limit] = regret;
    if (const auto reference = first.find(cell.limit); cell.player != 0 && reference != first.end())
      sum.difference.add(regret - reference->second);
  }
  return std::nullopt;
}

std::string RegretResult::limit_heading(std::int64_t limit) const {
  return fmt::format("{} {}", capitalised(unit_), grouped(static_cast<std::uint64_t>(limit)));
}

std::string RegretResult::main_table(const Style& style) const {
  constexpr int kFew = 1, kAlways = 2;  // which column stays when the terminal is narrow
  TextTable table({{"player", Align::Left, kAlways},
                   {"regret", Align::Right, kAlways},
                   {"95 % interval", Align::Right, kFew},
                   {"best", Align::Right, kFew},
                   {"less the first", Align::Right, kFew},
                   {"kept", Align::Right, kFew}});
  for (const auto& [limit, sums] : sums_) {
    table.add_heading(limit_heading(limit));
    for (std::size_t player = 0; player < sums.size(); ++player) {
      const RegretSum& sum = sums[player];
      const Estimate e = scaled(sum.regret.estimate(), kPercent);
      const Estimate d = scaled(sum.against_first(), kPercent);
      const double at_first = sums_.begin()->second[player].regret.mean();
      const bool is_first = sums_.begin()->first == limit || at_first == 0;
      table.add_row({{players_[player]},
                     {fmt::format("{:.2f} %", e.value)},
                     {std::isfinite(e.high) ? fmt::format("{:.2f} to {:.2f}", e.low, e.high) : "one position"},
                     {percent(sum.best, sum.regret.count())},
                     {player == 0             ? ""
                      : std::isfinite(d.high) ? fmt::format("{:+.2f} ({:+.2f} to {:+.2f})", d.value, d.low, d.high)
                                              : fmt::format("{:+.2f}", d.value)},
                     {is_first ? "" : fmt::format("{:.2f}", sum.regret.mean() / at_first)}});
    }
  }
  return table.to_text(style);
}

std::string RegretResult::phase_table(const Style& style) const {
  std::vector<Column> columns = {{"regret, by pieces", Align::Left, 1}};
  for (const PhaseInfo& phase : kPhases) columns.push_back({std::string(phase.name)});
  TextTable table(std::move(columns));
  for (const auto& [limit, sums] : sums_) {
    table.add_heading(limit_heading(limit));
    for (std::size_t player = 0; player < sums.size(); ++player) {
      std::vector<Cell> cells = {{players_[player]}};
      for (const MeanOf& phase : sums[player].phases)
        cells.push_back({phase.count() == 0 ? "" : fmt::format("{:.2f} %", kPercent * phase.mean())});
      table.add_row(std::move(cells));
    }
  }
  return table.to_text(style);
}

std::string RegretResult::text(const Style& style) const {
  std::string out = fmt::format("{}, each move judged by {}\n\n{}\n{}\n", counted(positions_, "position"), judge_,
                                main_table(style), phase_table(style));
  out += wrapped(
      "Regret: expected points of the best of the moves that anybody chose, less those of the player's move. Best: how "
      "often it had that move. Kept: regret as a share of that at the first limit.",
      static_cast<std::size_t>(style.width));
  if (failures_ > 0) out += fmt::format("\n{} without a move.\n", counted(failures_, "search", "searches"));
  return out;
}

nlohmann::ordered_json RegretResult::json() const {
  using Json = nlohmann::ordered_json;
  Json out = {{"positions", positions_}, {"judge", judge_}, {"unit", unit_}};
  if (failures_ > 0) out["without_move"] = failures_;
  out["limits"] = Json::array();
  for (const auto& [limit, sums] : sums_)
    for (std::size_t player = 0; player < sums.size(); ++player) {
      const RegretSum& sum = sums[player];
      Json row = {{"limit", limit}, {"player", players_[player]}, {"regret", json_of(sum.regret.estimate())}};
      row["best_share"] = share(sum.best, sum.regret.count());
      if (player != 0) row["less_the_first"] = json_of(sum.against_first());
      for (std::size_t phase = 0; phase < kPhases.size(); ++phase)
        if (sum.phases[phase].count() > 0) row["phases"][std::string(kPhases[phase].name)] = sum.phases[phase].mean();
      out["limits"].push_back(std::move(row));
    }
  return out;
}

}  // namespace oknos::lab
