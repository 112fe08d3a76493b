#include "engine/chess/fen.h"

#include "engine/base/text.h"
#include "engine/chess/notation.h"

namespace oknos::fen {

namespace {

constexpr int kFieldsNeeded = 4;
constexpr int kLargestClock = 9999;  // no game is that long, and the counters of a position hold it with room to spare
constexpr std::size_t kShownText = 100;

constexpr std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}

std::string_view color_name(Color c) {
  return c == Color::White ? "White" : "Black";
}

Error field_error(std::string_view field, std::string_view text, std::string_view reason) {
  return {std::string(field) + ' ' + text::quoted(text) + ": " + std::string(reason)};
}

std::optional<Error> read_rank(std::string_view text, Rank rank, Setup& setup) {
  const std::string field = std::string("board, rank ") + static_cast<char>('1' + index(rank));
  int file = 0;
  for (const char c : text) {
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const std::optional<Piece> piece = piece_from_char(c)) {
      if (file < kFiles) setup.board[at(make_square(static_cast<File>(file), rank))] = *piece;
      ++file;
    } else {
      return field_error(field, text, text::quoted({&c, 1}) + " is neither a piece (PNBRQKpnbrqk) nor a number 1-8");
    }
    if (file > kFiles) return field_error(field, text, "describes more than 8 squares");
  }
  if (file < kFiles) return field_error(field, text, "describes " + std::to_string(file) + " squares, not 8");
  return std::nullopt;
}

std::optional<Error> read_board(std::string_view text, Setup& setup) {
  std::string_view rest = text;
  for (int r = kRanks - 1; r >= 0; --r) {
    const std::size_t end = rest.find('/');
    if ((end == std::string_view::npos) != (r == 0))
      return field_error("board", text, "there must be 8 ranks with '/' between them");
    if (auto error = read_rank(rest.substr(0, end), static_cast<Rank>(r), setup)) return error;
    rest.remove_prefix(r == 0 ? rest.size() : end + 1);
  }
  return std::nullopt;
}

// The king that may castle, or None: kings that castle stand on their back rank.
Square king_on_back_rank(const Setup& setup, Color color) {
  for (int f = 0; f < kFiles; ++f) {
    const Square s = relative_square(color, make_square(static_cast<File>(f), Rank::R1));
    if (setup.board[at(s)] == make_piece(color, PieceType::King)) return s;
  }
  return Square::None;
}

// X-FEN: K and Q mean the outermost rook on that side of the king.
Square outermost_rook(const Setup& setup, Color color, CastlingSide side, Square king) {
  const int step = side == CastlingSide::King ? -1 : 1;
  const int first = side == CastlingSide::King ? kFiles - 1 : 0;
  for (int f = first; f != index(file_of(king)); f += step) {
    const Square s = relative_square(color, make_square(static_cast<File>(f), Rank::R1));
    if (setup.board[at(s)] == make_piece(color, PieceType::Rook)) return s;
  }
  return Square::None;
}

std::optional<Error> read_right(std::string_view text, char letter, Setup& setup) {
  constexpr std::string_view kField = "castling rights";
  const Color color = text::is_upper(letter) ? Color::White : Color::Black;
  const char c = text::lower(letter);
  const bool by_file = c >= 'a' && c <= 'h';
  if (!by_file && c != 'k' && c != 'q')
    return field_error(kField, text, text::quoted({&letter, 1}) + " is not one of KQkq, A-H, a-h, -");
  const std::string name = std::string(1, letter) + ": " + std::string(color_name(color));
  const Square king = king_on_back_rank(setup, color);
  if (king == Square::None) return field_error(kField, text, name + " has no king on its back rank");

  CastlingSide side = c == 'q' ? CastlingSide::Queen : CastlingSide::King;
  Square rook = Square::None;
  if (by_file) {
    rook = relative_square(color, make_square(static_cast<File>(c - 'a'), Rank::R1));
    if (rook < king) side = CastlingSide::Queen;
    if (setup.board[at(rook)] != make_piece(color, PieceType::Rook))
      return field_error(kField, text, name + " has no rook on " + to_text(rook));
  } else {
    rook = outermost_rook(setup, color, side, king);
    if (rook == Square::None)
      return field_error(kField, text, name + " has no rook on that side of its king on the back rank");
  }
  Square& slot = setup.castling_rook[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(index(side))];
  if (slot != Square::None) return field_error(kField, text, name + " has that right on this side twice");
  slot = rook;
  const File usual_rook = side == CastlingSide::King ? File::H : File::A;
  if (file_of(king) != File::E || file_of(rook) != usual_rook) setup.chess960 = true;
  return std::nullopt;
}

// What is wrong with a FEN but does not keep anyone from playing it is written there; null: it is an error.
using LeftOut = std::vector<std::string>*;

std::optional<Error> leave_out(std::optional<Error> error, LeftOut left_out) {
  if (!error || !left_out) return error;
  left_out->push_back(error->message + "; left out");
  return std::nullopt;
}

std::optional<Error> read_rights(std::string_view text, Setup& setup, LeftOut left_out) {
  if (text == "-") return std::nullopt;
  for (const char c : text)
    if (auto error = leave_out(read_right(text, c, setup), left_out)) return error;
  return std::nullopt;
}

std::optional<Error> read_clock(std::string_view field, std::string_view text, int& clock) {
  const std::optional<int> value = text::parse_int<int>(text);
  if (!value || *value < 0 || *value > kLargestClock)
    return field_error(field, text, "must be a whole number from 0 to " + std::to_string(kLargestClock));
  clock = *value;
  return std::nullopt;
}

std::optional<Error> read_side(std::string_view text, Setup& setup) {
  if (text != "w" && text != "b") return field_error("side to move", text, "must be w or b");
  setup.side_to_move = text == "w" ? Color::White : Color::Black;
  return std::nullopt;
}

std::optional<Error> read_en_passant(std::string_view text, Setup& setup) {
  if (text == "-") return std::nullopt;
  const std::optional<Square> square = square_from_text(text);
  if (!square) return field_error("en passant square", text, "must be a square or -");
  setup.en_passant = *square;
  return std::nullopt;
}

std::optional<Error> read_field(int number, std::string_view text, Setup& setup, LeftOut left_out) {
  switch (number) {
    case 0:
      return read_board(text, setup);
    case 1:
      return read_side(text, setup);
    case 2:
      return read_rights(text, setup, left_out);
    case 3:
      return leave_out(read_en_passant(text, setup), left_out);
    case 4:
      return leave_out(read_clock("halfmove clock", text, setup.halfmove_clock), left_out);
    default:
      return leave_out(read_clock("move number", text, setup.fullmove_number), left_out);
  }
}

// A field ends at white space, and at ';' where something else may follow the FEN.
std::string_view next_field(std::string_view& rest, bool more_may_follow) {
  while (!rest.empty() && text::is_space(rest.front())) rest.remove_prefix(1);
  std::size_t n = 0;
  while (n < rest.size() && !text::is_space(rest[n]) && !(more_may_follow && rest[n] == ';')) ++n;
  const std::string_view field = rest.substr(0, n);
  rest.remove_prefix(n);
  return field;
}

bool looks_like_a_clock(std::string_view field) {
  const std::size_t sign = !field.empty() && (field[0] == '-' || field[0] == '+') ? 1 : 0;
  return field.size() > sign && text::is_digit(field[sign]);
}

std::string_view field_name(int number) {
  constexpr std::array<std::string_view, kFieldsNeeded> kNames = {"board", "side to move", "castling rights",
                                                                  "en passant square"};
  return kNames[static_cast<std::size_t>(number)];
}

Error with_text(std::string_view text, const std::string& reason) {
  return {"FEN " + text::quoted(text::trim(text), kShownText) + ": " + reason};
}

Result<Setup> read_fields(std::string_view text, std::string_view* rest, LeftOut left_out = nullptr) {
  constexpr int kFields = 6;
  Setup setup;
  std::string_view left = text;
  for (int number = 0; number < kFields; ++number) {
    const std::string_view before = left;
    const std::string_view field = next_field(left, rest != nullptr);
    const bool optional = number >= kFieldsNeeded;
    if (optional && (field.empty() || (rest && !looks_like_a_clock(field)))) {
      left = before;
      break;
    }
    if (field.empty()) return Error{"the " + std::string(field_name(number)) + " is missing"};
    if (auto error = read_field(number, field, setup, left_out)) return *error;
  }
  if (setup.fullmove_number == 0) setup.fullmove_number = 1;  // many programs write 0
  if (rest) {
    *rest = left;
  } else if (!text::trim(left).empty()) {
    return field_error("end", text::trim(left), "nothing may follow the move number");
  }
  return setup;
}

void append_rights(const Position& position, CastlingStyle style, std::string& out) {
  if (position.castling_rights() == 0) out += '-';
  for (const Color c : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!position.may_castle(c, side)) continue;
      const Square rook = position.castling_rook(c, side);
      const Bitboard rooks = position.pieces(c, PieceType::Rook) & relative_rank_mask(c, Rank::R1);
      const Bitboard further_out =
          side == CastlingSide::King ? rooks & ~((bit(rook) << 1) - 1) : rooks & (bit(rook) - 1);
      char letter = side == CastlingSide::King ? 'k' : 'q';
      if (style == CastlingStyle::Shredder || further_out) letter = static_cast<char>('a' + index(file_of(rook)));
      out += c == Color::White ? text::upper(letter) : letter;
    }
  }
}

}  // namespace

Result<Setup> parse_setup(std::string_view text, std::string_view* rest) {
  Result<Setup> setup = read_fields(text, rest);
  if (!setup) return with_text(text, setup.error());
  return setup;
}

Result<Position> parse(std::string_view text, Origin origin) {
  Result<Setup> setup = parse_setup(text);
  if (!setup) return Error{setup.error()};
  if (const auto error = check(*setup, origin)) return with_text(text, error->message);
  return Position(*setup);
}

Result<Position> parse_playable(std::string_view text, std::vector<std::string>& left_out) {
  std::string_view rest;
  Result<Setup> setup = read_fields(text, &rest, &left_out);
  if (!setup) return with_text(text, setup.error());
  if (const auto error = check_en_passant(*setup, Origin::Composed)) {
    leave_out(error, &left_out);
    setup->en_passant = Square::None;
  }
  if (const auto error = check(*setup, Origin::Composed)) return with_text(text, error->message);
  return Position(*setup);
}

std::string to_text(const Position& position, CastlingStyle style) {
  std::string out;
  for (int r = kRanks - 1; r >= 0; --r) {
    int empty = 0;
    for (int f = 0; f < kFiles; ++f) {
      const Piece p = position.piece_on(make_square(static_cast<File>(f), static_cast<Rank>(r)));
      if (p == Piece::None) {
        ++empty;
        continue;
      }
      if (empty) out += static_cast<char>('0' + empty);
      empty = 0;
      out += to_char(p);
    }
    if (empty) out += static_cast<char>('0' + empty);
    out += r ? '/' : ' ';
  }
  out += position.side_to_move() == Color::White ? "w " : "b ";
  append_rights(position, style, out);
  out += ' ' + oknos::to_text(position.en_passant()) + ' ' + std::to_string(position.halfmove_clock()) + ' ' +
         std::to_string(position.fullmove_number());
  return out;
}

}  // namespace oknos::fen
