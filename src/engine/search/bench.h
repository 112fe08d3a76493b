#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "engine/search/engine.h"

namespace oknos {

// The positions that `bench` searches, as FEN: openings, middlegames, endings, one of Chess960.
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
  std::shared_ptr<const eval::network::Network> network;  // none: the classical evaluation
  const std::atomic<bool>* stop = nullptr;                // ends it when true; the rest is not counted
  std::function<void(int, std::uint64_t)> progress;  // hears the number of each finished position (from 1), its nodes
};

// Searches every position, beginning with an empty table. With one thread the number of nodes depends on nothing but
// the code: it is the same with every compiler, level and tracer.
BenchResult run_bench(const BenchPlan& plan, const pruning::Settings& settings);

}  // namespace oknos
