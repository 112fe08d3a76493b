#include "explorer/guard_states.h"

#include "engine/chess/movegen.h"

namespace oknos::explorer {

using pruning::Guard;

namespace {

bool game_goes_on(Position position, Move m) {
  position.play(m);
  return !legal_moves(position).empty() && !position.is_dead() && !position.is_fifty_move_draw();
}

}  // namespace

std::vector<GuardState> guard_states(const lab::ShadowSample& s) {
  const Position& p = s.position;
  const bool pieces = p.has_pieces(p.side_to_move());
  std::vector<GuardState> out = {{Guard::PvNode, s.pv},
                                 {Guard::InCheck, p.in_check()},
                                 {Guard::MateWindow, is_decisive(s.alpha) || is_decisive(s.beta)},
                                 {Guard::PawnEnding, !pieces},
                                 {Guard::LegalMove, legal_moves(p).empty()},
                                 {Guard::NullAllowed, p.in_check() || !pieces}};
  if (!s.move) return out;
  out.push_back({Guard::NothingSearched, s.searched == 0});
  out.push_back({Guard::ChildAlive, !game_goes_on(p, s.move)});
  return out;
}

}  // namespace oknos::explorer
