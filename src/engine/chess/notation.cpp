#include "engine/chess/notation.h"

#include "engine/base/text.h"
#include "engine/chess/movegen.h"

namespace oknos {

namespace {

constexpr std::string_view kPieceLetters = "PNBRQK.";  // by PieceType
constexpr std::string_view kTypeLetters = "pnbrqk.";
constexpr std::size_t kSquareLength = 2;                // "e4"
constexpr std::size_t kMoveLength = 2 * kSquareLength;  // "e2e4"

}  // namespace

std::string to_text(Square s) {
  if (s == Square::None) return "-";
  return {static_cast<char>('a' + index(file_of(s))), static_cast<char>('1' + index(rank_of(s)))};
}

std::optional<Square> square_from_text(std::string_view text) {
  if (text.size() != kSquareLength) return std::nullopt;
  const int file = text[0] - 'a';
  const int rank = text[1] - '1';
  if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return std::nullopt;
  return make_square(static_cast<File>(file), static_cast<Rank>(rank));
}

char to_char(Piece p) {
  if (p == Piece::None) return '.';
  const char letter = kPieceLetters[static_cast<std::size_t>(index(type_of(p)))];
  return color_of(p) == Color::White ? letter : text::lower(letter);
}

std::optional<Piece> piece_from_char(char c) {
  const std::size_t type = kTypeLetters.find(text::lower(c));
  if (type >= kPieceTypes) return std::nullopt;
  return make_piece(text::is_upper(c) ? Color::White : Color::Black, static_cast<PieceType>(type));
}

char to_char(PieceType t) {
  return kTypeLetters[static_cast<std::size_t>(index(t))];
}

std::string to_text(Move m, bool chess960) {
  if (!m) return "0000";
  Square to = m.to();
  if (m.is_castling() && !chess960) {
    const Color mover = rank_of(m.from()) == Rank::R1 ? Color::White : Color::Black;
    to = castled_king(mover, castling_side(m));
  }
  std::string out = to_text(m.from()) + to_text(to);
  if (m.is_promotion()) out += to_char(m.promoted());
  return out;
}

std::optional<Move> move_from_text(const Position& position, std::string_view text) {
  if (text.size() != kMoveLength && text.size() != kMoveLength + 1) return std::nullopt;
  const std::optional<Square> from = square_from_text(text.substr(0, kSquareLength));
  const std::optional<Square> to = square_from_text(text.substr(kSquareLength, kSquareLength));
  if (!from || !to) return std::nullopt;
  const char promoted = text.size() > kMoveLength ? text::lower(text.back()) : '\0';

  std::optional<Move> castling;
  for (const Move m : legal_moves(position)) {
    if (m.from() != *from || (m.is_promotion() ? to_char(m.promoted()) : '\0') != promoted) continue;
    if (m.to() == *to) return m;
    // Where the king steps to its castled square in one step, the step goes first: Chess960 writes castling king takes
    // rook.
    if (m.is_castling() && *to == castled_king(position.side_to_move(), castling_side(m))) castling = m;
  }
  return castling;
}

}  // namespace oknos
