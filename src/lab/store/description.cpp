#include "lab/store/description.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/format.h>

#include "engine/base/build_identity.h"
#include "engine/base/text.h"
#include "engine/platform/file_system.h"
#include "engine/uci/identity.h"
#include "lab/terminal/words.h"

namespace oknos::lab::store {

namespace {

// Marks an SQLite file as a run store, for programs like file(1) as well: "Okns".
constexpr std::int64_t kApplicationId = 0x4f6b6e73;

constexpr std::array kReserved = {"header", "columns", "done"};

// Entries of the header.
constexpr const char* kSources = "sources";
constexpr const char* kCommit = "commit";

bool is_plain_name(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  const auto plain = [](char c) { return c == '_' || text::is_digit(c) || (c >= 'a' && c <= 'z'); };
  return !name.empty() && name.size() <= kLongest && !text::is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), plain);
}

// The first name that cannot be one.
std::optional<std::string> bad_name(const std::vector<TableSpec>& tables) {
  std::set<std::string> names(kReserved.begin(), kReserved.end());
  for (const TableSpec& table : tables) {
    if (!is_plain_name(table.name) || table.name.starts_with("sqlite_") || !names.insert(table.name).second ||
        table.columns.empty())
      return table.name;
    std::set<std::string> columns = {"item", "row"};
    for (const ColumnSpec& column : table.columns)
      if (!is_plain_name(column.name) || !columns.insert(column.name).second) return table.name + "." + column.name;
  }
  return std::nullopt;
}

std::optional<std::string> bad_name(const std::vector<HeaderEntry>& header) {
  std::set<std::string> names;
  for (const HeaderEntry& entry : header)
    if (entry.name.empty() || !names.insert(entry.name).second) return entry.name;
  return std::nullopt;
}

// The program's own hash does not change while it runs, and a large program takes a while to read.
Result<std::string> hash_of_program() {
  static const Result<std::string> hash = [] {
    const std::string path = platform::program_file();
    return path.empty() ? Result<std::string>(std::string("unknown")) : hash_of_file(path);
  }();
  return hash;
}

// The two parts of oknos_build_identity().
struct Build {
  std::string commit;
  std::string network;
};

Build build_of_program() {
  constexpr std::string_view kBefore = "commit ";
  constexpr std::string_view kBetween = ", network ";
  const std::string_view text = oknos_build_identity();
  const std::size_t at = text.find(kBetween);
  if (!text.starts_with(kBefore) || at == std::string_view::npos) return {std::string(text), "unknown"};
  return {std::string(text.substr(kBefore.size(), at - kBefore.size())),
          std::string(text.substr(at + kBetween.size()))};
}

// Programs of the same sources count as the same, wherever and however they were built. Where the build could not tell
// of which sources the program is, only the same file does.
std::string sources_of_program(const std::string& hash, const std::string& network) {
  constexpr std::string_view kUnknown = "unknown";
  const std::string sources = oknos_source_hash();
  if (sources != kUnknown && network != kUnknown) return sources;
  return fmt::format("unknown, of the program {}", hash);
}

std::optional<ColumnType> parse_type(const std::string& name) {
  for (const ColumnType type : {ColumnType::Integer, ColumnType::Real, ColumnType::Text})
    if (name == name_of(type)) return type;
  return std::nullopt;
}

Result<std::vector<HeaderEntry>> read_header(const Database& database) {
  auto statement = database.prepare("SELECT name, value, is_volatile FROM header ORDER BY rowid");
  if (!statement) return Error{statement.error()};
  std::vector<HeaderEntry> out;
  while (true) {
    const auto row = statement->step();
    if (!row) return Error{row.error()};
    if (!*row) return out;
    out.push_back({statement->text(0), statement->text(1), statement->integer(2) != 0});
  }
}

Result<std::vector<TableSpec>> read_tables(const Database& database) {
  auto statement =
      database.prepare("SELECT table_name, column_name, type, is_volatile, meaning FROM columns ORDER BY rowid");
  if (!statement) return Error{statement.error()};
  enum Field { Table, Name, Type, Volatile, Meaning };
  std::vector<TableSpec> out;
  while (true) {
    const auto row = statement->step();
    if (!row) return Error{row.error()};
    if (!*row) break;
    if (out.empty() || out.back().name != statement->text(Table)) out.push_back({statement->text(Table), {}});
    const auto type = parse_type(statement->text(Type));
    if (!type) return database.problem("a column has the unknown type " + text::quoted(statement->text(Type)));
    out.back().columns.push_back(
        {statement->text(Name), *type, statement->integer(Volatile) != 0, statement->text(Meaning)});
  }
  if (const auto name = bad_name(out)) return database.problem("the name " + text::quoted(*name) + " cannot be one");
  return out;
}

// Views and triggers would let a file do things when it is read; run stores have none.
std::optional<Error> check_schema(const Database& database) {
  const auto odd = database.ask(
      "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1");
  if (!odd) return Error{odd.error()};
  if (const auto* name = std::get_if<std::string>(&*odd))
    return database.problem("a run store has nothing but plain tables, and here is " + text::quoted(*name));
  return std::nullopt;
}

std::optional<Error> check_format(const Database& database, const Description& description) {
  const HeaderEntry* format = description.find("format");
  const auto number = text::parse_int<std::int64_t>(format ? format->value : "");
  if (!number) return database.problem("its header does not say which format it has");
  if (*number != kFormat)
    return database.problem(
        fmt::format("it has run store format {}, and this program reads format {} alone", *number, kFormat));
  return std::nullopt;
}

std::string columns_in_words(const TableSpec& table) {
  return listed(table.columns, [](const ColumnSpec& column) {
    return fmt::format("{} {}{}", column.name, name_of(column.type), column.is_volatile ? " volatile" : "");
  });
}

std::string excerpt(const std::string& text, std::size_t from) {
  constexpr std::size_t kLength = 60;
  return (from > 0 ? "..." : "") + text::quoted(text.substr(from), kLength);
}

std::string commit_in_words(const Description& description) {
  const HeaderEntry* commit = description.find(kCommit);
  return commit ? fmt::format(" (commit {})", commit->value) : "";
}

// Long values are shown where they begin to differ.
Difference difference(const std::string& name, const std::string& a, const std::string& b) {
  constexpr std::size_t kBefore = 20;
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto same = static_cast<std::size_t>(in_a - a.begin());
  const std::size_t from = same > 2 * kBefore ? same - kBefore : 0;
  return {name, excerpt(a, from), excerpt(b, from)};
}

}  // namespace

const char* name_of(ColumnType type) {
  switch (type) {
    case ColumnType::Integer:
      return "INTEGER";
    case ColumnType::Real:
      return "REAL";
    case ColumnType::Text:
      return "TEXT";
  }
  return "TEXT";
}

std::string text_of(const Shard& shard) {
  return fmt::format("{}/{}", shard.index, shard.count);
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, sizeof "2026-01-31T12:00:00Z"> out{};
  return {out.data(), std::strftime(out.data(), out.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

const HeaderEntry* Description::find(const std::string& name) const {
  const auto found = std::find_if(header.begin(), header.end(), [&](const HeaderEntry& e) { return e.name == name; });
  return found == header.end() ? nullptr : &*found;
}

void Description::set(const std::string& name, const std::string& value) {
  for (HeaderEntry& entry : header)
    if (entry.name == name) {
      entry.value = value;
      return;
    }
  header.push_back({name, value, true});
}

namespace {

// As a shell would take it.
std::string command_line() {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%";
  std::string out;
  for (const std::string& word : platform::program_arguments()) {
    out += out.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

}  // namespace

Result<Description> describe(const RunSpec& spec, const Shard& shard) {
  const auto hash = hash_of_program();
  if (!hash) return Error{hash.error()};
  const Build build = build_of_program();
  Description out;
  out.kind = spec.kind;
  out.work_units = spec.work_units;
  out.shard = shard;
  out.tables = spec.tables;
  out.header = {{"kind", spec.kind},
                {"format", std::to_string(kFormat)},
                {"version", std::string(uci::kVersion)},
                {kSources, sources_of_program(*hash, build.network)},
                {"network", build.network},
                {kWorkUnits, std::to_string(spec.work_units)}};
  for (const auto& [name, value] : spec.identity) out.header.push_back({name, value, false});
  out.header.push_back({"shard", text_of(shard), true});
  for (const auto& [name, value] : spec.notes) out.header.push_back({name, value, true});
  out.header.push_back({kCommit, build.commit, true});
  out.header.push_back({"program", *hash, true});
  out.header.push_back({"command", command_line(), true});
  out.header.push_back({"host", platform::host_name(), true});
  out.header.push_back({"started", time_now(), true});
  if (const auto name = bad_name(out.header)) return Error{"run store: two header entries " + text::quoted(*name)};
  if (const auto name = bad_name(out.tables)) return Error{"run store: " + text::quoted(*name) + " cannot be a name"};
  return out;
}

std::optional<Error> write_description(const Database& database, const Description& description) {
  std::string sql = fmt::format("PRAGMA application_id = {};", kApplicationId);
  sql +=
      "CREATE TABLE header (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, is_volatile INTEGER NOT NULL) STRICT;"
      "CREATE TABLE columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, type TEXT NOT NULL,"
      " is_volatile INTEGER NOT NULL, meaning TEXT NOT NULL, PRIMARY KEY (table_name, column_name)) STRICT;"
      "CREATE TABLE done (item INTEGER NOT NULL PRIMARY KEY) STRICT;";
  for (const TableSpec& table : description.tables) {
    sql += "CREATE TABLE " + sql_name(table.name) + " (item INTEGER NOT NULL, row INTEGER NOT NULL";
    for (const ColumnSpec& column : table.columns) sql += ", " + sql_name(column.name) + " " + name_of(column.type);
    sql += ", PRIMARY KEY (item, row)) STRICT, WITHOUT ROWID;";
  }
  if (auto error = database.run(sql)) return error;

  auto entry = database.prepare("INSERT INTO header VALUES (?, ?, ?)");
  if (!entry) return Error{entry.error()};
  for (const HeaderEntry& e : description.header) {
    entry->bind(0, e.name);
    entry->bind(1, e.value);
    entry->bind(2, std::int64_t{e.is_volatile});
    if (auto error = entry->run()) return error;
  }
  auto line = database.prepare("INSERT INTO columns VALUES (?, ?, ?, ?, ?)");
  if (!line) return Error{line.error()};
  for (const TableSpec& table : description.tables)
    for (const ColumnSpec& column : table.columns) {
      int at = 0;
      line->bind(at++, table.name);
      line->bind(at++, column.name);
      line->bind(at++, std::string(name_of(column.type)));
      line->bind(at++, std::int64_t{column.is_volatile});
      line->bind(at++, column.meaning);
      if (auto error = line->run()) return error;
    }
  return std::nullopt;
}

std::optional<Error> write_entry(const Database& database, const std::string& name, const std::string& value) {
  auto statement =
      database.prepare("INSERT INTO header VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET value = excluded.value");
  if (!statement) return Error{statement.error()};
  statement->bind(0, name);
  statement->bind(1, value);
  return statement->run();
}

Result<bool> is_blank(const Database& database) {
  const auto tables = database.ask("SELECT count(*) FROM sqlite_schema");
  if (!tables) return Error{tables.error()};
  return *tables == Value(std::int64_t{0});
}

Result<Description> read_description(const Database& database) {
  const auto id = database.ask("PRAGMA application_id");
  if (!id) return Error{id.error()};
  if (const auto blank = is_blank(database); blank.ok() && *blank) return database.problem("the file is empty");
  if (*id != Value(kApplicationId)) return database.problem("this is an SQLite file, but no run store");
  if (const auto error = check_schema(database)) return *error;
  const auto sound = database.ask("PRAGMA quick_check(1)");
  if (!sound) return Error{sound.error()};
  if (*sound != Value(std::string("ok"))) return database.problem("the file is damaged");

  Description out;
  auto header = read_header(database);
  if (!header) return Error{header.error()};
  out.header = std::move(*header);
  if (const auto error = check_format(database, out)) return *error;
  auto tables = read_tables(database);
  if (!tables) return Error{tables.error()};
  out.tables = std::move(*tables);

  const auto value = [&](const char* name) { return out.find(name) ? out.find(name)->value : std::string(); };
  out.kind = value("kind");
  const auto work_units = text::parse_int<WorkUnitNumber>(value(kWorkUnits));
  if (!work_units || *work_units < 0)
    return database.problem("its header does not say how many work units the run has");
  out.work_units = *work_units;
  const auto shard = parse_shard(value("shard"));
  if (!shard) return database.problem("its header does not say which shard it is");
  out.shard = *shard;
  return out;
}

std::optional<Difference> first_difference(const Description& a, const Description& b) {
  for (const HeaderEntry& entry : a.header) {
    if (entry.is_volatile) continue;
    const HeaderEntry* other = b.find(entry.name);
    if (!other) return Difference{entry.name, excerpt(entry.value, 0), "missing"};
    if (other->value == entry.value) continue;
    Difference found = difference(entry.name, entry.value, other->value);
    if (entry.name == kSources) {  // a commit says more to a reader than a hash
      found.a += commit_in_words(a);
      found.b += commit_in_words(b);
    }
    return found;
  }
  for (const HeaderEntry& entry : b.header)
    if (!entry.is_volatile && !a.find(entry.name)) return Difference{entry.name, "missing", excerpt(entry.value, 0)};
  for (std::size_t i = 0; i < std::max(a.tables.size(), b.tables.size()); ++i) {
    if (i >= a.tables.size()) return Difference{"table " + b.tables[i].name, "missing", "there"};
    if (i >= b.tables.size()) return Difference{"table " + a.tables[i].name, "there", "missing"};
    if (a.tables[i].name != b.tables[i].name) return difference("table", a.tables[i].name, b.tables[i].name);
    const std::string in_a = columns_in_words(a.tables[i]);
    const std::string in_b = columns_in_words(b.tables[i]);
    if (in_a != in_b) return difference("table " + a.tables[i].name, in_a, in_b);
  }
  return std::nullopt;
}

}  // namespace oknos::lab::store
