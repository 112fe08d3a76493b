#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/random_line.h"
#include "engine/search/engine.h"
#include "lab/formats/game_record.h"
#include "lab/formats/pgn.h"
#include "lab/play/plan.h"
#include "lab/store/run_store.h"

// `oknos-lab datagen`: games of the search against itself, from random openings (docs/datagen.md).
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

// White's half points, or nothing.
std::optional<int> half_points_of(pgn::GameResult result);
pgn::GameResult result_of(int half_points);

// "+0.34/12, n=5000": 34; "-M5/20": a mate, as kMate - plies; nothing when the comment begins otherwise.
std::optional<int> score_in_comment(const std::string& comment);

// The main line as a record of a compact file, with the scores at the beginning of the comments. A game without a
// result counts as a draw.
compact::GameRecord record_of(const pgn::Game& game);

// As datagen would write it: `number` from 1; the comments have the score, and not the depth and the nodes, which a
// record lacks.
pgn::Game game_of(const compact::GameRecord& record, std::uint64_t number);

enum class GameFormat { Pgn, Compact };

struct DatagenOptions {
  std::string out;
  std::optional<GameFormat> format;  // nothing: as the name of the file says
  std::int64_t games = 0;
  SearchOptions search;          // preset, set, nodes or depth, hash
  std::uint64_t soft_nodes = 0;  // 0: none
  std::string random_plies = "8";
  SelfPlay play;  // without player, settings, limits and random plies
  int workers = 1;
  store::Shard shard;
  bool resume = false;
  bool force = false;  // replace the file if it exists
};

int datagen(const DatagenOptions& options);  // the program's exit code

// "8" or "8,9".
Result<std::vector<int>> parse_random_plies(const std::string& text);

// All that the games depend on: the first line of a PGN file, behind "% ", and the text in the head of a compact one.
// Resuming compares it.
std::string datagen_heading(const DatagenOptions& options, const Plan& plan);

// What a file of games that may be torn holds: how many whole games in how many bytes.
struct GamesWritten {
  std::string heading;  // empty: it was cut short within it
  std::int64_t games = 0;
  std::uintmax_t bytes = 0;  // of the heading and the whole games
};
// The error says how a compact file is damaged.
Result<GamesWritten> games_written(std::string_view text, GameFormat format);

}  // namespace oknos::lab
