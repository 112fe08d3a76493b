#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

// Files of self-play games, PGN or compact (formats/game_store.h), split into blocks of whole games, which threads read
// independently of each other.
namespace oknos::train {

struct GameFile {
  std::string name;
  std::string text;
  std::string hash;      // SHA-256 of the text
  bool compact = false;  // else PGN
  std::string remark;    // a warning about the file; may be empty
};

// The error names the file that cannot be read, contains no game, or is damaged. A compact file that ends within a
// record is used up to that record, with a remark.
Result<std::vector<GameFile>> read_game_files(const std::vector<std::string>& paths);

// "games.pgn (sha256 0123456789abcdef)", which identifies the data of a run. Several files are separated by commas.
// Many become "55 files from a.pgn to b.pgn (sha256 of their hashes 0123456789abcdef)"; the text that is hashed has one
// hash per line, in hexadecimal digits.
std::string description_of(const std::vector<GameFile>& files);

struct GameBlock {
  const std::string* name = nullptr;  // of the file
  std::string_view text;              // of the whole games
  std::uint64_t first_game = 0;       // number of its first game among all games of all files, from 0
  bool compact = false;               // records of a compact file, without its header
  std::uint64_t games_before = 0;     // in its file
  int lines_before = 0;               // in its file, if PGN
};

// In PGN, every game begins with its tag Event; text before the first one belongs to the first game. The files must
// outlive the blocks.
std::vector<GameBlock> cut_into_blocks(const std::vector<GameFile>& files);

}  // namespace oknos::train
