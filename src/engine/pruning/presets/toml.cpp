#include "engine/pruning/presets/toml.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "engine/base/text.h"

namespace oknos::toml {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_letter(char c) {
  return text::lower(c) >= 'a' && text::lower(c) <= 'z';
}
bool is_key_character(char c) {
  return is_letter(c) || text::is_digit(c) || c == '_' || c == '-';
}
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}
unsigned byte_at(std::string_view s, std::size_t i) {
  return static_cast<unsigned char>(s[i]);
}

// Length of the UTF-8 sequence at the beginning of `s`, or 0 if there is none. (RFC 3629: no overlong forms, no
// surrogates, nothing above U+10FFFF.)
std::size_t utf8_length(std::string_view s) {
  struct Form {
    unsigned first_low, first_high, second_low, second_high;
    std::size_t length;
  };
  constexpr Form kForms[] = {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
                             {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
                             {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
  const unsigned first = byte_at(s, 0);
  if (first < 0x80) return 1;
  for (const Form& f : kForms) {
    if (first < f.first_low || first > f.first_high) continue;
    if (s.size() < f.length || byte_at(s, 1) < f.second_low || byte_at(s, 1) > f.second_high) return 0;
    for (std::size_t i = 2; i < f.length; ++i)
      if ((byte_at(s, i) & 0xc0) != 0x80) return 0;
    return f.length;
  }
  return 0;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  Result<Document> read() {
    document_.tables.emplace_back();
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
    while (!text_.empty()) {
      ++line_number_;
      const std::size_t end = text_.find('\n');
      line_ = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      if (end != std::string_view::npos && line_.ends_with('\r')) line_.remove_suffix(1);
      at_ = 0;
      if (auto error = read_line()) return *std::move(error);
    }
    return std::move(document_);
  }

 private:
  std::optional<Error> read_line() {
    if (auto error = check_characters()) return error;
    skip_space();
    if (at_end()) return std::nullopt;
    auto error = peek() == '[' ? read_header() : read_entry();
    if (error) return error;
    skip_space();
    if (!at_end()) return fail("found " + rest() + " after the end of the statement; one statement a line");
    return std::nullopt;
  }

  std::optional<Error> check_characters() {
    while (at_ < line_.size()) {
      const std::size_t length = utf8_length(line_.substr(at_));
      if (length == 0) return fail("this byte is not UTF-8 text");
      if (is_control(line_[at_])) return fail("control characters are not allowed");
      at_ += length;
    }
    at_ = 0;
    return std::nullopt;
  }

  std::optional<Error> read_header() {
    ++at_;
    skip_space();
    const std::string_view name = read_key();
    if (name.empty()) return fail("the name of a table is made of letters, digits, '_' and '-', not " + rest());
    const Table* before = document_.find(name);
    const Entry* key = document_.tables.front().find(name);
    if (before || key) at_ -= name.size();  // the message points at the name
    if (before)
      return fail("table [" + std::string(name) + "] appears a second time; the first is in line " +
                  std::to_string(before->line));
    if (key) return fail("table [" + key->key + "] has the name of the key in line " + std::to_string(key->line));
    document_.tables.push_back({std::string(name), line_number_, {}});
    skip_space();
    if (at_end() || peek() != ']') return fail("the header of a table ends with ']', as in [frontier_futility]");
    ++at_;
    return std::nullopt;
  }

  std::optional<Error> read_entry() {
    const std::string key(read_key());
    if (key.empty()) return fail("a line holds key = value, [table] or a comment, not " + rest());
    skip_space();
    if (at_end() || peek() != '=') return fail("after the key '" + key + "' comes '=', as in " + key + " = 1");
    ++at_;
    skip_space();
    Table& table = document_.tables.back();
    if (const Entry* before = table.find(key))
      return fail("key '" + key + "' appears a second time; the first is in line " + std::to_string(before->line));
    Entry entry{key, 0, line_number_};
    if (auto error = read_value(entry)) return error;
    table.entries.push_back(std::move(entry));
    return std::nullopt;
  }

  std::optional<Error> read_value(Entry& entry) {
    if (!at_end() && peek() == '"') return read_string(entry);
    const std::size_t begin = at_;
    while (!at_end() && !text::is_space(peek()) && peek() != '#') ++at_;
    const std::string_view word = line_.substr(begin, at_ - begin);
    if (word == "true" || word == "false") {
      entry.value = word == "true";
      return std::nullopt;
    }
    if (is_integer(word)) {
      const auto number = text::parse_int<int>(word);
      if (number) {
        entry.value = *number;
        return std::nullopt;
      }
    }
    at_ = begin;
    if (is_integer(word)) return fail("the number " + std::string(word.substr(0, kShown)) + " is too large");
    return fail("the value of '" + entry.key + "' must be an integer, true, false or a \"string\" on one line, not " +
                rest());
  }

  // As TOML wants it: an optional sign, digits, no zero in front.
  static bool is_integer(std::string_view word) {
    if (!word.empty() && (word.front() == '+' || word.front() == '-')) word.remove_prefix(1);
    if (word.empty() || !std::all_of(word.begin(), word.end(), text::is_digit)) return false;
    return word.size() == 1 || word.front() != '0';
  }

  std::optional<Error> read_string(Entry& entry) {
    std::string value;
    for (++at_; !at_end_of_line() && line_[at_] != '"'; ++at_) {
      if (line_[at_] != '\\') {
        value += line_[at_];
        continue;
      }
      ++at_;
      const std::optional<char> c = escaped();
      if (!c) return fail("of the escapes in strings only \\\" \\\\ \\n and \\t are known");
      value += *c;
    }
    if (at_end_of_line()) return fail("the string of '" + entry.key + "' has no closing quotation mark in this line");
    ++at_;
    entry.value = std::move(value);
    return std::nullopt;
  }

  std::optional<char> escaped() const {
    if (at_end_of_line()) return std::nullopt;
    switch (line_[at_]) {
      case '"':
      case '\\':
        return line_[at_];
      case 'n':
        return '\n';
      case 't':
        return '\t';
      default:
        return std::nullopt;
    }
  }

  std::string_view read_key() {
    const std::size_t begin = at_;
    while (!at_end_of_line() && is_key_character(line_[at_])) ++at_;
    return line_.substr(begin, at_ - begin);
  }

  void skip_space() {
    while (!at_end_of_line() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }
  bool at_end_of_line() const { return at_ >= line_.size(); }
  bool at_end() const { return at_end_of_line() || line_[at_] == '#'; }  // a comment is nothing
  char peek() const { return line_[at_]; }
  std::string rest() const { return at_end() ? "nothing" : text::quoted(line_.substr(at_), kShown); }

  Error fail(const std::string& what) const {
    return {std::string(file_name_) + ":" + std::to_string(line_number_) + ":" + std::to_string(at_ + 1) + ": " + what};
  }

  static constexpr std::size_t kShown = 40;  // characters of the input in a message

  std::string_view text_;
  std::string_view file_name_;
  std::string_view line_;
  std::size_t at_ = 0;
  int line_number_ = 0;
  Document document_;
};

}  // namespace

const Entry* Table::find(std::string_view key) const {
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return it == entries.end() ? nullptr : &*it;
}

const Table* Document::find(std::string_view name) const {
  if (name.empty()) return &tables.front();
  const auto it = std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.name == name; });
  return it == tables.end() ? nullptr : &*it;
}

Result<Document> parse(std::string_view text, std::string_view file_name) {
  return Reader(text, file_name).read();
}

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

}  // namespace oknos::toml
