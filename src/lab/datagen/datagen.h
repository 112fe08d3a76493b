#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/datagen/self_play.h"
#include "lab/plan.h"
#include "lab/store/run_store.h"

// `oknos-lab datagen`: games of the search against itself, as PGN (docs/datagen.md). Returns the program's exit code.
namespace oknos::lab {

struct DatagenOptions {
  static constexpr std::uint64_t kDefaultNodes = 5000;  // a move
  static constexpr std::size_t kDefaultHash = 16;       // MiB

  std::string out;
  std::int64_t games = 0;
  SearchOptions search;  // preset, set, nodes or depth, hash
  std::string random_plies = "8";
  int balance = 150;  // centipawns
  std::uint64_t seed = 1;
  int workers = 1;
  store::Shard shard;
  bool resume = false;
  bool force = false;  // replace the file if it exists
  bool adjudicate = true;
};

int datagen(const DatagenOptions& options);

// "8" or "8,9".
Result<std::vector<int>> parse_random_plies(const std::string& text);

// The first line of the file: all that the games depend on. Resuming compares it.
std::string datagen_heading(const DatagenOptions& options, const Plan& plan);

// What a file of games that may be torn holds: the first line, and how many whole games in how many bytes.
struct GamesWritten {
  std::string heading;
  std::int64_t games = 0;
  std::uintmax_t bytes = 0;  // of the heading and the whole games
};
GamesWritten games_written(std::string_view text);

}  // namespace oknos::lab
