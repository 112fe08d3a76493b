#include "lab/commands/merge.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/store/store_file.h"
#include "lab/store/store_view.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"

namespace oknos::lab {

namespace store {

namespace {

namespace fs = std::filesystem;

std::string in_quotes(const std::string& path) {
  return text::quoted(path, path.size());
}

std::string in_words(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return text::quoted(*text);
  return "nothing";
}

class Merger {
 public:
  explicit Merger(const MergeOptions& options) : options_(options) {}

  Result<Merged> run() {
    std::error_code error;
    const auto there = destination_of({options_.out, options_.force, options_.in});
    if (!there) return Error{there.error()};
    if (there->direct) return Error{in_quotes(options_.out) + " is not a regular file, and a run store must be one"};
    file_ = there->file;
    aside_ = OutputFile::aside(*there);
    platform::FileClaim claimed;
    if (const auto problem = claim(claimed, options_.out)) return *problem;
    if (const auto problem = open_inputs()) return *problem;
    join_notes();
    if (const auto problem = write()) {
      tables_.reset();
      (void)database_.close();
      fs::remove(aside_, error);
      remove_companions(aside_);
      return *problem;
    }
    Merged out;
    out.work_units = description_.work_units;
    for (const auto& [work_unit, input] : from_) out.done.insert(out.done.end(), work_unit);
    remove_companions(file_);
    fs::rename(aside_, file_, error);
    if (error) return Error{in_quotes(options_.out) + " cannot be written: " + error.message()};
    return out;
  }

 private:
  std::optional<Error> open_inputs() {
    for (const std::string& path : options_.in) {
      auto view = StoreView::open(path);
      if (!view) return Error{view.error()};
      work_ += (*view)->done().size();
      inputs_.push_back(std::move(*view));
      const StoreView& first = *inputs_.front();
      if (const auto found = first_difference(inputs_.back()->description(), first.description()))
        return Error{fmt::format("{} and {} are no parts of one run: {} is {} in the first and {} in the other",
                                 in_quotes(path), in_quotes(first.path()), found->name, found->a, found->b)};
    }
    return std::nullopt;
  }

  // What is volatile in the headers is joined: the earliest beginning, the latest end, and everything else that occurs.
  void join_notes() {
    description_ = inputs_.front()->description();
    std::erase_if(description_.header, [](const HeaderEntry& entry) { return entry.is_volatile; });
    std::set<WorkUnitNumber> done;
    for (const auto& input : inputs_) done.insert(input->done().begin(), input->done().end());
    const bool complete = missing_work_units(done, description_.work_units, Shard{}).count == 0;
    std::map<std::string, std::vector<std::string>> found;
    std::vector<std::string> order;
    for (const auto& input : inputs_)
      for (const HeaderEntry& entry : input->description().header) {
        if (!entry.is_volatile) continue;
        auto& all = found[entry.name];
        if (all.empty()) order.push_back(entry.name);
        if (std::find(all.begin(), all.end(), entry.value) == all.end()) all.push_back(entry.value);
      }
    for (const std::string& name : order) {
      const auto& all = found[name];
      if (name == "started")
        description_.set(name, *std::min_element(all.begin(), all.end()));
      else if (name == "finished" && complete)
        description_.set(name, *std::max_element(all.begin(), all.end()));
      else if (name != "finished")
        description_.set(name, listed(all, {}, "; "));
    }
    description_.shard = Shard{};
    description_.set("shard", text_of(description_.shard));
    const auto part = [](const auto& input) { return fmt::format("{} ({})", input->path(), text_of(input->shard())); };
    description_.set("merged", listed(inputs_, part, "; "));
  }

  std::optional<Error> write() {
    std::error_code ignored;
    fs::remove(aside_, ignored);
    remove_companions(aside_);
    if (auto error = database_.open(aside_, Database::Mode::Create)) return error;
    if (auto error = database_.run("BEGIN IMMEDIATE")) return error;
    if (auto error = write_description(database_, description_)) return error;
    tables_ = std::make_unique<StoreTables>(database_, description_);
    if (auto error = tables_->prepare()) return error;
    Progress progress;
    for (const auto& input : inputs_)
      if (auto error = take(*input, progress)) return error;
    tables_.reset();
    if (auto error = database_.run("COMMIT")) return error;
    return database_.close();
  }

  std::optional<Error> take(const StoreView& input, Progress& progress) {
    for (const WorkUnitNumber work_unit : input.done()) {
      if (auto error = take_work_unit(input, work_unit)) return error;
      ++seen_;
      progress.show(share(seen_, work_), fmt::format("{} work units", grouped(seen_)));
    }
    return std::nullopt;
  }

  std::optional<Error> take_work_unit(const StoreView& input, WorkUnitNumber work_unit) {
    const auto rows = input.rows(work_unit);
    if (!rows) return Error{rows.error()};
    if (from_.contains(work_unit)) return compare(input, work_unit, *rows);
    from_[work_unit] = &input;
    return tables_->put(work_unit, *rows);
  }

  std::optional<Error> compare(const StoreView& input, WorkUnitNumber work_unit, const std::vector<Row>& rows) const {
    const StoreView& other = *from_.at(work_unit);
    const auto there = other.rows(work_unit);
    if (!there) return Error{there.error()};
    const auto differ = [&](const std::string& what) {
      return Error{fmt::format("{} and {} have different rows for work unit {}: {}", in_quotes(other.path()),
                               in_quotes(input.path()), work_unit, what)};
    };
    if (there->size() != rows.size()) return differ(fmt::format("{} and {} of them", there->size(), rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& a = (*there)[i];
      const Row& b = rows[i];
      if (a.table != b.table) return differ("their tables are others");
      const TableSpec& table = description_.tables[a.table];
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (!table.columns[c].is_volatile && a.values[c] != b.values[c])
          return differ(fmt::format("{}.{} is {} and {}", table.name, table.columns[c].name, in_words(a.values[c]),
                                    in_words(b.values[c])));
    }
    return std::nullopt;
  }

  const MergeOptions& options_;
  std::string file_;   // where OUT leads
  std::string aside_;  // what becomes it
  std::vector<std::unique_ptr<StoreView>> inputs_;
  Description description_;
  Database database_;
  std::unique_ptr<StoreTables> tables_;
  std::map<WorkUnitNumber, const StoreView*> from_;  // which input a work unit was taken from
  std::uint64_t work_ = 0, seen_ = 0;                // work units of the inputs, also those that are there twice
};

}  // namespace

Result<Merged> merge_stores(const MergeOptions& options) {
  return Merger(options).run();
}

}  // namespace store

void add_merge(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<store::MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "Join the run stores of the shards of one run");
  command->footer(
      "The stores must belong to the same run. Work units stored twice must have the same rows.\n\n"
      "Example: oknos-lab merge all.db one.db two.db three.db");
  command->add_option("out", options->out, "Run store to write")->required()->type_name("OUT.db");
  command->add_option("in", options->in, "Run stores to join")->required()->type_name("IN.db...");
  add_force(*command, options->force);
  command->callback([options, &exit_code] {
    const auto merged = store::merge_stores(*options);
    if (!merged) return void(exit_code = complain(kFailure, merged.error()));
    const store::Missing missing = store::missing_work_units(merged->done, merged->work_units, store::Shard{});
    std::printf("%s: %zu of %lld work units%s\n", options->out.c_str(), merged->done.size(),
                static_cast<long long>(merged->work_units),
                missing.count == 0 ? "" : ("; missing: " + missing.ranges).c_str());
    exit_code = 0;
  });
}

}  // namespace oknos::lab
