#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/move.h"
#include "engine/chess/position.h"

namespace oknos::lab {

struct CloseFile {
  void operator()(std::FILE* f) const {
    if (f != stdin) std::fclose(f);
  }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

enum class InputKind : std::uint8_t {
  Position,   // one
  Positions,  // a file of EPD or FEN, a line each
  Games       // a file of PGN
};

// What is to be analysed.
struct Input {
  InputKind kind = InputKind::Position;
  std::optional<Position> position;  // of InputKind::Position
  std::string caption;               // who played it, and what to look for; may be empty
  std::string name;                  // the file's, for messages; "standard input" for "-"
  FilePtr file;
};

// The words after a command: nothing (a famous position), a FEN in one word or several or "startpos", either of them
// with "moves e2e4 ..." behind it, the name of a file, or "-" for standard input. A file's kind is told by its name
// (.pgn, .epd, .fen), else by how it begins.
Result<Input> find_input(const std::vector<std::string>& words);

// The same where several files may be named.
Result<std::vector<Input>> find_inputs(const std::vector<std::string>& words);

// A legal move written as in UCI (e2e4) or in a score sheet (e4, Nf3).
Result<Move> read_move(const Position& position, const std::string& word);

}  // namespace oknos::lab
