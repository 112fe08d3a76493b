#pragma once

#include <string>
#include <string_view>

#include "lab/formats/line_source.h"

// The words of a PGN file. For the reader.
namespace oknos::pgn {

enum class TokenKind { End, Tag, Comment, Word, Nag, Open, Close, Result, Unknown };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;           // a tag's name, a comment with single blanks, a move, a result
  std::string value;          // of a tag
  int nag = 0;                // 0 to 255
  int line = 0;               // where it begins
  bool after_blank = false;   // a tag with a blank line before it
  bool unterminated = false;  // a comment or tag without its end
};

class Tokenizer {
 public:
  explicit Tokenizer(LineSource& source) : source_(source) {}

  // The next token, which stays next until it is taken.
  const Token& peek();
  Token take();

 private:
  Token read();
  bool next_line();
  bool at_tag() const { return !rest_.empty() && rest_.front() == '[' && tag_may_start_; }
  Token read_tag();
  Token read_comment();
  Token read_line_comment();
  Token read_nag();
  Token read_glyph();
  bool read_word(Token& token);
  Token single(TokenKind kind);
  Token make(TokenKind kind) const;

  LineSource& source_;
  std::string_view rest_;  // of the present line
  bool tag_may_start_ = false;
  bool blank_before_ = false;
  bool has_peeked_ = false;
  Token peeked_;
};

}  // namespace oknos::pgn
