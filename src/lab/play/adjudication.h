#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/base/score.h"
#include "engine/base/types.h"

// Ends games whose outcome the players themselves no longer doubt, going by the scores that they report.
namespace oknos::lab {

// A player resigns after `moves` moves of its own in a row with a score of at most -score; with `twosided` only if the
// other one has also had, in as many moves in a row, at least +score.
struct ResignRule {
  int moves = 4;
  int score = 600;  // centipawns
  bool twosided = true;
  bool operator==(const ResignRule&) const = default;
};

// A draw, not before move number `number` of the game, when in the last `moves` moves of each player no score was
// further than `score` from 0.
struct DrawRule {
  int number = 40;
  int moves = 8;
  int score = 10;  // centipawns
  bool operator==(const DrawRule&) const = default;
};

struct AdjudicationSettings {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  int max_moves = 0;  // a draw when each player has made so many; 0: never
  bool operator==(const AdjudicationSettings&) const = default;
};

// "moves=4,score=600,twosided=true" in any order, "off" for none. What is not said is as above.
Result<std::optional<ResignRule>> parse_resign(const std::string& text);
// "number=40,moves=8,score=10", "off".
Result<std::optional<DrawRule>> parse_draw(const std::string& text);

enum class RulingKind : std::uint8_t { Resignation, Draw, MoveLimit };
struct Ruling {
  RulingKind kind = RulingKind::Draw;
  std::optional<Color> winner;  // of a resignation
  bool operator==(const Ruling&) const = default;
};

// One game. Moves of the opening are not shown to it.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationSettings& settings) : settings_(settings) {}

  // After each move: who made it, its number as game records count, and the score that the mover reported, from its own
  // view. A move without a score breaks every chain. When both hold, a resignation comes before a draw.
  std::optional<Ruling> after_move(Color mover, std::optional<Score> score, int move_number);

 private:
  // Moves in a row, by player.
  struct Chains {
    int lost = 0;
    int won = 0;
    int even = 0;
    int made = 0;  // all moves
  };
  bool resigns(Color c) const;

  AdjudicationSettings settings_;
  std::array<Chains, kColors> chains_{};
};

}  // namespace oknos::lab
