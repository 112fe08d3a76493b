#include "lab/formats/san.h"

#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace oknos::san {

namespace {

constexpr std::size_t kSquareLength = 2;
constexpr std::size_t kLongestMove = 32;  // with every decoration; longer text is no move
constexpr std::string_view kDecorations = "+#!?,";

char piece_letter(PieceType t) {
  return text::upper(to_char(t));
}

std::string square_range(std::optional<File> file, std::optional<Rank> rank) {
  std::string out;
  if (file) out += static_cast<char>('a' + index(*file));
  if (rank) out += static_cast<char>('1' + index(*rank));
  return out;
}

// What must stand before the target square so that no other legal move reads the same.
std::string origin_needed(const Position& position, Move m) {
  const PieceType type = type_of(position.piece_on(m.from()));
  if (type == PieceType::Pawn) return position.is_capture(m) ? square_range(file_of(m.from()), {}) : "";
  bool rival = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : legal_moves(position)) {
    const bool reads_the_same = !other.is_castling() && other.to() == m.to() && other.from() != m.from() &&
                                type_of(position.piece_on(other.from())) == type;
    if (!reads_the_same) continue;
    rival = true;
    same_file |= file_of(other.from()) == file_of(m.from());
    same_rank |= rank_of(other.from()) == rank_of(m.from());
  }
  if (!rival) return "";
  if (!same_file) return square_range(file_of(m.from()), {});
  if (!same_rank) return square_range({}, rank_of(m.from()));
  return oknos::to_text(m.from());
}

std::string check_mark(const Position& position, Move m) {
  if (!position.gives_check(m, position.check_info())) return "";
  Position after = position;
  after.play(m);
  return has_legal_move(after) ? "+" : "#";
}

// What a text says about a move; nothing said, nothing asked.
struct Wish {
  std::optional<PieceType> type;
  std::optional<File> from_file;
  std::optional<Rank> from_rank;
  Square to = Square::None;
  std::optional<PieceType> promoted;
};

std::optional<PieceType> type_from_letter(char letter) {
  const std::optional<Piece> piece = piece_from_char(letter);
  if (!piece) return std::nullopt;
  return type_of(*piece);
}

// Removes `end` (in any case) from the end of a move that has a square before it.
bool drop_end(std::string_view& s, std::string_view end) {
  if (s.size() < kSquareLength + end.size()) return false;
  if (!text::equal_ignoring_case(s.substr(s.size() - end.size()), end)) return false;
  s.remove_suffix(end.size());
  return true;
}

std::string_view without_decorations(std::string_view s) {
  for (;;) {
    s = text::trim(s);
    if (!s.empty() && kDecorations.find(s.back()) != std::string_view::npos) {
      s.remove_suffix(1);
    } else if (!drop_end(s, "e.p.") && !drop_end(s, "e.p") && !drop_end(s, "ep")) {
      return s;
    }
  }
}

std::optional<CastlingSide> castling_wish(std::string_view s) {
  std::string plain;
  for (const char c : s)
    if (c != '-') plain += c == 'o' || c == '0' ? 'O' : c;
  if (plain == "OO") return CastlingSide::King;
  if (plain == "OOO") return CastlingSide::Queen;
  return std::nullopt;
}

// "=Q", "/Q", "(Q)", "Q", "q" at the end of a pawn's move, which ends with its square otherwise.
void take_promotion(std::string_view& s, Wish& wish) {
  std::string_view rest = s;
  if (rest.back() == ')') rest.remove_suffix(1);
  if (rest.empty() || text::is_digit(rest.back())) return;
  const std::optional<PieceType> type = type_from_letter(rest.back());
  if (!type) return;
  rest.remove_suffix(1);
  if (!rest.empty() && (rest.back() == '=' || rest.back() == '/' || rest.back() == '(')) rest.remove_suffix(1);
  wish.promoted = type;
  s = rest;
}

std::optional<Wish> read_wish(std::string_view s) {
  if (s.empty() || s.size() > kLongestMove) return std::nullopt;
  Wish wish;
  take_promotion(s, wish);
  if (s.size() < kSquareLength) return std::nullopt;
  const std::optional<Square> to = square_from_text(s.substr(s.size() - kSquareLength));
  if (!to) return std::nullopt;
  wish.to = *to;
  s.remove_suffix(kSquareLength);
  if (!s.empty() && (s.back() == 'x' || s.back() == ':' || s.back() == '-')) s.remove_suffix(1);

  if (!s.empty() && !text::is_digit(s.front()) && !(s.front() >= 'a' && s.front() <= 'h')) {
    wish.type = type_from_letter(s.front());
    if (!wish.type) return std::nullopt;
    s.remove_prefix(1);
  }
  if (!s.empty() && s.front() >= 'a' && s.front() <= 'h') {
    wish.from_file = static_cast<File>(s.front() - 'a');
    s.remove_prefix(1);
  }
  if (!s.empty() && s.front() >= '1' && s.front() <= '8') {
    wish.from_rank = static_cast<Rank>(s.front() - '1');
    s.remove_prefix(1);
  }
  if (!s.empty()) return std::nullopt;
  // Without a letter it is a pawn's move, unless the origin is told in full (e2e4, g1f3).
  if (!wish.type && !(wish.from_file && wish.from_rank)) wish.type = PieceType::Pawn;
  return wish;
}

bool fits(const Position& position, Move m, const Wish& wish) {
  return !m.is_castling() && m.to() == wish.to && (!wish.type || type_of(position.piece_on(m.from())) == *wish.type) &&
         (!wish.from_file || file_of(m.from()) == *wish.from_file) &&
         (!wish.from_rank || rank_of(m.from()) == *wish.from_rank) &&
         (wish.promoted ? m.is_promotion() && m.promoted() == *wish.promoted : true);
}

std::vector<Move> all_that_fit(const Position& position, const Wish& wish) {
  std::vector<Move> out;
  for (const Move m : legal_moves(position))
    if (fits(position, m, wish)) out.push_back(m);
  return out;
}

std::string names_of(const Position& position, const std::vector<Move>& moves) {
  std::string out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i) out += i + 1 == moves.size() ? " or " : ", ";
    out += to_text(position, moves[i]);
  }
  return out;
}

std::string_view name_of(PieceType t) {
  constexpr std::array<std::string_view, kPieceTypes> kNames = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return kNames[static_cast<std::size_t>(index(t))];
}

// Could a piece of that kind go there if the king did not matter? (Pawns aside.)
bool reaches_but_for_check(const Position& position, PieceType type, const Wish& wish) {
  if (type == PieceType::Pawn || contains(position.pieces(position.side_to_move()), wish.to)) return false;
  Bitboard from = attacks::piece(type, wish.to, position.pieces()) & position.pieces(position.side_to_move(), type);
  if (wish.from_file) from &= file_mask(*wish.from_file);
  if (wish.from_rank) from &= rank_mask(*wish.from_rank);
  return from != 0;
}

Error nobody_can(const Position& position, std::string_view text, const Wish& wish) {
  const std::string side = position.side_to_move() == Color::White ? "White" : "Black";
  std::optional<PieceType> type = wish.type;
  if (!type) {
    const Piece p = position.piece_on(make_square(*wish.from_file, *wish.from_rank));
    if (p == Piece::None || color_of(p) != position.side_to_move())
      return {text::quoted(text) + ": " + side + " has no piece on " + square_range(wish.from_file, wish.from_rank)};
    type = type_of(p);
  }
  std::string what = text::quoted(text) + ": no " + std::string(name_of(*type)) + " of " + side + "'s";
  if (wish.from_file || wish.from_rank) what += " from " + square_range(wish.from_file, wish.from_rank);
  what += " can go to " + oknos::to_text(wish.to);
  if (wish.promoted) what += " and become another piece";
  if (reaches_but_for_check(position, *type, wish)) what += ", the king would be in check";
  return {what};
}

Error several_can(const Position& position, std::string_view text, const std::vector<Move>& moves) {
  const bool one_pawn = moves.front().is_promotion() && moves.front().from() == moves.back().from();
  const std::string what = one_pawn ? ": the pawn becomes another piece there, write "
                                    : ": " + std::to_string(moves.size()) + " moves read so, write ";
  return {text::quoted(text) + what + names_of(position, moves)};
}

Result<Move> parse_castling(const Position& position, std::string_view text, CastlingSide side) {
  for (const Move m : legal_moves(position))
    if (m.is_castling() && castling_side(m) == side) return m;
  const std::string reason =
      position.may_castle(position.side_to_move(), side)
          ? "castling needs empty squares between king and rook and none attacked on the king's way"
          : "the right to castle on that side is gone";
  return Error{text::quoted(text) + ": " + reason};
}

}  // namespace

std::string to_text(const Position& position, Move m) {
  if (!m) return "--";
  const std::string check = check_mark(position, m);
  if (m.is_castling()) return (castling_side(m) == CastlingSide::King ? "O-O" : "O-O-O") + check;
  const PieceType type = type_of(position.piece_on(m.from()));
  std::string out;
  if (type != PieceType::Pawn) out += piece_letter(type);
  out += origin_needed(position, m);
  if (position.is_capture(m)) out += 'x';
  out += oknos::to_text(m.to());
  if (m.is_promotion()) {
    out += '=';
    out += piece_letter(m.promoted());
  }
  return out + check;
}

std::string_view next_sign(std::string_view& text) {
  constexpr std::string_view kBlanks = "\u00A0\u2002\u2003\u2004\u2005\u2007\u2008\u2009\u200A\u2026\u202F\u3000";
  constexpr std::string_view kInvisible = "\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFE0E\uFE0F\uFEFF";
  constexpr std::string_view kDashes = "\u2010\u2011\u2012\u2013\u2014\u2212";
  constexpr std::string_view kFigurines = "\u2654\u2655\u2656\u2657\u2658\u2659\u265A\u265B\u265C\u265D\u265E\u265F";
  constexpr std::string_view kLetters = "KQRBNPKQRBNP";
  const auto continues = [&](std::size_t i) { return i < text.size() && (text[i] & 0xC0) == 0x80; };
  const bool two = (text[0] & 0xE0) == 0xC0 && continues(1);
  const bool three = (text[0] & 0xF0) == 0xE0 && continues(1) && continues(2);
  const std::string_view sign = text.substr(0, three ? 3 : two ? 2 : 1);
  text.remove_prefix(sign.size());
  if (sign.size() == 1) return sign == "\xA0" ? " " : sign;  // a blank of Latin-1
  if (const std::size_t i = kFigurines.find(sign); i != kFigurines.npos) return kLetters.substr(i / sign.size(), 1);
  if (kBlanks.find(sign) != kBlanks.npos) return " ";
  if (kInvisible.find(sign) != kInvisible.npos) return "";
  if (kDashes.find(sign) != kDashes.npos) return "-";
  return sign == "\u00D7" ? "x" : sign;
}

Result<Move> parse(const Position& position, std::string_view text) {
  std::string ascii;
  for (std::string_view rest = text; !rest.empty();) ascii += next_sign(rest);
  const std::string_view plain = without_decorations(ascii);
  if (const std::optional<CastlingSide> side = castling_wish(plain)) return parse_castling(position, text, *side);
  const std::optional<Wish> wish = read_wish(plain);
  if (!wish) return Error{text::quoted(text) + ": not a move; moves look like Nf3, exd5, O-O, e8=Q or e2e4"};

  std::vector<Move> found = all_that_fit(position, *wish);
  // No pawn can: a bishop in lower case?
  if (found.empty() && plain.front() == 'b' && wish->type == PieceType::Pawn && wish->from_file && !wish->promoted)
    found = all_that_fit(position, {PieceType::Bishop, {}, wish->from_rank, wish->to, {}});
  if (found.size() == 1) return found.front();
  if (found.size() > 1) return several_can(position, text, found);

  // UCI's ways to castle: e1g1, or king takes rook. A king's letter before them does no harm.
  std::string uci;
  for (const char c : plain)
    if (c != '-' && c != 'x' && !(uci.empty() && c == 'K')) uci += c;
  if (const std::optional<Move> m = move_from_text(position, uci); m && m->is_castling()) return *m;
  return nobody_can(position, text, *wish);
}

std::string move_number(const Position& position) {
  return std::to_string(position.fullmove_number()) + (position.side_to_move() == Color::White ? "." : "...");
}

std::string line_to_text(Position position, const std::vector<Move>& moves) {
  std::string out;
  for (const Move m : moves) {
    const bool white = position.side_to_move() == Color::White;
    if (!out.empty()) out += ' ';
    if (white || out.empty()) out += move_number(position) + ' ';
    out += to_text(position, m);
    position.play(m);
  }
  return out;
}

}  // namespace oknos::san
