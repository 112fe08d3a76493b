#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/arguments/command.h"
#include "lab/commands/positions/mine.h"

// `oknos-lab positions KIND`: finds positions of a kind and writes them as EPD. Returns the program's exit code.
namespace oknos::lab {

struct PositionsOptions {
  std::string kind;
  std::string from;  // games (PGN)
  std::string out;
  bool force = false;  // replace that file if it exists
  std::optional<int> count;
  std::optional<std::uint64_t> nodes;
  std::optional<int> balance;  // centipawns
  std::uint64_t seed = 1;
  int workers = 1;
};

int mine_positions(const PositionsOptions& options);

// The lines that such a file begins with, each with '#': the command that makes it and what it is.
std::string positions_heading(const PositionKind& kind, const MineTask& task, const std::string& games_hash);

// What is wrong with the positions of a miner (over, twice), or nothing.
std::optional<Error> check_mined(const std::vector<epd::Record>& records);

void add_positions(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
