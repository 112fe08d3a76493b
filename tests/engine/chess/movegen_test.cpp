#include "engine/chess/movegen.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;

using Codes = std::vector<std::uint16_t>;

template <MoveGen kind>
Codes generated(const Position& position) {
  MoveList list;
  generate<kind>(position, list);
  Codes codes;
  for (const Move m : list) codes.push_back(m.bits());
  std::sort(codes.begin(), codes.end());
  return codes;
}

bool has_duplicates(const Codes& sorted) {
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

template <class Keep>
Codes filtered(const Codes& codes, Keep keep) {
  Codes out;
  for (const std::uint16_t c : codes)
    if (keep(Move::from_bits(c))) out.push_back(c);
  return out;
}

// What is wrong with the stages, or nothing.
std::string fault_of_stages(const Position& p) {
  const Codes all = generated<MoveGen::All>(p);
  if (has_duplicates(all)) return "a move twice";
  if (generated<MoveGen::Captures>(p) != filtered(all, [&](Move m) { return p.is_tactical(m); })) return "captures";
  if (generated<MoveGen::Quiets>(p) != filtered(all, [&](Move m) { return !p.is_tactical(m); })) return "quiets";
  const CheckInfo info = p.check_info();
  const auto quiet_check = [&](Move m) { return !p.is_tactical(m) && p.gives_check(m, info); };
  if (generated<MoveGen::Checks>(p) != filtered(all, quiet_check)) return "checks";
  const auto check = [&](Move m) { return p.gives_check(m, info); };
  if (generated<MoveGen::AllChecks>(p) != filtered(all, check)) return "all checks";
  if (p.in_check() && generated<MoveGen::Evasions>(p) != all) return "evasions";
  if (count_legal_moves(p) != static_cast<int>(all.size())) return "count";
  if (has_legal_move(p) == all.empty()) return "has a legal move";
  return "";
}

RC_GTEST_PROP(MovegenProperty, StagesArePartsOfAll, (const RandomGame& game)) {
  const Position end = replay(game, [](Position& p, Move) { RC_ASSERT(fault_of_stages(p) == ""); });
  RC_ASSERT(fault_of_stages(end) == "");
}

Codes captures_of(const Position& position, Bitboard victims, bool promotions) {
  MoveList list;
  generate_captures_of(position, victims, promotions, list);
  Codes codes;
  for (const Move m : list) codes.push_back(m.bits());
  std::sort(codes.begin(), codes.end());
  return codes;
}

// The same by looking at every legal move.
Codes filtered_captures_of(const Position& p, Bitboard victims, bool promotions) {
  return filtered(generated<MoveGen::All>(p), [&](Move m) {
    const Square victim = m.is_en_passant() ? offset(m.to(), -pawn_push(p.side_to_move())) : m.to();
    return (p.is_capture(m) && contains(victims, victim)) || (promotions && m.is_promotion());
  });
}

RC_GTEST_PROP(MovegenProperty, CapturesOfSomeAreThoseAmongAll, (const RandomGame& game, Bitboard victims)) {
  const auto same = [&](const Position& p) {
    for (const bool promotions : {false, true})
      for (const Bitboard v : {victims, p.pieces(PieceType::Pawn), p.pieces(PieceType::Queen), Bitboard{0}})
        RC_ASSERT(captures_of(p, v, promotions) == filtered_captures_of(p, v, promotions));
    RC_ASSERT(captures_of(p, kAllSquares, true) == generated<MoveGen::Captures>(p));
  };
  same(replay(game, [&](Position& p, Move) { same(p); }));
}

// The rules of chess once more, by trial: everything that could be a move is made, and the king looked at.
Codes by_trial(const Position& position) {
  const Color us = position.side_to_move();
  Codes out;
  const auto try_move = [&](Move m) {
    Setup after = setup_of(position);
    const auto piece = [&](Square s) -> Piece& { return after.board[static_cast<std::size_t>(index(s))]; };
    if (m.is_en_passant()) piece(offset(m.to(), -pawn_push(us))) = Piece::None;
    piece(m.to()) = m.is_promotion() ? make_piece(us, m.promoted()) : piece(m.from());
    piece(m.from()) = Piece::None;
    after.castling_rook = {{{Square::None, Square::None}, {Square::None, Square::None}}};
    after.en_passant = Square::None;
    const Position moved(after);
    if (!moved.is_attacked(moved.king(us), ~us, moved.pieces())) out.push_back(m.bits());
  };
  const auto pawn_move = [&](Square from, Square to, MoveKind kind) {
    if (relative_rank(us, to) != Rank::R8) return try_move(Move{from, to, kind});
    for (int t = index(PieceType::Knight); t <= index(PieceType::Queen); ++t)
      try_move(Move::promotion(from, to, static_cast<PieceType>(t)));
  };
  for_each_square(position.pieces(us), [&](Square from) {
    const PieceType type = type_of(position.piece_on(from));
    if (type != PieceType::Pawn) {
      for_each_square(attacks::piece(type, from, position.pieces()) & ~position.pieces(us), [&](Square to) {
        try_move(Move{from, to});
      });
      return;
    }
    for_each_square(attacks::pawn(us, from), [&](Square to) {
      if (contains(position.pieces(~us), to)) pawn_move(from, to, MoveKind::Normal);
      if (to == position.en_passant()) pawn_move(from, to, MoveKind::EnPassant);
    });
    const Square once = offset(from, pawn_push(us));
    if (!position.is_empty(once)) return;
    pawn_move(from, once, MoveKind::Normal);
    if (relative_rank(us, from) == Rank::R2 && position.is_empty(offset(once, pawn_push(us))))
      try_move(Move{from, offset(once, pawn_push(us))});
  });
  std::sort(out.begin(), out.end());
  return out;
}

RC_GTEST_PROP(MovegenProperty, AllButCastlingIsWhatTrialFinds, (const RandomGame& game)) {
  const Position p = end_of(game);
  RC_ASSERT(filtered(generated<MoveGen::All>(p), [](Move m) { return !m.is_castling(); }) == by_trial(p));
}

std::vector<std::string> texts(const Position& p, bool castling_only) {
  std::vector<std::string> out;
  for (const Move m : legal_moves(p))
    if (m.is_castling() || !castling_only) out.push_back(to_text(m, true));
  std::sort(out.begin(), out.end());
  return out;
}

struct CastlingCase {
  const char* fen;
  std::vector<std::string> castling;  // king takes rook
};

TEST(Movegen, Castling) {
  const std::vector<CastlingCase> cases = {
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1", "e1h1"}},
      {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", {"e8a8", "e8h8"}},
      {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", {"e1h1"}},
      {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1", "e1h1"}},  // only the rook passes over an attacked square
      {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1h1"}},           // the king passes over one
      {"2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1h1"}},          // the king lands on one
      {"4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", {}},                // in check
      {"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", {}},                // the way is barred, once for the rook only
      {"4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", {"e1a1"}},          // a pawn attacks f1
      {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", {}},                    // Chess960: without the rook the king is in check
      {"4k3/8/8/8/8/r7/8/1RK5 w B - 0 1", {"c1b1"}},             // ... and here it is not
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"f1g1"}},              // king and rook change places
      {"4k3/8/8/8/8/8/8/2RK4 w C - 0 1", {"d1c1"}},
      {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", {"b1g1"}},  // the king goes all the way
      {"4k3/8/8/8/3r4/8/8/1K4R1 w G - 0 1", {}},      // ... and may not
      {"4k3/8/8/8/8/8/8/1KN3R1 w G - 0 1", {}},
      {"4k3/8/8/8/8/8/8/5RKR w HF - 0 1", {"g1f1"}},  // the rook on f1 stands where the other would land
      {"4k3/8/8/8/8/8/8/6KR w H - 0 1", {"g1h1"}},    // the king stays
  };
  for (const CastlingCase& c : cases) EXPECT_EQ(texts(position_from(c.fen), true), c.castling) << c.fen;
}

TEST(Movegen, EnPassantIsLegalOrNotThere) {
  EXPECT_EQ(count_legal_moves(position_from("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1")), 9);
  const Position pinned_along_rank = position_from("8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 1");
  for (const Move m : legal_moves(pinned_along_rank)) EXPECT_FALSE(m.is_en_passant());
}

TEST(Movegen, DoubleCheckLeavesTheKingOnly) {
  const Position p = position_from("4k3/8/8/8/7b/8/4r3/R3K2Q w Q - 0 1");
  EXPECT_EQ(popcount(p.checkers()), 2);
  for (const Move m : legal_moves(p)) EXPECT_EQ(m.from(), Square::E1) << text_of(p, m);
}

TEST(Movegen, MateAndStalemateHaveNoMoves) {
  for (const char* text : {"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    const Position p = position_from(text);
    EXPECT_FALSE(has_legal_move(p)) << text;
    EXPECT_TRUE(legal_moves(p).empty()) << text;
  }
}

std::vector<std::string> texts(const MoveList& list) {
  std::vector<std::string> out;
  for (const Move m : list) out.push_back(to_text(m, false));
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Movegen, CapturesOfSomeVictims) {
  struct Case {
    const char* fen;
    Bitboard victims;
    bool promotions;
    std::vector<std::string> moves;
  };
  const Bitboard d5 = bit(Square::D5);
  const std::vector<Case> cases = {
      {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", d5, false, {"c5d6", "e5d6"}},  // the victim does not stand where they go
      {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", bit(Square::D6), false, {}},
      {"2q4k/3P4/8/8/8/8/8/4K3 w - - 0 1", 0, false, {}},  // a promotion is not a capture
      {"4k3/8/8/3r4/2P1B3/8/8/3RK3 w - - 0 1", d5, false, {"c4d5", "d1d5", "e4d5"}},
      {"4k3/8/8/3rq3/2P1B3/8/8/3RK3 w - - 0 1", bit(Square::E5), false, {}},
      {"2qnk3/1P6/8/8/8/8/8/4K3 w - - 0 1", bit(Square::C8), false, {"b7c8b", "b7c8n", "b7c8q", "b7c8r"}},
      {"2qnk3/1P6/8/8/8/8/8/4K3 w - - 0 1",
       0,
       true,
       {"b7b8b", "b7b8n", "b7b8q", "b7b8r", "b7c8b", "b7c8n", "b7c8q", "b7c8r"}},
      {"4k3/8/8/6n1/8/8/4r3/4K1R1 w - - 0 1", bit(Square::G5), false, {}},  // in check from elsewhere
      {"4k3/8/8/6n1/8/8/4r3/4K1R1 w - - 0 1", bit(Square::E2), false, {"e1e2"}},
  };
  for (const Case& c : cases) {
    const Position p = position_from(c.fen);
    MoveList list;
    generate_captures_of(p, c.victims, c.promotions, list);
    EXPECT_EQ(texts(list), c.moves) << c.fen;
  }
}

TEST(Movegen, AllChecks) {
  struct Case {
    const char* fen;
    std::vector<std::string> moves;
  };
  const std::vector<Case> cases = {
      {"3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", {"c7d8q", "c7d8r"}},  // the new piece decides
      {"8/2P1k3/8/8/8/8/8/4K3 w - - 0 1", {"c7c8n"}},
      {"4k3/8/8/8/4p3/3P4/8/4RK2 w - - 0 1", {"e1e4"}},  // a capture
      {"4k3/8/8/8/4P3/3p4/8/4RK2 w - - 0 1", {}},
      {"4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", {"e5d6"}},              // en passant uncovers
      {"8/8/8/k2pP2R/8/8/8/5K2 w - d6 0 1", {"e5d6"}},               // ... two pawns at once
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1", "h1f1", "h1h8"}},  // castling
      {"4k3/8/8/8/8/4p3/4K3/4R3 w - - 0 1", {}},                     // the king frees no line
      {"4k3/8/8/8/8/3p4/4K3/4R3 w - - 0 1", {"e2d1", "e2d2", "e2d3", "e2f1", "e2f2", "e2f3"}},
  };
  for (const Case& c : cases) {
    const Position p = position_from(c.fen);
    MoveList list;
    generate<MoveGen::AllChecks>(p, list);
    EXPECT_EQ(texts(list), c.moves) << c.fen;
  }
}

TEST(Movegen, HasLegalMoveKnowsTheOnlyOne) {
  struct Case {
    const char* fen;
    int moves;
  };
  const std::vector<Case> cases = {
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},       // stalemate
      {"7k/5Q2/6K1/8/8/8/7p/8 b - - 0 1", 4},      // ... were there no pawn
      {"7k/5Q2/6K1/8/8/p7/P7/8 b - - 0 1", 0},     // it is blocked
      {"7k/5Q2/6K1/8/Pp6/1P6/8/8 b - a3 0 1", 1},  // en passant saves it
      {"6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", 0},     // smothered
      {"8/8/8/8/8/6k1/4r2p/7K w - - 0 1", 0},
      {"k7/8/8/8/8/8/r7/KR6 w - - 0 1", 1},        // the king takes what checks him
      {"k7/8/8/4b3/8/8/r7/KR6 w - - 0 1", 1},      // ... in double check, when the rook may not interpose
      {"k7/8/2n5/4b3/1n6/8/r7/KR6 w - - 0 1", 0},  // ... unless it is guarded
      {"k7/8/8/4b3/1n6/1B6/r7/KR6 w - - 0 1", 0},  // ... and nobody else may take it
      {"k5rr/8/8/8/8/8/7B/7K w - - 0 1", 0},       // a pinned bishop has no move
      {"k5rr/8/8/8/8/8/7R/7K w - - 0 1", 6},       // a pinned rook has
      {"k3r3/8/8/8/8/6p1/6P1/5KRB w G - 0 1", 1},  // nothing but castling
  };
  for (const Case& c : cases) {
    const Position p = position_from(c.fen);
    EXPECT_EQ(count_legal_moves(p), c.moves) << c.fen;
    EXPECT_EQ(has_legal_move(p), c.moves > 0) << c.fen;
  }
}

// The largest number known for a position from a game is 218.
TEST(Movegen, ManyMovesFitTheList) {
  EXPECT_EQ(count_legal_moves(position_from("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1")), 218);
}

TEST(Movegen, AppendsToTheList) {
  MoveList list;
  list.push_back(Move{});
  generate<MoveGen::Captures>(position_from(kKiwipete), list);
  EXPECT_EQ(list.size(), 1u + 8u);
  EXPECT_EQ(list[0], Move{});
}

}  // namespace
}  // namespace oknos
