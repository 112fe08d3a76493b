#include "lab/commands/compare/compare_view.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

std::string change_text(std::uint64_t now, std::uint64_t first) {
  if (first == 0) return "-";
  return fmt::format("{:+.1f} %", 100.0 * (static_cast<double>(now) / static_cast<double>(first) - 1.0));
}

std::string solved_change(const CompareSum& s) {
  return fmt::format("+{} -{}", s.gained, s.lost);
}

const CompareCell* cell_of(const ComparedPosition& p, int player, std::int64_t limit) {
  for (const CompareCell& c : p.cells)
    if (c.player == player && c.limit == limit) return &c;
  return nullptr;
}

}  // namespace

std::string Comparison::heading(std::int64_t limit) const {
  if (unit == "depth") return fmt::format("Depth {}", limit);
  if (unit == "time") return seconds(limit) + " a position";
  return grouped(static_cast<std::uint64_t>(limit)) + " nodes a position";
}

void Comparison::add(const ComparedPosition& position) {
  ++positions;
  for (const CompareCell& cell : position.cells) {
    auto& sums = limits[cell.limit];
    sums.resize(players.size());
    if (static_cast<std::size_t>(cell.player) >= sums.size()) continue;
    CompareSum& s = sums[static_cast<std::size_t>(cell.player)];
    const bool solved = cell.outcome == SuiteOutcome::Solved;
    ++s.positions;
    s.asked += position.asked ? 1 : 0;
    s.solved += solved ? 1 : 0;
    s.nodes += cell.nodes;
    s.time += cell.time;
    const CompareCell* first = cell_of(position, 0, cell.limit);
    if (!first) continue;
    const bool first_solved = first->outcome == SuiteOutcome::Solved;
    s.moves_changed += cell.move != first->move ? 1 : 0;
    s.values_changed += cell.value != first->value ? 1 : 0;
    s.gained += solved && !first_solved ? 1 : 0;
    s.lost += first_solved && !solved ? 1 : 0;
  }
}

std::string compare_report(const Comparison& comparison, const Style& style) {
  TextTable table({{"", Align::Left, 9},
                   {"nodes", Align::Right, 8},
                   {"change", Align::Right, 7},
                   {"solved", Align::Right, 6},
                   {"change", Align::Right, 5},
                   {"other moves", Align::Right, 4},
                   {"other values", Align::Right, 3},
                   {"time", Align::Right, 1}});
  for (const auto& [limit, sums] : comparison.limits) {
    table.add_heading(comparison.heading(limit));
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const CompareSum& s = sums[i];
      if (s.positions == 0) continue;
      const bool first = i == 0;
      const bool asked = s.asked > 0;
      table.add_row({{"  " + comparison.players[i], first ? Tone::Strong : Tone::Plain},
                     {grouped(s.nodes)},
                     {first ? "" : change_text(s.nodes, sums[0].nodes)},
                     {asked ? fmt::format("{} of {}", s.solved, s.asked) : "-"},
                     {first || !asked ? "" : solved_change(s), s.lost > s.gained ? Tone::Bad : Tone::Plain},
                     {first ? "" : grouped(s.moves_changed)},
                     {first ? "" : grouped(s.values_changed)},
                     {seconds(s.time)}});
    }
  }
  return table.to_text(style) + fmt::format("\n{}.\n", counted(comparison.positions, "position"));
}

nlohmann::ordered_json compare_json(const Comparison& comparison, bool interrupted) {
  Json results = Json::array();
  for (const auto& [limit, sums] : comparison.limits)
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const CompareSum& s = sums[i];
      results.push_back({{"limit", limit},
                         {"player", comparison.players[i]},
                         {"positions", s.positions},
                         {"nodes", s.nodes},
                         {"asked", s.asked},
                         {"solved", s.solved},
                         {"gained", s.gained},
                         {"lost", s.lost},
                         {"moves_changed", s.moves_changed},
                         {"values_changed", s.values_changed},
                         {"ms", s.time}});
    }
  Json out = {{"type", "summary"},       {"players", comparison.players},
              {"unit", comparison.unit}, {"positions", comparison.positions},
              {"results", results},      {"interrupted", interrupted}};
  return out;
}

}  // namespace oknos::lab
