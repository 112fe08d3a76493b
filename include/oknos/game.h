/// @file
/// The rules of chess: a position with the moves that led to it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace oknos {

/// Whether a game goes on, and if not, why. A threefold repetition and the fifty-move rule count without being claimed.
enum class GameState {
  Ongoing,              ///< the side to move has a legal move and none of the draws below holds
  Checkmate,            ///< the side to move has lost
  Stalemate,            ///< the side to move has no legal move and is not in check
  Repetition,           ///< the position has occurred three times
  FiftyMoves,           ///< fifty moves of each side without a capture or a pawn move
  InsufficientMaterial  ///< no sequence of moves leads to mate: bare kings, one minor piece, bishops of one colour
};

/// A start position and the moves played from it. The moves matter to the search: it must know which positions have
/// occurred before.
///
/// A value: copying it copies the game, and both can go different ways. A game that was moved from may only be assigned
/// to or destroyed. Different objects can be used from different threads; one object only from one thread at a time.
///
/// Moves are written as in UCI: "e2e4", "e7e8q" (promotion), castling as "e1g1" or, in Chess960, as king takes rook
/// ("e1h1"). Both ways of castling are understood wherever a move is read.
class Game {
 public:
  /// The initial position of chess.
  Game();

  /// The position of a FEN with 4 to 6 fields. X-FEN and Shredder-FEN castling rights make it a Chess960 position where
  /// king or rook do not stand as in standard chess. Positions that no game reaches are accepted as long as chess can
  /// be played from them (test suites have such).
  /// @throws InvalidInput the text is not a FEN, or not a position to play from; what() names the field
  explicit Game(std::string_view fen);

  /// Copies the game.
  Game(const Game& other);
  /// Takes the game over; `other` may then only be assigned to or destroyed.
  Game(Game&& other) noexcept;
  /// Copies the game.
  Game& operator=(const Game& other);
  /// Takes the game over; `other` may then only be assigned to or destroyed.
  Game& operator=(Game&& other) noexcept;
  ~Game();

  /// Plays a move. Possible in drawn positions, too.
  /// @param move in UCI notation
  /// @throws InvalidInput the move is not legal here
  void play(std::string_view move);

  /// Every legal move in UCI notation, in no particular order. Empty: checkmate or stalemate.
  std::vector<std::string> legal_moves() const;

  /// Whether the text names a legal move.
  /// @param move in UCI notation
  bool is_legal(std::string_view move) const;

  /// Whether the game goes on, and if not, why.
  GameState state() const;

  /// Whose move it is.
  bool white_to_move() const;

  /// Whether the side to move is in check.
  bool in_check() const;

  /// Whether castling is written as king takes rook.
  bool chess960() const;

  /// The present position as a FEN with six fields.
  std::string fen() const;

  /// The start position as a FEN with six fields.
  const std::string& start_fen() const;

  /// The moves played from the start position, in UCI notation.
  const std::vector<std::string>& moves() const;

 private:
  friend class Searcher;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace oknos
