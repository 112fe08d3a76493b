#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "engine/search/engine.h"

namespace oknos {

// The positions of `bench` as FEN: openings, middlegames, endings, one of Chess960.
std::span<const std::string_view> bench_positions();

inline constexpr int kBenchDepth = 14;  // plies; about two seconds in release

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t milliseconds = 0;
};

struct BenchPlan {
  std::size_t hash = Engine::kDefaultHash;  // MiB
  int threads = 1;
  int depth = kBenchDepth;  // plies
  Tracing tracing = Tracing::Silent;
  std::shared_ptr<const eval::network::Network> network;  // nullptr: classical evaluation
  const std::atomic<bool>* stop = nullptr;                // when true, bench ends early
  std::function<void(int, std::uint64_t)> progress;       // called after each position: number (from 1), nodes
};

// Searches all positions, starting with an empty transposition table. With one thread the node count is the same for
// all compilers, CPU levels and tracers.
BenchResult run_bench(const BenchPlan& plan, const pruning::Settings& settings);

}  // namespace oknos
