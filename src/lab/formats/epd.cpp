#include "lab/formats/epd.h"

#include <algorithm>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/formats/san.h"

namespace oknos::epd {

namespace {

constexpr int kFieldsWithoutClocks = 4;
constexpr int kDeepestPerft = 99;

constexpr std::array<std::string_view, 39> kOpcodes = {
    "acd",         "acn", "acs",  "am",   "bm",   "c0",  "c1",   "c2",          "c3",         "c4",
    "c5",          "c6",  "c7",   "c8",   "c9",   "ce",  "dm",   "draw_accept", "draw_claim", "draw_offer",
    "draw_reject", "eco", "fmvn", "hmvc", "id",   "nic", "noop", "pm",          "pv",         "rc",
    "resign",      "sm",  "tcgs", "tcri", "tcsi", "v0",  "v1",   "v2",          "v3"};

bool is_letter(char c) {
  return text::is_upper(text::upper(c));
}

bool all_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), text::is_digit);
}

// "D3": the number of lines of so many plies.
bool is_perft_depth(std::string_view opcode) {
  if (opcode.size() < 2 || text::upper(opcode[0]) != 'D' || !all_digits(opcode.substr(1))) return false;
  const std::optional<int> depth = text::parse_int<int>(opcode.substr(1));
  return depth && *depth <= kDeepestPerft;
}

// As it is usually written, "bm" for "BM"; nothing: it is not in the standard. In mixed case it is rather a word.
std::optional<std::string> known_opcode(std::string_view opcode) {
  const std::string lower = text::to_lower(opcode);
  if (is_perft_depth(opcode)) return 'D' + lower.substr(1);
  const bool capitals = std::none_of(opcode.begin(), opcode.end(), [](char c) { return c != text::upper(c); });
  if (lower != opcode && !capitals) return std::nullopt;
  if (std::find(kOpcodes.begin(), kOpcodes.end(), lower) == kOpcodes.end()) return std::nullopt;
  return lower;
}

// One line cannot hold other white space.
std::string with_blanks(std::string_view s) {
  std::string out(s);
  std::replace_if(out.begin(), out.end(), text::is_space, ' ');
  return out;
}

// One operation as it stands in the line.
struct Piecewise {
  std::vector<Operand> words;
  std::string source;
  bool closed = false;  // by ';'
};

// Takes what stands before the next ';' outside quotes.
Result<Piecewise> next_operation(std::string_view& rest) {
  Piecewise out;
  const std::string_view start = rest;
  for (;;) {
    while (!rest.empty() && text::is_space(rest.front())) rest.remove_prefix(1);
    if (rest.empty() || rest.front() == ';') break;
    const bool quoted = rest.front() == '"';
    std::size_t n = 0;
    if (quoted) {
      rest.remove_prefix(1);
      n = rest.find('"');
      if (n == std::string_view::npos) return Error{"text " + text::quoted(rest) + ": the closing '\"' is missing"};
    } else {
      while (n < rest.size() && !text::is_space(rest[n]) && rest[n] != ';') ++n;
    }
    out.words.push_back({with_blanks(rest.substr(0, n)), quoted});
    rest.remove_prefix(quoted ? n + 1 : n);
  }
  out.source = with_blanks(text::trim(start.substr(0, start.size() - rest.size())));
  out.closed = !rest.empty();
  if (out.closed) rest.remove_prefix(1);
  return out;
}

std::optional<Error> read_clock(const Operation& operation, std::string_view name, int least, int& clock) {
  if (operation.opcode != name) return std::nullopt;
  constexpr int kMax = 9999;
  const std::optional<int> value =
      operation.operands.size() == 1 ? text::parse_int<int>(operation.operands[0].text) : std::nullopt;
  if (!value || *value < 0 || *value > kMax)
    return Error{std::string(name) + " must have one whole number from 0 to " + std::to_string(kMax)};
  clock = std::max(*value, least);
  return std::nullopt;
}

// "#15": a distance, not a move.
std::optional<int> mate_operand(std::string_view text) {
  if (text.size() < 2 || text[0] != '#') return std::nullopt;
  return text::parse_int<int>(text.substr(1));
}

// A comma alone separates moves and says nothing.
bool is_separator(const Operand& operand) {
  return !operand.quoted && operand.text == ",";
}

std::optional<Error> check_moves(const Record& record) {
  for (const Operation& operation : record.operations) {
    if (operation.opcode != "bm" && operation.opcode != "am") continue;
    for (const Operand& operand : operation.operands) {
      if (mate_operand(operand.text) || is_separator(operand)) continue;
      const Result<Move> move = san::parse(record.position, operand.text);
      if (!move) return Error{operation.opcode + ' ' + move.error()};
    }
  }
  return std::nullopt;
}

std::vector<Move> moves_of(const Record& record, std::string_view opcode) {
  std::vector<Move> out;
  for (const Operation& operation : record.operations) {
    if (operation.opcode != opcode) continue;
    for (const Operand& operand : operation.operands) {
      const Result<Move> move = san::parse(record.position, operand.text);
      if (move && std::find(out.begin(), out.end(), *move) == out.end()) out.push_back(*move);
    }
  }
  return out;
}

struct Parsed {
  std::vector<Operation> operations;
  std::string trailing;
};

Result<Parsed> read_operations(std::string_view rest) {
  Parsed out;
  int unnamed_counts = 0;
  while (!rest.empty()) {
    Result<Piecewise> piece = next_operation(rest);
    if (!piece) return Error{piece.error()};
    std::vector<Operand>& words = piece->words;
    if (words.empty()) continue;
    if (words.size() == 1 && !words[0].quoted && all_digits(words[0].text)) {
      out.operations.push_back({"D" + std::to_string(++unnamed_counts), std::move(words)});
      continue;
    }
    if (!piece->closed && (words[0].quoted || !known_opcode(words[0].text))) {
      out.trailing = piece->source;
      break;
    }
    if (words[0].quoted || !is_letter(words[0].text[0]))
      return Error{"text " + text::quoted(words[0].text) + ": an opcode such as bm or id must stand before it"};
    Operation operation;
    operation.opcode = known_opcode(words[0].text).value_or(words[0].text);
    operation.operands.assign(std::make_move_iterator(words.begin() + 1), std::make_move_iterator(words.end()));
    out.operations.push_back(std::move(operation));
  }
  return out;
}

// Moves the clocks from the operations to the setup, where the FEN did not give them.
std::optional<Error> take_clocks(std::vector<Operation>& operations, bool fen_has_clocks, Setup& setup) {
  int halfmove = setup.halfmove_clock;
  int fullmove = setup.fullmove_number;
  for (const Operation& operation : operations) {
    if (auto error = read_clock(operation, "hmvc", 0, halfmove)) return error;
    if (auto error = read_clock(operation, "fmvn", 1, fullmove)) return error;
  }
  std::erase_if(operations, [](const Operation& o) { return o.opcode == "hmvc" || o.opcode == "fmvn"; });
  if (fen_has_clocks) return std::nullopt;
  setup.halfmove_clock = halfmove;
  setup.fullmove_number = fullmove;
  return std::nullopt;
}

void append_operand(const Operand& operand, std::string& out) {
  const bool needs_quotes =
      operand.quoted || operand.text.empty() || operand.text.front() == '"' ||
      std::any_of(operand.text.begin(), operand.text.end(), [](char c) { return text::is_space(c) || c == ';'; });
  out += ' ';
  if (!needs_quotes) {
    out += operand.text;
    return;
  }
  std::string text = operand.text;
  std::replace(text.begin(), text.end(), '"', '\'');
  out += '"';
  out += with_blanks(text);
  out += '"';
}

}  // namespace

const Operation* Record::find(std::string_view opcode) const {
  for (const Operation& operation : operations)
    if (operation.opcode == opcode) return &operation;
  return nullptr;
}

std::optional<std::string> Record::text(std::string_view opcode) const {
  const Operation* operation = find(opcode);
  if (!operation) return std::nullopt;
  std::string out;
  for (const Operand& operand : operation->operands) {
    if (!out.empty()) out += ' ';
    out += operand.text;
  }
  return out;
}

void Record::add(std::string opcode, std::string operand, bool quoted) {
  operations.push_back({std::move(opcode), {{std::move(operand), quoted}}});
}

std::vector<Move> Record::best_moves() const {
  return moves_of(*this, "bm");
}
std::vector<Move> Record::avoid_moves() const {
  return moves_of(*this, "am");
}

std::optional<int> Record::mate_distance() const {
  if (const Operation* dm = find("dm"); dm && !dm->operands.empty())
    if (const auto moves = text::parse_int<int>(dm->operands[0].text)) return moves;
  for (const Operation& operation : operations) {
    if (operation.opcode != "bm") continue;
    for (const Operand& operand : operation.operands)
      if (const auto moves = mate_operand(operand.text)) return moves;
  }
  return std::nullopt;
}

Result<Record> parse(std::string_view line) {
  std::string_view rest;
  Result<Setup> setup = fen::parse_setup(line, &rest);
  if (!setup) return Error{setup.error()};
  const std::string_view fields = line.substr(0, line.size() - rest.size());
  const bool has_clocks = text::words(fields).size() > kFieldsWithoutClocks;

  Result<Parsed> parsed = read_operations(rest);
  if (!parsed) return Error{parsed.error()};
  if (auto error = take_clocks(parsed->operations, has_clocks, *setup)) return *error;
  if (auto error = fen::check(*setup, fen::Origin::Composed)) return *error;

  Record record{Position(*setup)};
  record.operations = std::move(parsed->operations);
  record.trailing = std::move(parsed->trailing);
  if (auto error = check_moves(record)) return *error;
  return record;
}

std::string to_text(const Record& record) {
  const std::string fen = fen::to_text(record.position);
  std::string_view rest = fen;
  std::string out;
  for (int i = 0; i < kFieldsWithoutClocks; ++i) {
    if (i) out += ' ';
    out += text::next_word(rest);
  }
  if (record.position.halfmove_clock() != 0 || record.position.fullmove_number() != 1)
    out += " hmvc " + std::to_string(record.position.halfmove_clock()) + "; fmvn " +
           std::to_string(record.position.fullmove_number()) + ';';
  for (const Operation& operation : record.operations) {
    out += ' ' + operation.opcode;
    for (const Operand& operand : operation.operands) append_operand(operand, out);
    out += ';';
  }
  if (record.trailing.empty()) return out;
  out += record.operations.empty() && out.back() != ';' ? "; " : " ";
  return out + with_blanks(record.trailing);
}

std::optional<Result<Record>> Reader::next() {
  while (source_.next(line_)) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // within files that were joined
    if (line_.starts_with(kByteOrderMark)) line_.remove_prefix(kByteOrderMark.size());
    line_ = text::trim(line_);
    if (line_.empty() || line_.front() == '#') continue;
    Result<Record> record = parse(line_);
    if (record) return record;
    return Result<Record>(Error{place() + ": " + record.error()});
  }
  return std::nullopt;
}

std::string Reader::place() const {
  return name_ + ':' + std::to_string(source_.line_number());
}

}  // namespace oknos::epd
