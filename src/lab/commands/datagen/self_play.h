#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/random_line.h"
#include "engine/search/engine.h"
#include "lab/formats/pgn.h"

// Games of the search against itself, from random openings.
namespace oknos::lab {

struct SelfPlay {
  std::string player;  // for the tags White and Black
  pruning::Settings settings;
  Limits limits;                        // of a move
  std::vector<int> random_plies = {8};  // game n begins with random_plies[n % size] random plies
  RandomMoves random_moves = RandomMoves::Uniform;
  int balance = 150;  // centipawns: so far from 0 may the score after the random plies be
  int chess960 = 0;   // percent of the games, drawn by number and seed, that are Chess960
  std::uint64_t seed = 1;
  bool adjudicate = true;
};

// When a game is given up as decided: a score of 10 pawns in four plies on end, always for the same side; and as drawn:
// within 5 centipawns of 0 in twelve plies on end after move 60.
class Referee {
 public:
  // The score from White's view that came with the ply just played, and the number of that move. The result when the
  // game ends here.
  std::optional<pgn::GameResult> judge(Score white_view, int move_number);

 private:
  int white_wins_ = 0;  // plies on end
  int black_wins_ = 0;
  int draws_ = 0;
};

// How the rules end the game in this position, or nothing: mate, stalemate, third occurrence, fifty moves, dead.
std::optional<pgn::GameResult> result_by_rule(const Position& position);

// "+0.34"; "-M5": the other side mates in five moves.
std::string comment_score(Score score);

// "+0.34/12, n=5000", "-M5/20, n=831": score from the view of the player, depth, nodes.
std::string move_comment(const SearchReport& report);

// Game `number` (from 0): it depends on that and on the settings alone. Nothing: interrupted() became true. The error
// says that no random line was balanced. The engine's table is emptied first.
Result<std::optional<pgn::Game>> play_against_itself(Engine& engine, const SelfPlay& settings, std::int64_t number);

}  // namespace oknos::lab
