#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "lab/store/run_store.h"

struct sqlite3;
struct sqlite3_stmt;

// SQLite, as far as run stores need it. Every error names the file.
namespace oknos::lab::store {

class Database;

// A prepared statement. It must not outlive its database.
class Statement {
 public:
  // Parameters and columns are counted from 0.
  void bind(int parameter, const Value& value);
  void bind(int parameter, std::int64_t value);
  void bind(int parameter, const std::string& value);

  // True: there is a row.
  Result<bool> step();
  // Runs it to its end and makes it ready to be bound again.
  std::optional<Error> run();
  void reset();

  Value value(int column) const;
  std::int64_t integer(int column) const;
  std::string text(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(const Database& database, sqlite3_stmt* statement) : database_(&database), statement_(statement) {}

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  bool bound_ = true;  // every parameter could be bound
};

class Database {
 public:
  enum class Mode : std::uint8_t { Read, Write, Create };  // Write: the file must be there

  Database() = default;  // closed
  // An empty path: in memory. Nothing of the file has been read yet when this succeeds.
  std::optional<Error> open(const std::string& path, Mode mode);
  std::optional<Error> close();

  Result<Statement> prepare(const std::string& sql) const;
  // Statements without results.
  std::optional<Error> run(const std::string& sql) const;
  // The first column of the first row.
  Result<Value> ask(const std::string& sql) const;

  const std::string& path() const { return path_; }
  Error problem(const std::string& what) const;
  // What SQLite said of the last call, in words that say what to do where that is known.
  Error problem() const;
  // The last call failed because another program has the file.
  bool is_busy() const;
  // ... because an unfinished change has to be undone first, which needs the right to write.
  bool needs_repair() const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

// A name within SQL text.
std::string sql_name(const std::string& name);

}  // namespace oknos::lab::store
