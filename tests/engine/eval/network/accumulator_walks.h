#pragma once

#include <gtest/gtest.h>
#include <random>

#include "engine/chess/movegen.h"
#include "engine/eval/network/accumulators.h"
#include "support/positions.h"
#include "support/random_network.h"

namespace oknos::test {

// Walks through trees of moves as a search does, null moves included, and asks for values now and then, so that some
// are far from the last ply that has its sums. Every value must be that of the position alone.
class AccumulatorWalk {
 public:
  explicit AccumulatorWalk(std::uint32_t seed, int king_buckets = 1)
      : random_(seed), network_(random_network(seed, 32, 8, king_buckets)), accumulators_(network_, kPlies + 1) {}

  // From a position that a random game from the start number (-1: standard) leads to.
  void walk(int start, int plies_of_game, int moves) {
    Position position = start < 0 ? Position::initial() : chess960_start(start);
    for (int i = 0; i < plies_of_game; ++i) {
      const MoveList legal = legal_moves(position);
      if (legal.empty()) return;
      position.play(choose(position, legal));
    }
    left_ = moves;
    accumulators_.start(position, 0);
    while (left_ > 0 && !testing::Test::HasFailure()) {
      const int before = left_;
      go(position, 0);
      if (left_ == before) return;  // no move
    }
  }

  std::uint64_t values() const { return values_; }
  std::uint64_t specials() const { return specials_; }  // castling, en passant, promotions

 private:
  static constexpr int kPlies = 60;

  // What is rare among random moves comes more often.
  Move choose(const Position& position, const MoveList& legal) {
    MoveList rare;
    for (const Move m : legal)
      if (m.kind() != MoveKind::Normal || type_of(position.piece_on(m.from())) == PieceType::King) rare.push_back(m);
    const MoveList& pool = !rare.empty() && random_() % 4 == 0 ? rare : legal;
    return pool[random_() % pool.size()];
  }
  void check(const Position& position, int ply) {
    ++values_;
    EXPECT_EQ(accumulators_.value(position, eval::network::material_of(position), ply),
              eval::network::plain_value(*network_, position));
  }
  void go(Position& position, int ply) {
    if (random_() % 3 == 0) check(position, ply);
    if (ply == kPlies) return;
    const int children = 1 + static_cast<int>(random_() % 2);
    for (int i = 0; i < children && left_ > 0; ++i) {
      if (!position.in_check() && random_() % 8 == 0) {
        accumulators_.push(position, Move{}, ply + 1);
        const NullMove passed(position);
        go(position, ply + 1);
        continue;
      }
      const MoveList legal = legal_moves(position);
      if (legal.empty()) return;
      const Move m = choose(position, legal);
      if (m.kind() != MoveKind::Normal) ++specials_;
      --left_;
      accumulators_.push(position, m, ply + 1);
      const MadeMove made(position, m);
      go(position, ply + 1);
    }
  }

  std::mt19937 random_;
  std::shared_ptr<const eval::network::Network> network_;
  eval::network::Accumulators accumulators_;
  int left_ = 0;  // moves to make
  std::uint64_t values_ = 0;
  std::uint64_t specials_ = 0;
};

}  // namespace oknos::test
