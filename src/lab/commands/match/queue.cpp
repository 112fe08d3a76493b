#include "lab/commands/match/queue.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "lab/commands/match/match_plan.h"
#include "lab/commands/match/match_run.h"
#include "lab/commands/match/match_view.h"
#include "lab/commands/match/queue_file.h"
#include "lab/statistics/statistics.h"
#include "lab/store/store_view.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// "tests.toml" -> "tests"
std::string stem_of_queue(const std::string& path) {
  const std::filesystem::path file(path);
  return (file.parent_path() / file.stem()).string();
}

std::string tally_of(const GameCounts& c) {
  return fmt::format("+{} ={} -{}", c.wins, c.draws, c.losses);
}

class QueueRun {
 public:
  QueueRun(const QueueOptions& options, std::vector<QueuedTest> tests)
      : options_(options),
        tests_(std::move(tests)),
        stem_(stem_of_queue(options.file)),
        style_(style_of(stdout, options.color)) {}

  int run() {
    for (std::size_t i = 0; i < tests_.size() && !interrupted(); ++i) play(i);
    std::printf("%s", table_.to_text(style_).c_str());
    if (interrupted()) {
      complain(0, "interrupted; the same command continues");
      return kInterruptedExit;
    }
    return failed_ ? kFailure : 0;
  }

 private:
  std::string store_of(const QueuedTest& test) const { return stem_ + "." + test.name + ".db"; }
  std::string results_file() const { return stem_ + ".results.tsv"; }

  void play(std::size_t number) {
    QueuedTest& test = tests_[number];
    test.options.run.out = store_of(test);
    test.options.run.resume = true;  // begins where there is nothing to go on with
    test.options.run.workers = options_.workers;
    const std::string heading = fmt::format("test {} of {}, {}", number + 1, tests_.size(), test.name);
    PlanOutcome plan = make_match_plan(test.options);
    if (const auto* error = std::get_if<PlanError>(&plan)) return give_up(test, error->message);
    MatchRun run(test.options, std::move(std::get<MatchPlan>(plan)), heading);
    const auto error = run.carry_out();
    if (error) give_up(test, error->message);
    if (!run.begun()) return;
    const MatchState state = run.state();
    add_row(test, state, run.complete());
    if (!run.complete()) return;
    if (state.played_now > 0) std::fprintf(stderr, "%s\n", log_line(state).c_str());
    record(test, state);
  }

  void give_up(const QueuedTest& test, const std::string& message) {
    failed_ = true;
    complain(0, fmt::format("[{}]: {}", test.name, message));
  }

  void add_row(const QueuedTest& test, const MatchState& s, bool complete) {
    const Figures f = figures(s.board.pairs);
    const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
    const std::string verdict = !complete ? "not finished" : s.facts.sprt ? verdict_text(s) : "all games";
    table_.add_row({{test.name, Tone::Strong},
                    {grouped(s.board.all.games())},
                    {tally_of(s.board.all)},
                    {to_text(f.elo), tone},
                    {s.facts.sprt ? fmt::format("{:.2f}", s.sprt.llr) : "-"},
                    {verdict}});
  }

  // One line for each test that is over, and no second one when the queue is gone through again.
  void record(const QueuedTest& test, const MatchState& s) {
    const auto view = store::StoreView::open(store_of(test));
    if (!view) return give_up(test, view.error());
    const std::string key = test.name + "\t" + (*view)->entry("started") + "\t";
    bool empty = true;
    std::ifstream in(results_file());
    for (std::string line; std::getline(in, line); empty = false)
      if (line.starts_with(key)) return;
    const Figures f = figures(s.board.pairs);
    std::ofstream out(results_file(), std::ios::app);
    if (empty)
      out << "test\tstarted\tfirst\tsecond\tcontrol\tgames\twins\tdraws\tlosses\telo\telo_low\telo_high\tsprt\tllr\t"
             "verdict\n";
    out << key
        << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\n", test.options.players[0],
                       test.options.players[1], s.facts.control, s.board.all.games(), s.board.all.wins,
                       s.board.all.draws, s.board.all.losses, f.elo.value, f.elo.low, f.elo.high,
                       test.options.sprt.value_or("-"), s.facts.sprt ? fmt::format("{:.2f}", s.sprt.llr) : "-",
                       s.facts.sprt ? verdict_text(s) : "all games");
    out.flush();
    if (!out) give_up(test, results_file() + " cannot be written");
  }

  const QueueOptions& options_;
  std::vector<QueuedTest> tests_;
  std::string stem_;
  Style style_;
  TextTable table_{{{"test", Align::Left, 9},
                    {"games", Align::Right, 6},
                    {"result", Align::Left, 5},
                    {"Elo (95 %)", Align::Left, 8},
                    {"LLR", Align::Right, 4},
                    {"verdict", Align::Left, 7}}};
  bool failed_ = false;
};

}  // namespace

int play_queue(const QueueOptions& options) {
  auto tests = read_queue(options.file);
  if (!tests) return complain(kUsage, tests.error());
  return QueueRun(options, std::move(*tests)).run();
}

}  // namespace oknos::lab
