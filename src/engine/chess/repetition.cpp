// What a position knows of those before it: repetitions that are there, and those that a move can make.
#include <algorithm>

#include "engine/chess/cuckoo.h"
#include "engine/chess/position.h"

namespace oknos {

namespace {

constexpr int kShortestRepetition = 4;  // plies: both sides go and come back

// Is there a piece whose move changes the key by `change`? That the side is the right one and its king safe has to be
// known. The move of another piece may stand in the same place of the table, so the piece itself is asked.
bool can_make(const Position& position, Key change) {
  for (const Move m : cuckoo::candidates(change)) {
    const bool back = position.is_empty(m.from());
    const Square from = back ? m.to() : m.from();
    const Square to = back ? m.from() : m.to();
    const Piece mover = position.piece_on(from);
    if (mover == Piece::None || cuckoo::change(mover, from, to) != change) continue;
    return contains(attacks::piece(type_of(mover), from, position.pieces()), to);
  }
  return false;
}

}  // namespace

int Position::plies_to_look_back() const {
  return std::min<int>({b_.halfmove_clock, b_.plies_from_null, static_cast<int>(keys_.size())});
}

int Position::repetitions() const {
  const int reach = plies_to_look_back();
  int found = 0;
  for (int back = kShortestRepetition; back <= reach; back += 2)
    if (key_before(back) == b_.key) ++found;
  return found;
}

bool Position::is_repetition(int ply) const {
  const int reach = plies_to_look_back();
  bool seen_before_root = false;
  for (int back = kShortestRepetition; back <= reach; back += 2) {
    if (key_before(back) != b_.key) continue;
    if (back < ply || seen_before_root) return true;
    seen_before_root = true;
  }
  return false;
}

// Where the other side's pieces stand as they stood, one move between the position and an earlier one is ours. The
// earlier one was legal with the other side to move, so the move to it leaves no king in check.
bool Position::has_upcoming_repetition(int ply) const {
  const int reach = plies_to_look_back();
  if (reach < kShortestRepetition - 1) return false;
  Key theirs =
      b_.key ^ key_before(1) ^ zobrist::black_to_move();  // what the other side's moves since then have changed
  for (int back = kShortestRepetition - 1; back <= reach; back += 2) {
    theirs ^= key_before(back - 1) ^ key_before(back) ^ zobrist::black_to_move();
    if (theirs != 0 || !can_make(*this, b_.key ^ key_before(back))) continue;
    if (back < ply) return true;
    for (int again = back + kShortestRepetition; again <= reach; again += 2)
      if (key_before(again) == key_before(back)) return true;
  }
  return false;
}

}  // namespace oknos
