#include "lab/formats/pgn_tokens.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "lab/formats/pgn.h"

namespace oknos::pgn {

namespace {

constexpr std::string_view kWordEnds = "()[]{};!?*$\"<>";
constexpr int kLargestNag = 255;

struct Glyph {
  std::string_view text;
  int nag;
};

// Longer ones first where one begins like another.
constexpr std::array<Glyph, 6> kMoveGlyphs = {Glyph{"!!", 3}, Glyph{"??", 4}, Glyph{"!?", 5},
                                              Glyph{"?!", 6}, Glyph{"!", 1},  Glyph{"?", 2}};
constexpr std::array<Glyph, 12> kPositionGlyphs = {
    Glyph{"=", 10},   Glyph{"+=", 14}, Glyph{"=+", 15}, Glyph{"+/=", 14},    Glyph{"=/+", 15},    Glyph{"+/-", 16},
    Glyph{"-/+", 17}, Glyph{"+-", 18}, Glyph{"-+", 19}, Glyph{"\u221e", 13}, Glyph{"\u00b1", 16}, Glyph{"\u2213", 17}};

bool is_name_char(char c) {
  return c == '_' || text::is_digit(c) || text::is_upper(text::upper(c));
}

std::string single_blanks(std::string_view s) {
  std::string out;
  for (std::string_view w = text::next_word(s); !w.empty(); w = text::next_word(s)) {
    if (!out.empty()) out += ' ';
    out += w;
  }
  return out;
}

std::string unescaped(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\\' && i + 1 < s.size() && (s[i + 1] == '"' || s[i + 1] == '\\')) ++i;
    out += s[i];
  }
  return out;
}

// Where the value's closing quote stands. Quotes within values are often not escaped, so only a quote with the tag's
// end behind it counts.
std::size_t closing_quote(std::string_view s) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\\' && i + 1 < s.size() && (s[i + 1] == '"' || s[i + 1] == '\\')) {
      ++i;
      continue;
    }
    if (s[i] != '"') continue;
    std::string_view after = text::trim(s.substr(i + 1));
    if (after.empty() || after.front() != ']') continue;
    after = text::trim(after.substr(1));
    if (after.empty() || after.front() == '[') return i;
  }
  // A value that ends with a lone backslash.
  const std::string_view whole = text::trim(s);
  if (whole.size() >= 2 && whole.substr(whole.size() - 2) == "\"]") return s.rfind('"');
  return std::string_view::npos;
}

// A tag right at the start of a line, as comments without an end run into them.
bool looks_like_tag(std::string_view line) {
  if (line.empty() || line.front() != '[') return false;
  std::size_t n = 1;
  while (n < line.size() && is_name_char(line[n])) ++n;
  return n > 1 && line.substr(n, 2) == " \"";
}

bool starts_with(std::string_view s, std::string_view start) {
  return s.substr(0, start.size()) == start;
}

}  // namespace

const Token& Tokenizer::peek() {
  if (!has_peeked_) peeked_ = read();
  has_peeked_ = true;
  return peeked_;
}

Token Tokenizer::take() {
  peek();
  has_peeked_ = false;
  return std::move(peeked_);
}

Token Tokenizer::make(TokenKind kind) const {
  Token token;
  token.kind = kind;
  token.line = source_.line_number();
  return token;
}

Token Tokenizer::single(TokenKind kind) {
  Token token = make(kind);
  token.text = rest_.substr(0, 1);
  rest_.remove_prefix(1);
  return token;
}

bool Tokenizer::next_line() {
  while (source_.next(rest_)) {
    if (!rest_.empty() && rest_.front() == '%') continue;
    tag_may_start_ = true;
    if (!text::trim(rest_).empty()) return true;
    blank_before_ = true;
  }
  rest_ = {};
  return false;
}

Token Tokenizer::read() {
  for (;;) {
    while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty()) {
      if (!next_line()) return make(TokenKind::End);
      continue;
    }
    if (at_tag()) return read_tag();
    tag_may_start_ = false;
    blank_before_ = false;
    switch (rest_.front()) {
      case '{':
        return read_comment();
      case ';':
        return read_line_comment();
      case '(':
        return single(TokenKind::Open);
      case ')':
        return single(TokenKind::Close);
      case '*':
        return single(TokenKind::Result);
      case '$':
        return read_nag();
      case '!':
      case '?':
        return read_glyph();
      case '.':
        rest_.remove_prefix(1);
        continue;
      case '[':
      case ']':
      case '}':
      case '"':
      case '<':
      case '>':
        return single(TokenKind::Unknown);
      default:
        break;
    }
    Token token;
    if (read_word(token)) return token;
  }
}

Token Tokenizer::read_tag() {
  Token token = make(TokenKind::Tag);
  token.after_blank = blank_before_;
  blank_before_ = false;
  const std::string_view line = text::trim(rest_);
  rest_.remove_prefix(1);
  while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
  std::size_t n = 0;
  while (n < rest_.size() && is_name_char(rest_[n])) ++n;
  token.text = rest_.substr(0, n);
  std::string_view value = text::trim(rest_.substr(n));
  rest_ = {};
  if (n == 0 || value.empty() || value.front() != '"') {
    token.kind = TokenKind::Unknown;
    token.text = line;
    return token;
  }
  value.remove_prefix(1);
  const std::size_t end = closing_quote(value);
  token.unterminated = end == std::string_view::npos;
  token.value = unescaped(value.substr(0, end));
  if (!token.unterminated) {
    rest_ = value.substr(end + 1);
    rest_.remove_prefix(rest_.find(']') + 1);
  }
  return token;
}

Token Tokenizer::read_comment() {
  Token token = make(TokenKind::Comment);
  std::string whole;
  rest_.remove_prefix(1);
  for (;;) {
    const std::size_t end = rest_.find('}');
    whole += rest_.substr(0, end);
    whole += ' ';
    if (end != std::string_view::npos) {
      rest_.remove_prefix(end + 1);
      break;
    }
    const bool blank = text::trim(rest_).empty();
    token.unterminated = !source_.next(rest_);
    if (token.unterminated) {
      rest_ = {};
      break;
    }
    if (looks_like_tag(rest_) && (blank || starts_with(rest_, "[Event "))) {
      token.unterminated = true;
      tag_may_start_ = true;
      blank_before_ = true;
      break;
    }
  }
  token.text = single_blanks(whole);
  return token;
}

Token Tokenizer::read_line_comment() {
  Token token = make(TokenKind::Comment);
  token.text = single_blanks(rest_.substr(1));
  rest_ = {};
  return token;
}

Token Tokenizer::read_nag() {
  std::size_t n = 1;
  while (n < rest_.size() && text::is_digit(rest_[n])) ++n;
  const std::optional<int> nag = text::parse_int<int>(rest_.substr(1, n - 1));
  Token token = make(nag && *nag <= kLargestNag ? TokenKind::Nag : TokenKind::Unknown);
  token.nag = nag.value_or(0);
  token.text = rest_.substr(0, n);
  rest_.remove_prefix(n);
  return token;
}

Token Tokenizer::read_glyph() {
  Token token = make(TokenKind::Nag);
  for (const Glyph& glyph : kMoveGlyphs) {
    if (!starts_with(rest_, glyph.text)) continue;
    token.nag = glyph.nag;
    token.text = glyph.text;
    rest_.remove_prefix(glyph.text.size());
    break;
  }
  return token;
}

// False when the word says nothing: a move number (which may be glued to its move) or "e.p.".
bool Tokenizer::read_word(Token& token) {
  std::size_t n = 0;
  while (n < rest_.size() && !text::is_space(rest_[n]) && kWordEnds.find(rest_[n]) == std::string_view::npos) ++n;
  const std::string_view word = rest_.substr(0, n);
  token = make(TokenKind::Word);
  token.text = word;

  const bool result = result_from_text(word).has_value();
  const bool move_number = !result && text::is_digit(word.front()) && !starts_with(word, "0-0") && word != "0000";
  if (move_number) {
    n = 0;
    while (n < word.size() && text::is_digit(word[n])) ++n;
  }
  rest_.remove_prefix(n);
  if (move_number || word == "e.p." || word == "ep") return false;

  if (result) token.kind = TokenKind::Result;
  const auto glyph =
      std::find_if(kPositionGlyphs.begin(), kPositionGlyphs.end(), [&](const Glyph& g) { return g.text == word; });
  if (glyph != kPositionGlyphs.end()) {
    token.kind = TokenKind::Nag;
    token.nag = glyph->nag;
  }
  return true;
}

}  // namespace oknos::pgn
