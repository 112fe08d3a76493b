#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/chess/position.h"
#include "engine/eval/network/network.h"

namespace oknos::eval::network {

// The network's sums beside the search stack, one pair (White's and Black's view) for each ply. A move only notes what
// it changes; the sums follow when a value is asked for, from the nearest ply that has them. Where a king has
// crossed the middle the board is seen mirrored, and where it has entered another king bucket, other weights count. The
// sums then start from those of the last position seen so (a cache with the men of that position: after all moves some
// men stand elsewhere, most do not).
class Accumulators {
 public:
  Accumulators(std::shared_ptr<const Network> network, int plies);

  const Network& network() const { return *network_; }

  // `position` is that of `ply`, with no ply before it known.
  void start(const Position& position, int ply);
  // `move` leads from `position`, which has it not yet made, to `ply`; no move: a null move.
  void push(const Position& position, Move move, int ply);
  // Precondition: since start(), each ply up to this was pushed, and `position` is this ply's.
  // `material`: its material, from the view of the side to move.
  Score value(const Position& position, Score material, int ply);

 private:
  struct Man {
    Piece piece = Piece::None;
    Square square = Square::A1;
  };
  struct Ply {
    std::array<Man, 2> added{};
    std::array<Man, 2> removed{};
    std::uint8_t additions = 0;
    std::uint8_t removals = 0;
    std::array<bool, kColors> known{};    // the sums of that view are there
    std::array<bool, kColors> crossed{};  // that side's king is seen in another way
  };
  struct Cached {  // by side and KingView
    std::array<std::array<Bitboard, kPieceTypes>, kColors> men{};
    std::int16_t* sums = nullptr;
  };

  static std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }
  Ply& ply_at(int ply) { return plies_[static_cast<std::size_t>(ply)]; }
  std::int16_t* sums_of(Color view, int ply) {
    return sums_ + (static_cast<std::size_t>(ply) * kColors + at(view)) * static_cast<std::size_t>(network_->neurons());
  }
  void note(Ply& to, const Position& position, Move move) const;
  // Precondition: the sums of that view are not there.
  void ensure(Color view, const Position& position, int ply);
  void refresh(Color view, const Position& position, int ply);
  void apply(Color view, const Perspective& perspective, int ply);

  std::shared_ptr<const Network> network_;
  std::vector<Ply> plies_;
  std::vector<std::int16_t> memory_;
  std::int16_t* sums_ = nullptr;  // within memory_, on a cache line
  std::array<std::array<Cached, kKingViews>, kColors> cache_;
};

}  // namespace oknos::eval::network
