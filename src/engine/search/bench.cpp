#include "engine/search/bench.h"

#include <array>

#include "engine/chess/fen.h"
#include "engine/platform/clock.h"
#include "oknos/observer.h"

namespace oknos {

namespace {

// Theory's own positions, a few famous games and studies, and what the engine's own games led to.
constexpr std::array<std::string_view, 24> kPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R b KQkq - 5 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 3 6",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/2N5/PP2PPPP/R1BQKBNR b KQkq - 0 4",
    "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
    "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 11",
    "r1b2rk1/2q1bppp/p2ppn2/1p4P1/3QPP2/2N1B3/PPP4P/2KR1B1R b - - 0 13",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1b1P4/1PNBPN2/PB3PPP/2RQ1RK1 w - - 4 13",
    "3r1rk1/p4ppp/1pq1pn2/2p5/2P5/1P2PB2/P1Q2PPP/3R1RK1 w - - 0 19",
    "1r3rk1/5pp1/2pq3p/p2p4/3Pn3/P1N1P2P/1PQ2PP1/2R2RK1 b - - 3 22",
    "8/2p2k2/1p3p2/p2Pp1p1/P1P1P1P1/1P3K2/8/8 w - - 0 40",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/5pk1/6p1/R6p/5P1P/r5P1/6K1/8 b - - 4 45",
    "8/8/1p1k1n2/p2p1p2/P2P1P2/1P1KB3/8/8 w - - 2 48",
    "6k1/5ppp/8/3q4/8/1Q3P2/r5PP/1R4K1 b - - 1 31",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "2r3k1/1q3pp1/p3p2p/1p1nP3/3N4/P5P1/1PQ2P1P/3R2K1 w - - 0 27",
    "nrbbkqrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKQRN w GBgb - 0 1",
};

}  // namespace

std::span<const std::string_view> bench_positions() {
  return kPositions;
}

BenchResult run_bench(const BenchPlan& plan, const pruning::Settings& settings) {
  Engine engine(plan.hash, plan.threads);
  engine.set_network(plan.network);
  Observer nobody;
  SearchRequest request;
  request.limits.depth = plan.depth;
  request.settings = settings;
  request.tracing = plan.tracing;
  request.observer = &nobody;
  request.stop_flag = plan.stop;

  BenchResult result;
  int number = 0;
  const platform::TimePoint start = platform::now();
  for (const std::string_view text : kPositions) {
    const auto position = fen::parse(text);
    engine.set_position(*position);
    const SearchReport report = engine.search(request);
    if (plan.stop && *plan.stop) break;
    result.nodes += report.nodes;
    ++number;
    if (plan.progress) plan.progress(number, report.nodes);
  }
  result.milliseconds = platform::milliseconds_since(start);
  return result;
}

}  // namespace oknos
