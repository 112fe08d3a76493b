// What runs in another thread: searches, perft, bench.
#include <algorithm>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/uci/genfens.h"
#include "engine/uci/session.h"

namespace oknos::uci {

namespace {

// Whether the search ends without a word from the GUI.
bool has_end(const Limits& limits, Color us) {
  return limits.depth || limits.nodes || limits.move_time || limits.mate ||
         limits.time[static_cast<std::size_t>(index(us))];
}

// A clock of one side only may be the other side's, or there may be only an increment: both mean that time counts.
void complete_clock(Limits& limits, Color us) {
  auto& own = limits.time[static_cast<std::size_t>(index(us))];
  const auto& other = limits.time[static_cast<std::size_t>(index(~us))];
  const bool ticks = other || limits.increment[0] > 0 || limits.increment[1] > 0;
  const bool ends_otherwise = has_end(limits, us) || limits.infinite;
  if (!own && ticks && !ends_otherwise) own = other.value_or(0);
}

// A `go` of which nothing was understood is answered with a legal move all the same: the GUI waits for one.
constexpr std::uint64_t kNodesOfUnclearGo = 10'000;

// The first ones, and how many there are besides.
std::string joined(const std::vector<std::string>& texts) {
  constexpr std::size_t kMost = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(texts.size(), kMost); ++i) out += (out.empty() ? "" : "; ") + texts[i];
  return texts.size() > kMost ? out + "; and " + std::to_string(texts.size() - kMost) + " more" : out;
}

}  // namespace

void Session::execute(const Go& command) {
  const bool understood = command.problems.empty() || command.says_when_to_end();
  const bool counts = command.wants_perft;
  const std::string consequence = on_command_line_ ? ""  // where a mistake ends the program
                                  : understood     ? "; the rest is used"
                                  : counts         ? "; nothing was counted"
                                                   : "; " + std::to_string(kNodesOfUnclearGo) + " nodes are searched";
  if (!command.problems.empty()) complain("go: " + joined(command.problems) + consequence);
  if (failed_ || (counts && !command.perft)) return;
  if (position_refused_) return refuse_to_search(counts);
  if (counts) return begin_perft({*command.perft, position_, true, 1});
  std::optional<Limits> limits = limits_of(command);
  if (!limits) return;
  if (!understood) limits->nodes = kNodesOfUnclearGo;
  begin_search(*limits);
}

// The position that the GUI has on its board is not known here; a move for the last one may be illegal there.
void Session::refuse_to_search(bool counts) {
  writer_.info("go: the last position was refused, so there is nothing to search; send a valid one first");
  if (!counts) writer_.line("bestmove 0000");
}

std::optional<Limits> Session::limits_of(const Go& command) {
  Limits limits = command.limits;
  complete_clock(limits, position_.side_to_move());
  std::vector<std::string> illegal;
  for (const std::string& text : command.search_moves) {
    const auto move = move_from_text(position_, text);
    if (move) {
      limits.search_moves.push_back(*move);
    } else {
      illegal.push_back(text::quoted(text, 20));
    }
  }
  if (!illegal.empty()) {
    const std::string rest = on_command_line_              ? ""
                             : limits.search_moves.empty() ? "; all moves are searched"
                                                           : "; the others are searched";
    complain("go searchmoves: not legal here: " + joined(illegal) + rest);
  }
  if (on_command_line_ && (limits.infinite || limits.ponder))
    complain("go: nothing could stop this search; right is depth, nodes, movetime, mate or a clock");
  if (failed_) return std::nullopt;
  return limits;
}

void Session::begin_search(const Limits& limits) {
  SearchRequest request;
  request.limits = limits;
  request.settings = options_.rules().settings();
  request.multi_pv = options_.multi_pv();
  request.overhead = options_.move_overhead();
  request.since = received_at_;
  request.tablebases = options_.tablebases();
  request.analysis = options_.analyse_mode();
  if (const auto elo = options_.limited_elo(); elo && !options_.analyse_mode()) {
    const Handicap handicap = handicap_of(*elo, player_);
    // People know how to mate a bare king long before they see so far.
    constexpr std::uint64_t kMatingNodes = 10'000;
    const std::uint64_t most = eval::has_bare_king(position_) ? std::max(handicap.nodes, kMatingNodes) : handicap.nodes;
    request.limits.nodes = std::min(most, limits.nodes.value_or(most));
    request.noise = handicap.noise;
    request.tablebases.most_men = 0;  // nobody plays endings like that
  }
  request.tracing = debug_ ? Tracing::Ledger : Tracing::Silent;
  if (debug_)
    writer_.info("searching " + fen::to_text(position_) + " with preset " + options_.rules().preset().name + ", " +
                 std::to_string(engine_.threads()) + " threads, " + std::to_string(engine_.hash()) + " MiB");

  const bool has_own_end = has_end(limits, position_.side_to_move());
  running_ = Running::Search;
  pondering_ = limits.ponder;
  ends_by_itself_ = has_own_end && !limits.infinite && !limits.ponder;
  ends_after_hit_ = has_own_end && !limits.infinite;
  output_.emplace(writer_, queue_, position_, Manner{writes_chess960(), options_.show_wdl()}, debug_);
  if (without_threads_) {
    request.limits.infinite = false;
    if (std::exchange(request.limits.ponder, false)) request.limits.time = {};  // our clock does not run
    request.interrupted = interrupted_;
    engine_.search(request, &*output_);
    return;
  }
  engine_.start(request, *output_);
  if (input_ended_ && !ends_by_itself_) execute(Stop{});
}

// Does nothing when nothing runs: a `stop` may come too late.
void Session::execute(const Stop&) {
  if (running_ == Running::Search) engine_.stop();
  if (running_ == Running::Task) stop_task_ = true;
  ends_by_itself_ = true;
}

void Session::execute(const PonderHit&) {
  if (!pondering_) return;
  pondering_ = false;
  ends_by_itself_ = ends_by_itself_ || ends_after_hit_;
  engine_.ponder_hit();
}

// Complains if there are not so many.
bool Session::lacks_threads(int wanted) {
  if (!without_threads_ || wanted <= 1) return false;
  complain(std::to_string(wanted) + " threads: there is only one here; right is 1");
  return true;
}

void Session::begin_task(std::function<void()> task) {
  running_ = Running::Task;
  ends_by_itself_ = true;
  stop_task_ = false;
  const auto whole = [this, task = std::move(task)] {
    task();
    queue_.push({Event::Kind::Done, {}, {}, {}});
  };
  if (without_threads_) return whole();
  task_ = std::thread(whole);
}

void Session::begin_perft(const PerftRequest& request) {
  if (lacks_threads(request.threads)) return;
  begin_task([this, request, chess960 = writes_chess960()] { run_perft(request, chess960, writer_, stop_task_); });
}

void Session::begin_genfens(std::string_view arguments) {
  Result<GenfensRequest> parsed = parse_genfens(arguments);
  if (!parsed) return complain(parsed.error());
  GenfensRequest request = std::move(*parsed);
  request.network = engine_.network();
  begin_task([this, request = std::move(request), settings = options_.rules().settings()] {
    run_genfens(request, settings, stop_task_, writer_);
  });
}

void Session::begin_bench(std::string_view arguments) {
  const Result<BenchRequest> parsed = parse_bench(arguments);
  if (!parsed) return complain(parsed.error());
  const Tracing tracing = debug_ ? Tracing::Ledger : Tracing::Silent;
  BenchRequest request = *parsed;
  request.network = engine_.network();
  if (lacks_threads(request.threads)) return;
  begin_task([this, request, settings = options_.rules().settings(), tracing] {
    run_benchmark(request, settings, tracing, stop_task_, writer_, errors_);
  });
}

}  // namespace oknos::uci
