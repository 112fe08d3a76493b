// Is a setup a position to play chess from? (fen::check)
#include "chess/fen.h"
#include "chess/notation.h"

namespace oknos::fen {

namespace {

constexpr int kMostClock = 9999;
constexpr int kPawnsPerSide = 8;
// Keeps the number of moves below kMaxMoves, whatever the men are: 15 queens were not found to have more than about 230
// when the other king is to stand out of check, and no other men have more.
constexpr int kMenPerSide = 16;
constexpr int kMostCheckers = 2;

constexpr std::size_t at(Square s) {
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

std::optional<Error> check_men(const Board& board, Color c) {
  const int kings = popcount(board.pieces(c, PieceType::King));
  if (kings != 1)
    return Error{"board: " + name(c) + " has " + std::to_string(kings) + " kings; each side has exactly one"};

  const Bitboard pawns = board.pieces(c, PieceType::Pawn);
  if (const Bitboard wrong = pawns & (kRank1 | kRank8))
    return Error{"board: pawn on " + to_text(lowest(wrong)) + "; pawns stand on ranks 2 to 7"};
  if (popcount(pawns) > kPawnsPerSide)
    return Error{"board: " + name(c) + " has " + std::to_string(popcount(pawns)) + " pawns; a side has at most 8"};
  if (const int men = popcount(board.pieces(c)); men > kMenPerSide)
    return Error{"board: " + name(c) + " has " + std::to_string(men) + " men; a side has at most 16"};
  return std::nullopt;
}

std::optional<Error> check_right(const Setup& setup, Square king, Color c, CastlingSide side) {
  const Square rook = setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(side))];
  if (rook == Square::None) return std::nullopt;
  const std::string what = "castling rights: " + name(c) + (side == CastlingSide::King ? " king" : " queen") + " side";
  if (relative_rank(c, king) != Rank::R1)
    return Error{what + " needs the king on its back rank, not on " + to_text(king)};
  if (relative_rank(c, rook) != Rank::R1 || setup.board[at(rook)] != make_piece(c, PieceType::Rook))
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

std::optional<Error> check_clocks(const Setup& setup) {
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMostClock)
    return Error{"halfmove clock " + std::to_string(setup.halfmove_clock) + ": must be from 0 to 9999"};
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMostClock)
    return Error{"move number " + std::to_string(setup.fullmove_number) + ": must be from 1 to 9999"};
  return std::nullopt;
}

}  // namespace

std::optional<Error> check(const Setup& setup, Origin origin) {
  attacks::init();
  const Board board(setup);
  for (const Color c : {Color::White, Color::Black})
    if (auto error = check_men(board, c)) return error;

  const Color us = setup.side_to_move;
  const Square king = lowest(board.pieces(us, PieceType::King));
  const Square other = lowest(board.pieces(~us, PieceType::King));
  if (const Bitboard takers = board.attackers(other, us))
    return Error{"side to move: it is " + name(us) + "'s move, but the king on " + to_text(other) +
                 " could be taken from " + to_text(lowest(takers))};
  const Bitboard checkers = board.attackers(king, ~us);
  if (popcount(checkers) > kMostCheckers)
    return Error{"board: " + std::to_string(popcount(checkers)) + " men check the king on " + to_text(king) +
                 "; no move checks with more than two"};

  for (const Color c : {Color::White, Color::Black})
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
      if (auto error = check_right(setup, lowest(board.pieces(c, PieceType::King)), c, side)) return error;
  if (auto error = check_en_passant(setup, board, checkers, origin)) return error;
  return check_clocks(setup);
}

}  // namespace oknos::fen
