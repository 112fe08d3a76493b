#include "lab/commands/analyse.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>

#include "engine/chess/fen.h"
#include "engine/chess/game_over.h"
#include "engine/platform/memory.h"
#include "engine/platform/terminal.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/commands.h"
#include "lab/formats/epd.h"
#include "lab/formats/pgn.h"
#include "lab/formats/san.h"
#include "lab/solving/epd_verdict.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/views/annotation.h"
#include "lab/views/json_output.h"
#include "lab/views/ledger_view.h"
#include "lab/views/position_view.h"

namespace oknos::lab {

// --- The lines of a search ------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kDepthWidth = 7;
constexpr std::size_t kScoreWidth = 8;
constexpr std::size_t kTimeWidth = 9;
constexpr std::size_t kNodesWidth = 13;
constexpr std::size_t kGap = 2;
constexpr int kWidthForNodes = 76;  // columns; on a narrower terminal the moves need the room

// "+0.35" from White's view, with a sign before it where it is only a bound.
std::string shown_score(const Info& info, Color side_to_move, const Style& style) {
  const std::string score = score_text(white_view(info.score, side_to_move));
  if (info.bound == Bound::Exact || info.bound == Bound::None) return score;
  const bool at_least = (info.bound == Bound::Lower) == (side_to_move == Color::White);
  return std::string(at_least ? (style.unicode ? "≥" : ">=") : (style.unicode ? "≤" : "<=")) + score;
}

}  // namespace

void LinePrinter::print_title() const {
  const bool nodes = style_.width >= kWidthForNodes;
  const std::string title = padded_left("depth", kDepthWidth) + padded_left("score", kGap + kScoreWidth) +
                            padded_left("time", kGap + kTimeWidth) +
                            (nodes ? padded_left("nodes", kGap + kNodesWidth) : "") + std::string(kGap, ' ') + "line" +
                            (nodes ? " (scores from White's view)" : "");
  std::printf("%s\n", style_.paint(Tone::Faint, title).c_str());
}

std::string LinePrinter::row(const Info& info) const {
  const std::string depth = fmt::format("{}/{}", info.depth, info.seldepth);
  const std::string left = padded_left(depth, kDepthWidth) + std::string(kGap, ' ');
  const std::string score = padded_left(shown_score(info, position_.side_to_move(), style_), kScoreWidth);
  const bool nodes = style_.width >= kWidthForNodes;
  const std::string spent = padded_left(seconds(info.time), kGap + kTimeWidth) +
                            (nodes ? padded_left(grouped(info.nodes), kGap + kNodesWidth) : "") +
                            std::string(kGap, ' ');
  const std::size_t used = display_width(left + score + spent);
  const auto width = static_cast<std::size_t>(style_.width);
  const std::string number = multi_pv_ > 1 ? fmt::format("{}) ", info.multi_pv) : "";
  const std::string moves = number + san::line_to_text(position_, info.pv);
  constexpr std::size_t kMin = 12;  // a line shorter than that says nothing
  const std::size_t room = std::max(width > used ? width - used : 0, kMin);
  const bool white_better = white_view(info.score, position_.side_to_move()) > Score{0};
  return style_.paint(Tone::Faint, left) + style_.paint(white_better ? Tone::Strong : Tone::Accent, score) +
         style_.paint(Tone::Faint, spent) + shortened(moves, room, style_.ellipsis());
}

std::vector<Move> LinePrinter::line_of(const Info& best) const {
  const bool continues = best.pv.size() == 1 && !exact_.empty() && exact_.front() == best.pv.front();
  return continues ? exact_ : best.pv;
}

void LinePrinter::on_info(const Info& info) {
  const auto rank = static_cast<std::size_t>(info.multi_pv);
  if (rank == 1 && info.bound == Bound::Exact) exact_ = info.pv;
  if (last_.size() < rank) last_.resize(rank);
  Info& last = last_[rank - 1];
  const bool same_iteration = info.depth == last.depth && info.bound == last.bound;
  if (same_iteration && info.pv == last.pv && info.score == last.score) return;
  last = info;
  std::printf("%s\n", row(info).c_str());
  std::fflush(stdout);
}

namespace {

struct Question {
  std::vector<std::string> input;  // see find_inputs
  SearchOptions search;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
  std::optional<std::string> out;  // where annotated games go instead of standard output
  bool force = false;              // replace that file if it exists
};

// Of all searches of a run.
struct SearchTotals {
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
  pruning::Ledger ledger;

  void add(const SearchReport& report) {
    nodes += report.nodes;
    time += report.time;
    ledger += report.ledger;
  }
};

// --- The search -----------------------------------------------------------------------------------------------------

// Passes on what it hears and keeps the result.
class Keeper : public SearchListener {
 public:
  explicit Keeper(SearchListener* next) : next_(next) {}

  void on_info(const Info& info) override {
    if (next_) next_->on_info(info);
  }
  void on_done(const SearchReport& report) override {
    const std::lock_guard lock(mutex_);
    report_ = report;
    done_ = true;
    changed_.notify_all();
  }
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return done_; });
  }
  SearchReport take() { return std::move(report_); }

 private:
  SearchListener* next_;
  SearchReport report_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
};

// Searches one position after another, always with the ledger, and listens for Ctrl-C meanwhile.
class Analyst {
 public:
  Analyst(const Question& question, const Plan& of, const Style& shown) : q(question), plan(of), style(shown) {}

  const Question& q;
  const Plan& plan;
  const Style& style;

  // Takes the memory and the threads of the plan. Before the first search.
  std::optional<Error> prepare() {
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    const std::size_t there = platform::physical_memory() / kMebibyte;
    if (there > 0 && plan.hash > there)
      return Error{fmt::format("--hash {}: this machine has {} MiB of memory", plan.hash, there)};
    engine_.set_threads(plan.threads);
    engine_.set_network(plan.network);
    if (!engine_.set_hash(plan.hash))
      return Error{fmt::format("--hash {}: the system does not give so much memory (in MiB)", plan.hash)};
    return std::nullopt;
  }
  // Forgets what was learnt: the next search depends on its position alone.
  void forget() { engine_.clear(); }
  // Ends early when interrupted() becomes true.
  SearchReport search(const Position& position, SearchListener* listener = nullptr) {
    SearchRequest request;
    request.limits = plan.limits;
    request.settings = plan.settings;
    request.multi_pv = plan.multi_pv;
    request.tracing = Tracing::Ledger;
    Keeper keeper(listener);
    engine_.set_position(position);
    engine_.start(request, keeper);
    while (!keeper.wait(kPollInterval))
      if (interrupted()) engine_.stop();
    engine_.wait();
    return keeper.take();
  }

 private:
  Engine engine_;
};

// --- A position -----------------------------------------------------------------------------------------------------

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
}

std::string speed(const SearchReport& report) {
  constexpr std::uint64_t kSecond = 1000;
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(report.time, 1));
  return compact(report.nodes * kSecond / time);
}

std::string summary(const Position& position, const SearchReport& report, const LinePrinter& printer,
                    const Style& style) {
  if (report.lines.empty()) return "";
  const Info& best = report.lines.front();
  const std::string move = san::move_number(position) + " " + san::to_text(position, report.best);
  const std::string score = shown_score(best, position.side_to_move(), style);
  constexpr std::size_t kLabel = 11;
  std::string out = style.paint(Tone::Faint, padded_right("Best move", kLabel)) + style.paint(Tone::Good, move) + "  " +
                    style.paint(Tone::Strong, score) +
                    fmt::format("  (depth {}, {} nodes in {}, {} a second)\n", best.depth, grouped(report.nodes),
                                seconds(report.time), speed(report));
  out += style.paint(Tone::Faint, padded_right("Line", kLabel));
  const auto room = static_cast<std::size_t>(style.width) - kLabel;
  std::string line = wrapped(san::line_to_text(position, printer.line_of(best)), room);
  for (std::size_t at = line.find('\n'); at + 1 < line.size(); at = line.find('\n', at + 1))
    line.insert(at + 1, std::string(kLabel, ' '));
  return out + line;
}

int show(Analyst& analyst, const Position& position) {
  LinePrinter printer(position, analyst.plan.multi_pv, analyst.style);
  printer.print_title();
  const SearchReport report = analyst.search(position, &printer);
  if (interrupted()) print("Interrupted: what follows is what there was until then.\n");
  print("\n" + summary(position, report, printer, analyst.style) + "\n");
  print(ledger_report(report.ledger, analyst.plan.settings, analyst.style));
  return interrupted() ? kInterruptedExit : 0;
}

int analyse_position(Analyst& analyst, const Position& position, const std::string& caption) {
  if (analyst.q.json) {
    const SearchReport report = analyst.search(position);
    print(position_json(position, analyst.plan, report, interrupted()) + "\n");
    return interrupted() ? kInterruptedExit : 0;
  }
  if (!caption.empty()) print(wrapped(caption, static_cast<std::size_t>(analyst.style.width)) + "\n");
  print(position_view(position, analyst.plan, analyst.style) + "\n");
  if (const std::string end = end_of_game(position); !end.empty()) {
    print(end + "\n");
    return 0;
  }
  return show(analyst, position);
}

// --- Positions: each searched from scratch, a row each, the ledgers summed ------------------------------------------

struct PositionTotals {
  int searched = 0;
  int asked = 0;  // positions that name a move to find or to avoid
  int right = 0;
  int unreadable = 0;
  SearchTotals searches;
};

void read_all(Input& input, PositionTotals& totals, std::vector<epd::Record>& records) {
  LineSource source(input.file.get());
  epd::Reader reader(source, input.name);
  while (auto record = reader.next()) {
    if (record->ok()) {
      records.push_back(std::move(**record));
    } else {
      ++totals.unreadable;
      complain(0, record->error());
    }
  }
}

std::string name_of(const epd::Record& record) {
  return record.id().empty() ? fen::to_text(record.position) : record.id();
}

// The width of each column is known before the first row is printed.
class Rows {
 public:
  Rows(const std::vector<epd::Record>& records, const Style& style) : style_(style) {
    constexpr std::size_t kWidestName = 32;
    number_ = std::to_string(records.size()).size();
    for (const epd::Record& r : records) name_ = std::max(name_, display_width(name_of(r)));
    name_ = std::min(name_, kWidestName);
  }

  std::string row(int number, const epd::Record& record, Verdict verdict, const SearchReport& report) const {
    constexpr std::size_t kMove = 8;
    constexpr std::size_t kScore = 8;
    const Tone tone = verdict == Verdict::Right ? Tone::Good : verdict == Verdict::Wrong ? Tone::Bad : Tone::Plain;
    std::string out = style_.paint(Tone::Faint, padded_left(std::to_string(number), number_)) + "  " +
                      padded_right(shortened(name_of(record), name_, style_.ellipsis()), name_) + "  ";
    if (!report.best) return out + "no legal move";
    const Info& best = report.lines.front();
    const Color side = record.position.side_to_move();
    out += style_.paint(Tone::Strong, padded_right(san::to_text(record.position, report.best), kMove));
    out += style_.paint(tone, padded_right(lab::name_of(verdict), 3));
    out += padded_left(shown_score(best, side, style_), kScore + 1);
    out += style_.paint(Tone::Faint, fmt::format("  depth {:2}  {:>8}", best.depth, seconds(report.time)));
    const std::string wanted = wanted_moves(record);
    return out + (wanted.empty() ? "" : "  " + style_.paint(Tone::Faint, wanted));
  }

 private:
  const Style& style_;
  std::size_t number_ = 1;
  std::size_t name_ = 1;
};

std::string position_summary(const PositionTotals& t) {
  std::string out = fmt::format("{} position{} searched", grouped(static_cast<std::uint64_t>(t.searched)),
                                t.searched == 1 ? "" : "s");
  if (t.asked > 0) out += fmt::format(", {} of {} as wanted (bm, am)", t.right, t.asked);
  out += fmt::format(": {} nodes in {}", grouped(t.searches.nodes), seconds(t.searches.time));
  if (t.unreadable > 0) out += fmt::format("; {} line{} could not be read", t.unreadable, t.unreadable == 1 ? "" : "s");
  return out + ".";
}

void add(PositionTotals& t, Verdict verdict, const SearchReport& report) {
  ++t.searched;
  t.asked += verdict == Verdict::NotAsked ? 0 : 1;
  t.right += verdict == Verdict::Right ? 1 : 0;
  t.searches.add(report);
}

void search_all(Analyst& analyst, const std::vector<epd::Record>& records, PositionTotals& totals) {
  const Rows rows(records, analyst.style);
  Progress progress;
  for (std::size_t i = 0; i < records.size() && !interrupted(); ++i) {
    progress.show(share(i, records.size()), fmt::format("position {} of {}", i + 1, records.size()));
    analyst.forget();
    const SearchReport report = analyst.search(records[i].position);
    if (interrupted()) break;  // cut short it would say nothing about the position
    const Verdict verdict = verdict_of(records[i], report.best);
    add(totals, verdict, report);
    const int number = static_cast<int>(i) + 1;
    progress.clear();
    std::printf("%s\n", (analyst.q.json ? record_json(records[i], number, verdict, report)
                                        : rows.row(number, records[i], verdict, report))
                            .c_str());
    std::fflush(stdout);
  }
}

std::string position_json_summary(Analyst& analyst, const PositionTotals& t) {
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  return summary_json(analyst.plan,
                      {{"positions", count(t.searched)},
                       {"with_task", count(t.asked)},
                       {"as_wanted", count(t.right)},
                       {"unreadable", count(t.unreadable)},
                       {"nodes", t.searches.nodes},
                       {"time_ms", static_cast<std::uint64_t>(t.searches.time)}},
                      t.searches.ledger, interrupted());
}

int analyse_positions(Analyst& analyst, std::vector<Input>& inputs) {
  PositionTotals totals;
  std::vector<epd::Record> records;
  for (Input& input : inputs) read_all(input, totals, records);
  if (records.empty()) return complain(kFailure, listed(inputs, &Input::name) + " holds no position that can be read");
  search_all(analyst, records, totals);
  if (analyst.q.json) {
    std::printf("%s\n", position_json_summary(analyst, totals).c_str());
  } else {
    if (interrupted()) std::printf("\nInterrupted.");
    std::printf("\n%s\n\n%s", position_summary(totals).c_str(),
                ledger_report(totals.searches.ledger, analyst.plan.settings, analyst.style).c_str());
  }
  return interrupted() ? kInterruptedExit : 0;
}

// --- Games: every position searched, the games written out with what was found ---------------------------------------

struct Totals {
  int games = 0;
  int complaints = 0;
  std::uint64_t positions = 0;
  std::array<int, kMarks> marks{};
  SearchTotals searches;
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
  GameAnalysis(Analyst& analyst, int games) : analyst_(analyst), games_(games) {}

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
    if (!analyst_.q.json || analyst_.q.out) annotate(game, review);
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
    totals_.searches.add(report);
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

  Analyst& analyst_;
  int games_;
  Progress progress_;
  Totals totals_;
  GameReview last_;
};

std::string summary(const Totals& t) {
  return fmt::format(
      "{}, {} searched: {}, {}, {}; {} nodes in {}.", counted(t.games, "game", "games"),
      counted(t.positions, "position", "positions"), counted(t.marks[1], "inaccuracy (?!)", "inaccuracies (?!)"),
      counted(t.marks[2], "mistake (?)", "mistakes (?)"), counted(t.marks[3], "blunder (?\?)", "blunders (?\?)"),
      grouped(t.searches.nodes), seconds(t.searches.time));
}

std::string json_summary(Analyst& analyst, const Totals& t) {
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  return summary_json(analyst.plan,
                      {{"games", count(t.games)},
                       {"positions", t.positions},
                       {"inaccuracies", count(t.marks[1])},
                       {"mistakes", count(t.marks[2])},
                       {"blunders", count(t.marks[3])},
                       {"complaints", count(t.complaints)},
                       {"nodes", t.searches.nodes},
                       {"time_ms", static_cast<std::uint64_t>(t.searches.time)}},
                      t.searches.ledger, interrupted());
}

// The games go to --out or standard output; where standard output is theirs, the rest goes to standard error.
void print_end(Analyst& analyst, const Totals& totals) {
  if (analyst.q.json) {
    std::printf("%s\n", json_summary(analyst, totals).c_str());
    return;
  }
  std::FILE* stream = analyst.q.out ? stdout : stderr;
  const Style style = style_of(stream, analyst.q.color);
  std::fflush(stdout);
  std::fprintf(stream, "%s\n\n%s", summary(totals).c_str(),
               ledger_report(totals.searches.ledger, analyst.plan.settings, style).c_str());
}

void write_game(Analyst& analyst, const pgn::Game& game, const GameReview& review, OutputFile& out) {
  if (analyst.q.out) out.write(to_text(game));
  if (analyst.q.json) std::printf("%s\n", game_json(game, review).c_str());
  if (!analyst.q.json && !analyst.q.out) std::fputs(to_text(game).c_str(), stdout);
  std::fflush(stdout);
}

void review_all(Analyst& analyst, Input& input, GameAnalysis& analysis, OutputFile& out) {
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
    write_game(analyst, *game, analysis.last(), out);
  }
  analysis.progress().clear();
}

int analyse_games(Analyst& analyst, std::vector<Input>& inputs) {
  OutputFile out;
  if (analyst.q.out) {
    OutputPath to{*analyst.q.out, analyst.q.force, analyst.q.input};
    to.in_use.push_back(analyst.q.search.preset);
    if (const auto error = out.open(to)) return complain(kFailure, "--out " + error->message);
  }
  GameAnalysis analysis(analyst, count_games(inputs));
  for (Input& input : inputs)
    if (!interrupted()) review_all(analyst, input, analysis, out);
  if (analysis.totals().games == 0 && !interrupted()) {
    if (analyst.q.out) out.discard();
    return complain(kFailure, listed(inputs, &Input::name) + " holds no game; PGN is expected");
  }
  if (analyst.q.out && interrupted()) {
    complain(0, "interrupted: the games until then are in " + out.abandon());
  } else if (analyst.q.out) {
    if (const auto error = out.finish()) return complain(kFailure, "--out " + error->message);
  }
  print_end(analyst, analysis.totals());
  return interrupted() ? kInterruptedExit : 0;
}

// --- The command ----------------------------------------------------------------------------------------------------

Limits default_limits(InputKind kind) {
  constexpr std::int64_t kPositionTime = 4000;  // milliseconds: long enough to be worth it, short enough to wait for
  constexpr std::int64_t kEpdTime = 1000;       // milliseconds a position
  constexpr std::uint64_t kGameNodes = 20000;   // a move
  Limits limits;
  if (kind == InputKind::Position) limits.move_time = kPositionTime;
  if (kind == InputKind::Positions) limits.move_time = kEpdTime;
  if (kind == InputKind::Games) limits.nodes = kGameNodes;
  return limits;
}

int analyse(const Question& q) {
  if (const auto plan = make_plan(q.search, Limits{}); !plan) return complain(kUsage, plan.error());
  auto inputs = find_inputs(q.input);
  if (!inputs) return complain(kFailure, inputs.error());
  const Input& first = inputs->front();
  if (q.out && first.kind != InputKind::Games)
    return complain(kUsage, "--out is for games (PGN); the result of a position goes to standard output");
  const auto plan = make_plan(q.search, default_limits(first.kind));
  if (!plan) return complain(kUsage, plan.error());
  const Style style = style_of(stdout, q.color);
  catch_interrupts();
  Analyst analyst(q, *plan, style);
  if (const auto error = analyst.prepare()) return complain(kUsage, error->message);
  if (first.kind == InputKind::Position) return analyse_position(analyst, *first.position, first.caption);
  return first.kind == InputKind::Positions ? analyse_positions(analyst, *inputs) : analyse_games(analyst, *inputs);
}

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  struct State {
    Question question;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("analyse", "Search positions or games and show what each pruning rule did");
  command->footer(
      "Without a position a famous one is analysed. A file of positions (EPD, FEN) prints one row per position. Games\n"
      "(PGN) are annotated with evaluations, marks (?!, ?, \?\?) and better lines.\n\n"
      "Examples:\n"
      "  oknos-lab analyse\n"
      "  oknos-lab analyse \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3\" --time 2\n"
      "  oknos-lab analyse startpos --preset heinz --depth 10 --set frontier_futility.margin=200\n"
      "  oknos-lab analyse startpos moves e2e4 e7e5 g1f3\n"
      "  oknos-lab analyse positions.epd --nodes 100k\n"
      "  oknos-lab analyse games.pgn --out annotated.pgn");
  command
      ->add_option(
          "input", state->question.input,
          "FEN or 'startpos', optionally followed by 'moves e2e4 ...'; one or more files (.epd, .fen, .pgn); or - for "
          "standard input")
      ->type_name("FEN|FILE...");
  add_search_options(*command, state->question.search, state->raw);
  add_evalfile(*command, state->question.search);
  command->add_option("--out", state->question.out, "Write annotated games to this file instead of standard output")
      ->type_name("FILE");
  add_force(*command, state->question.force);
  command->get_option("--force")->needs(command->get_option("--out"));
  command->add_flag("--json", state->question.json, "Results as JSON; for files one JSON value per line");
  add_color(*command, state->question.color);
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->question.search);
    exit_code = analyse(state->question);
  });
}

}  // namespace oknos::lab
