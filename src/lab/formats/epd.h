#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "lab/formats/line_source.h"

// Extended Position Description: a position and what is known about it (PGN standard 1994, section 16.2), with the
// dialects of test suites.
namespace oknos::epd {

struct Operand {
  std::string text;
  bool quoted = false;
  bool operator==(const Operand&) const = default;
};

struct Operation {
  std::string opcode;  // "bm", "id", "D1", ...
  std::vector<Operand> operands;
  bool operator==(const Operation&) const = default;
};

struct Record {
  explicit Record(Position p) : position(std::move(p)) {}

  Position position;                  // with the clocks that hmvc and fmvn, or words 5 and 6 of a FEN, gave
  std::vector<Operation> operations;  // in order, without hmvc and fmvn
  std::string trailing;               // text after the last ';' that is no operation

  // The first operation of that name, or null.
  const Operation* find(std::string_view opcode) const;
  // Its operands joined by blanks; nothing when there is no such operation.
  std::optional<std::string> text(std::string_view opcode) const;
  std::string id() const { return text("id").value_or(""); }
  void add(std::string opcode, std::string operand, bool quoted = false);

  // The moves of every bm (am) operation; what is not a legal move is left out (parse() has refused such lines).
  std::vector<Move> best_moves() const;
  std::vector<Move> avoid_moves() const;
  // Moves (not plies) to mate from dm or `bm #N`; negative: the side to move is mated.
  std::optional<int> mate_distance() const;
};

// One line. Beside the standard it understands: clocks in the FEN ("... - - 0 1 bm e4;"), `bm #15` and `bm #-3`, perft
// counts as ";D1 20 ;D2 400" and as ";20;400" (stored as D1, D2), opcodes in capitals, unquoted texts of several words,
// a missing ';' at the end, text after it. The error names the operation or the FEN field.
Result<Record> parse(std::string_view line);

// Four fields and the operations; clocks other than 0 1 are written as hmvc and fmvn. Reads back to the same record.
// EPD has no way to write a quote within a quoted text: it becomes an apostrophe.
std::string to_text(const Record& record);

// The records of a file or text, line by line. Blank lines and lines that begin with '#' are passed over. Reading goes
// on after a bad line.
class Reader {
 public:
  // `name` is what error messages call the input.
  Reader(LineSource& source, std::string name) : source_(source), name_(std::move(name)) {}

  // The next record or what is wrong with its line ("name:line: ..."); nothing at the end.
  std::optional<Result<Record>> next();
  // Of the last record, or of the line that holds none; valid until the next call of next().
  std::string_view line() const { return line_; }
  std::string place() const;  // "name:line"

 private:
  LineSource& source_;
  std::string name_;
  std::string_view line_;
};

}  // namespace oknos::epd
