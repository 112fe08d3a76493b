// Is a setup a position to play chess from? (fen::check)
#include <algorithm>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"

namespace oknos::fen {

namespace {

constexpr int kMaxClock = 9999;
constexpr int kPawnsPerSide = 8;
constexpr int kMenPerSide = 16;  // fifteen queens and a king have at most kMaxMoves moves, and no other men have more
constexpr int kMaxCheckers = 2;

constexpr std::size_t board_index(Square s) {
  return static_cast<std::size_t>(index(s));
}

// A setup as sets of squares.
class Board {
 public:
  explicit Board(const Setup& setup) {
    for (int i = 0; i < kSquares; ++i) {
      const Piece p = setup.board[static_cast<std::size_t>(i)];
      if (p == Piece::None) continue;
      by_piece_[static_cast<std::size_t>(index(p))] |= bit(square_at(i));
      occupied_ |= bit(square_at(i));
    }
  }

  Bitboard pieces(Color c, PieceType t) const { return by_piece_[static_cast<std::size_t>(index(make_piece(c, t)))]; }
  Bitboard pieces(Color c) const {
    Bitboard all = 0;
    for (int t = 0; t < kPieceTypes; ++t) all |= pieces(c, static_cast<PieceType>(t));
    return all;
  }
  Bitboard occupied() const { return occupied_; }

  Bitboard attackers(Square s, Color by) const {
    const Bitboard queens = pieces(by, PieceType::Queen);
    return (attacks::pawn(~by, s) & pieces(by, PieceType::Pawn)) |
           (attacks::knight(s) & pieces(by, PieceType::Knight)) | (attacks::king(s) & pieces(by, PieceType::King)) |
           (attacks::bishop(s, occupied_) & (pieces(by, PieceType::Bishop) | queens)) |
           (attacks::rook(s, occupied_) & (pieces(by, PieceType::Rook) | queens));
  }

 private:
  std::array<Bitboard, kPieces> by_piece_{};
  Bitboard occupied_ = 0;
};

std::string name(Color c) {
  return c == Color::White ? "White" : "Black";
}

constexpr int kMaxMen = 32;  // of a side: their material is counted in 16 bits

// What so many men could have in moves, promotions before them included. Along a line of n squares two sliders have
// 2 (n - 2) moves at most, and more of them no more: 340 over all ranks, files and diagonals, whatever the sliders are.
// A pawn has at most 12 on the 7th rank, where 8 can stand, elsewhere 4, and as a knight 8.
std::size_t most_moves(int knights, int pawns) {
  constexpr int kBySliders = 340;
  constexpr int kByKing = 10;  // two castlings
  constexpr int kByKnight = 8;
  constexpr int kByPawnOnTheSeventh = 12;
  const int on_seventh = std::min(pawns, kFiles);
  return static_cast<std::size_t>(kBySliders + kByKing + kByKnight * (knights + pawns - on_seventh) +
                                  kByPawnOnTheSeventh * on_seventh);
}

// Precondition: the kings and the ranks of the pawns are right.
std::optional<Error> check_number_of_men(const Board& board, Color c, Origin origin) {
  const int pawns = popcount(board.pieces(c, PieceType::Pawn));
  const int men = popcount(board.pieces(c));
  if (pawns <= kPawnsPerSide && men <= kMenPerSide) return std::nullopt;
  if (origin == Origin::Composed) {
    if (men > kMaxMen)
      return Error{"board: " + name(c) + " has " + std::to_string(men) + " men; at most " + std::to_string(kMaxMen) +
                   " can be played with"};
    if (most_moves(popcount(board.pieces(c, PieceType::Knight)), pawns) <= kMaxMoves) return std::nullopt;
    return Error{"board: " + name(c) + "'s " + std::to_string(men) + " men could have more than " +
                 std::to_string(kMaxMoves) + " moves; fewer pawns and knights would be accepted"};
  }
  if (pawns > kPawnsPerSide)
    return Error{"board: " + name(c) + " has " + std::to_string(pawns) + " pawns; a side has at most 8"};
  return Error{"board: " + name(c) + " has " + std::to_string(men) + " men; a side has at most 16"};
}

std::optional<Error> check_men(const Board& board, Color c, Origin origin) {
  const int kings = popcount(board.pieces(c, PieceType::King));
  if (kings != 1)
    return Error{"board: " + name(c) + " has " + std::to_string(kings) + " kings; each side has exactly one"};

  const Bitboard pawns = board.pieces(c, PieceType::Pawn);
  if (const Bitboard wrong = pawns & (kRank1 | kRank8))
    return Error{"board: pawn on " + to_text(lowest(wrong)) + "; pawns stand on ranks 2 to 7"};
  return check_number_of_men(board, c, origin);
}

std::optional<Error> check_right(const Setup& setup, Square king, Color c, CastlingSide side) {
  const Square rook = setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(side))];
  if (rook == Square::None) return std::nullopt;
  const std::string what = "castling rights: " + name(c) + (side == CastlingSide::King ? " king" : " queen") + " side";
  if (relative_rank(c, king) != Rank::R1)
    return Error{what + " needs the king on its back rank, not on " + to_text(king)};
  if (relative_rank(c, rook) != Rank::R1 || setup.board[board_index(rook)] != make_piece(c, PieceType::Rook))
    return Error{what + " needs a rook of " + name(c) + " on its back rank, which " + to_text(rook) + " is not"};
  if ((rook > king) != (side == CastlingSide::King))
    return Error{what + " needs the rook on that side of the king; " + to_text(rook) + " is on the other"};
  const File usual_rook = side == CastlingSide::King ? File::H : File::A;
  if (!setup.chess960 && (file_of(king) != File::E || file_of(rook) != usual_rook))
    return Error{what + " from " + to_text(king) + " and " + to_text(rook) + " needs Chess960"};
  return std::nullopt;
}

std::optional<Error> check_en_passant(const Setup& setup, const Board& board, Bitboard checkers,
                                      Origin origin_of_setup) {
  if (setup.en_passant == Square::None) return std::nullopt;
  const Color us = setup.side_to_move;
  const Square target = setup.en_passant;
  const std::string what = "en passant square " + to_text(target) + ": ";
  if (relative_rank(us, target) != Rank::R6)
    return Error{what + "must be on rank " + (us == Color::White ? "6 when White" : "3 when Black") + " is to move"};
  const Square pawn = offset(target, -pawn_push(us));
  const Square origin = offset(target, pawn_push(us));
  if (!contains(board.pieces(~us, PieceType::Pawn), pawn))
    return Error{what + "there must be a pawn of " + name(~us) + " on " + to_text(pawn)};
  if ((bit(target) | bit(origin)) & board.occupied())
    return Error{what + to_text(target) + " and " + to_text(origin) + " must be empty, the pawn just came that way"};
  if (origin_of_setup == Origin::Composed) return std::nullopt;
  // The pawn gives the check itself or has opened the line of it.
  const Square king = lowest(board.pieces(us, PieceType::King));
  while (checkers) {
    const Square checker = pop_lowest(checkers);
    if (checker != pawn && !contains(attacks::between(checker, king), origin))
      return Error{what + "the pawn's move " + to_text(origin) + to_text(pawn) + " cannot have given the check from " +
                   to_text(checker)};
  }
  return std::nullopt;
}

Bitboard checkers_of(const Setup& setup, const Board& board) {
  const Color us = setup.side_to_move;
  return board.attackers(lowest(board.pieces(us, PieceType::King)), ~us);
}

std::optional<Error> check_clocks(const Setup& setup) {
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMaxClock)
    return Error{"halfmove clock " + std::to_string(setup.halfmove_clock) + ": must be from 0 to 9999"};
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMaxClock)
    return Error{"move number " + std::to_string(setup.fullmove_number) + ": must be from 1 to 9999"};
  return std::nullopt;
}

}  // namespace

std::optional<Error> check(const Setup& setup, Origin origin) {
  attacks::init();
  const Board board(setup);
  for (const Color c : {Color::White, Color::Black})
    if (auto error = check_men(board, c, origin)) return error;

  const Color us = setup.side_to_move;
  const Square king = lowest(board.pieces(us, PieceType::King));
  const Square other = lowest(board.pieces(~us, PieceType::King));
  if (const Bitboard takers = board.attackers(other, us))
    return Error{"side to move: it is " + name(us) + "'s move, but the king on " + to_text(other) +
                 " could be taken from " + to_text(lowest(takers))};
  const Bitboard checkers = checkers_of(setup, board);
  if (origin == Origin::Game && popcount(checkers) > kMaxCheckers)
    return Error{"board: " + std::to_string(popcount(checkers)) + " men check the king on " + to_text(king) +
                 "; no move checks with more than two"};

  for (const Color c : {Color::White, Color::Black})
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
      if (auto error = check_right(setup, lowest(board.pieces(c, PieceType::King)), c, side)) return error;
  if (auto error = check_en_passant(setup, board, checkers, origin)) return error;
  return check_clocks(setup);
}

// Without both kings the setup is refused whatever its en passant square is.
std::optional<Error> check_en_passant(const Setup& setup, Origin origin) {
  attacks::init();
  const Board board(setup);
  if (!board.pieces(setup.side_to_move, PieceType::King)) return std::nullopt;
  return check_en_passant(setup, board, checkers_of(setup, board), origin);
}

}  // namespace oknos::fen
