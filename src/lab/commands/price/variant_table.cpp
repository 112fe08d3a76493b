#include "lab/commands/price/variant_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <span>
#include <sstream>

#include "engine/base/text.h"
#include "lab/terminal/text_file.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kAudits = "# audits";
constexpr std::string_view kSource = "# fitted to";

// A line of the table.
struct VariantLine {
  std::string rule, change;
  std::optional<ScreenedElo> elo;
  SearchSums variant, base;
  std::optional<VariantRegret> regret;
};

// A column: how a field is written, and how it is read. `read` says what is expected instead, or nothing.
using Expected = const char*;
struct VariantColumn {
  std::string name;
  std::function<std::string(const VariantLine&)> write;
  std::function<Expected(VariantLine&, std::string_view)> read;
};

std::optional<double> number_of(std::string_view field) {
  double out = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), out);
  if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(out)) return std::nullopt;
  return out;
}

std::string written(double number) {
  return fmt::format("{:.6f}", number);
}
std::string written(std::uint64_t number) {
  return std::to_string(number);
}

Expected take(double& to, std::string_view field) {
  const auto number = number_of(field);
  to = number.value_or(0);
  return number ? nullptr : "a number";
}
Expected take(std::uint64_t& to, std::string_view field) {
  const auto number = text::parse_int<std::uint64_t>(field);
  to = number.value_or(0);
  return number ? nullptr : "a whole number, 0 or more,";
}

// A number of a part that not every line has, such as games. An empty field: it has none.
template <class Part, class Of>
VariantColumn of_part(std::string name, std::optional<Part> VariantLine::*part, Of of) {
  return {std::move(name), [=](const VariantLine& line) { return (line.*part) ? written(of(*(line.*part))) : ""; },
          [=](VariantLine& line, std::string_view field) -> Expected {
            if (field.empty()) return nullptr;
            if (!(line.*part)) (line.*part).emplace();
            return take(of(*(line.*part)), field);
          }};
}

// The same, where also a line with games may have none.
VariantColumn of_some_games(std::string name, std::optional<double> ScreenedElo::*of) {
  return {std::move(name),
          [of](const VariantLine& line) { return line.elo && (*line.elo).*of ? written(*((*line.elo).*of)) : ""; },
          [of](VariantLine& line, std::string_view field) -> Expected {
            if (field.empty()) return nullptr;
            if (!line.elo) return "nothing, for it has no games,";
            return take(((*line.elo).*of).emplace(), field);
          }};
}

// A number of the variant's searches, and then of the base's.
template <class Of>
void add_sums(std::vector<VariantColumn>& to, const std::string& name, Of of) {
  const auto of_sums = [&](std::string column, SearchSums VariantLine::*sums) {
    to.push_back({std::move(column), [=](const VariantLine& line) { return written(of(line.*sums)); },
                  [=](VariantLine& line, std::string_view field) { return take(of(line.*sums), field); }});
  };
  of_sums(name, &VariantLine::variant);
  of_sums("base_" + name, &VariantLine::base);
}

std::vector<VariantColumn> variant_columns() {
  std::vector<VariantColumn> out;
  const auto add_text = [&](const char* name, std::string VariantLine::*text) {
    out.push_back({name, [=](const VariantLine& line) { return line.*text; },
                   [=](VariantLine& line, std::string_view field) -> Expected {
                     line.*text = field;
                     return field.empty() ? "a name" : nullptr;
                   }});
  };
  add_text("rule", &VariantLine::rule);
  add_text("change", &VariantLine::change);
  out.push_back(of_part(
      "games", &VariantLine::elo, [](auto& e) -> auto& { return e.all.games; }));
  out.push_back(of_part(
      "elo", &VariantLine::elo, [](auto& e) -> auto& { return e.all.elo.value; }));
  out.push_back(of_part(
      "elo_low", &VariantLine::elo, [](auto& e) -> auto& { return e.all.elo.low; }));
  out.push_back(of_part(
      "elo_high", &VariantLine::elo, [](auto& e) -> auto& { return e.all.elo.high; }));
  out.push_back(of_some_games("elo_of_500_games", &ScreenedElo::first));
  out.push_back(of_some_games("elo_of_the_others", &ScreenedElo::rest));
  add_sums(
      out, "searches", [](auto& s) -> auto& { return s.searches; });
  add_sums(
      out, "nodes", [](auto& s) -> auto& { return s.nodes; });
  add_sums(
      out, "log_nodes", [](auto& s) -> auto& { return s.log_nodes; });
  add_sums(
      out, "checked", [](auto& s) -> auto& { return s.checked; });
  add_sums(
      out, "errors", [](auto& s) -> auto& { return s.errors; });
  add_sums(
      out, "points_lost_at_depth_0_to_1", [](auto& s) -> auto& { return s.loss[0]; });
  add_sums(
      out, "points_lost_at_depth_2_to_4", [](auto& s) -> auto& { return s.loss[1]; });
  add_sums(
      out, "points_lost_at_depth_5_or_more", [](auto& s) -> auto& { return s.loss[2]; });
  add_sums(
      out, "points_lost_not_found", [](auto& s) -> auto& { return s.loss[3]; });
  add_sums(
      out, "asked", [](auto& s) -> auto& { return s.asked; });
  add_sums(
      out, "solved", [](auto& s) -> auto& { return s.solved; });
  static_assert(kErrorClasses == 4);
  return out;
}

// The last columns. Either all of a line are empty, or none.
std::vector<VariantColumn> regret_columns() {
  return {of_part(
              "regret_positions", &VariantLine::regret, [](auto& r) -> auto& { return r.positions; }),
          of_part(
              "more_regret", &VariantLine::regret, [](auto& r) -> auto& { return r.more.value; }),
          of_part(
              "more_regret_low", &VariantLine::regret, [](auto& r) -> auto& { return r.more.low; }),
          of_part(
              "more_regret_high", &VariantLine::regret, [](auto& r) -> auto& { return r.more.high; })};
}

std::vector<VariantColumn> all_columns() {
  std::vector<VariantColumn> out = variant_columns();
  for (VariantColumn& c : regret_columns()) out.push_back(std::move(c));
  return out;
}

VariantLine line_of(const PriceTable& table, const VariantRow& v) {
  const PriceTable::Compared c = table.compared(v);
  VariantLine out{v.rule, v.change, std::nullopt, c.variant, c.base, v.regret};
  if (const auto played = v.played()) {
    out.elo = ScreenedElo{*played, {}, {}};
    if (const auto halves = v.halves()) {
      out.elo->first = halves->first;
      out.elo->rest = halves->rest;
    }
  }
  return out;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t tab = line.find('\t');
    out.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return out;
    line.remove_prefix(tab + 1);
  }
}

std::string head_of(const std::vector<VariantColumn>& columns) {
  std::string out;
  for (const VariantColumn& c : columns) out += (out.empty() ? "" : "\t") + c.name;
  return out;
}

// A line that begins with #. Any other comment is for people.
bool read_comment(PriceFile& to, std::string_view line) {
  const auto fields = fields_of(line);
  if (fields.front() == kAudits) {
    if (fields.size() != 3) return false;
    to.depth = fields[1];
    to.sample = fields[2];
  }
  if (fields.front() != kSource) return true;
  if (fields.size() != 5) return false;
  PriceSource source{std::string(fields[1]), std::string(fields[2]), 0, std::string(fields[4])};
  if (take(source.units, fields[3])) return false;
  to.sources.push_back(std::move(source));
  return true;
}

// What its numbers say of each other.
std::optional<Error> objection_to(const VariantLine& line) {
  if (line.variant.searches != line.base.searches)
    return Error{fmt::format("{} searches of the variant and {} of the base, as many of both are expected",
                             line.variant.searches, line.base.searches)};
  if (line.regret && (line.regret->positions == 0 || line.regret->more.low > line.regret->more.value ||
                      line.regret->more.value > line.regret->more.high))
    return Error{"more_regret within its interval, and at least one position, are expected"};
  if (!line.elo) return std::nullopt;
  const VariantElo& e = line.elo->all;
  if (e.games > 0 && e.elo.low <= e.elo.value && e.elo.value <= e.elo.high && e.elo.low < e.elo.high)
    return std::nullopt;
  return Error{
      "games, elo, elo_low and elo_high are expected together, with at least one game and an interval around elo"};
}

Result<VariantLine> read_line(const std::vector<VariantColumn>& columns, std::string_view text) {
  const auto fields = fields_of(text);
  if (fields.size() != columns.size())
    return Error{fmt::format("it has {} fields; {} are expected", fields.size(), columns.size())};
  VariantLine out;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (const Expected expected = columns[i].read(out, fields[i]))
      return Error{fmt::format("{}: {} is expected, not {}", columns[i].name, expected, text::quoted(fields[i]))};
  const auto regrets = std::span(fields).last(regret_columns().size());
  const auto is_empty = [](std::string_view field) { return field.empty(); };
  if (!std::all_of(regrets.begin(), regrets.end(), is_empty) && std::any_of(regrets.begin(), regrets.end(), is_empty))
    return Error{"regret_positions, more_regret, more_regret_low and more_regret_high are expected together"};
  if (const auto error = objection_to(out)) return *error;
  return out;
}

}  // namespace

std::string to_tsv(const PriceTable& variants, const PriceFile& made_from) {
  std::string out;
  if (!made_from.depth.empty()) out = fmt::format("{}\t{}\t{}\n", kAudits, made_from.depth, made_from.sample);
  for (const PriceSource& s : made_from.sources)
    out += fmt::format("{}\t{}\t{}\t{}\t{}\n", kSource, s.kind, s.base, s.units, s.commit);
  const std::vector<VariantColumn> all = all_columns();
  out += head_of(all) + "\n";
  for (const VariantRow& v : variants.variants()) {
    const VariantLine line = line_of(variants, v);
    for (std::size_t i = 0; i < all.size(); ++i) out += (i == 0 ? "" : "\t") + all[i].write(line);
    out += "\n";
  }
  return out;
}

Result<VariantTable> parse_variant_table(const std::string& text) {
  const std::vector<VariantColumn> all = all_columns();
  VariantTable out;
  bool has_head = false;
  int number = 0;
  std::istringstream lines(text);
  const auto error = [&](const std::string& what) { return Error{fmt::format("line {}: {}", number, what)}; };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty()) continue;
    if (line.front() == '#') {
      if (!read_comment(out.made_from, line))
        return error("this comment has other fields than 'oknos-lab price fit --table' writes");
      continue;
    }
    if (!has_head) {
      if (line != head_of(all))
        return error("the names of the columns are expected, as 'oknos-lab price fit --table' writes them");
      has_head = true;
      continue;
    }
    const auto read = read_line(all, line);
    if (!read) return error(read.error());
    if (!out.variants.add(read->rule, read->change, read->elo, read->variant, read->base))
      return error(text::quoted(read->change) + " appears twice");
    if (read->regret) out.variants.add(read->change, *read->regret);
  }
  if (out.variants.has_regrets() && !out.made_from.regrets())
    return Error{"it has regrets, but no line \"# fitted to\" says how they were measured"};
  if (!has_head) return Error{"no table as 'oknos-lab price fit --table' writes it"};
  return out;
}

bool is_variant_table(const std::string& path) {
  return path.ends_with(".tsv");
}

Result<VariantTable> read_variant_table(const std::string& path) {
  const auto content = read_text_file(path);
  if (!content) return Error{content.error()};
  auto table = parse_variant_table(*content);
  if (!table) return Error{text::quoted(path, path.size()) + ": " + table.error()};
  return table;
}

}  // namespace oknos::lab
