// `oknos-lab analyse FILE.pgn`: every position of every game searched, the games written out with what was found.
#include <cstdio>
#include <fmt/format.h>

#include "engine/chess/game_over.h"
#include "engine/platform/terminal.h"
#include "lab/commands/analyse/analyse.h"
#include "lab/commands/analyse/analyst.h"
#include "lab/formats/pgn.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"
#include "lab/views/annotation.h"
#include "lab/views/json_output.h"
#include "lab/views/ledger_view.h"

namespace oknos::lab {

namespace {

struct Totals {
  int games = 0;
  int complaints = 0;
  std::uint64_t positions = 0;
  std::array<int, kMarks> marks{};
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
  pruning::Ledger ledger;
};

std::string player(const pgn::Game& game, std::string_view tag) {
  const std::string* name = game.tag(tag);
  return name && !name->empty() ? *name : "?";
}

std::string title_of(const pgn::Game& game) {
  return fmt::format("game {}: {} - {}", game.number, player(game, "White"), player(game, "Black"));
}

// How many games the file seems to hold; 0 when it cannot be read twice (a pipe).
int count_games(std::FILE* file) {
  if (std::fseek(file, 0, SEEK_CUR) != 0) return 0;
  int count = 0;
  LineSource source(file);
  for (std::string_view line; source.next(line);) count += line.starts_with("[Event ") ? 1 : 0;
  std::rewind(file);
  return count;
}

int count_games(const std::vector<Input>& inputs) {
  int count = 0;
  for (const Input& input : inputs) {
    const int games = count_games(input.file.get());
    if (games == 0) return 0;
    count += games;
  }
  return count;
}

class GameAnalysis {
 public:
  GameAnalysis(const AnalyseTask& task, Analyst& analyst, int games) : task_(task), analyst_(analyst), games_(games) {}

  // False: interrupted before its end; the game has not been touched.
  bool review(pgn::Game& game) {
    const std::vector<Move> moves = game.main_line();
    GameReview review;
    review.positions.resize(moves.size() + 1);
    analyst_.forget();
    Position position = game.start;
    for (std::size_t i = 0; i < review.positions.size(); ++i) {
      show_progress(game, i, moves.size());
      review.positions[i] = look_at(position);
      if (interrupted()) return false;
      if (i < moves.size()) position.play(moves[i]);
    }
    mark_moves(review, moves, game.start.side_to_move());
    add(game, review);
    if (!task_.options.json || task_.options.out) annotate(game, review);
    last_ = std::move(review);
    return true;
  }

  const GameReview& last() const { return last_; }
  Totals& totals() { return totals_; }
  Progress& progress() { return progress_; }

 private:
  PositionReview look_at(const Position& position) {
    PositionReview review;
    review.known = true;
    if (const GameOver over = game_over(position); over != GameOver::No) {
      review.score = over == GameOver::Checkmate ? white_view(mated_in(0), position.side_to_move()) : kDraw;
      return review;
    }
    const SearchReport report = analyst_.search(position);
    review.score = white_view(report.lines.front().score, position.side_to_move());
    review.line = report.lines.front().pv;
    ++totals_.positions;
    totals_.nodes += report.nodes;
    totals_.time += report.time;
    totals_.ledger += report.ledger;
    return review;
  }

  void show_progress(const pgn::Game& game, std::size_t move, std::size_t moves) {
    const double of_game = share(move, moves + 1);
    const double part = games_ > 0 ? (game.number - 1 + of_game) / games_ : 0.0;
    const std::string of = games_ > 0 ? fmt::format(" of {}", games_) : "";
    progress_.show(part, fmt::format("game {}{}, ply {} of {}", game.number, of, move, moves));
  }

  void add(const pgn::Game& game, const GameReview& review) {
    ++totals_.games;
    totals_.complaints += static_cast<int>(game.complaints.size());
    const auto marks = review.count();
    for (std::size_t m = 0; m < marks.size(); ++m) totals_.marks[m] += marks[m];
  }

  const AnalyseTask& task_;
  Analyst& analyst_;
  int games_;
  Progress progress_;
  Totals totals_;
  GameReview last_;
};

std::string summary(const Totals& t) {
  return fmt::format("{}, {} searched: {}, {}, {}; {} nodes in {}.", counted(t.games, "game", "games"),
                     counted(t.positions, "position", "positions"),
                     counted(t.marks[1], "inaccuracy (?!)", "inaccuracies (?!)"),
                     counted(t.marks[2], "mistake (?)", "mistakes (?)"),
                     counted(t.marks[3], "blunder (?\?)", "blunders (?\?)"), grouped(t.nodes), seconds(t.time));
}

std::string json_summary(const AnalyseTask& task, const Totals& t) {
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  return summary_json(task.plan,
                      {{"games", count(t.games)},
                       {"positions", t.positions},
                       {"inaccuracies", count(t.marks[1])},
                       {"mistakes", count(t.marks[2])},
                       {"blunders", count(t.marks[3])},
                       {"complaints", count(t.complaints)},
                       {"nodes", t.nodes},
                       {"time_ms", static_cast<std::uint64_t>(t.time)}},
                      t.ledger, interrupted());
}

// The games go to --out or standard output; where standard output is theirs, the rest goes to standard error.
void print_end(const AnalyseTask& task, const Totals& totals) {
  if (task.options.json) {
    std::printf("%s\n", json_summary(task, totals).c_str());
    return;
  }
  std::FILE* stream = task.options.out ? stdout : stderr;
  const Style style = style_of(stream, task.options.color);
  std::fflush(stdout);
  std::fprintf(stream, "%s\n\n%s", summary(totals).c_str(),
               ledger_report(totals.ledger, task.plan.settings, style).c_str());
}

void write_game(const AnalyseTask& task, const pgn::Game& game, const GameReview& review, OutputFile& out) {
  if (task.options.out) out.write(to_text(game));
  if (task.options.json) std::printf("%s\n", game_json(game, review).c_str());
  if (!task.options.json && !task.options.out) std::fputs(to_text(game).c_str(), stdout);
  std::fflush(stdout);
}

void review_all(const AnalyseTask& task, Input& input, GameAnalysis& analysis, OutputFile& out) {
  const bool watched = platform::is_terminal(stderr);
  const int before = analysis.totals().games;  // of the files before this one
  LineSource source(input.file.get());
  pgn::Reader reader(source, input.name);
  while (auto game = reader.next()) {
    game->number += before;
    if (!analysis.review(*game)) break;
    analysis.progress().clear();
    for (const std::string& complaint : game->complaints) complain(0, complaint);
    if (!watched) std::fprintf(stderr, "%s\n", title_of(*game).c_str());
    write_game(task, *game, analysis.last(), out);
  }
  analysis.progress().clear();
}

}  // namespace

int analyse_games(const AnalyseTask& task, std::vector<Input>& inputs) {
  OutputFile out;
  if (task.options.out) {
    OutputPath to{*task.options.out, task.options.force, task.options.input};
    to.in_use.push_back(task.options.search.preset);
    if (const auto error = out.open(to)) return complain(kFailure, "--out " + error->message);
  }
  Analyst analyst(task.plan);
  if (const auto error = analyst.prepare()) return complain(kUsage, error->message);
  GameAnalysis analysis(task, analyst, count_games(inputs));
  for (Input& input : inputs)
    if (!interrupted()) review_all(task, input, analysis, out);
  if (analysis.totals().games == 0 && !interrupted()) {
    if (task.options.out) out.discard();
    return complain(kFailure, listed(inputs, &Input::name) + " holds no game; PGN is expected");
  }
  if (task.options.out && interrupted()) {
    complain(0, "interrupted: the games until then are in " + out.abandon());
  } else if (task.options.out) {
    if (const auto error = out.finish()) return complain(kFailure, "--out " + error->message);
  }
  print_end(task, analysis.totals());
  return interrupted() ? kInterruptedExit : 0;
}

}  // namespace oknos::lab
