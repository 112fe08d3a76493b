#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/commands/datagen/self_play.h"
#include "lab/play/plan.h"
#include "lab/store/run_store.h"

// `oknos-lab datagen`: games of the search against itself (docs/datagen.md). Returns the program's exit code.
namespace oknos::lab {

enum class GameFormat { Pgn, Compact };

struct DatagenOptions {
  static constexpr std::uint64_t kDefaultNodes = 5000;  // a move
  static constexpr std::size_t kDefaultHash = 16;       // MiB
  static constexpr std::uint64_t kHardPerSoft = 8;      // --nodes, if only --soft-nodes is given

  std::string out;
  std::optional<GameFormat> format;  // nothing: as the name of the file says
  std::int64_t games = 0;
  SearchOptions search;  // preset, set, nodes or depth, hash
  std::optional<std::uint64_t> soft_nodes;
  std::string random_plies = "8";
  RandomMoves random_moves = RandomMoves::Uniform;
  int balance = 150;  // centipawns
  int chess960 = 0;   // percent of the games
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

// Compact for names that end with .games (as those of `oknos-lab data` do), PGN for others.
GameFormat format_of(const DatagenOptions& options);

// All that the games depend on: the first line of a PGN file, behind "% ", and the text in the head of a compact one.
// Resuming compares it.
std::string datagen_heading(const DatagenOptions& options, const Plan& plan);

// What a file of games that may be torn holds: how many whole games in how many bytes.
struct GamesWritten {
  std::string heading;  // empty: it was cut short within it
  std::int64_t games = 0;
  std::uintmax_t bytes = 0;  // of the heading and the whole games
};
// The error says how a compact file is damaged.
Result<GamesWritten> games_written(std::string_view text, GameFormat format);

void add_datagen(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
