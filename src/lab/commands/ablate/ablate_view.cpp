#include "lab/commands/ablate/ablate_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/commands/ablate/ablation.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

double ratio(const CompareSum& a, const CompareSum& b) {
  return b.nodes == 0 ? 0.0 : static_cast<double>(a.nodes) / static_cast<double>(b.nodes);
}

// "-12.3 %": of nodes, beside another search.
std::string change_text(const CompareSum& now, const CompareSum& before) {
  return fmt::format("{:+.1f} %", 100.0 * (ratio(now, before) - 1.0));
}

std::string solved_text(const CompareSum& now, const CompareSum& before) {
  if (now.asked == 0) return "-";
  return fmt::format("{:+d}", static_cast<std::int64_t>(now.solved) - static_cast<std::int64_t>(before.solved));
}

std::string shown_name(const AblationRow& row) {
  return row.group ? "all " + row.name : plain_name(row.name);
}

// Other moves are counted beside the whole, so they say something only of what is left out of it.
std::string sums_text(const AblationSums& s, const Style& style) {
  TextTable table({{"", Align::Left, 9},
                   {"alone: nodes", Align::Right, 8},
                   {"solved", Align::Right, 5},
                   {"off: nodes", Align::Right, 7},
                   {"solved", Align::Right, 6},
                   {"other moves", Align::Right, 4}});
  for (const AblationRow& row : s.rows) {
    std::vector<Cell> cells = {{shown_name(row)}};
    const auto add = [&](const CompareSum* now, const CompareSum& before) {
      cells.push_back({now ? change_text(*now, before) : "-", Tone::Strong});
      cells.push_back({now ? solved_text(*now, before) : "-"});
    };
    add(row.alone, *s.none);
    add(row.without, *s.whole);
    cells.push_back({row.without ? grouped(row.without->moves_changed) : "-"});
    table.add_row(std::move(cells));
  }
  return table.to_text(style);
}

// The parts and the whole, so that nobody adds the parts up.
std::string parts_text(const AblationSums& s) {
  double parts = 0.0;
  for (const AblationRow& row : s.rows)
    if (!row.group && row.alone) parts += 1.0 - ratio(*row.alone, *s.none);
  return fmt::format(
      "With none of them {} nodes{}, with all {} ({}){}. The savings of each alone add up to {:.1f} %.\n",
      grouped(s.none->nodes), s.none->asked > 0 ? fmt::format(", {} solved", grouped(s.none->solved)) : "",
      grouped(s.whole->nodes), change_text(*s.whole, *s.none),
      s.whole->asked > 0 ? fmt::format(", {} of {} solved", grouped(s.whole->solved), grouped(s.whole->asked)) : "",
      100.0 * parts);
}

std::vector<std::string> names_in(const AblationSums& s) {
  std::vector<std::string> out;
  for (const AblationRow& row : s.rows)
    if (!row.group) out.push_back(row.name);
  return out;
}

std::string matrix_text(const AblationSums& s, const Style& style) {
  const std::vector<std::string> names = names_in(s);
  std::vector<Column> columns = {{"off together", Align::Left, 99}};
  for (std::size_t i = 0; i + 1 < names.size(); ++i)
    columns.push_back({std::to_string(i + 1), Align::Right, static_cast<int>(names.size() - i)});
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Cell> row = {{fmt::format("{} {}", i + 1, plain_name(names[i]))}};
    for (std::size_t j = 0; j + 1 < names.size(); ++j) {
      const auto x = j < i ? s.interaction(names[i], names[j]) : std::nullopt;
      row.push_back({x ? fmt::format("{:.2f}", *x) : ""});
    }
    table.add_row(std::move(row));
  }
  return table.to_text(style) +
         "Nodes with both off, divided by what switching off each one alone predicts. Above 1: each takes over the\n"
         "other's work. Below 1: each saves more when the other is on.\n";
}

Json json_of(const CompareSum& s) {
  return {{"nodes", s.nodes}, {"asked", s.asked}, {"solved", s.solved}, {"ms", s.time}};
}

// With what only a comparison with the whole can say.
Json beside_whole(const CompareSum& s) {
  Json out = json_of(s);
  out.update({{"gained", s.gained},
              {"lost", s.lost},
              {"moves_changed", s.moves_changed},
              {"values_changed", s.values_changed}});
  return out;
}

}  // namespace

std::optional<double> AblationSums::interaction(std::string_view a, std::string_view b) const {
  const auto row_of = [&](std::string_view name) {
    return std::find_if(rows.begin(), rows.end(), [&](const AblationRow& r) { return !r.group && r.name == name; });
  };
  const auto first = pruning::find_rule(a), second = pruning::find_rule(b);
  const auto one = row_of(a), other = row_of(b);
  if (!first || !second || one == rows.end() || other == rows.end() || !one->without || !other->without)
    return std::nullopt;
  const std::string both = Ablation::without(*first, *second);
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const auto& p) { return p.first == both; });
  if (found == pairs.end() || one->without->nodes == 0 || other->without->nodes == 0) return std::nullopt;
  return ratio(*found->second, *one->without) * ratio(*whole, *other->without);
}

std::optional<AblationSums> ablation_at(const Comparison& comparison, std::int64_t limit) {
  const auto found = comparison.limits.find(limit);
  if (found == comparison.limits.end()) return std::nullopt;
  AblationSums out;
  const auto row_of = [&out](const std::string& name, bool group) -> AblationRow& {
    for (AblationRow& row : out.rows)
      if (row.name == name) return row;
    return out.rows.emplace_back(AblationRow{name, group, nullptr, nullptr});
  };
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const std::string& name = comparison.players[i];
    const CompareSum* sum = &found->second[i];
    if (name == Ablation::kWhole) {
      out.whole = sum;
    } else if (name == Ablation::kNone) {
      out.none = sum;
    } else if (name.starts_with("+[") || name.starts_with("-[")) {
      AblationRow& row = row_of(name.substr(2, name.size() - 3), true);
      (name.front() == '+' ? row.alone : row.without) = sum;
    } else if (name.find(" -") != std::string::npos) {
      out.pairs.emplace_back(name, sum);
    } else {
      AblationRow& row = row_of(name.substr(1), false);
      (name.front() == '+' ? row.alone : row.without) = sum;
    }
  }
  if (!out.whole || !out.none) return std::nullopt;
  return out;
}

std::string ablate_report(const Comparison& comparison, const Style& style) {
  std::string out;
  for (const auto& entry : comparison.limits) {
    const auto sums = ablation_at(comparison, entry.first);
    if (!sums) continue;
    out += (out.empty() ? "" : "\n") + style.paint(Tone::Strong, comparison.heading(entry.first)) + "\n\n" +
           sums_text(*sums, style) + "\n" + parts_text(*sums);
    if (!sums->pairs.empty()) out += "\n" + matrix_text(*sums, style);
  }
  return out + fmt::format("\n{}.\n", counted(comparison.positions, "position"));
}

nlohmann::ordered_json ablate_json(const Comparison& comparison, bool interrupted) {
  Json results = Json::array();
  for (const auto& entry : comparison.limits) {
    const auto sums = ablation_at(comparison, entry.first);
    if (!sums) continue;
    Json rules = Json::array(), interactions = Json::array();
    for (const AblationRow& row : sums->rows) {
      Json r = {{row.group ? "group" : "rule", row.name}};
      if (row.alone) r["alone"] = json_of(*row.alone);
      if (row.without) r["without"] = beside_whole(*row.without);
      rules.push_back(std::move(r));
    }
    const std::vector<std::string> names = names_in(*sums);
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i + 1; j < names.size(); ++j)
        if (const auto x = sums->interaction(names[i], names[j]))
          interactions.push_back({{"rules", {names[i], names[j]}}, {"ratio", *x}});
    results.push_back({{"limit", entry.first},
                       {"whole", json_of(*sums->whole)},
                       {"none", json_of(*sums->none)},
                       {"rules", rules},
                       {"interactions", interactions}});
  }
  Json out = {{"type", "summary"},
              {"unit", comparison.unit},
              {"positions", comparison.positions},
              {"results", results},
              {"interrupted", interrupted}};
  return out;
}

}  // namespace oknos::lab
