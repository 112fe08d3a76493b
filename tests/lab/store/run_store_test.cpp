#include "lab/store/run_store.h"

#include <chrono>
#include <fstream>
#include <limits>
#include <sqlite3.h>
#include <thread>

#include "support/contains.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

using RunStores = StoreTest;

// One line with this part.
testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find('\n') != std::string::npos) return testing::AssertionFailure() << "several lines: " << message;
  return oknos::test::contains(message, part);
}

// Why a run cannot begin, or go on; empty: it can.
std::string error_of(const StoreOptions& options, const RunSpec& spec = spec_of()) {
  const auto store = open_run_store(options, spec);
  return store ? "" : store.error();
}

// Statements on a file behind the store's back.
void execute(const std::string& path, const std::string& sql) {
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &connection), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(connection);
  sqlite3_close(connection);
}

TEST_F(RunStores, RowsComeBackAsTheyWerePut) {
  for (const std::string& file : {path("x.db"), std::string()}) {
    auto store = open_run_store({file, false, {}}, spec_of());
    ASSERT_TRUE(store.ok()) << store.error();
    fill(**store);
    EXPECT_EQ((*store)->done().size(), std::size_t{kWorkUnits});
    for (WorkUnitNumber work_unit = 0; work_unit < kWorkUnits; ++work_unit)
      EXPECT_TRUE(*(*store)->rows(work_unit) == rows_of_work_unit(work_unit)) << work_unit;
    EXPECT_FALSE((*store)->close());
    EXPECT_TRUE((*store)->put(0, {}));
    EXPECT_FALSE((*store)->rows(0).ok());
  }
  { fill(**open_run_store({path("not_closed.db"), false, {}}, spec_of())); }
  EXPECT_EQ(files(), 2U) << "a single file each";
  const auto view = StoreView::open(path("x.db"));
  ASSERT_TRUE(view.ok()) << view.error();
  EXPECT_EQ((*view)->kind(), "trial");
  EXPECT_EQ((*view)->work_units(), kWorkUnits);
  EXPECT_EQ((*view)->entry("limits"), "depth 5");
  EXPECT_FALSE((*view)->entry("finished").empty());
  EXPECT_TRUE(*(*view)->rows(5) == rows_of_work_unit(5));
}

TEST_F(RunStores, GoOnWhereTheyEnded) {
  make(path("x.db"), {}, 5);
  EXPECT_TRUE((*StoreView::open(path("x.db")))->entry("finished").empty());
  auto store = open_run_store({path("x.db"), true, {}}, spec_of());
  ASSERT_TRUE(store.ok()) << store.error();
  EXPECT_EQ((*store)->done(), (std::set<WorkUnitNumber>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(*(*store)->rows(3) == rows_of_work_unit(3));
  const auto twice = (*store)->put(3, rows_of_work_unit(3));
  ASSERT_TRUE(twice);
  EXPECT_TRUE(says(twice->message, "done already"));
  fill(**store);
  EXPECT_FALSE((*store)->close());
  EXPECT_EQ((*StoreView::open(path("x.db")))->done().size(), std::size_t{kWorkUnits});
  // With --resume a file that is not there is made.
  EXPECT_TRUE(open_run_store({path("y.db"), true, {}}, spec_of()).ok());
}

TEST_F(RunStores, AnotherRunIsNamedByItsDifference) {
  make(path("x.db"), {}, 3);
  const std::string before = content_of("x.db");
  const std::pair<std::function<void(RunSpec&)>, const char*> cases[] = {
      {[](RunSpec& s) { s.kind = "other"; }, "kind is \"trial\" there and \"other\" here"},
      {[](RunSpec& s) { s.identity[1].second = "depth 6"; }, "limits is \"depth 5\" there and \"depth 6\" here"},
      {[](RunSpec& s) { s.identity.pop_back(); }, "seed is \"1\" there and missing here"},
      {[](RunSpec& s) { s.identity.emplace_back("book", "b"); }, "book is missing there and \"b\" here"},
      {[](RunSpec& s) { s.work_units = 13; },
       "the number of positions, or pairs of games, is \"12\" there and \"13\" here"},
      {[](RunSpec& s) { s.tables[1].columns[0].is_volatile = true; }, "table rules"},
      {[](RunSpec& s) { s.tables.pop_back(); }, "table rules is there there and missing here"},
      {[](RunSpec& s) { s.identity[1].second = std::string(200, 'a'); }, "limits is"},
  };
  for (const auto& [change, difference] : cases) {
    RunSpec spec = spec_of();
    change(spec);
    const std::string error = error_of({path("x.db"), true, {}}, spec);
    EXPECT_TRUE(says(error, difference));
    EXPECT_LT(error.size(), 350U);
  }
  EXPECT_TRUE(says(error_of({path("x.db"), true, {1, 2}}), "shard 1/1"));
  EXPECT_TRUE(content_of("x.db") == before) << "nothing was written";
  RunSpec other_notes = spec_of();
  other_notes.notes[0].second = "another command";
  EXPECT_EQ(error_of({path("x.db"), true, {}}, other_notes), "") << "notes are no part of the identity";
  // Long values are shown where they differ.
  RunSpec a = spec_of(), b = a;
  a.identity[0].second = std::string(500, 'x') + "A" + std::string(500, 'y');
  b.identity[0].second = std::string(500, 'x') + "B" + std::string(500, 'y');
  make(path("a.db"), {}, 3, 7, a);
  EXPECT_TRUE(oknos::test::contains(error_of({path("a.db"), true, {}}, b), "xxxAyyy", "xxxByyy"));
}

TEST_F(RunStores, TheSourcesAndTheNetworkArePartOfTheIdentityAndTheProgramsFileIsNot) {
  make(path("made.db"), {}, 3);
  const std::string made = content_of("made.db");
  for (const auto& [change, difference] :
       {std::pair{"'ffff' WHERE name = 'program'", ""},
        {"'000000000000' WHERE name = 'network'", "network is \"000000000000\" there"},
        {"'ffff' WHERE name = 'sources'; UPDATE header SET value = '0123456789ab' WHERE name = 'commit'",
         "sources is \"ffff\" (commit 0123456789ab) there and \""}}) {
    const std::string name = file("x.db", made);
    execute(name, std::string("UPDATE header SET value = ") + change);
    const std::string error = error_of({name, true, {}});
    EXPECT_EQ(error.empty(), std::string(difference).empty()) << error;
    EXPECT_TRUE(says(error, difference));
  }
}

TEST_F(RunStores, ValuesThatDoNotFitAreRefusedAndLeaveNothing) {
  auto store = open_run_store({path("x.db"), false, {}}, spec_of());
  ASSERT_TRUE(store.ok());
  const Row good{1, {std::int64_t{1}}};
  for (const Row& bad : std::vector<Row>{
           {2, {std::int64_t{1}}},
           {1, {}},
           {1, {std::int64_t{1}, std::int64_t{2}}},
           {1, {1.0}},
           {1, {std::string("1")}},
           {0, {std::string("e4"), std::int64_t{1}, std::numeric_limits<double>::quiet_NaN(), std::int64_t{1}}},
           {0, {std::string("e4"), std::int64_t{1}, std::int64_t{1}, std::int64_t{1}}}}) {
    const auto error = (*store)->put(4, {good, bad});
    ASSERT_TRUE(error);
    EXPECT_TRUE(says(error->message, "work unit 4"));
  }
  EXPECT_TRUE((*store)->put(-1, {good}) && (*store)->put(kWorkUnits, {good}));
  EXPECT_TRUE((*store)->done().empty() && (*store)->rows(4)->empty());
  EXPECT_FALSE((*store)->put(4, {good}));
}

TEST_F(RunStores, FilesThatAreNoRunStoresAreSaidToBeSo) {
  std::string random;
  std::uint32_t state = 1;
  for (int i = 0; i < 20000; ++i) random += static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
  make(path("whole.db"));
  const std::string whole = content_of("whole.db");
  execute(path("other.db"), "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  std::vector<std::pair<std::string, const char*>> cases = {
      {file("random.db", random), "not an SQLite file"},
      {file("words.db", "no store at all"), "not an SQLite file"},
      {file("half.db", whole.substr(0, whole.size() / 2)), "damaged"},
      {path("other.db"), "no run store"}};
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE header SET value = 0 WHERE name = 'format'",
       "it has run store format 0, and this program reads format 1 alone"},
      {"UPDATE header SET value = 2 WHERE name = 'format'", "format 2"},
      {"CREATE VIEW v AS SELECT 1", "plain tables"},
      {"UPDATE header SET value = 'many' WHERE name = 'items'", "work units"},
      {"INSERT INTO done VALUES (99)", "work unit 99"},
      {"DROP TABLE rules", "rules"}};
  for (const auto& [sql, says_what] : changes) {
    cases.emplace_back(file("changed" + std::to_string(cases.size()) + ".db", whole), says_what);
    execute(cases.back().first, sql);
  }
  for (const auto& [name, says_what] : cases) {
    const auto view = StoreView::open(name);
    ASSERT_FALSE(view.ok()) << name;
    EXPECT_TRUE(says(view.error(), says_what));
    EXPECT_TRUE(says(view.error(), name));
    const std::string before = content_of(std::filesystem::path(name).filename().string());
    EXPECT_NE(error_of({name, true, {}}), "") << name;
    EXPECT_TRUE(content_of(std::filesystem::path(name).filename().string()) == before) << name;
  }
  // These hold nothing, so a run may begin there.
  EXPECT_TRUE(says(StoreView::open(file("stub.db", whole.substr(0, 50))).error(), "not an SQLite file"));
  EXPECT_TRUE(says(StoreView::open(file("empty.db", "")).error(), "empty"));
  EXPECT_TRUE(says(StoreView::open(path("")).error(), "folder"));
  EXPECT_TRUE(says(StoreView::open(path("absent.db")).error(), "No such file"));
  EXPECT_TRUE(says(error_of({path(""), true, {}}), "directory"));
  EXPECT_TRUE(says(error_of({path("no/folder.db"), false, {}}), "cannot be written"));
}

TEST_F(RunStores, AFileThatHoldsNothingIsBegunAnew) {
  make(path("none.db"), {}, 0);
  make(path("other.db"), {}, 0, 7, spec_of(99));
  execute(path("blank.db"), "PRAGMA user_version = 1");
  make(path("whole.db"));
  const std::string whole = content_of("whole.db");
  for (const std::string& there : {std::string(), whole.substr(0, 5), whole.substr(0, 100), whole.substr(0, 511),
                                   content_of("none.db"), content_of("other.db"), content_of("blank.db")}) {
    for (const bool resume : {false, true}) {
      if (resume && there == content_of("other.db")) continue;  // whoever resumes is told that it is another run
      file("x.db", there);
      const auto store = open_run_store({path("x.db"), resume, {}}, spec_of());
      ASSERT_TRUE(store.ok()) << there.size() << " bytes: " << store.error();
      fill(**store);
      EXPECT_FALSE((*store)->close());
      EXPECT_EQ((*StoreView::open(path("x.db")))->done().size(), std::size_t{kWorkUnits});
    }
  }
  // Any other is kept.
  for (const std::string& there : {std::string("SQL, in short"), std::string("\n"), whole, whole.substr(0, 4096)}) {
    file("x.db", there);
    EXPECT_TRUE(says(error_of({path("x.db"), false, {}}), "exists already")) << there.size() << " bytes";
    EXPECT_TRUE(content_of("x.db") == there);
  }
  EXPECT_TRUE(says(error_of({path("whole.db"), false, {}}), "--resume"));
}

// Small work units that follow each other quickly: a transaction for each would write three pages, each of them twice.
TEST_F(RunStores, WriteNotMuchMoreThanTheyHold) {
  constexpr WorkUnitNumber kMany = 5000;
  const auto written = [] {
    std::ifstream io("/proc/self/io");
    std::string name;
    std::uint64_t bytes = 0;
    while (io >> name >> bytes)
      if (name == "wchar:") return bytes;
    return std::uint64_t{0};
  };
  const std::uint64_t before = written();
  ASSERT_GT(before, 0U) << "/proc/self/io, of Linux";
  auto store = open_run_store({path("x.db"), false, {}}, spec_of(kMany));
  ASSERT_TRUE(store.ok()) << store.error();
  for (WorkUnitNumber work_unit = 0; work_unit < kMany; ++work_unit)
    ASSERT_FALSE((*store)->put(work_unit, {{1, {work_unit}}}));
  EXPECT_FALSE((*store)->close());
  const std::uint64_t size = std::filesystem::file_size(path("x.db"));
  EXPECT_LT(written() - before, 20 * size) << "for " << size << " bytes";
}

TEST_F(RunStores, WhatWaitsIsCommittedInTime) {
  auto store = open_run_store({path("x.db"), false, {}}, spec_of());
  ASSERT_TRUE(store.ok()) << store.error();
  fill(**store);
  constexpr std::chrono::milliseconds kLongEnough{60};
  std::this_thread::sleep_for(kLongEnough);
  EXPECT_FALSE((*store)->commit_due());
  EXPECT_EQ((*StoreView::open(path("x.db")))->done().size(), std::size_t{kWorkUnits}) << "as another program sees it";
}

TEST_F(RunStores, TwoProgramsDoNotWriteOneFile) {
  auto first = open_run_store({path("x.db"), false, {}}, spec_of());
  ASSERT_TRUE(first.ok());
  std::filesystem::create_symlink(path("x.db"), path("link.db"));
  for (const std::string name : {"x.db", "link.db"})
    for (const bool resume : {false, true}) EXPECT_TRUE(says(error_of({path(name), resume, {}}), "another program"));
  fill(**first);
  EXPECT_FALSE((*first)->close());
  EXPECT_EQ(error_of({path("x.db"), true, {}}), "");
}

TEST_F(RunStores, CanBeReadWhileTheyAreWritten) {
  make(path("x.db"), {}, 5);
  auto store = open_run_store({path("x.db"), true, {}}, spec_of());
  {
    const auto view = StoreView::open(path("x.db"));
    ASSERT_TRUE(view.ok()) << view.error();
    fill(**store, {}, 8);
    EXPECT_EQ((*view)->done().size(), 5U);
    std::size_t rows = 0;
    EXPECT_FALSE((*view)->for_each_row(0, [&](const StoredRow&) { ++rows; }));
    EXPECT_EQ(rows, 10U) << "of the work units that were done when it was opened";
    EXPECT_EQ(*(*view)->count_rows(0), 10);
  }
  EXPECT_FALSE((*store)->close());
  EXPECT_EQ(files(), 1U);
}

TEST_F(RunStores, HandOutManyRowsInOrder) {
  constexpr WorkUnitNumber kMany = 12000;  // with more rows than are read at once
  make(path("x.db"), {2, 3}, kMany, 7, spec_of(kMany));
  const auto view = StoreView::open(path("x.db"));
  ASSERT_TRUE(view.ok()) << view.error();
  std::vector<std::pair<WorkUnitNumber, std::int64_t>> keys;
  EXPECT_FALSE((*view)->for_each_row(1, [&](const StoredRow& row) { keys.emplace_back(row.work_unit, row.row); }));
  std::vector<std::pair<WorkUnitNumber, std::int64_t>> expected;
  for (WorkUnitNumber work_unit = 1; work_unit < kMany; work_unit += 3)
    for (std::int64_t row = 0; row < work_unit % 4; ++row) expected.emplace_back(work_unit, row);
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(*(*view)->count_rows(1), static_cast<std::int64_t>(expected.size()));
}

TEST_F(RunStores, SpecsThatCannotBeStoredAreRefused) {
  for (const auto change :
       {+[](RunSpec& s) { s.tables[0].name = "done"; }, +[](RunSpec& s) { s.tables[0].name = "rules"; },
        +[](RunSpec& s) { s.tables[0].name = "two words"; }, +[](RunSpec& s) { s.tables[0].columns.clear(); },
        +[](RunSpec& s) { s.tables[0].columns[0].name = "item"; },
        +[](RunSpec& s) { s.tables[0].columns[0].name = "score"; },
        +[](RunSpec& s) { s.identity.emplace_back("program", "x"); }}) {
    RunSpec spec = spec_of();
    change(spec);
    EXPECT_NE(error_of({"", false, {}}, spec), "");
  }
}

TEST(Shards, AreReadAndSplitTheWorkUnits) {
  EXPECT_EQ(parse_shard("2/3")->index, 2);
  EXPECT_EQ(parse_shard("2/3")->count, 3);
  for (const char* bad : {"", "2", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/2/3", "1/", "/2"}) {
    ASSERT_FALSE(parse_shard(bad).ok()) << bad;
    EXPECT_TRUE(says(parse_shard(bad).error(), "i/N"));
  }
  EXPECT_TRUE((Shard{2, 3}.holds(4)));
  EXPECT_FALSE((Shard{1, 3}.holds(4)));
}

// Known answers: FIPS 180-2, appendix B.1, and the hash of nothing.
TEST_F(RunStores, HashesAreSha256) {
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(hash_of_text("abc"), abc);
  EXPECT_EQ(hash_of_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(*hash_of_file(file("abc", "abc")), abc);
  EXPECT_EQ(*hash_of_file(file("long", std::string(200000, 'x'))), hash_of_text(std::string(200000, 'x')));
  EXPECT_FALSE(hash_of_file(path("absent")).ok());
  EXPECT_FALSE(hash_of_file(path("")).ok()) << "a folder";
}

}  // namespace
}  // namespace oknos::lab::store::test
