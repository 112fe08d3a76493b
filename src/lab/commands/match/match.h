#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/time_control.h"

// `oknos-lab match A B`: who is stronger, and how sure is that?
namespace oknos::lab {

struct MatchOptions {
  static constexpr std::uint64_t kDefaultNodes = 10000;  // a move
  static constexpr std::int64_t kDefaultGames = 200;
  static constexpr std::int64_t kMaxGames = 1'000'000;     // with an SPRT alone
  static constexpr std::int64_t kDefaultTimeMargin = 50;   // milliseconds
  static constexpr std::int64_t kDefaultPatience = 60000;  // milliseconds
  static constexpr int kDefaultBookPlies = 16;
  static constexpr int kDefaultMaxMoves = 250;

  std::array<std::string, 2> players;  // as parse_participant reads them
  TimeControl control;                 // of players that bring none of their own
  std::optional<std::size_t> hash;     // MiB, of players that bring none of their own
  std::optional<int> threads;
  std::optional<std::string> sprt;
  std::optional<std::int64_t> games;
  std::string book;  // empty: random openings of our own
  int book_plies = kDefaultBookPlies;
  std::uint64_t seed = 1;
  std::string resign;  // as parse_resign reads it; empty: as ResignRule has it
  std::string draw;
  int max_moves = kDefaultMaxMoves;
  std::int64_t time_margin = kDefaultTimeMargin;
  std::int64_t patience = kDefaultPatience;
  std::string pgn;   // empty: none
  RunArguments run;  // workers: games at a time
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int match(const MatchOptions& options);

StoredCommand match_command();

}  // namespace oknos::lab
