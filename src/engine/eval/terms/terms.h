#pragma once

#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/terms/attack_map.h"
#include "engine/eval/terms/king_safety.h"
#include "engine/eval/terms/passed_pawns.h"
#include "engine/eval/terms/pieces.h"
#include "engine/eval/terms/shelter.h"
#include "engine/eval/terms/threats.h"
#include "engine/eval/terms/whole_board.h"

// The list of the terms, but for the pawn structure. Each is counted for one side and then for the other.
namespace oknos::eval {

// `shelter(colour, king, with danger, counter)` counts a king's shelter: from the board, or as the pawn table has it.
template <class Counter, class Shelter>
void count_terms(const View& v, Shelter&& shelter, Counter& white, Counter& black) {
  constexpr Color kWhite = Color::White;
  constexpr Color kBlack = Color::Black;
  count_pieces<kWhite>(v, white);
  count_pieces<kBlack>(v, black);
  const auto count_king = [&]<Color us>(Counter& own) {
    const bool attacked = is_attacked<us>(v);
    shelter.template count<us>(v, attacked, own);
    count_castling<us>(v, own);
    if (attacked) count_danger<us>(v, own);
  };
  count_king.template operator()<kWhite>(white);
  count_king.template operator()<kBlack>(black);
  count_threats<kWhite>(v, white);
  count_threats<kBlack>(v, black);
  count_passed_pawns<kWhite>(v, white);
  count_passed_pawns<kBlack>(v, black);
  count_space<kWhite>(v, white);
  count_space<kBlack>(v, black);
  count_tempo<kWhite>(v, white);
  count_tempo<kBlack>(v, black);
  if (v.weight < kFullPhase) count_winnable(v, white);
}

}  // namespace oknos::eval
