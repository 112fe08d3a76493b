#include "lab/commands/effort/effort_result.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/commands/effort/effort_fields.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kFew = 1, kAlways = 2;  // which column stays when the terminal is narrow

constexpr auto kPositionFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
};

constexpr auto kRowFields = [](auto& f, auto& row) {
  f("player", row.player, "in the order of the header's players, from 0");
  f("limit", row.limit, "plies, nodes or milliseconds, as the header's limits say");
  f("depth", row.depth, "remaining depth of these nodes when they were entered, plies; 0: quiescence");
  for (const EffortField& field : kEffortFields) f(field.name, row.counts.*field.member, field.meaning);
};

// Remaining depths that share a line of the tables: from this one up to the next one's.
constexpr std::array<int, 10> kGroups = {0, 1, 2, 3, 4, 5, 7, 9, 12, 16};

std::string group_name(std::size_t group) {
  if (group == 0) return "quiescence";
  if (group + 1 == kGroups.size()) return fmt::format("{} and more", kGroups[group]);
  const int first = kGroups[group], last = kGroups[group + 1] - 1;
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

std::array<EffortCounts, kGroups.size()> grouped_counts(const EffortResult::Depths& depths) {
  std::array<EffortCounts, kGroups.size()> out{};
  for (const auto& [depth, counts] : depths) {
    const auto after = std::upper_bound(kGroups.begin(), kGroups.end(), depth);
    out[static_cast<std::size_t>(after - kGroups.begin()) - 1] += counts;
  }
  return out;
}

EffortCounts sum_of(const EffortResult::Depths& depths, bool quiescence) {
  EffortCounts out;
  for (const auto& [depth, counts] : depths)
    if (depth > 0 || quiescence) out += counts;
  return out;
}

// "2.31", or "-".
std::string ratio_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

nlohmann::ordered_json json_of(const EffortCounts& counts) {
  nlohmann::ordered_json out = {{"nodes", counts.nodes()}};
  for (const EffortField& field : kEffortFields) out[field.name] = counts.*field.member;
  return out;
}

}  // namespace

store::Format<EffortUnit> EffortResult::format() {
  return store::format_of<EffortUnit>([](auto& t, auto& position) {
    t.row("positions", position, kPositionFields);
    t.rows("depths", position.rows, kRowFields);
  });
}

EffortResult::EffortResult(const RunHeader& header) : unit_(header.entry("unit")) {
  for (int i = 1;; ++i) {
    const std::string name = header.entry(fmt::format("name_{}", i));
    if (name.empty()) break;
    players_.push_back(name);
  }
}

std::optional<Error> EffortResult::add(WorkUnitNumber, const EffortUnit& unit) {
  ++positions_;
  for (const EffortRow& row : unit.rows) {
    if (row.player < 0 || static_cast<std::size_t>(row.player) >= players_.size())
      return Error{fmt::format("there is no player {}", row.player)};
    if (row.depth < 0) return Error{fmt::format("there is no depth {}", row.depth)};
    auto& players = sums_[row.limit];
    players.resize(players_.size());
    players[static_cast<std::size_t>(row.player)][row.depth] += row.counts;
  }
  return std::nullopt;
}

std::string EffortResult::heading(std::int64_t limit, std::size_t player) const {
  return fmt::format("{}, {} {}", players_[player], unit_, grouped(static_cast<std::uint64_t>(limit)));
}

// A line for each player and limit: how its main search ends nodes.
std::string EffortResult::node_table(const Style& style) const {
  TextTable table({{"player", Align::Left, kAlways},
                   {"main-search nodes", Align::Right, kAlways},
                   {"quiescence", Align::Right, kFew},
                   {"TT", Align::Right, kFew},
                   {"rules", Align::Right, kFew},
                   {"null move", Align::Right, kFew},
                   {"ProbCut", Align::Right, kFew},
                   {"multi-cut", Align::Right, 0},
                   {"below an extension", Align::Right, 0}});
  for (const auto& [limit, players] : sums_)
    for (std::size_t player = 0; player < players.size(); ++player) {
      const EffortCounts main = sum_of(players[player], false), whole = sum_of(players[player], true);
      table.add_row({{heading(limit, player)},
                     {grouped(main.nodes())},
                     {percent(whole.nodes() - main.nodes(), whole.nodes())},
                     {percent(main.by_tt, main.nodes())},
                     {percent(main.by_rule, main.nodes())},
                     {percent(main.by_null_move, main.nodes())},
                     {percent(main.by_probcut, main.nodes())},
                     {percent(main.by_multi_cut, main.nodes())},
                     {percent(whole.below_extension, whole.nodes())}});
    }
  return table.to_text(style);
}

// How good the order of moves is, and what reductions and extensions do.
std::string EffortResult::order_table(const Style& style) const {
  TextTable table({{"player", Align::Left, kAlways},
                   {"first", Align::Right, kAlways},
                   {"second", Align::Right, kFew},
                   {"third", Align::Right, kFew},
                   {"move no.", Align::Right, kFew},
                   {"reduced", Align::Right, kFew},
                   {"plies", Align::Right, kFew},
                   {"re-searched", Align::Right, kFew},
                   {"confirmed", Align::Right, kFew},
                   {"extended", Align::Right, 0}});
  for (const auto& [limit, players] : sums_)
    for (std::size_t player = 0; player < players.size(); ++player) {
      const EffortCounts c = sum_of(players[player], false);
      table.add_row({{heading(limit, player)},
                     {percent(c.first, c.cutoffs())},
                     {percent(c.second, c.cutoffs())},
                     {percent(c.third, c.cutoffs())},
                     {ratio_text(c.places, c.cutoffs())},
                     {percent(c.reduced, c.moves)},
                     {ratio_text(c.plies, c.reduced)},
                     {percent(c.researched, c.reduced)},
                     {percent(c.confirmed, c.researched)},
                     {percent(c.checks_extended + c.extended, c.moves)}});
    }
  return table.to_text(style);
}

std::string EffortResult::depth_table(const Style& style) const {
  TextTable table({{"remaining depth", Align::Left, kAlways},
                   {"nodes", Align::Right, kAlways},
                   {"cut nodes", Align::Right, kFew},
                   {"cut early", Align::Right, kFew},
                   {"first", Align::Right, kAlways},
                   {"move no.", Align::Right, kFew},
                   {"reduced", Align::Right, kFew},
                   {"plies", Align::Right, kFew},
                   {"re-searched", Align::Right, kFew},
                   {"confirmed", Align::Right, kFew}});
  for (const auto& [limit, players] : sums_)
    for (std::size_t player = 0; player < players.size(); ++player) {
      table.add_heading(heading(limit, player));
      const std::uint64_t nodes = sum_of(players[player], true).nodes();
      const auto groups = grouped_counts(players[player]);
      for (std::size_t group = 0; group < groups.size(); ++group) {
        const EffortCounts& c = groups[group];
        if (c.nodes() == 0) continue;
        table.add_row({{group_name(group)},
                       {percent(c.nodes(), nodes)},
                       {group == 0 ? "" : percent(c.cut, c.nodes())},
                       {percent(c.ended_early(), c.nodes())},
                       {percent(c.first, c.cutoffs())},
                       {ratio_text(c.places, c.cutoffs())},
                       {group == 0 ? "" : percent(c.reduced, c.moves)},
                       {group == 0 ? "" : ratio_text(c.plies, c.reduced)},
                       {group == 0 ? "" : percent(c.researched, c.reduced)},
                       {group == 0 ? "" : percent(c.confirmed, c.researched)}});
      }
    }
  return table.to_text(style);
}

std::string EffortResult::text(const Style& style) const {
  const auto caption = [&](const char* words) { return style.paint(Tone::Strong, words) + "\n\n"; };
  std::string out = counted(positions_, "position") + "\n\n";
  out += caption("How nodes end") + node_table(style) + "\n";
  out += caption("Move ordering, reductions, extensions") + order_table(style) + "\n";
  out += caption("By remaining depth") + depth_table(style) + "\n";
  return out + wrapped(
                   "Quiescence and \"below an extension\" are shares of all nodes; TT to multi-cut are shares of the "
                   "main-search nodes. First, second, third: shares of the cutoffs. Re-searched: share of the reduced "
                   "moves. Confirmed: share of the re-searches that still raised alpha.",
                   static_cast<std::size_t>(style.width));
}

nlohmann::ordered_json EffortResult::json() const {
  using Json = nlohmann::ordered_json;
  Json out = {{"positions", positions_}, {"unit", unit_}, {"searches", Json::array()}};
  for (const auto& [limit, players] : sums_)
    for (std::size_t player = 0; player < players.size(); ++player) {
      const EffortCounts main = sum_of(players[player], false);
      Json row = {{"player", players_[player]}, {"limit", limit}, {"main_search", json_of(main)}};
      row["depths"] = Json::array();
      for (const auto& [depth, counts] : players[player]) {
        Json of_depth = {{"depth", depth}};
        of_depth.update(json_of(counts));
        row["depths"].push_back(std::move(of_depth));
      }
      out["searches"].push_back(std::move(row));
    }
  return out;
}

}  // namespace oknos::lab
