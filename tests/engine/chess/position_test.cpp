#include "engine/chess/position.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/chess/zobrist.h"
#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

// All that a position says about itself.
struct Snapshot {
  explicit Snapshot(const Position& p)
      : text(fen::to_text(p, fen::CastlingStyle::Shredder)),
        key(p.key()),
        pawn_key(p.pawn_key()),
        checkers(p.checkers()),
        repetitions(p.repetitions()),
        clock(p.halfmove_clock()),
        game_ply(p.game_ply()),
        rights(p.castling_rights()),
        en_passant(p.en_passant()),
        side(p.side_to_move()) {
    for (int s = 0; s < kSquares; ++s) board[static_cast<std::size_t>(s)] = p.piece_on(square_at(s));
    for (int t = 0; t < kPieceTypes; ++t) by_type[static_cast<std::size_t>(t)] = p.pieces(static_cast<PieceType>(t));
    by_color = {p.pieces(Color::White), p.pieces(Color::Black)};
  }
  bool operator==(const Snapshot&) const = default;

  std::string text;
  Key key, pawn_key;
  Bitboard checkers;
  int repetitions, clock, game_ply;
  CastlingSet rights;
  Square en_passant;
  Color side;
  std::array<Piece, kSquares> board{};
  std::array<Bitboard, kPieceTypes> by_type{};
  std::array<Bitboard, kColors> by_color{};
};

// Do board, sets of squares and checkers tell the same?
std::string inconsistency(const Position& p) {
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
    const Piece piece = p.piece_on(s);
    for (const Color c : {Color::White, Color::Black})
      for (int t = 0; t < kPieceTypes; ++t) {
        const auto type = static_cast<PieceType>(t);
        if (contains(p.pieces(c, type), s) != (piece == make_piece(c, type))) return "sets differ on " + to_text(s);
      }
    if (p.is_empty(s) == contains(p.pieces(), s)) return "emptiness of " + to_text(s);
  }
  const Color us = p.side_to_move();
  if (p.checkers() != (p.attackers_to(p.king(us), p.pieces()) & p.pieces(~us))) return "checkers";
  if (p.is_attacked(p.king(~us), us, p.pieces())) return "the king can be taken";
  return "";
}

RC_GTEST_PROP(PositionProperty, TakingBackRestoresEverything, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const Snapshot before(p);
    for (const Move m : legal_moves(p)) {
      {
        const MadeMove made(p, m);
        RC_ASSERT(p.key() != before.key);
        for (const Move reply : legal_moves(p)) const MadeMove made_too(p, reply);
      }
      RC_ASSERT(Snapshot(p) == before);
    }
    if (p.in_check()) return;
    {
      const NullMove passed(p);
      RC_ASSERT(p.side_to_move() != before.side);
    }
    RC_ASSERT(Snapshot(p) == before);
  });
}

RC_GTEST_PROP(PositionProperty, KeysAreThoseOfThePositionMadeFromScratch, (const RandomGame& game)) {
  const auto check = [](const Position& p) {
    const Position scratch(setup_of(p));
    RC_ASSERT(scratch.key() == p.key());
    RC_ASSERT(scratch.pawn_key() == p.pawn_key());
    RC_ASSERT(scratch.checkers() == p.checkers());
    RC_ASSERT(scratch.en_passant() == p.en_passant());
    RC_ASSERT(scratch.castling_rights() == p.castling_rights());
    RC_ASSERT(inconsistency(p) == "");
  };
  check(replay(game, [&](Position& p, Move) { check(p); }));
}

RC_GTEST_PROP(PositionProperty, KeyAfterIsExactForPlainMoves, (const RandomGame& game)) {
  replay(game, [](Position& p, Move) {
    const CastlingSet rights = p.castling_rights();
    const bool en_passant = p.en_passant() != Square::None;
    for (const Move m : legal_moves(p)) {
      const Key foreseen = p.key_after(m);
      const MadeMove made(p, m);
      if (m.kind() != MoveKind::Normal || en_passant || p.en_passant() != Square::None) continue;
      if (p.castling_rights() == rights) RC_ASSERT(foreseen == p.key());
    }
  });
}

// En passant stands in the position exactly when a pawn may legally take so.
RC_GTEST_PROP(PositionProperty, EnPassantIsSetWhenItIsLegal, (const RandomGame& game)) {
  replay(game, [](Position& p, Move m) {
    const bool pushed_two =
        type_of(p.piece_on(m.from())) == PieceType::Pawn && std::abs(index(m.to()) - index(m.from())) == 16;
    Position next = p;
    next.play(m);
    const MoveList moves = legal_moves(next);
    const bool possible = std::any_of(moves.begin(), moves.end(), [](Move x) { return x.is_en_passant(); });
    RC_ASSERT((next.en_passant() != Square::None) == possible);
    if (possible) RC_ASSERT(pushed_two);
    // By trial: the pawn that passed put back onto the square it passed, and taken there like any other.
    if (!pushed_two || possible) return;
    const Color us = next.side_to_move();
    const Square target = offset(m.to(), pawn_push(us));
    for_each_square(attacks::pawn(~us, target) & next.pieces(us, PieceType::Pawn), [&](Square from) {
      Setup after = setup_of(next);
      after.board[static_cast<std::size_t>(index(m.to()))] = Piece::None;
      after.board[static_cast<std::size_t>(index(from))] = Piece::None;
      after.board[static_cast<std::size_t>(index(target))] = make_piece(us, PieceType::Pawn);
      after.castling_rook = {{{Square::None, Square::None}, {Square::None, Square::None}}};
      const Position taken(after);
      RC_ASSERT(taken.is_attacked(taken.king(us), ~us, taken.pieces()));
    });
  });
}

struct EnPassantCase {
  const char* fen;
  const char* push;
  Square target;
};

TEST(Position, EnPassantOnlyWhenLegal) {
  for (const EnPassantCase& c : {
           EnPassantCase{"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", Square::D6},
           EnPassantCase{"4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5", Square::None},  // nobody beside it
           EnPassantCase{"4k3/3p4/8/5P2/8/8/8/4K3 b - - 0 1", "d7d5", Square::None},
           EnPassantCase{"4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", Square::None},    // both pawns leave the rank
           EnPassantCase{"4k3/3p4/8/K1P1P2r/8/8/8/8 b - - 0 1", "d7d5", Square::D6},    // ... where a third one stays
           EnPassantCase{"4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", Square::None},  // pinned on the file
           EnPassantCase{"6k1/3p2b1/8/4P3/8/2K5/8/8 b - - 0 1", "d7d5", Square::None},  // pinned on a diagonal
           EnPassantCase{"1b4k1/3p4/8/4P3/8/6K1/8/8 b - - 0 1", "d7d5", Square::D6},  // pinned, but taking keeps to it
           EnPassantCase{"6k1/3p4/8/K3P3/8/8/8/8 b - - 0 1", "d7d5", Square::D6},
           EnPassantCase{"6k1/3p4/8/4P3/2K5/8/8/8 b - - 0 1", "d7d5",
                         Square::D6},  // the pawn gives check, taking removes it
           EnPassantCase{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", Square::E3},
           EnPassantCase{"8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4", Square::None},
       }) {
    Position p = position_from(c.fen);
    play(p, {c.push});
    EXPECT_EQ(p.en_passant(), c.target) << c.fen;
  }
}

// In composed positions the pawn that may be taken can be what shields the king.
TEST(Position, EnPassantFromASetupIsTestedToo) {
  EXPECT_EQ(position_from("b5k1/8/8/3pP3/8/5K2/8/8 w - d6 0 1").en_passant(), Square::None);
  EXPECT_EQ(position_from("6k1/8/8/3pP3/8/5K2/8/8 w - d6 0 1").en_passant(), Square::D6);
  EXPECT_EQ(position_from("6k1/8/8/3p4/4P3/5K2/8/8 w - d6 0 1").en_passant(), Square::None);
}

TEST(Position, EnPassantThatNobodyCanTakeDoesNotSplitPositions) {
  Position pushed = Position::initial();
  play(pushed, {"e2e4"});
  Position stepped = Position::initial();
  play(stepped, {"e2e3", "e7e6", "e3e4", "e6e5"});
  Position both = Position::initial();
  play(both, {"e2e4", "e7e5"});
  EXPECT_EQ(stepped.key(), both.key());
  EXPECT_EQ(pushed.en_passant(), Square::None);
}

TEST(Position, TheInitialPosition) {
  const Position p = Position::initial();
  EXPECT_EQ(fen::to_text(p), fen::kInitial);
  EXPECT_EQ(p.key(), position_from(fen::kInitial).key());
  EXPECT_EQ(p.game_ply(), 0);
  EXPECT_EQ(p.fullmove_number(), 1);
  EXPECT_EQ(p.castling_rights(), 15);
  EXPECT_FALSE(p.in_check());
  EXPECT_TRUE(p.has_pieces(Color::White) && p.has_pieces(Color::Black));
}

TEST(Position, ClocksCount) {
  Position p = Position::initial();
  play(p, {"g1f3"});
  EXPECT_EQ(p.halfmove_clock(), 1);
  EXPECT_EQ(p.fullmove_number(), 1);
  play(p, {"b8c6"});
  EXPECT_EQ(p.halfmove_clock(), 2);
  EXPECT_EQ(p.fullmove_number(), 2);
  play(p, {"e2e4"});
  EXPECT_EQ(p.halfmove_clock(), 0);
  play(p, {"c6d4", "f3d4"});
  EXPECT_EQ(p.halfmove_clock(), 0) << "a capture";
  Position q = position_from("4k3/8/8/8/8/8/8/4K2R w K - 7 30");
  play(q, {"e1g1"});
  EXPECT_EQ(q.halfmove_clock(), 8) << "castling is neither capture nor pawn move";
}

TEST(Position, CastlingRightsGoWithKingAndRook) {
  const char* text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto after = [&](std::initializer_list<const char*> moves) {
    Position p = position_from(text);
    play(p, moves);
    return p.castling_rights();
  };
  const CastlingSet wk = castling_bit(Color::White, CastlingSide::King);
  const CastlingSet wq = castling_bit(Color::White, CastlingSide::Queen);
  const CastlingSet bk = castling_bit(Color::Black, CastlingSide::King);
  const CastlingSet bq = castling_bit(Color::Black, CastlingSide::Queen);
  EXPECT_EQ(after({"e1e2"}), bk | bq);
  EXPECT_EQ(after({"e1g1"}), bk | bq);
  EXPECT_EQ(after({"a1b1"}), wk | bk | bq);
  EXPECT_EQ(after({"h1h8"}), wq | bq) << "the rook takes the other's rook";
  EXPECT_EQ(after({"a1a8", "e8e7"}), wk);
}

TEST(Position, CastlingPutsKingAndRookWhereTheyBelong) {
  struct Case {
    const char* fen;
    const char* move;
    Square king, rook;
  };
  for (const Case& c : {
           Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", Square::G1, Square::F1},
           Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", Square::C1, Square::D1},
           Case{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8h8", Square::G8, Square::F8},
           Case{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8a8", Square::C8, Square::D8},
           Case{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", Square::G1, Square::F1},  // they change places
           Case{"4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", Square::C1, Square::D1},
           Case{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", Square::G1, Square::F1},   // the king stays
           Case{"4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", Square::C1, Square::D1},  // the rook stays
           Case{"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", Square::G1, Square::F1},
       }) {
    Position p = position_from(c.fen);
    const Color us = p.side_to_move();
    const std::size_t men = static_cast<std::size_t>(popcount(p.pieces()));
    play(p, {c.move});
    EXPECT_EQ(p.piece_on(c.king), make_piece(us, PieceType::King)) << c.fen;
    EXPECT_EQ(p.piece_on(c.rook), make_piece(us, PieceType::Rook)) << c.fen;
    EXPECT_EQ(static_cast<std::size_t>(popcount(p.pieces())), men) << c.fen;
    EXPECT_EQ(inconsistency(p), "") << c.fen;
    EXPECT_FALSE(p.may_castle(us, CastlingSide::King) || p.may_castle(us, CastlingSide::Queen)) << c.fen;
  }
}

TEST(Position, NullMovePassesTheMove) {
  Position p = position_from("4k3/8/8/2pP4/8/8/8/4K2R w K c6 5 10");
  const Key key = p.key();
  {
    const NullMove passed(p);
    EXPECT_EQ(p.side_to_move(), Color::Black);
    EXPECT_EQ(p.en_passant(), Square::None);
    EXPECT_EQ(p.key(), key ^ zobrist::black_to_move() ^ zobrist::en_passant(File::C));
    EXPECT_EQ(p.halfmove_clock(), 5) << "passing ticks no clock";
    EXPECT_EQ(p.castling_rights(), castling_bit(Color::White, CastlingSide::King));
    EXPECT_FALSE(p.in_check());
    EXPECT_EQ(inconsistency(p), "");
  }
  EXPECT_EQ(p.key(), key);
  EXPECT_EQ(p.en_passant(), Square::C6);
}

TEST(Position, BlockersOfBothColours) {
  const Position p = position_from("4r1k1/8/8/b3n3/8/2P5/8/4K2R w - - 0 1");
  EXPECT_EQ(p.blockers(Color::White), bit(Square::E5) | bit(Square::C3));
  EXPECT_EQ(p.blockers(Color::Black), 0u);
}

TEST(Position, QuestionsAboutMoves) {
  const Position p = position_from("2r1k3/1P6/8/2pP4/8/8/8/R3K2R w KQ c6 0 1");
  EXPECT_TRUE(p.is_capture(move_in(p, "b7c8q")));
  EXPECT_EQ(p.captured_type(move_in(p, "b7c8q")), PieceType::Rook);
  EXPECT_TRUE(p.is_tactical(move_in(p, "b7b8n")));
  EXPECT_FALSE(p.is_capture(move_in(p, "b7b8n")));
  EXPECT_TRUE(p.is_capture(move_in(p, "d5c6")));
  EXPECT_EQ(p.captured_type(move_in(p, "d5c6")), PieceType::Pawn);
  const Move castling = move_in(p, "e1h1");
  ASSERT_TRUE(castling.is_castling());
  EXPECT_FALSE(p.is_capture(castling)) << "its target holds the own rook";
  EXPECT_EQ(p.captured_type(castling), PieceType::None);
  EXPECT_FALSE(p.is_tactical(castling));
}

RC_GTEST_PROP(PositionProperty, AttackedSquaresAndAttackersAgree, (const RandomGame& game)) {
  const Position p = end_of(game);
  for (const Color c : {Color::White, Color::Black}) {
    const Bitboard all = p.attacked_squares(c, p.pieces());
    for (int s = 0; s < kSquares; ++s) {
      const Square sq = square_at(s);
      RC_ASSERT(contains(all, sq) == p.is_attacked(sq, c, p.pieces()));
      RC_ASSERT(contains(all, sq) == ((p.attackers_to(sq, p.pieces()) & p.pieces(c)) != 0));
    }
  }
}

TEST(Position, MobilityLeavesOutKingPawnsAndPinnedPieces) {
  const auto mobility = [](const char* fen) {
    const Position p = position_from(fen);
    int squares = 0;
    while (p.has_mobility(p.side_to_move(), squares + 1)) ++squares;
    return squares;
  };
  EXPECT_EQ(mobility("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 0);
  EXPECT_EQ(mobility("4k3/8/8/8/8/8/4P3/N3K3 w - - 0 1"), 2);
  EXPECT_EQ(mobility("4k3/8/8/8/8/1P6/2P1P3/N3K3 w - - 0 1"), 0) << "its own pawns are in the way";
  EXPECT_EQ(mobility("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1"), 0) << "pinned";
  EXPECT_EQ(mobility("4k3/8/8/8/8/8/4B3/R3K3 w - - 0 1"), 9 + 10);
}

}  // namespace
}  // namespace oknos
