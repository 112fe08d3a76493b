#pragma once

#include <array>
#include <cstdint>

#include "engine/base/score.h"
#include "engine/chess/position.h"

// What a score means for the game: how often it is won, drawn and lost.
namespace oknos::uci {

// Per mille of games, from the side to move's view; the three add up to 1000.
struct Wdl {
  int win = 0;
  int draw = 0;
  int loss = 0;
  bool operator==(const Wdl&) const = default;
};

inline constexpr Wdl kCertainDraw{0, 1000, 0};

Wdl wdl(Score internal, const Position& position);

// Pawns count 1, knights and bishops 3, rooks 5, queens 9, of both sides together: 78 when a game begins.
int material_left(const Position& position);

// The model behind these, fitted to games of our own by `oknos-lab train wdl` (docs/training.md):
//   win = 1 / (1 + exp((a - score) / b)), loss: the same of -score, the rest is drawn
// where a, the score that wins half of the games, and b, how gradually it comes to that, depend on the material left
// and on the number n of the move: with m = material / 58
//   a = half[0] + half[1] m + half[2] m^2 + half[3] m^3 + half_by_move (n - 40), and b likewise from `spread`,
// neither being less than kMin. Material and moves beyond the bounds below count as the bound; so does a move number
// below least_move(material), for no game has lost so much material so soon: it is a position that was set up. All in
// integers, so that every build says the same.
struct WinModel {
  static constexpr int kUnit = 256;  // of a centipawn: what the numbers are given in
  static constexpr int kMin = 20 * kUnit;
  static constexpr int kMaterialUnit = 58;
  static constexpr int kMinMaterial = 17;
  static constexpr int kMaxMaterial = 78;
  static constexpr int kMiddleMove = 40;
  static constexpr int kMaxMove = 120;
  using Polynomial = std::array<std::int32_t, 4>;

  static constexpr int least_move(int material) {
    constexpr int kGonePerMove = 2;
    const int gone = kMaxMaterial - (material < kMinMaterial ? kMinMaterial : material);
    return gone < 0 ? 0 : gone / kGonePerMove;
  }

  Polynomial half{};
  Polynomial spread{};
  std::int32_t half_by_move = 0;
  std::int32_t spread_by_move = 0;

  std::int64_t half_at(int material, int move) const { return at(half, half_by_move, material, move); }  // a, in units
  std::int64_t spread_at(int material, int move) const { return at(spread, spread_by_move, material, move); }

  // In hundredths of the score that wins half of the games. Mates are left as they are.
  Score normalised(Score score, int material, int move) const;
  Wdl wdl(Score internal, int material, int move) const;

 private:
  static std::int64_t at(const Polynomial& p, std::int32_t by_move, int material, int move);
};

}  // namespace oknos::uci
