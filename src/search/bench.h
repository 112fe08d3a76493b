#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "search/engine.h"

namespace oknos {

// The positions that `bench` searches, as FEN: openings, middlegames, endings, one of Chess960.
std::span<const std::string_view> bench_positions();

inline constexpr int kBenchDepth = 14;  // plies; about two seconds in release

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t milliseconds = 0;
};

// Searches every position to `depth` plies, beginning with an empty table. With one thread the number of nodes depends
// on nothing but the code: it is the same with every compiler, level and tracer. `progress` (may be empty) hears the
// number of each finished position (from 1) and its nodes.
BenchResult run_bench(std::size_t hash_mebibytes, int threads, int depth, const pruning::Settings& settings,
                      Tracing tracing, const std::function<void(int, std::uint64_t)>& progress);

}  // namespace oknos
