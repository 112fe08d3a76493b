#include "lab/store/run_store.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <string_view>
#include <thread>

#include "engine/base/text.h"
#include "lab/store/store_file.h"
#include "lab/store/store_tables.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab::store {

namespace {

namespace fs = std::filesystem;

constexpr const char* kClosed = "the store has been closed";

// The folder that the file lies in, wherever links lead.
fs::path real_path(const std::string& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path, error) : real;
}

// The first bytes of an SQLite file, or not even these: what is left where the disk was full.
bool is_stub(const std::string& path) {
  constexpr std::string_view kStart{"SQLite format 3\0", 16};
  constexpr std::uintmax_t kSmallestPage = 512;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size >= kSmallestPage) return false;
  std::string there(std::min<std::uintmax_t>(size, kStart.size()), '\0');
  std::ifstream in(path, std::ios::binary);
  return !in.read(there.data(), static_cast<std::streamsize>(there.size())).fail() && kStart.starts_with(there);
}

// True if no work unit was ever written: of a run store of any run, or of an SQLite file without tables. A change that
// was cut off is undone for that, which only a writer can do.
bool has_no_work_unit(const std::string& path, Database::Mode mode = Database::Mode::Read) {
  Database database;
  if (database.open(path, mode)) return false;
  const auto blank = is_blank(database);
  if (!blank && mode == Database::Mode::Read && database.needs_repair())
    return has_no_work_unit(path, Database::Mode::Write);
  if (!blank || *blank) return blank.ok();
  const auto description = read_description(database);
  if (!description) return false;
  const auto done = read_done(database, *description);
  return done && done->empty();
}

class FileStore final : public RunStore {
 public:
  FileStore(const StoreOptions& options, const Description& expected)
      : path_(options.path), options_(options), description_(expected) {}
  ~FileStore() override { (void)close(); }

  std::optional<Error> open(Journal journal);
  const std::set<WorkUnitNumber>& done() const override { return done_; }
  std::optional<Error> put(WorkUnitNumber work_unit, const std::vector<Row>& rows) override;
  std::optional<Error> commit_due() override;
  Result<std::vector<Row>> rows(WorkUnitNumber work_unit) const override;
  std::optional<Error> close() override;

 private:
  bool in_memory() const { return path_.empty(); }
  bool complete() const { return missing_work_units(done_, description_.work_units, description_.shard).count == 0; }
  std::optional<Error> make_room();
  void abandon();
  std::optional<Error> begin();
  std::optional<Error> go_on();
  std::optional<Error> set_journal(Journal journal);
  std::optional<Error> within_transaction(const std::function<std::optional<Error>()>& change);
  std::optional<Error> commit();
  std::optional<Error> put_alone(WorkUnitNumber work_unit, const std::vector<Row>& rows);
  std::optional<Error> leave_one_file();

  std::string path_;
  std::string file_;  // where it leads
  StoreOptions options_;
  Description description_;
  platform::FileClaim claim_;
  Database database_;
  std::unique_ptr<StoreTables> tables_;  // while the store is open
  std::set<WorkUnitNumber> done_;
  bool open_batch_ = false;  // a transaction that more work units may join
  std::chrono::steady_clock::time_point last_commit_{};
};

std::optional<Error> FileStore::open(Journal journal) {
  if (!in_memory()) {
    if (auto error = claim(claim_, path_)) return error;
    if (auto error = make_room()) return error;
  }
  if (auto error = database_.open(path_, Database::Mode::Create)) return error;
  // A program killed at once leaves a file without tables.
  const auto blank = is_blank(database_);
  if (!blank) return Error{blank.error()};
  // What is wrong with a file is found before anything of it is changed.
  auto tables = std::make_unique<StoreTables>(database_, description_);
  if (!*blank) {
    if (auto error = go_on()) return error;
    if (auto error = tables->prepare()) return error;
  }
  auto error = set_journal(journal);
  if (!error && *blank) error = begin();
  if (!error && *blank) error = tables->prepare();
  if (!error) {
    tables_ = std::move(tables);
  } else if (*blank) {
    tables.reset();
    abandon();
  }
  return error;
}

// What could not be begun, on a full disk for example, leaves no file that stands in the way of the next run.
void FileStore::abandon() {
  if (in_memory()) return;
  (void)database_.close();
  std::error_code ignored;
  fs::remove(file_, ignored);
  remove_companions(file_);
}

// A file that is to be replaced goes, as does one that holds nothing; one that must stay is an error.
std::optional<Error> FileStore::make_room() {
  const auto there = destination_of({path_, true, options_.inputs});
  if (!there) return Error{there.error()};
  const std::string quoted = text::quoted(path_, path_.size());
  if (there->direct)
    return Error{quoted + " is not a regular file, and a run store must be one; without --out nothing is kept"};
  file_ = there->file;
  if (!there->exists || (options_.resume && !is_stub(file_))) return std::nullopt;
  if (!options_.force && !is_stub(file_) && !has_no_work_unit(file_))
    return Error{quoted + " exists already; --resume continues it, --force replaces it"};
  remove_companions(there->file);
  std::error_code error;
  if (!fs::remove(there->file, error)) return Error{quoted + " cannot be replaced: " + error.message()};
  return std::nullopt;
}

std::optional<Error> FileStore::begin() {
  return within_transaction([&] { return write_description(database_, description_); });
}

std::optional<Error> FileStore::go_on() {
  auto there = read_description(database_);
  if (!there) return Error{there.error()};
  if (const auto found = first_difference(*there, description_))
    return database_.problem(fmt::format(
        "this is another run: {} is {} there and {} here",
        found->name == kWorkUnits ? "the number of positions, or pairs of games," : found->name, found->a, found->b));
  if (text_of(there->shard) != text_of(description_.shard))
    return database_.problem(
        fmt::format("this is shard {}, and --shard says {}", text_of(there->shard), text_of(description_.shard)));
  description_ = std::move(*there);
  auto done = read_done(database_, description_);
  if (!done) return Error{done.error()};
  done_ = std::move(*done);
  return std::nullopt;
}

std::optional<Error> FileStore::set_journal(Journal journal) {
  if (in_memory()) return std::nullopt;
  if (journal == Journal::Automatic)
    journal = platform::is_network_file_system(real_path(path_).parent_path().string()) ? Journal::Rollback
                                                                                        : Journal::WriteAhead;
  // In WAL a killed program loses nothing with synchronous NORMAL; a power cut may take the last work units, never half
  // of one.
  const char* wanted = journal == Journal::WriteAhead ? "wal" : "delete";
  const auto got = database_.ask(fmt::format("PRAGMA journal_mode = {}", wanted));
  if (!got) return Error{got.error()};
  const bool write_ahead = *got == Value(std::string("wal"));
  return database_.run(write_ahead ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
}

std::optional<Error> FileStore::within_transaction(const std::function<std::optional<Error>()>& change) {
  if (auto error = database_.run("BEGIN IMMEDIATE")) return error;
  auto error = change();
  if (!error) error = database_.run("COMMIT");
  if (error) (void)database_.run("ROLLBACK");  // fails where SQLite has rolled back by itself
  return error;
}

std::optional<Error> FileStore::put(WorkUnitNumber work_unit, const std::vector<Row>& rows) {
  if (!tables_) return database_.problem(kClosed);
  if (work_unit < 0 || work_unit >= description_.work_units)
    return database_.problem(
        fmt::format("there is no work unit {}, the run has {}", work_unit, description_.work_units));
  if (done_.contains(work_unit)) return database_.problem(fmt::format("work unit {} is done already", work_unit));
  if (!open_batch_) {
    if (auto error = database_.run("BEGIN IMMEDIATE")) return error;
    open_batch_ = true;
  }
  if (auto error = put_alone(work_unit, rows)) return error;
  done_.insert(work_unit);
  return commit_due();
}

// Each transaction writes several pages, however little is put: many small work units a second would write hundreds of
// times what they hold.
std::optional<Error> FileStore::commit_due() {
  constexpr std::chrono::milliseconds kBetweenCommits{50};
  if (std::chrono::steady_clock::now() - last_commit_ < kBetweenCommits) return std::nullopt;
  return commit();
}

// Within the batch, but so that a work unit that fails leaves nothing.
std::optional<Error> FileStore::put_alone(WorkUnitNumber work_unit, const std::vector<Row>& rows) {
  if (auto error = database_.run("SAVEPOINT item")) return error;
  auto error = tables_->put(work_unit, rows);
  if (error) (void)database_.run("ROLLBACK TO item");
  const auto released = database_.run("RELEASE item");
  return error ? error : released;
}

std::optional<Error> FileStore::commit() {
  if (!open_batch_) return std::nullopt;
  open_batch_ = false;
  auto error = database_.run("COMMIT");
  if (error) (void)database_.run("ROLLBACK");  // fails where SQLite has rolled back by itself
  last_commit_ = std::chrono::steady_clock::now();
  return error;
}

Result<std::vector<Row>> FileStore::rows(WorkUnitNumber work_unit) const {
  if (!tables_) return database_.problem(kClosed);
  return tables_->rows(work_unit);
}

// The last reader to leave makes room: until then SQLite cannot drop the -wal.
std::optional<Error> FileStore::leave_one_file() {
  constexpr int kAttempts = 100;
  constexpr std::chrono::milliseconds kPause{100};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(kPause);
    (void)database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const auto got = database_.ask("PRAGMA journal_mode = DELETE");
    if (got.ok() && *got == Value(std::string("delete"))) return std::nullopt;
    if (!got.ok() && !database_.is_busy()) return Error{got.error()};
  }
  return database_.problem(
      "everything is kept, but in two files, this one and the one that ends in -wal, because another program reads "
      "it; keep them together");
}

std::optional<Error> FileStore::close() {
  if (!tables_) return std::nullopt;
  std::optional<Error> error = commit();
  if (!in_memory() && !error) {
    if (complete() && !description_.find("finished"))
      error = within_transaction([&] { return write_entry(database_, "finished", time_now()); });
  }
  tables_.reset();
  if (!in_memory()) {
    if (auto left = leave_one_file(); left && !error) error = left;
  }
  if (auto closing = database_.close(); closing && !error) error = closing;
  claim_.release();
  return error;
}

}  // namespace

Result<Shard> parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto index = text::parse_int<int>(text.substr(0, slash));
    const auto count = text::parse_int<int>(text.substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count) return Shard{*index, *count};
  }
  return Error{text::quoted(text) + " is not a valid part; allowed i/N with i from 1 to N, such as 2/3"};
}

std::optional<Error> claim(platform::FileClaim& to, const std::string& path) {
  const std::string quoted = text::quoted(path, path.size());
  switch (to.take(real_path(path).string() + ".lock")) {
    case platform::FileClaim::Outcome::Granted:
      return std::nullopt;
    case platform::FileClaim::Outcome::Taken:
      return Error{quoted + " is being written by another program that runs now; give another name, or wait for it"};
    case platform::FileClaim::Outcome::Failed:
      break;
  }
  return Error{quoted + " cannot be written: " + std::strerror(errno)};
}

void remove_companions(const std::string& path) {
  std::error_code ignored;
  for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(path + suffix, ignored);
}

Result<std::unique_ptr<RunStore>> open_described_store(const StoreOptions& options, const Description& expected,
                                                       Journal journal) {
  auto store = std::make_unique<FileStore>(options, expected);
  if (const auto error = store->open(journal)) return *error;
  return std::unique_ptr<RunStore>(std::move(store));
}

Result<std::unique_ptr<RunStore>> open_run_store(const StoreOptions& options, const RunSpec& spec) {
  const auto description = describe(spec, options.shard);
  if (!description) return Error{description.error()};
  return open_described_store(options, *description, Journal::Automatic);
}

}  // namespace oknos::lab::store
