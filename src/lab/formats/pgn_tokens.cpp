#include "lab/formats/pgn_tokens.h"

#include <algorithm>
#include <iterator>

#include "engine/base/text.h"
#include "lab/formats/pgn.h"
#include "lab/formats/san.h"

namespace oknos::pgn {

namespace {

constexpr std::string_view kWordEnds = "()[]{};!?*$\" \t\v\f\n";
constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kLongestWord = 255;  // the standard's
constexpr int kMostTagLines = 8;

struct Glyph {
  std::string_view text;
  std::uint8_t nag;
};

// Longer ones first where one begins or ends like another.
constexpr Glyph kGlyphs[] = {  //
    Glyph{"!!", 3}, {"??", 4},      {"!?", 5},      {"?!", 6},      {"!", 1},       {"?", 2},       {"+/=", 14},
    {"=/+", 15},    {"+/-", 16},    {"-/+", 17},    {"+=", 14},     {"=+", 15},     {"+-", 18},     {"-+", 19},
    {"=", 10},      {"N", 146},     {"\u221e", 13}, {"\u00b1", 16}, {"\u2213", 17}, {"\u2a72", 14}, {"\u2a71", 15},
    {"\u25a1", 7},  {"\u2191", 36}, {"\u2192", 40}, {"\u21c6", 132}};

// They say nothing that the moves do not say.
constexpr std::string_view kSilentWords[] = {"", "e.p", "ep", "+", "++", "#"};

bool is_blank(std::string_view sign) {
  return sign.empty() || text::is_space(sign[0]);
}

bool is_name_char(char c) {
  return text::is_digit(c) || text::is_upper(text::upper(c)) ||
         std::string_view("_+#=:-").find(c) != std::string_view::npos;
}

std::string single_blanks(std::string_view s) {
  std::string out;
  for (std::string_view w = text::next_word(s); !w.empty(); w = text::next_word(s)) {
    if (!out.empty()) out += ' ';
    out += w;
  }
  return out;
}

std::size_t skip_spaces(std::string_view s, std::size_t i) {
  for (std::string_view left = s.substr(i); !left.empty() && is_blank(san::next_sign(left));)
    i = s.size() - left.size();
  return i;
}

// Reads a tag's name. Returns where its value's quote stands: behind the end of `s` when that comes before it, npos
// when this is no tag.
std::size_t read_tag_name(std::string_view s, Token& token) {
  const std::size_t name = skip_spaces(s, 1);
  std::size_t end = name;
  while (end < s.size() && is_name_char(s[end])) ++end;
  token.text = s.substr(name, end - name);
  const std::size_t quote = skip_spaces(s, end);
  return quote == s.size() || (end > name && s[quote] == '"') ? quote : std::string_view::npos;
}

// Reads a value from behind its quote on. Returns the tag's size; 0 when it has no end in `s`. Quotes within values are
// often not escaped, so only a quote with a bracket behind it ends one; nor are backslashes, so one at the end of a
// value escapes nothing.
std::size_t read_tag_value(std::string_view s, std::size_t i, Token& token) {
  token.value.clear();
  for (; i < s.size(); ++i) {
    const std::string_view next = s.substr(i + 1);
    const bool escape = s[i] == '\\' && (next.starts_with('\\') || next.starts_with('"'));
    if (escape && !next.starts_with("\"]\n")) {
      token.value += s[++i];
      continue;
    }
    const std::size_t end = s[i] == '"' ? skip_spaces(s, i + 1) : s.size();
    if (s.substr(end).starts_with(']')) return end + 1;
    token.value += s[i] == '\n' ? ' ' : s[i];
  }
  return 0;
}

// Whether a tag begins here, as comments without an end run into them.
bool looks_like_tag(std::string_view s) {
  Token token;
  return s.starts_with('[') && read_tag_name(s, token) < s.size();
}

std::size_t read_nag(std::string_view s, Token& token) {
  const std::size_t n = s.find_first_not_of(kDigits, 1);
  const auto nag = text::parse_int<std::uint8_t>(s.substr(1, n - 1));
  token.kind = nag ? TokenKind::Nag : TokenKind::Unknown;
  token.nag = nag.value_or(0);
  token.text = s.substr(0, n);
  return n;
}

// "e8(Q)": what looks like a variation.
bool promotes_in_brackets(std::string_view word, std::string_view after) {
  constexpr std::size_t kSize = 3;
  return (word.ends_with('8') || word.ends_with('1')) && after.size() >= kSize && after[0] == '(' && after[2] == ')' &&
         text::is_upper(text::upper(after[1]));
}

// Takes the glyph from a word's end; what is nothing else becomes one.
void read_glyph(Token& token) {
  for (const Glyph& glyph : kGlyphs) {
    const bool promotes = glyph.text == "N" && !text::is_upper(token.text.front());
    if (promotes || !token.text.ends_with(glyph.text)) continue;
    token.nag = glyph.nag;
    if (token.text == glyph.text) token.kind = TokenKind::Nag;
    token.text.resize(token.text.size() - glyph.text.size());
    return;
  }
}

// "!", "?!", ...
std::size_t read_mark(std::string_view s, Token& token) {
  const std::size_t n = std::min<std::size_t>(s.substr(0, 2).find_first_not_of("!?"), 2);
  token.text = s.substr(0, n);
  read_glyph(token);
  return n;
}

// Of a move number (which may be glued to its move) it reads nothing.
std::size_t read_word(std::string_view s, Token& token) {
  std::size_t n = 0;
  while (n < kLongestWord && kWordEnds.find(s[n]) == std::string_view::npos) {
    std::string_view left = s.substr(n);
    const std::string_view sign = san::next_sign(left);
    if (sign == " ") break;
    token.text += sign;
    n = s.size() - left.size();
  }
  if (promotes_in_brackets(token.text, s.substr(n))) {
    token.text += s.substr(n, 3);
    n += 3;
  }
  while (token.text.ends_with('.') || token.text.ends_with(',')) token.text.pop_back();
  const bool result = result_from_text(token.text).has_value();
  if (!result && text::is_digit(s.front()) && !token.text.starts_with("0-0") && token.text != "0000")
    return s.find_first_not_of(kDigits);
  if (std::find(std::begin(kSilentWords), std::end(kSilentWords), token.text) != std::end(kSilentWords)) return n;
  token.kind = result ? TokenKind::Result : TokenKind::Word;
  if (!result) read_glyph(token);
  return n;
}

}  // namespace

// Reads one more line; false at the end.
bool Tokenizer::extend() {
  std::string_view line;
  if (!source_.next(line)) return false;
  if (at_ == text_.size()) {
    text_.clear();
    at_ = 0;
  }
  text_.append(line) += '\n';
  return true;
}

// Passes over white space, dots and lines that begin with '%'; false at the end.
bool Tokenizer::skip_blanks() {
  while (at_ < text_.size() || extend()) {
    std::string_view left = rest();
    const std::string_view sign = san::next_sign(left);
    const bool escape = sign == "%" && (at_ == 0 || text_[at_ - 1] == '\n');
    if (escape) left.remove_prefix(left.find('\n') + 1);
    if (!escape && !is_blank(sign) && sign != ".") return true;
    if (sign == "\n") ++line_ends_;
    if (escape || sign == "\n") ++line_;
    at_ = text_.size() - left.size();
  }
  return false;
}

Token Tokenizer::read() {
  while (skip_blanks()) {
    Token token;
    token.line = line_;
    token.after_blank = line_ends_ > 1;
    line_ends_ = 0;
    const std::size_t end = at_ + read_one(token);
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
    if (token.kind != TokenKind::Nothing) return token;
  }
  Token token;
  token.kind = TokenKind::End;
  token.line = source_.line_number();
  return token;
}

// Returns the token's size.
std::size_t Tokenizer::read_one(Token& token) {
  constexpr std::string_view kSingles = "()*]}\"";
  constexpr TokenKind kKinds[] = {TokenKind::Open,    TokenKind::Close,   TokenKind::Result,
                                  TokenKind::Unknown, TokenKind::Unknown, TokenKind::Unknown};
  const std::string_view s = rest();
  if (const std::size_t i = kSingles.find(s.front()); i != kSingles.npos) {
    token.kind = kKinds[i];
    token.text = s.substr(0, 1);
    return 1;
  }
  switch (s.front()) {
    case '[':
      return read_tag(token);
    case '{':
      return read_comment(token);
    case ';':
      token.kind = TokenKind::Comment;
      token.text = single_blanks(s.substr(1, s.find('\n') - 1));
      return s.find('\n');
    case '$':
      return read_nag(s, token);
    case '!':
    case '?':
      return read_mark(s, token);
    default:
      return read_word(s, token);
  }
}

std::size_t Tokenizer::read_tag(Token& token) {
  token.kind = TokenKind::Tag;
  const bool is_tag = read_tag_name(rest(), token) != std::string_view::npos;
  const std::size_t first_line = is_tag ? rest().find('\n') + 1 : 1;
  std::size_t size = first_line;
  for (int lines = 1; is_tag && lines <= kMostTagLines; ++lines) {
    const std::string_view s = rest().substr(0, size);
    const std::size_t quote = read_tag_name(s, token);
    const std::size_t whole = quote < size ? read_tag_value(s, quote + 1, token) : 0;
    if (whole > 0) return whole;
    if (size == rest().size() && !extend()) break;
    const std::string_view next = rest().substr(size);
    const std::size_t next_size = next.find('\n') + 1;
    if (looks_like_tag(next) || text::trim(next.substr(0, next_size)).empty()) break;
    size += next_size;
  }
  const std::string_view line = rest().substr(0, first_line);
  const std::size_t quote = read_tag_name(line, token);
  token.unterminated = quote < line.size();
  if (token.unterminated) {
    read_tag_value(line, quote + 1, token);
    token.value = text::trim(token.value);
    return line.size() - 1;
  }
  token.kind = TokenKind::Unknown;
  const std::size_t end = rest().find_first_of("]\n");
  token.text = rest().substr(0, rest()[end] == ']' ? end + 1 : end);
  return token.text.size();
}

std::size_t Tokenizer::read_comment(Token& token) {
  token.kind = TokenKind::Comment;
  std::size_t line = at_ + 1;
  std::size_t end = text_.find_first_of("}\n", line);
  while (text_[end] == '\n') {
    const bool blank = text::trim(std::string_view(text_).substr(line, end - line)).empty();
    line = end + 1;
    const bool over = line == text_.size() && !extend();
    const std::string_view next = std::string_view(text_).substr(line);
    token.unterminated = over || (looks_like_tag(next) && (blank || next.starts_with("[Event ")));
    if (token.unterminated) break;
    end = text_.find_first_of("}\n", line);
  }
  if (token.unterminated) line_ends_ = 2;
  token.text = single_blanks(std::string_view(text_).substr(at_ + 1, end - at_ - 1));
  return (token.unterminated ? line : end + 1) - at_;
}

}  // namespace oknos::pgn
