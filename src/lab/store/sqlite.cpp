#include "lab/store/sqlite.h"

#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>

#include "engine/base/text.h"

namespace oknos::lab::store {

namespace {

// How long to wait for a lock, in milliseconds. A run goes on only when it can write, and who holds the lock is most
// likely reading for a moment (oknos-lab show, sqlite3).
constexpr int kWritersPatience = 30'000;
constexpr int kReadersPatience = 3'000;
constexpr int kNameLimit = 200;
constexpr int kPrimaryCode = 0xff;  // an extended code has its primary code in the lowest byte

// What SQLite says may repeat what stands in the file, with line ends and all.
std::string on_one_line(const char* said) {
  constexpr std::size_t kLimit = 300, kQuotes = 2;
  const std::string quoted = text::quoted(said, kLimit);
  return quoted.substr(1, quoted.size() - kQuotes);
}

std::string in_words(int code, const char* said) {
  switch (code & kPrimaryCode) {
    case SQLITE_NOTADB:
      return "this is not an SQLite file";
    case SQLITE_CORRUPT:
      return fmt::format("the file is damaged ({})", on_one_line(said));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program keeps the file locked";
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_READONLY:
      return fmt::format("the file may not be written ({})", on_one_line(said));
    case SQLITE_CANTOPEN:
      return "the file cannot be opened; the file and its folder must be readable, and the folder writable while a "
             "run has not been finished";
    default:
      return on_one_line(said);
  }
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Statement::bind(int parameter, const Value& value) {
  const int at = parameter + 1;
  int code = SQLITE_OK;
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    code = sqlite3_bind_int64(statement_.get(), at, *integer);
  else if (const auto* real = std::get_if<double>(&value))
    code = sqlite3_bind_double(statement_.get(), at, *real);
  else if (const auto* text = std::get_if<std::string>(&value))
    code = sqlite3_bind_text64(statement_.get(), at, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  else
    code = sqlite3_bind_null(statement_.get(), at);
  if (code != SQLITE_OK) bound_ = false;
}

void Statement::bind(int parameter, std::int64_t value) {
  bind(parameter, Value(value));
}

void Statement::bind(int parameter, const std::string& value) {
  bind(parameter, Value(value));
}

Result<bool> Statement::step() {
  if (!bound_) return database_->problem("a value is too large for SQLite");
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const Error error = database_->problem();
  sqlite3_reset(statement_.get());
  return error;
}

std::optional<Error> Statement::run() {
  const auto stepped = step();
  reset();
  if (!stepped) return Error{stepped.error()};
  return std::nullopt;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  bound_ = true;
}

Value Statement::value(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER:
      return integer(column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement_.get(), column);
    case SQLITE_NULL:
      return std::monostate{};
    default:
      return text(column);
  }
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const unsigned char* data = sqlite3_column_text(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return data ? std::string(data, data + size) : std::string();
}

void Database::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

std::optional<Error> Database::open(const std::string& path, Mode mode) {
  path_ = path;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return problem("this is a folder; give a file's name");
  // SQLite takes what is shorter than its smallest page for an empty file, and would write over it.
  constexpr std::uintmax_t kSmallestPage = 512;
  if (const auto size = std::filesystem::file_size(path, error); !error && size > 0 && size < kSmallestPage)
    return problem("this is not an SQLite file, or the first bytes of one");
  // An absolute path, because SQLite takes some words (":memory:") for other things than names of files.
  const std::string name = path.empty() ? ":memory:" : std::filesystem::absolute(path, error).string();
  const int flags = mode == Mode::Read    ? SQLITE_OPEN_READONLY
                    : mode == Mode::Write ? SQLITE_OPEN_READWRITE
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) return connection ? problem() : problem("no memory for SQLite");
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, mode == Mode::Read ? kReadersPatience : kWritersPatience);
  // A file may come from anywhere: what its schema says is not to be carried out.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return std::nullopt;
}

std::optional<Error> Database::close() {
  if (!connection_) return std::nullopt;
  const int code = sqlite3_close(connection_.get());
  if (code != SQLITE_OK) return problem();
  (void)connection_.release();  // closed just now
  return std::nullopt;
}

Result<Statement> Database::prepare(const std::string& sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) return problem();
  return Statement(*this, statement);
}

std::optional<Error> Database::run(const std::string& sql) const {
  if (sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return problem();
  return std::nullopt;
}

Result<Value> Database::ask(const std::string& sql) const {
  auto statement = prepare(sql);
  if (!statement) return Error{statement.error()};
  const auto row = statement->step();
  if (!row) return Error{row.error()};
  return *row ? statement->value(0) : Value{};
}

Error Database::problem(const std::string& what) const {
  return {(path_.empty() ? "run store in memory" : text::quoted(path_, kNameLimit)) + ": " + what};
}

Error Database::problem() const {
  return problem(in_words(sqlite3_extended_errcode(connection_.get()), sqlite3_errmsg(connection_.get())));
}

bool Database::is_busy() const {
  const int code = sqlite3_extended_errcode(connection_.get()) & kPrimaryCode;
  return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

bool Database::needs_repair() const {
  const int code = sqlite3_extended_errcode(connection_.get());
  return code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY || code == SQLITE_READONLY_CANTINIT;
}

std::string sql_name(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

}  // namespace oknos::lab::store
