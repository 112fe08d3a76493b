#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lab/formats/line_source.h"

// The tokens of a PGN file. For the reader.
namespace oknos::pgn {

enum class TokenKind { Nothing, End, Tag, Comment, Word, Nag, Open, Close, Result, Unknown };

struct Token {
  TokenKind kind = TokenKind::Nothing;
  std::string text;           // a tag's name, a comment with single blanks, a move, a result
  std::string value;          // of a tag
  std::uint8_t nag = 0;       // of a move: a glyph that is glued to it
  int line = 0;               // where it begins
  bool after_blank = false;   // a blank line before it
  bool unterminated = false;  // a comment or tag without its end
};

class Tokenizer {
 public:
  explicit Tokenizer(LineSource& source) : source_(source), line_(source.line_number() + 1), next_(read()) {}

  const Token& peek() const { return next_; }
  Token take() { return std::exchange(next_, read()); }

 private:
  std::string_view rest() const { return std::string_view(text_).substr(at_); }
  Token read();
  std::size_t read_one(Token& token);
  std::size_t read_tag(Token& token);
  std::size_t read_comment(Token& token);
  bool extend();
  bool skip_blanks();

  LineSource& source_;
  std::string text_;    // lines that have been read, each with '\n' at its end
  std::size_t at_ = 0;  // what comes before has been taken
  int line_;            // that of at_
  int line_ends_ = 0;   // since the last token
  Token next_;
};

}  // namespace oknos::pgn
