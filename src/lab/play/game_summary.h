#pragma once

#include <array>
#include <optional>
#include <string>

#include "lab/play/game.h"
#include "lab/store/format.h"

namespace oknos::lab {

// What a player did in a game.
struct PlayerTotals {
  std::uint64_t moves = 0;    // the opening's not counted
  std::uint64_t reports = 0;  // moves with a depth and nodes
  std::uint64_t depth = 0;    // plies, summed over the reports
  std::uint64_t nodes = 0;    // summed over the reports
  std::int64_t time = 0;      // milliseconds
  std::int64_t longest = 0;   // milliseconds: the longest move

  PlayerTotals& operator+=(const PlayerTotals& o);
};

// What is kept of a game. "First" is the player named first on the command line.
struct GameSummary {
  bool first_is_white = true;
  pgn::GameResult result = pgn::GameResult::Unknown;
  Ending ending = Ending::Interrupted;
  std::optional<bool> first_at_fault;
  std::string explanation;
  std::string opening;                 // what the book calls it, or its number
  std::string moves;                   // in UCI's notation, from the start position
  std::string start;                   // FEN; empty: the initial position
  std::array<PlayerTotals, 2> totals;  // of the first, of the second
  std::string pgn;                     // empty unless it was asked for

  int plies() const;
  // In half points for the first: 0, 1, 2. Precondition: the game has a result.
  int first_half_points() const;
};

GameSummary summarise(const GameRecord& game, bool first_is_white, std::string opening);

// The same opening with colours swapped: the first player has White in the first game.
using PairSummary = std::array<GameSummary, 2>;

// A game in the rows of a run store (store/format.h).
inline constexpr auto kGameFields = [](auto& f, auto& g) {
  using store::kVolatile;
  constexpr const char* kSame = "the same of the second player";
  constexpr int kEndings = static_cast<int>(Ending::CannotStart) + 1;  // those that give a result
  const auto who = [](bool first) { return std::string(first ? "first" : "second"); };
  std::string white = who(g.first_is_white);
  std::string result(pgn::to_text(g.result));
  std::string at_fault = g.first_at_fault ? who(*g.first_at_fault) : "";
  int plies = g.plies();
  f("white", white, "who had the white pieces: 'first' or 'second' player of the command line");
  f("result", result, "1-0, 0-1 or 1/2-1/2");
  f.choice("ending", g.ending, kEndings, "how the game ended");
  f("at_fault", at_fault, "who broke the rules or the clock: 'first', 'second' or nothing");
  f("opening", g.opening, "name or number of the opening");
  f("start", g.start, "FEN of the start position; empty: the initial position");
  f("moves", g.moves, "all moves, the opening's too, in UCI's notation");
  f("plies", plies, "number of moves of both sides");
  auto& [first, second] = g.totals;
  f("first_moves", first.moves, "moves that the first player chose");
  f("first_reports", first.reports, "moves for which it reported a depth");
  f("first_depth", first.depth, "plies, summed over these");
  f("first_nodes", first.nodes, "nodes, summed over these");
  f("second_moves", second.moves, kSame);
  f("second_reports", second.reports, kSame);
  f("second_depth", second.depth, kSame);
  f("second_nodes", second.nodes, kSame);
  f("first_time", first.time, "milliseconds that the first player thought", kVolatile);
  f("first_longest", first.longest, "milliseconds of its longest move", kVolatile);
  f("second_time", second.time, kSame, kVolatile);
  f("second_longest", second.longest, kSame, kVolatile);
  f("explanation", g.explanation, "how the game ended, in a sentence", kVolatile);
  f("pgn", g.pgn, "the game, when PGN was asked for", kVolatile);
  if constexpr (store::reads<decltype(f)>) {
    const auto known = pgn::result_from_text(result);
    if (!known || *known == pgn::GameResult::Unknown) f.fail("result", "1-0, 0-1 or 1/2-1/2");
    g.result = known.value_or(pgn::GameResult::Unknown);
    g.first_is_white = white == who(true);
    if (!at_fault.empty()) g.first_at_fault = at_fault == who(true);
  }
};

}  // namespace oknos::lab
