#include "engine/tablebases/root_moves.h"

#include "engine/chess/movegen.h"

namespace oknos::tablebases {

namespace {

constexpr int kDecided =
    100'000;  // rank of moves that certainly win; lower by up to a few hundred where care is needed

int sign_of(int n) {
  return (n > 0) - (n < 0);
}

// After the move: the game is drawn by its rules.
bool is_drawn(const Position& after, bool fifty_move_rule) {
  constexpr int kThreefold = 2;  // earlier occurrences
  return after.repetitions() >= kThreefold || after.is_dead() || (fifty_move_rule && after.is_fifty_move_draw());
}

bool is_mated(const Position& position) {
  return position.in_check() && !has_legal_move(position);
}

// Plies to the next capture or pawn move, this move included, as Tablebases::dtz() has them.
std::optional<int> distance_through(const Tablebases& tables, Position& after, bool fifty_move_rule) {
  if (is_mated(after)) return 1;
  if (is_drawn(after, fifty_move_rule)) return 0;
  if (after.halfmove_clock() == 0) {
    const auto reply = tables.wdl(after);
    return reply ? std::optional(dtz_before_zeroing(-*reply)) : std::nullopt;
  }
  const auto rest = tables.dtz(after);
  return rest ? std::optional(-*rest - sign_of(*rest)) : std::nullopt;
}

// `repeats`: the position, or that after the move, was on the board before. Then only the shortest way will do: every
// other might go round in a circle.
RankedMove by_distance(Move m, int distance, int clock, bool repeats, bool fifty_move_rule) {
  const int total = std::abs(distance) + clock;  // on the clock when it is set back
  if (distance == 0) return {m, 0, Wdl::Draw};
  if (distance > 0) {
    const bool sure = total < kFiftyMoves || !fifty_move_rule;  // the distance may be one too few
    const bool won = total <= kFiftyMoves || !fifty_move_rule;
    return {m, kDecided - (sure && !repeats ? 0 : total), won ? Wdl::Win : Wdl::CursedWin};
  }
  // With the fifty-move draw in sight the side that loses delays; otherwise the search may look for the hardest
  // defence.
  const bool lost = total <= kFiftyMoves || !fifty_move_rule;
  const bool in_sight = fifty_move_rule && total - distance >= kFiftyMoves;
  return {m, -kDecided + (in_sight ? total : 0), lost ? Wdl::Loss : Wdl::BlessedLoss};
}

RankedMove by_result(Move m, Wdl wdl, bool fifty_move_rule) {
  constexpr int kCursed = 1;
  if (wdl == Wdl::Draw) return {m, 0, wdl};
  if (wdl == Wdl::Win || (wdl == Wdl::CursedWin && !fifty_move_rule)) return {m, kDecided, Wdl::Win};
  if (wdl == Wdl::Loss || (wdl == Wdl::BlessedLoss && !fifty_move_rule)) return {m, -kDecided, Wdl::Loss};
  return {m, wdl == Wdl::CursedWin ? kCursed : -kCursed, wdl};
}

}  // namespace

std::optional<Ranking> rank_moves(const Tablebases& tables, Position& position, std::span<const Move> moves,
                                  bool fifty_move_rule) {
  if (!tables.wdl(position)) return std::nullopt;
  const int clock = position.halfmove_clock();
  const bool was_repeated = position.repetitions() > 0;
  Ranking out;
  out.by_distance = true;
  for (const Move m : moves) {
    const MadeMove made(position, m);
    const auto distance = distance_through(tables, position, fifty_move_rule);
    if (!distance) {
      out.by_distance = false;
      break;
    }
    out.moves.push_back(by_distance(m, *distance, clock, was_repeated || position.repetitions() > 0, fifty_move_rule));
  }
  if (out.by_distance) return out;

  out.moves.clear();
  for (const Move m : moves) {
    const MadeMove made(position, m);
    const auto reply = is_drawn(position, fifty_move_rule) ? std::optional(Wdl::Draw) : tables.wdl(position);
    if (!reply) return std::nullopt;
    out.moves.push_back(by_result(m, -*reply, fifty_move_rule));
  }
  return out;
}

}  // namespace oknos::tablebases
