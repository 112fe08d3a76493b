// `oknos-lab show`: a run store as text, as tab-separated rows, as JSON, and as a page of tables and plots.
#include "lab/commands/show.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

using Json = nlohmann::ordered_json;

namespace store {

namespace {

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

namespace {

// The question that searches as the run did, but for the position: from the header's "preset modern, null_move=off,
// settings 0123, without legal-move", "depth 8" and "16".
Json search_of(const store::StoreView& view) {
  Json out = {{"set", Json::object()}};
  constexpr std::string_view kPreset = "preset ", kWithout = "without ";
  const std::string rules = view.entry("rules");
  for (std::string_view rest = rules; !rest.empty();) {
    const std::string_view whole = rest.substr(0, rest.find(','));
    const std::string_view word = text::trim(whole);
    rest.remove_prefix(std::min(rest.size(), whole.size() + 1));
    const std::size_t equals = word.find('=');
    if (word.starts_with(kPreset))
      out["preset"] = word.substr(kPreset.size());
    else if (word.starts_with(kWithout))
      out["set"]["guards." + std::string(word.substr(kWithout.size()))] = "off";
    else if (equals != word.npos)
      out["set"][std::string(word.substr(0, equals))] = word.substr(equals + 1);
  }
  const std::string limits = view.entry("limits");
  for (const char* key : {"depth", "nodes"})
    if (const auto words = text::words(limits); words.size() >= 2 && words[0] == key)
      if (const auto n = text::parse_int<std::uint64_t>(words[1])) out[key] = *n;
  if (const auto hash = text::parse_int<std::uint64_t>(view.entry("hash"))) out["hash"] = *hash;
  return out;
}

}  // namespace

Result<Json> run_json(const StoreView& view, const RunKinds& kinds, const JsonParts& parts) {
  Json header = Json::object();
  for (const HeaderEntry& entry : view.description().header)
    if (!parts.stable || !entry.is_volatile) header[entry.name] = entry.value;
  const Missing missing = missing_work_units(view.done(), view.work_units(), view.shard());
  Json out = {{"file", std::filesystem::path(view.path()).filename().string()},
              {"kind", view.kind()},
              {"work_units", view.work_units()},
              {"shard", {{"index", view.shard().index}, {"count", view.shard().count}}},
              {"done", view.done().size()},
              {"missing", {{"count", missing.count}, {"ranges", missing.ranges}}},
              {"header", std::move(header)}};
  if (parts.stable) out.erase("file");
  const RunKind* kind = find_kind(kinds, view.kind());
  if (!kind || parts.stable) return out;
  const auto result = kind->read(view);
  if (!result) return Error{result.error()};
  (*result)->show_for_report(parts.worst);
  out["search"] = search_of(view);
  out["result"] = (*result)->json();
  return out;
}

// As json_text() with an indentation of two would write it all at once.
std::optional<Error> write_json(const StoreView& view, const RunKinds& kinds, const JsonParts& parts, const Sink& out) {
  constexpr int kIndent = 2;
  constexpr std::size_t kTable = 4, kRow = 8;  // columns where these begin
  const auto run = run_json(view, kinds, parts);
  if (!run) return Error{run.error()};
  std::string text = json_text(*run, kIndent);
  text.resize(text.size() - std::string_view("\n}").size());
  out(text + ",\n  \"tables\": [");
  const char* between = "\n    ";
  for (const std::size_t number : shown_tables(view, parts.table)) {
    const TableSpec& spec = view.tables()[number];
    const std::vector<std::size_t> shown = shown_columns(spec, parts.stable);
    const auto count = view.count_rows(number);
    if (!count) return Error{count.error()};
    const Json one = {{"name", spec.name}, {"count", *count}, {"columns", columns_json(spec, shown)}};
    text = indented(json_text(one, kIndent), kTable);
    if (parts.rows) text.resize(text.size() - std::string_view("\n    }").size());
    out(between + text);
    between = ",\n    ";
    if (!parts.rows) continue;
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

}  // namespace store

// --- The page -------------------------------------------------------------------------------------------------------

namespace {

constexpr char kText[] =
#include "report_page.inc"
    ;
constexpr std::string_view kPage{kText, sizeof kText - 1};

// What the build writes instead of a page, before the reason.
constexpr std::string_view kMissing = "missing: ";
// Before the place of the runs, and after it.
constexpr std::string_view kBefore = "<script type=\"application/json\" id=\"oknos-runs\">";
constexpr std::string_view kAfter = "null</script>";

// Within a script element only "<" could end it; in JSON it stands in texts alone, where it may be written by its
// number.
std::string without_tags(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

}  // namespace

Result<std::string_view> report_page() {
  if (kPage.starts_with(kMissing)) return Error{std::string(kPage.substr(kMissing.size()))};
  return kPage;
}

Result<std::string> filled_page(std::string_view page, const std::string& runs) {
  const std::size_t before = page.find(kBefore);
  const std::size_t place = before == std::string_view::npos ? before : before + kBefore.size();
  if (place == std::string_view::npos || !page.substr(place).starts_with(kAfter))
    return Error{"the page has no place for runs"};
  constexpr std::size_t kNothing = std::string_view("null").size();
  return std::string(page.substr(0, place)) + without_tags(runs) + std::string(page.substr(place + kNothing));
}

// --- The command ----------------------------------------------------------------------------------------------------

namespace {

struct Question {
  std::vector<std::string> stores;
  std::string table;  // only of this one; empty: all
  store::JsonParts parts;
  bool json = false;
  std::string html;  // the page; empty: none
  bool force = false;
  ColorChoice color = ColorChoice::Auto;
};

// Returns the program's exit code, as what follows does.
int write_page(const Question& q, const RunKinds& kinds) {
  if (const auto error = check_output({q.html, q.force, q.stores}))
    return complain(kFailure, "--html " + error->message);
  Json runs = Json::array();
  for (const std::string& path : q.stores) {
    const auto view = store::StoreView::open(path);
    if (!view) return complain(kFailure, view.error());
    auto run = store::run_json(**view, kinds, q.parts);
    if (!run) return complain(kFailure, run.error());
    if (!run->contains("result"))
      return complain(kFailure, fmt::format("{} holds a run of '{}', of which there is no page; there are pages of {}",
                                            text::quoted(path), (*view)->kind(), listed(kinds, &RunKind::name)));
    runs.push_back(*std::move(run));
  }
  const auto empty = report_page();
  if (!empty) return complain(kFailure, "this program was built without the page of --html: " + empty.error());
  const auto page = filled_page(*empty, json_text(runs));
  if (!page) return complain(kFailure, page.error());
  constexpr std::size_t kKilobyte = 1000;
  OutputFile file;
  if (const auto error = file.open({q.html, q.force, q.stores})) return complain(kFailure, "--html " + error->message);
  file.write(*page);
  if (const auto error = file.finish()) return complain(kFailure, "--html " + error->message);
  std::printf("%s: %zu KB, %s\n", q.html.c_str(), page->size() / kKilobyte, counted(q.stores.size(), "run").c_str());
  return 0;
}

int show(Question q, const RunKinds& kinds) {
  if (!q.html.empty()) return write_page(q, kinds);
  if (q.stores.size() > 1) return complain(kUsage, "several run stores: only --html FILE.html shows them together");
  const auto view = store::StoreView::open(q.stores.front());
  if (!view) return complain(kFailure, view.error());
  if (!q.table.empty()) {
    q.parts.table = (*view)->find_table(q.table);
    if (!q.parts.table)
      return complain(kFailure, text::quoted(q.stores.front()) + " has no table " + text::quoted(q.table) +
                                    "; it has " + listed((*view)->tables(), &store::TableSpec::name));
  }
  const store::Sink out = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  const auto error = q.json         ? write_json(**view, kinds, q.parts, out)
                     : q.parts.rows ? write_rows(**view, q.parts.table, q.parts.stable, out)
                                    : write_overview(**view, kinds, style_of(stdout, q.color), out);
  return error ? complain(kFailure, error->message) : 0;
}

}  // namespace

void add_show(CLI::App& app, int& exit_code, const RunKinds& kinds) {
  constexpr std::size_t kMaxWorst = 1000;
  const auto q = std::make_shared<Question>();
  CLI::App* command = app.add_subcommand("show", "Show run stores: the run, its progress, its result and its rows");
  std::string known;
  for (const RunKind& kind : kinds) known += fmt::format("  {:<15}{}\n", kind.name, kind.description);
  command->footer(
      "Also works while a run is in progress, or after it was killed. The page of --html is a single file\n"
      "that opens in any browser, offline, in light or dark mode, and can be printed.\n\n"
      "Kinds of runs:\n" +
      known +
      "\n"
      "Examples:\n"
      "  oknos-lab show suite.db\n"
      "  oknos-lab show suite.db --rows > rows.tsv\n"
      "  oknos-lab show audit.db --rows --table cases\n"
      "  oknos-lab show a.db --rows --stable > a; oknos-lab show b.db --rows --stable > b; diff a b\n"
      "  oknos-lab show audit.db margin_sweep.db --html study.html");
  command->add_option("stores", q->stores, "Run store; with --html also several")->required()->type_name("RUN.db...");
  const auto named = std::make_shared<std::string>();
  CLI::Option* rows =
      command->add_option("--rows", *named, "Print the rows of all tables or of one, tab-separated, sorted by key");
  rows->type_name("[TABLE]")->expected(0, 1);
  CLI::Option* table = command->add_option("--table", q->table, "With --rows or --json: only this table");
  table->type_name("TABLE");
  CLI::Option* stable = command->add_flag(
      "--stable", q->parts.stable, "Omit what differs from run to run (times, workers), and with --json the result");
  CLI::Option* json = command->add_flag("--json", q->json, "Print as JSON; with --rows including the rows");
  CLI::Option* html = command->add_option("--html", q->html, "Write one self-contained page of tables and plots");
  html->type_name("FILE.html")->excludes(rows)->excludes(json)->excludes(table)->excludes(stable);
  command->add_flag("--force", q->force, "Overwrite the page if it exists")->needs(html);
  add_number(*command, "--worst", q->parts.worst, std::size_t{0}, kMaxWorst, "cases",
             "With --html or --json: number of worst errors to show per rule of an audit (default: 4)");
  add_color(*command, q->color);
  command->callback([q, named, rows, kinds, &exit_code] {
    if (!named->empty()) q->table = *named;
    q->parts.rows = rows->count() > 0;
    exit_code = show(*q, kinds);
  });
}

}  // namespace oknos::lab
