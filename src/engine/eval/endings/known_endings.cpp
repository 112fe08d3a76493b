#include "engine/eval/endings/known_endings.h"

#include "engine/base/piece_values.h"
#include "engine/eval/endings/kpk.h"
#include "engine/eval/terms/geometry.h"

namespace oknos::eval {

namespace {

// A side's material without the king, as a sum of these.
using Material = int;
constexpr Material kPawn = 1, kKnight = 1 << 4, kBishop = 1 << 8, kRook = 1 << 12, kQueen = 1 << 16;

Material material_of(const Position& p, Color c) {
  return popcount(p.pieces(c, PieceType::Pawn)) * kPawn + popcount(p.pieces(c, PieceType::Knight)) * kKnight +
         popcount(p.pieces(c, PieceType::Bishop)) * kBishop + popcount(p.pieces(c, PieceType::Rook)) * kRook +
         popcount(p.pieces(c, PieceType::Queen)) * kQueen;
}

// Small advantages that lead the right way, in centipawns. The kings: the weak one to the edge, the strong one to it.
constexpr int kEdgeStep = 8;
constexpr int kKingStep = 5;
// Against a bare king the steps are larger, so that even a search of one ply makes progress.
constexpr int kBareEdgeStep = 25;
constexpr int kBareKingStep = 20;
constexpr int kRoomStep = 3;
constexpr int kMaxKingDistance = 7;
constexpr int kMaxOffEdge = 6;

int off_edge(Square s) {  // 0 in a corner, 6 in the centre
  return edge_distance(file_of(s)) + edge_distance(rank_of(s));
}

int pieces_value(const Position& p, Color c) {
  int value = 0;
  for (const PieceType t : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    value += popcount(p.pieces(c, t)) * piece_value(t).value();
  return value;
}

// An ending seen by the side that wants to win.
class Ending {
 public:
  Ending(const Position& position, Color strong)
      : p_(position),
        strong_(strong),
        king_(position.king(strong)),
        weak_king_(position.king(~strong)),
        strong_moves_(position.side_to_move() == strong) {}

  // Each is the whole value for the strong side.
  int pawn() const {
    constexpr int kWon = 330;
    constexpr int kRankStep = 15;
    const Square s = relative(the(strong_, PieceType::Pawn));
    const bool won =
        white_wins_kpk(relative(king_), s, relative(weak_king_), strong_moves_ ? Color::White : Color::Black);
    return won ? kWon + kRankStep * index(rank_of(s)) : 0;
  }

  int bishop_and_knight() const {
    constexpr int kWon = 750;
    constexpr int kCornerStep = 30;
    // Seven in the corners of the bishop's colour, nothing on the diagonal between the others.
    const int file = index(file_of(weak_king_));
    const int rank = index(rank_of(weak_king_));
    const bool light = is_light(the(strong_, PieceType::Bishop));
    const int corner = light ? distance(file, rank) : distance(file + rank, kFiles - 1);
    return kWon + kCornerStep * corner + kings(kBareKingStep);
  }

  int rook_against_minor(PieceType minor) const {
    constexpr int kBetter = 15;
    constexpr int kLonelyKnight = 4;  // for each step between it and its king
    int value = kBetter + (kMaxOffEdge - off_edge(weak_king_)) * 2;
    if (minor == PieceType::Knight) value += kLonelyKnight * distance(weak_king_, the(~strong_, minor));
    return value;
  }

  int rook_against_pawn() const {
    constexpr int kWon = 420;
    constexpr int kLevel = 100;
    constexpr int kStep = 8;
    const Square pawn = the(~strong_, PieceType::Pawn);
    const Square goal = make_square(file_of(pawn), relative_rank(~strong_, Rank::R8));
    const Square ahead = offset(pawn, pawn_push(~strong_));
    const int tempo = strong_moves_ ? 1 : 0;
    const int to_go = distance(pawn, goal);
    const bool before_pawn = contains(file_ahead(~strong_, pawn), king_);
    const bool alone = distance(weak_king_, pawn) >= 4 - tempo;  // too far to help
    if (before_pawn || alone) return kWon - kStep * distance(king_, pawn);
    // The race: our king comes too late when the pawn is far and its king beside it.
    const int late = distance(king_, ahead) - tempo - to_go;
    return kLevel - kStep * (distance(king_, ahead) - distance(weak_king_, ahead)) - kStep * 2 * std::max(late, 0);
  }

  int queen_against_pawn() const {
    constexpr int kWon = 850;
    constexpr int kDraw = 20;
    const Square pawn = the(~strong_, PieceType::Pawn);
    const File f = file_of(pawn);
    const bool drawing_file = f == File::A || f == File::C || f == File::F || f == File::H;
    const bool on_seventh = relative_rank(~strong_, pawn) == Rank::R7;
    const bool guarded = distance(weak_king_, pawn) == 1;
    constexpr int kNear = 4;  // our king helps from there
    const int value = kWon + kings();
    if (drawing_file && on_seventh && guarded && distance(king_, pawn) > kNear)
      return kDraw + kMaxKingDistance - distance(king_, pawn);
    return value;
  }

  int queen_against_rook() const {
    constexpr int kWon = 430;
    return kWon + drive();
  }

  // What mates a bare king.
  int mate() const {
    constexpr int kSure = 120;
    constexpr int kRankStep = 15;
    int value =
        kSure + pieces_value(p_, strong_) + drive(kBareEdgeStep, kBareKingStep) + kRoomStep * (kSquares - room());
    for_each_square(p_.pieces(PieceType::Pawn), [&](Square s) {
      value += piece_value(PieceType::Pawn).value() + kRankStep * index(relative_rank(strong_, s));
    });
    return value;
  }

  // Rook pawns whose corner no bishop controls, and the weak king is there or comes there in time: then it is never
  // driven away. Precondition: nothing but pawns and bishops.
  bool is_held_corner() const {
    const Bitboard pawns = p_.pieces(strong_, PieceType::Pawn);
    const Bitboard file = pawns & kFileA ? kFileA : kFileH;
    if (!pawns || (pawns & ~file)) return false;
    const Square corner = lowest(file & relative_rank_mask(strong_, Rank::R8));
    const Bitboard bishops = p_.pieces(strong_, PieceType::Bishop);
    if (bishops & (is_light(corner) ? kLightSquares : ~kLightSquares)) return false;
    return distance(weak_king_, corner) <= 1 || reaches(corner, pawns);
  }

  // Whether this material mates a bare king.
  bool mates(Material material) const {
    if (material >= kRook) return true;
    const Bitboard bishops = p_.pieces(strong_, PieceType::Bishop);
    const Bitboard knights = p_.pieces(strong_, PieceType::Knight);
    if ((bishops & kLightSquares) && (bishops & ~kLightSquares)) return true;
    return (bishops && knights) || popcount(knights) > 2;
  }

 private:
  // The weak king comes beside the corner before the first pawn is on the seventh rank, and before the strong king.
  bool reaches(Square corner, Bitboard pawns) const {
    const int tempo = strong_moves_ ? 0 : 1;
    const int moves = distance(weak_king_, corner) - 1 - tempo;
    int most_advanced = 0;
    for_each_square(pawns,
                    [&](Square s) { most_advanced = std::max(most_advanced, index(relative_rank(strong_, s))); });
    const int pawn_moves = index(Rank::R7) - std::max(most_advanced, index(Rank::R3));  // from the second it may jump
    return moves < pawn_moves && moves < distance(king_, corner) - 1;
  }

  Square the(Color c, PieceType t) const { return lowest(p_.pieces(c, t)); }
  Square relative(Square s) const { return relative_square(strong_, s); }
  int kings(int step = kKingStep) const { return step * (kMaxKingDistance - distance(king_, weak_king_)); }
  int drive(int edge_step = kEdgeStep, int king_step = kKingStep) const {
    return edge_step * (kMaxOffEdge - off_edge(weak_king_)) + kings(king_step);
  }
  // The squares that the weak king could reach if nothing else moved, its own among them.
  int room() const {
    const Bitboard attacked = p_.attacked_squares(strong_, p_.pieces() ^ bit(weak_king_));
    Bitboard reached = bit(weak_king_);
    for (Bitboard rest = reached; rest;) {
      const Bitboard more = attacks::king(pop_lowest(rest)) & ~attacked & ~reached;
      reached |= more;
      rest |= more;
    }
    return popcount(reached);
  }

  const Position& p_;
  const Color strong_;
  const Square king_;
  const Square weak_king_;
  const bool strong_moves_;
};

// From the view of the strong side, as is `known`.
std::optional<int> positional_against_bare_king(const Position& p, Color strong, Material material, int known) {
  const Ending ending(p, strong);
  if (material == kPawn) return ending.pawn() - known;
  if (material == kBishop + kKnight) return ending.bishop_and_knight() - known;
  if (material == 2 * kKnight) return -known;
  const Material but_pawns = material & ~(kKnight - 1);
  if ((but_pawns == 0 || but_pawns == kBishop) && ending.is_held_corner()) return -known;
  if (ending.mates(material)) return ending.mate() - known;
  return std::nullopt;
}

std::optional<int> positional_against_one_man(const Position& p, Color strong, Material material, Material other,
                                              int known) {
  const Ending ending(p, strong);
  if (material == kRook && other == kPawn) return ending.rook_against_pawn() - known;
  if (material == kRook && other == kBishop) return ending.rook_against_minor(PieceType::Bishop) - known;
  if (material == kRook && other == kKnight) return ending.rook_against_minor(PieceType::Knight) - known;
  if (material == kQueen && other == kPawn) return ending.queen_against_pawn() - known;
  if (material == kQueen && other == kRook) return ending.queen_against_rook() - known;
  return std::nullopt;
}

constexpr int kAlmostNothing = 4;  // all in 64ths
constexpr int kLittle = 10;
constexpr int kQuarter = 16;

// Without pawns a piece more is needed, and it must be able to mate.
int scale_without_pawns(const Position& p, Color strong) {
  constexpr int kBishopValue = piece_value(PieceType::Bishop).value();
  constexpr int kKnightValue = piece_value(PieceType::Knight).value();
  constexpr int kRookValue = piece_value(PieceType::Rook).value();
  const int own = pieces_value(p, strong);
  const int theirs = pieces_value(p, ~strong);
  const bool knights_only =
      own == popcount(p.pieces(strong, PieceType::Knight)) * piece_value(PieceType::Knight).value();
  if (knights_only && own <= 2 * kBishopValue) return kAlmostNothing;
  if (own - theirs > kBishopValue) return kFullScale;
  if (own < kRookValue) return kAlmostNothing;
  const bool by_minor_piece = own - theirs >= kKnightValue;  // with rook or queen against the same
  return theirs <= kBishopValue || by_minor_piece ? kLittle : kQuarter;
}

// What is not enough to win counts little: some of the advantage, and that the king of the side with less stands near
// the edge, where it may be mated by mistake. `us`: whose view it is.
std::optional<int> positional_without_pawns(const Position& p, Color us, int known) {
  constexpr int kEdge = 2;
  const int more = pieces_value(p, us) - pieces_value(p, ~us);
  const Color better = more < 0 ? ~us : us;
  const int scale = scale_without_pawns(p, better);
  if (scale == kFullScale) return std::nullopt;
  const int edge = more == 0 ? 0 : kEdge * (kMaxOffEdge - off_edge(p.king(~better)));
  return known * scale / kFullScale + (better == us ? edge : -edge) - known;
}

}  // namespace

std::optional<Score> known_positional(const Position& position, Score known) {
  if (position.is_dead()) return -known;
  const Material white = material_of(position, Color::White);
  const Material black = material_of(position, Color::Black);
  const Color strong = white >= black ? Color::White : Color::Black;
  const Material more = std::max(white, black);
  const Material less = std::min(white, black);
  const int seen = strong == Color::White ? known.value() : -known.value();
  std::optional<int> positional = less == 0 ? positional_against_bare_king(position, strong, more, seen)
                                            : positional_against_one_man(position, strong, more, less, seen);
  if (!positional && less != 0 && !position.pieces(PieceType::Pawn))
    positional = positional_without_pawns(position, strong, seen);
  if (!positional) return std::nullopt;
  return Score{strong == Color::White ? *positional : -*positional};
}

namespace {

bool has_opposite_bishops(const Position& p) {
  const Bitboard bishops = p.pieces(PieceType::Bishop);
  const Bitboard white = bishops & p.pieces(Color::White);
  const Bitboard black = bishops & p.pieces(Color::Black);
  if (!white || !black || more_than_one(white) || more_than_one(black)) return false;
  return is_light(lowest(white)) != is_light(lowest(black));
}

// Rook and pawn against rook: hardly won with the king before the pawn.
bool is_held_rook_ending(const Position& p, Color strong) {
  const Bitboard pawns = p.pieces(PieceType::Pawn);
  if (more_than_one(pawns) || popcount(p.pieces(PieceType::Rook)) != 2 || !p.pieces(~strong, PieceType::Rook))
    return false;
  const Square pawn = lowest(pawns);
  return contains(passed_span(strong, pawn), p.king(~strong)) && relative_rank(strong, pawn) < Rank::R7;
}

}  // namespace

int ending_scale(const Position& position, const PawnSets& pawns, Color strong, int weight) {
  constexpr int kRooks = 4;  // weight of two rooks
  constexpr int kBishops = 2;
  constexpr int kFewPawns = 40;
  constexpr int kForEachPawn = 6;
  constexpr int kOppositeAlone = 18;
  constexpr int kForEachPassed = 6;
  constexpr int kOppositeAmongOthers = 48;
  const int own_pawns = popcount(position.pieces(strong, PieceType::Pawn));
  if (own_pawns == 0) return scale_without_pawns(position, strong);
  if (weight == kRooks && own_pawns == 1 && is_held_rook_ending(position, strong)) return kQuarter;
  int scale = std::min(kFullScale, kFewPawns + kForEachPawn * own_pawns);
  if (has_opposite_bishops(position)) {
    const int alone = kOppositeAlone + kForEachPassed * popcount(pawns.passed[at(strong)]);
    scale = std::min(scale, weight == kBishops ? alone : kOppositeAmongOthers);
  }
  return scale;
}

}  // namespace oknos::eval
