#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/score.h"
#include "lab/formats/pgn.h"

// What is said about the moves of a game.
namespace oknos::lab {

enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };
inline constexpr int kMarks = 4;
std::string_view sign_of(Mark mark);  // "?!", "?", two of them

// What half a point is worth is clearer near equality than a queen up, so a move is judged by how much the expected
// result falls, in points out of 100: 50 for an equal position, 68 a pawn and a half or so ahead. The curve 100 / (1 +
// 10^(-score / 400)) is that of the Elo scale with a pawn as 100 points.
double expected_points(Score score);

// From so many points lost on: ?! at 0.9 pawns, ? at 1.6, ?? at 2.6 from an equal position.
inline constexpr double kInaccuracyPoints = 12.0;
inline constexpr double kMistakePoints = 21.0;
inline constexpr double kBlunderPoints = 32.0;

// Both scores from the mover's view: of the best play before the move, and of the position that it led to.
Mark judge(Score before, Score after);

// What the search says of one position of a game.
struct PositionReview {
  bool known = false;      // false: not searched, for the game was over or the work interrupted
  Score score;             // from White's view
  std::vector<Move> line;  // best play; empty when the game was over
};

// positions[i] stands before move i of the main line; the last one is the final position.
struct GameReview {
  std::vector<PositionReview> positions;
  std::vector<Mark> marks;  // of each move

  std::array<int, kMarks> count() const;
};

// Fills in the marks of a main line whose positions are known. `first` moves first.
void mark_moves(GameReview& review, const std::vector<Move>& moves, Color first);

// "0.35", "#-3": the value of the comment [%eval ...].
std::string eval_text(Score white_view);

// Writes the review into the game: [%eval] after each move of the main line (an older one is replaced), and for marked
// moves a glyph (unless the move has one) and the best line as a variation. What others have said stays.
void annotate(pgn::Game& game, const GameReview& review);

}  // namespace oknos::lab
