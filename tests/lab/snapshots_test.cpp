// Every table and JSON value that the laboratory prints is as it was when it was last reviewed: see snapshots/.
//
// Node counts and scores depend on the search. The runs here are tiny and evaluate with the classical evaluation, so
// another network leaves them alone; a change of the search does not. After such a change, and after a wanted change
// of an output, write the snapshots anew and review the diff:
//
//   OKNOS_UPDATE_SNAPSHOTS=1 ctest --test-dir build/release -R Snapshots
#include <gtest/gtest.h>

#include "lab/snapshots/snapshot.h"
#include "lab/store/sqlite.h"

namespace oknos::lab {
namespace {

using test::Snapshots;

constexpr const char* kPositions =
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate.001\";\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - bm a6; id \"mate.002\";\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - am Rb1; id \"ending\";\n";
constexpr const char* kFewPositions =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - id \"kiwipete\";\n"
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - bm Nf6; id \"mate\";\n";
// White's queen takes a queen: "worth at most 0" is wrong.
constexpr const char* kWrongClaim =
    R"({"search":7,"every":50,"rule":"swindle","fen":"4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1","move":"e4d5","depth":3,)"
    R"("reduced_depth":1,"alpha":0,"beta":1,"bound":0,"static_eval":-800,"slack":4})";
// All that is wrong with a proof comes from the guard that it does without.
constexpr const char* kCounterexample =
    "8/6K1/8/8/8/8/2p4k/8 w - - id \"legal-move\"; oknos_guard \"legal-move\"; oknos_evaluation material;"
    " oknos_rule frontier_futility; oknos_search plain; oknos_depth 1; oknos_window -1 0;\n";

// Runs SQL on a file in one transaction.
void run_sql(const std::string& path, store::Database::Mode mode, const std::string& sql) {
  store::Database database;
  ASSERT_FALSE(database.open(path, mode));
  const auto error = database.run("PRAGMA synchronous = OFF; BEGIN;" + sql + "; COMMIT");
  ASSERT_FALSE(error) << error->message;
  ASSERT_FALSE(database.close());
}

std::string times_of(const std::string& path) {
  store::Database database;
  EXPECT_FALSE(database.open(path, store::Database::Mode::Read));
  auto columns = database.prepare("SELECT table_name, column_name FROM columns WHERE is_volatile AND type = 'INTEGER'");
  EXPECT_TRUE(columns);
  std::string sql;
  while (columns && *columns->step()) {
    const std::string name = store::sql_name(columns->text(1));
    sql += "UPDATE " + store::sql_name(columns->text(0)) + " SET " + name + " = 10 * (item + 1) + row WHERE " + name +
           " IS NOT NULL;";
  }
  return sql;
}

// Gives a store made-up times, and takes from it by which program, where and when it was made.
void make_steady(const std::string& path) {
  run_sql(path, store::Database::Mode::Write,
          times_of(path) +
              "UPDATE header SET value = '(' || name || ')' WHERE name IN"
              " ('version', 'sources', 'network', 'commit', 'program', 'host', 'started', 'finished')");
}

class LabSnapshots : public Snapshots {
 protected:
  void SetUp() override {
    Snapshots::SetUp();
    file("four.epd", kPositions);
    file("two.epd", kFewPositions);
    file("counterexample.epd", kCounterexample);
  }
};

// --- Stored runs ---

struct StoredRun {
  std::string name;
  std::string command;
  int code = 0;
};

void PrintTo(const StoredRun& run, std::ostream* out) {
  *out << run.command;
}

class StoredRunSnapshots : public LabSnapshots, public ::testing::WithParamInterface<StoredRun> {};

TEST_P(StoredRunSnapshots, AreUnchanged) {
  const auto& [name, command, code] = GetParam();
  if (name == "claims") {
    output("OKNOS_CLAIMS=claims.jsonl OKNOS_CLAIMS_RATE=1 oknos-claims-writer 4 && echo '" + std::string(kWrongClaim) +
           "' >> claims.jsonl");
  }
  show_json("oknos-lab " + command + " --out " + name + ".db --json", code);
  make_steady(path(name + ".db"));
  show_store(name + ".db");
  expect_unchanged("run_" + name);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, StoredRunSnapshots,
    ::testing::Values(
        StoredRun{"solved", "suite four.epd --player heinz --depth 3 --hash 1"},
        StoredRun{
            "audit",
            "audit two.epd --preset heinz --depth 4 --sample 500 --sample quiescence_see=40 --root-impact 1 --hash 1"},
        StoredRun{"margin_sweep",
                  "audit two.epd --preset heinz --depth 4 --sample 300 --margins --rule frontier_futility --hash 1"},
        StoredRun{"claims", "audit claims.jsonl --judge heinz,hash=1"},
        StoredRun{"nodes", "suite four.epd --player heinz --player wiki --depth 2,3 --hash 1"},
        StoredRun{"each_rule", "suite two.epd --each-rule --pairs --player heinz --depth 3 --hash 1"},
        StoredRun{"match", "match heinz wiki --games 6 --nodes 60 --hash 1 --sprt 0,10 --max-moves 40"},
        StoredRun{"proof", "prove two.epd --depth 1-2 --windows 2"},
        StoredRun{"differences", "prove counterexample.epd --without-guard legal-move", 1},
        StoredRun{"tune",
                  "tune --preset heinz --parameter frontier_futility.margin=0..1000,step=200"
                  " --parameter delta_pruning.margin=0..1000,step=200 --iterations 6 --verify 2 --r-end 0.3"
                  " --nodes 80 --hash 1 --max-moves 60 --seed 4"},
        StoredRun{
            "screen",
            "screen --preset heinz --factor frontier_futility.margin=60,500 --factor razoring"
            " --interaction razoring=on*frontier_futility.margin=60 --nodes 40 --games 40 --max-moves 30 --hash 1"},
        StoredRun{"tree",
                  "suite two.epd --measure tree --player heinz --player modern,name=strong --depth 3,5 --hash 1"},
        StoredRun{"regret",
                  "suite four.epd --measure regret --player heinz --player wiki --nodes 50,200 --judge heinz "
                  "--judge-nodes 300 --hash 1"},
        StoredRun{"predict", "predict two.epd --rank --preset heinz --rule frontier_futility --depth 3 --sample 2"}),
    [](const auto& about) { return about.param.name; });

// --- Commands on stores ---

TEST_F(LabSnapshots, MergeIsUnchanged) {
  for (const std::string part : {"1", "2", "3"})
    output("oknos-lab suite four.epd --player heinz --depth 2 --hash 1 --out part" + part + ".db --shard " + part +
           "/3");
  show("oknos-lab merge some.db part1.db part3.db");
  show("oknos-lab merge all.db part1.db part2.db part3.db");
  for (const char* name : {"part1.db", "some.db", "all.db"}) {
    make_steady(path(name));
    show(std::string("oknos-lab show ") + name);
  }
  expect_unchanged("merge");
}

// What a command shows of a store of its own, with options that show does not have.
TEST_F(LabSnapshots, ShowingAgainIsUnchanged) {
  const std::string common = " --preset heinz --hash 1 --out ";
  output("oknos-lab audit two.epd --depth 4 --sample 20" + common + "audit.db");
  output("oknos-lab audit two.epd --depth 4 --sample 20 --margins" + common + "margin_sweep.db");
  for (const char* name : {"audit", "margin_sweep"}) make_steady(path(name + std::string(".db")));
  for (const std::string by : {"kind,phase", "node", "exemption", "ply"})
    show("oknos-lab audit --show audit.db --worst 1 --by " + by);
  show("oknos-lab audit --show margin_sweep.db --worst 0 --by kind,phase");
  expect_unchanged("show_again");
}

TEST_F(LabSnapshots, MarginsAreUnchanged) {
  output(
      "oknos-lab audit two.epd --preset heinz --depth 5 --sample 1 --margins --rule frontier_futility --hash 1 --out "
      "margin_sweep.db");
  show("oknos-lab margins margin_sweep.db --preset heinz --risk 1 --out mine.toml");
  show_file("mine.toml");
  show_json("oknos-lab margins margin_sweep.db --preset heinz --risk 1 --json");
  expect_unchanged("margins");
}

// The games are made up: so few real ones say nothing, and sums of nothing depend on the last digits.
TEST_F(LabSnapshots, PredictIsUnchanged) {
  const std::string rules = " --preset heinz --rule delta_pruning --rule frontier_futility --rule razoring";
  const std::string ten = "two.epd two.epd two.epd two.epd two.epd";
  output("oknos-lab screen --variants" + rules + " --hash 1 --nodes 30 --games 400 --max-moves 10 --out games.db");
  output("oknos-lab predict " + ten + " --rank" + rules + " --depth 3 --sample 4 --out searches.db");
  run_sql(path("games.db"), store::Database::Mode::Write, "UPDATE pairs SET half_points = (7 * item + 1) % 5");
  for (const char* run : {"games.db", "searches.db"})
    run_sql(path(run), store::Database::Mode::Write, "UPDATE header SET value = '0123456789ab' WHERE name = 'commit'");
  show("oknos-lab preset variants heinz --rule delta_pruning --rule razoring");
  show("oknos-lab predict fit games.db searches.db --out prices.json");
  show_json("oknos-lab predict fit games.db searches.db --json");
  show("oknos-lab predict --rank --prices prices.json --preset heinz --queue-out queue.toml");
  show_file("queue.toml");
  const std::string predict =
      "oknos-lab predict " + ten + " --prices prices.json --preset heinz --set razoring=on --against heinz";
  show(predict);
  show_json(predict + " --json");
  expect_unchanged("predict");
}

// --- Commands that keep nothing, or keep it elsewhere ---

TEST_F(LabSnapshots, RulesAreUnchanged) {
  show("oknos-lab rules");
  show("oknos-lab rules over_kill");
  show_json("oknos-lab rules --json");
  expect_unchanged("rules");
}

TEST_F(LabSnapshots, PresetsAreUnchanged) {
  show("oknos-lab preset list");
  show("oknos-lab preset show heinz");
  show("oknos-lab preset show heinz --differences");
  show("oknos-lab preset uci heinz");
  show("oknos-lab preset show heinz > heinz.toml && oknos-lab preset check heinz.toml");
  expect_unchanged("preset");
}

TEST_F(LabSnapshots, AnalyseIsUnchanged) {
  const std::string kiwipete = "oknos-lab analyse \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"";
  const std::string limits = " --preset heinz --depth 4 --hash 1";
  show(kiwipete + limits);
  show(kiwipete + limits + " --multipv 2 --set limited_razoring=off");
  show("oknos-lab analyse \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\" --preset muller --depth 3 --hash 1");
  show("oknos-lab analyse four.epd" + limits);
  show_json(kiwipete + limits + " --json");
  show_json("oknos-lab analyse four.epd" + limits + " --json");
  expect_unchanged("analyse");
}

TEST_F(LabSnapshots, AnnotatedGamesAreUnchanged) {
  file("game.pgn", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
  const std::string limits = " --preset heinz --depth 3 --hash 1";
  show("oknos-lab analyse game.pgn --out annotated.pgn" + limits);
  show_file("annotated.pgn");
  show_json("oknos-lab analyse game.pgn --json" + limits);
  expect_unchanged("games");
}

TEST_F(LabSnapshots, WhyIsUnchanged) {
  const std::string why =
      "oknos-lab why \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\" --preset heinz --hash 1";
  show(why + " --line \"a2a3 b4c3 a1b1\" --depth 3");
  show(why + " --line \"Bxa6 bxc3 Bxc3\" --depth 4");
  show_json(why + " --line \"a2a3 b4c3 a1b1\" --depth 3 --json");
  expect_unchanged("why");
}

TEST_F(LabSnapshots, ProofsAreUnchanged) {
  show("oknos-lab prove counterexample.epd --without-guard legal-move", 1);
  show("oknos-lab prove two.epd --each --depth 1 --windows 2");
  expect_unchanged("prove");
}

// The rows that come as the work goes on; what comes at the end is what show prints of the store.
TEST_F(LabSnapshots, RowsOfSuiteAreUnchanged) {
  show("oknos-lab suite four.epd --player heinz --depth 3 --hash 1 | sed '/^Solved to the end/,$d'");
  expect_unchanged("suite");
}

TEST_F(LabSnapshots, QueuesOfMatchesAreUnchanged) {
  file("tests.toml",
       "nodes = 50\nhash = 1\ngames = 4\nmax_moves = 20\n\n[one]\nfirst = \"heinz\"\nsecond = \"wiki\"\n\n"
       "[other]\nfirst = \"heinz\"\nsecond = \"heinz,null_move=off\"\nsprt = \"0,10\"\n");
  show("oknos-lab match --queue tests.toml");
  show_file("tests.results.tsv");
  expect_unchanged("queue");
}

TEST_F(LabSnapshots, FilesOfGamesAreUnchanged) {
  std::filesystem::copy(OKNOS_SOURCE_DIR "/tests/lab/snapshots/games.pgn", path("games.pgn"));
  show("oknos-lab data games.pgn");
  show("oknos-lab data games.pgn --count 2");
  show("oknos-lab data games.pgn games.pgn --out all.games | tail -n 1");
  show("oknos-lab data all.games --count 2 --out some.games | tail -n 1");
  show("oknos-lab datagen --games 1 --nodes 50 --preset heinz --hash 1 --out one.pgn");
  show("oknos-lab positions sampled --from games.pgn --count 3 --out sampled.epd");
  show_json("oknos-lab data games.pgn --json");
  expect_unchanged("data");
}

}  // namespace
}  // namespace oknos::lab
