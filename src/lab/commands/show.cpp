#include "lab/commands/show.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab {

namespace store {

namespace {

using Json = nlohmann::ordered_json;

std::string as_text(WorkUnitNumber n) {
  return grouped(static_cast<std::uint64_t>(n));
}

std::string cell_of(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return "\\N";
  constexpr std::string_view kEscaped = "\t\n\r\\", kAs = "tnr\\";
  std::string out;
  for (const char c : *text)
    if (const std::size_t i = kEscaped.find(c); i == kEscaped.npos)
      out += c;
    else
      out.append({'\\', kAs[i]});
  return out;
}

Json json_of(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

// A header's entry may be long (a command) or hold line ends: it must not disturb the lines around it.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

// "name   text", the text broken to the width.
std::string named_text(const std::string& name, std::size_t name_width, const std::string& text, std::size_t indent,
                       const Style& style) {
  const std::size_t from = indent + name_width + 2;
  const auto width = static_cast<std::size_t>(style.width);
  return std::string(indent, ' ') + style.paint(Tone::Faint, padded_right(name, name_width)) + "  " +
         wrapped(text.empty() ? "-" : one_line(text), std::max<std::size_t>(width, from + Style::kNarrowest) - from,
                 from);
}

// Lists of objects (the parameters that were tuned) are counted: the tables below show them in a readable form.
std::string readable(const std::string& value) {
  if (!value.starts_with("[{")) return value;
  const Json list = Json::parse(value, nullptr, false);
  return list.is_array() ? fmt::format("{} (--json lists them)", list.size()) : value;
}

std::string header_text(const StoreView& view, const Style& style) {
  std::size_t width = 0;
  for (const HeaderEntry& entry : view.description().header) width = std::max(width, display_width(entry.name));
  std::string out;
  for (const HeaderEntry& entry : view.description().header)
    out += named_text(one_line(entry.name), width, readable(entry.value), 0, style);
  return out;
}

std::string done_text(const StoreView& view, const Style& style) {
  const WorkUnitNumber all = work_units_of(view.shard(), view.work_units());
  const Missing missing = missing_work_units(view.done(), view.work_units(), view.shard());
  std::string out = fmt::format("{} of {} work units are done", as_text(all - missing.count), as_text(all));
  if (view.shard().count > 1)
    out += fmt::format(" (shard {} of {} work units)", text_of(view.shard()), as_text(view.work_units()));
  out += missing.count == 0 ? "." : "; missing: " + missing.ranges + ".";
  if (view.shard().count > 1 && missing.count > 1) out += fmt::format(" (In steps of {}.)", view.shard().count);
  return style.paint(missing.count == 0 ? Tone::Good : Tone::Warning,
                     wrapped(out, static_cast<std::size_t>(style.width)));
}

std::string table_text(const TableSpec& table, std::int64_t rows, const Style& style) {
  std::size_t names = 0;
  for (const ColumnSpec& column : table.columns) names = std::max(names, column.name.size());
  std::string out = style.paint(Tone::Strong, "Table " + table.name) +
                    fmt::format(", {} {}\n", as_text(rows), rows == 1 ? "row" : "rows");
  constexpr std::size_t kIndent = 2;
  for (const ColumnSpec& column : table.columns)
    out += named_text(column.name, names,
                      fmt::format("{}{}: {}", text::to_lower(name_of(column.type)),
                                  column.is_volatile ? ", volatile" : "", column.meaning),
                      kIndent, style);
  return out;
}

// Positions of the columns that are shown.
std::vector<std::size_t> shown_columns(const TableSpec& table, bool stable) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (!stable || !table.columns[i].is_volatile) out.push_back(i);
  return out;
}

std::vector<std::size_t> shown_tables(const StoreView& view, std::optional<std::size_t> table) {
  if (table) return {*table};
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < view.tables().size(); ++i) out.push_back(i);
  return out;
}

Json columns_json(const TableSpec& table, const std::vector<std::size_t>& shown) {
  Json out = Json::array();
  for (const std::size_t i : shown) {
    const ColumnSpec& column = table.columns[i];
    out.push_back({{"name", column.name},
                   {"type", text::to_lower(name_of(column.type))},
                   {"volatile", column.is_volatile},
                   {"meaning", column.meaning}});
  }
  return out;
}

Json row_json(const StoredRow& row, const std::vector<std::size_t>& shown) {
  Json out = {row.work_unit, row.row};
  for (const std::size_t i : shown) out.push_back(json_of(row.values[i]));
  return out;
}

// The text indented, but for its first line.
std::string indented(std::string text, std::size_t by) {
  const std::string blanks(by, ' ');
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    text.insert(at + 1, blanks);
  return text;
}

}  // namespace

std::optional<Error> write_overview(const StoreView& view, const RunKinds& kinds, const Style& style, const Sink& out) {
  out(header_text(view, style) + "\n" + done_text(view, style));
  for (std::size_t i = 0; i < view.tables().size(); ++i) {
    const auto rows = view.count_rows(i);
    out("\n" + (rows ? table_text(view.tables()[i], *rows, style) : rows.error() + "\n"));
  }
  const RunKind* kind = find_kind(kinds, view.kind());
  if (!kind) return std::nullopt;
  const auto result = kind->read(view);
  out("\n" + (result ? (*result)->text(style) : result.error() + "\n"));
  return std::nullopt;
}

std::optional<Error> write_rows(const StoreView& view, std::optional<std::size_t> table, bool stable, const Sink& out) {
  const char* before = "# ";
  for (const std::size_t number : shown_tables(view, table)) {
    const TableSpec& spec = view.tables()[number];
    const std::vector<std::size_t> shown = shown_columns(spec, stable);
    std::string names = "item\trow";
    for (const std::size_t i : shown) names += "\t" + spec.columns[i].name;
    if (!table) out(before + spec.name + "\n");
    before = "\n# ";
    out(names + "\n");
    const auto error = view.for_each_row(number, [&](const StoredRow& row) {
      std::string line = fmt::format("{}\t{}", row.work_unit, row.row);
      for (const std::size_t i : shown) line += "\t" + cell_of(row.values[i]);
      out(line + "\n");
    });
    if (error) return error;
  }
  return std::nullopt;
}

// As json_text() with an indentation of two would write it all at once.
std::optional<Error> write_json(const StoreView& view, std::optional<std::size_t> table, bool rows, bool stable,
                                const Sink& out) {
  constexpr int kIndent = 2;
  constexpr std::size_t kTable = 4, kRow = 8;  // columns where these begin
  Json header = Json::object();
  for (const HeaderEntry& entry : view.description().header)
    if (!stable || !entry.is_volatile) header[entry.name] = entry.value;
  const Missing missing = missing_work_units(view.done(), view.work_units(), view.shard());
  const Json head = {{"kind", view.kind()},
                     {"work_units", view.work_units()},
                     {"shard", {{"index", view.shard().index}, {"count", view.shard().count}}},
                     {"done", view.done().size()},
                     {"missing", {{"count", missing.count}, {"ranges", missing.ranges}}},
                     {"header", std::move(header)}};
  std::string text = json_text(head, kIndent);
  text.resize(text.size() - std::string_view("\n}").size());
  out(text + ",\n  \"tables\": [");
  const char* between = "\n    ";
  for (const std::size_t number : shown_tables(view, table)) {
    const TableSpec& spec = view.tables()[number];
    const std::vector<std::size_t> shown = shown_columns(spec, stable);
    const auto count = view.count_rows(number);
    if (!count) return Error{count.error()};
    const Json one = {{"name", spec.name}, {"count", *count}, {"columns", columns_json(spec, shown)}};
    text = indented(json_text(one, kIndent), kTable);
    if (rows) text.resize(text.size() - std::string_view("\n    }").size());
    out(between + text);
    between = ",\n    ";
    if (!rows) continue;
    out(",\n      \"rows\": [");
    const char* before = "\n        ";
    const auto error = view.for_each_row(number, [&](const StoredRow& row) {
      out(before + indented(json_text(row_json(row, shown), kIndent), kRow));
      before = ",\n        ";
    });
    if (error) return error;
    out(*count > 0 ? "\n      ]\n    }" : "]\n    }");
  }
  out("\n  ]\n}\n");
  return std::nullopt;
}

namespace {

struct Question {
  std::string path;
  bool rows = false;    // the rows instead of the header
  std::string table;    // only of this one; empty: all
  bool stable = false;  // without what may differ from run to run
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

// Returns the program's exit code.
int show(const Question& options, const RunKinds& kinds) {
  const auto view = StoreView::open(options.path);
  if (!view) return complain(kFailure, view.error());
  std::optional<std::size_t> table;
  if (!options.table.empty()) {
    table = (*view)->find_table(options.table);
    if (!table)
      return complain(kFailure, text::quoted(options.path) + " has no table " + text::quoted(options.table) +
                                    "; it has " + listed((*view)->tables(), &TableSpec::name));
  }
  const Sink out = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  const auto error = options.json   ? write_json(**view, table, options.rows, options.stable, out)
                     : options.rows ? write_rows(**view, table, options.stable, out)
                                    : write_overview(**view, kinds, style_of(stdout, options.color), out);
  return error ? complain(kFailure, error->message) : 0;
}

}  // namespace

}  // namespace store

void add_show(CLI::App& app, int& exit_code, const RunKinds& kinds) {
  const auto options = std::make_shared<store::Question>();
  CLI::App* command = app.add_subcommand("show", "Show a run store: the run, its progress and its rows");
  std::string known;
  for (const RunKind& kind : kinds) known += fmt::format("  {:<15}{}\n", kind.name, kind.description);
  command->footer(
      "Also works while a run is in progress, or after it was killed.\n\n"
      "Kinds of runs:\n" +
      known +
      "\n"
      "Examples:\n"
      "  oknos-lab show suite.db\n"
      "  oknos-lab show suite.db --rows > rows.tsv\n"
      "  oknos-lab show audit.db --rows --table cases\n"
      "  oknos-lab show a.db --rows --stable > a; oknos-lab show b.db --rows --stable > b; diff a b");
  command->add_option("store", options->path, "Run store")->required()->type_name("RUN.db");
  const auto named = std::make_shared<std::string>();
  CLI::Option* rows =
      command->add_option("--rows", *named, "Print the rows of all tables or of one, tab-separated, sorted by key");
  rows->type_name("[TABLE]")->expected(0, 1);
  CLI::Option* table = command->add_option("--table", options->table, "With --rows or --json: only this table");
  table->type_name("TABLE");
  command->add_flag("--stable", options->stable, "Omit columns that differ from run to run (times, workers)");
  command->add_flag("--json", options->json, "Print as JSON; with --rows including the rows");
  add_color(*command, options->color);
  command->callback([options, named, rows, kinds, &exit_code] {
    if (!named->empty()) options->table = *named;
    options->rows = rows->count() > 0;
    exit_code = store::show(*options, kinds);
  });
}

}  // namespace oknos::lab
