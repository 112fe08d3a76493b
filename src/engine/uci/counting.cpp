// perft and bench: the commands that count.
#include <algorithm>
#include <thread>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/perft.h"
#include "engine/platform/clock.h"
#include "engine/uci/format.h"
#include "engine/uci/tools.h"

namespace oknos::uci {

namespace {

struct PerftResult {
  std::uint64_t nodes = 0;
  std::vector<std::pair<Move, std::uint64_t>> by_move;  // in generation order
};

constexpr int kMaxPerftDepth = 60;  // plies
constexpr int kUninterrupted = 4;   // plies that are counted without a look at the stop flag: some milliseconds
constexpr int kMaxBenchDepth = kMaxDepth.plies();

std::uint64_t count(Position& position, int depth, const std::atomic<bool>& stop) {
  if (depth <= kUninterrupted) return stop ? 0 : perft(position, depth);
  std::uint64_t nodes = 0;
  for (const Move m : legal_moves(position)) {
    if (stop) break;
    const MadeMove made(position, m);
    nodes += count(position, depth - 1, stop);
  }
  return nodes;
}

// The first moves are shared among the threads.
PerftResult count_by_move(const PerftRequest& request, const std::atomic<bool>& stop) {
  PerftResult result;
  for (const Move m : legal_moves(request.position)) result.by_move.emplace_back(m, 0);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Position position = request.position;
    for (std::size_t i = next++; i < result.by_move.size() && !stop; i = next++) {
      const MadeMove made(position, result.by_move[i].first);
      result.by_move[i].second = count(position, request.depth - 1, stop);
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < request.threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& t : helpers) t.join();
  for (const auto& entry : result.by_move) result.nodes += entry.second;
  return result;
}

Error wrong_number(std::string_view what, std::string_view word, std::int64_t least, std::int64_t most) {
  const std::string found = word.empty() ? "is missing" : text::quoted(word, 40) + " is not allowed";
  return {std::string(what) + " " + found + "; right is a whole number, " + std::to_string(least) + ".." +
          std::to_string(most)};
}

std::optional<std::int64_t> number_within(std::string_view word, std::int64_t least, std::int64_t most) {
  const auto n = text::parse_int<std::int64_t>(word);
  return n && *n >= least && *n <= most ? n : std::nullopt;
}

}  // namespace

Result<PerftRequest> parse_perft(std::string_view arguments, const Position& present) {
  PerftRequest request{1, present, false, 1};
  const std::string_view depth = text::next_word(arguments);
  const auto plies = number_within(depth, 1, kMaxPerftDepth);
  if (!plies) return wrong_number("perft: the depth", depth, 1, kMaxPerftDepth);
  request.depth = static_cast<int>(*plies);

  std::string fen;
  for (std::string_view word = text::next_word(arguments); !word.empty(); word = text::next_word(arguments)) {
    if (word == "--divide") {
      request.divide = true;
    } else if (word == "--threads") {
      const std::string_view value = text::next_word(arguments);
      const auto threads = number_within(value, 1, Engine::kMaxThreads);
      if (!threads) return wrong_number("perft --threads:", value, 1, Engine::kMaxThreads);
      request.threads = static_cast<int>(*threads);
    } else if (word.substr(0, 2) == "--") {
      return Error{"perft: " + text::quoted(word, 40) + " is not known; right are --divide and --threads N"};
    } else {
      fen += (fen.empty() ? "" : " ") + std::string(word);
    }
  }
  Result<Position> position = position_or(fen, present);
  if (!position) return Error{"perft: " + position.error()};
  request.position = std::move(*position);
  return request;
}

void run_perft(const PerftRequest& request, bool chess960, Writer& writer, const std::atomic<bool>& stop) {
  const platform::TimePoint start = platform::now();
  const PerftResult result = count_by_move(request, stop);
  const std::int64_t milliseconds = platform::milliseconds_since(start);
  if (stop) return writer.info("perft was stopped");
  std::string out;
  if (request.divide) {
    for (const auto& [move, nodes] : result.by_move)
      out += to_text(move, chess960 || request.position.chess960()) + ": " + std::to_string(nodes) + "\n";
    out += "\n";
  }
  out += "Time (ms): " + std::to_string(milliseconds) + "\n";
  out += "Nodes per second: " + std::to_string(per_second(result.nodes, milliseconds)) + "\n";
  writer.lines(out + "Nodes searched: " + std::to_string(result.nodes) + "\n");
}

Result<BenchRequest> parse_bench(std::string_view arguments) {
  BenchRequest request;
  const auto most_hash = static_cast<std::int64_t>(Engine::kMaxHash);
  if (const std::string_view word = text::next_word(arguments); !word.empty()) {
    const auto n = number_within(word, 1, most_hash);
    if (!n) return wrong_number("bench: the hash in MiB", word, 1, most_hash);
    request.hash = static_cast<std::size_t>(*n);
    if (const auto error = hash_too_large(request.hash)) return *error;
  }
  if (const std::string_view word = text::next_word(arguments); !word.empty()) {
    const auto n = number_within(word, 1, Engine::kMaxThreads);
    if (!n) return wrong_number("bench: the number of threads", word, 1, Engine::kMaxThreads);
    request.threads = static_cast<int>(*n);
  }
  if (const std::string_view word = text::next_word(arguments); !word.empty()) {
    const auto n = number_within(word, 1, kMaxBenchDepth);
    if (!n) return wrong_number("bench: the depth", word, 1, kMaxBenchDepth);
    request.depth = static_cast<int>(*n);
  }
  // Test frameworks add "default depth": the positions and the kind of limit, which are the only ones here.
  if (const std::string_view rest = text::trim(arguments); !rest.empty() && rest != "default depth")
    return Error{"bench: " + text::quoted(rest) + " is not known; right is: bench [HASH] [THREADS] [DEPTH]"};
  return request;
}

void run_benchmark(const BenchRequest& request, const pruning::Settings& settings, Tracing tracing,
                   const std::atomic<bool>& stop, Writer& writer, Sink& errors) {
  const std::string positions = std::to_string(bench_positions().size());
  BenchPlan plan;
  plan.hash = request.hash;
  plan.threads = request.threads;
  plan.depth = request.depth;
  plan.tracing = tracing;
  plan.network = request.network;
  plan.stop = &stop;
  plan.progress = [&](int number, std::uint64_t nodes) {
    writer.line("position " + std::to_string(number) + "/" + positions + ": " + std::to_string(nodes));
  };
  const BenchResult result = run_bench(plan, settings);
  if (stop) return writer.info("bench was stopped");
  errors.write("Total time (ms) : " + std::to_string(result.milliseconds));
  errors.write("Nodes searched  : " + std::to_string(result.nodes));
  writer.line(std::to_string(result.nodes) + " nodes " + std::to_string(per_second(result.nodes, result.milliseconds)) +
              " nps");
}

}  // namespace oknos::uci
