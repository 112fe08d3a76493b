#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/commands/match/match_plan.h"
#include "lab/play/scoreboard.h"
#include "lab/terminal/style.h"
#include "lab/terminal/text_table.h"

// How a match looks: on the terminal while it is played, at its end, and as JSON.
namespace oknos::lab {

// What a match is called and asked for.
struct MatchFacts {
  std::string heading;  // which of several matches it is; may be empty
  std::array<std::string, 2> names;
  std::array<std::string, 2> identities;  // identity_of() the players, once they have been started
  std::string control;                    // in words
  std::string book;
  std::string seed;
  std::optional<SprtSettings> sprt;
  bool games_given = true;  // the number of games is the user's, not only a bound to an SPRT
};

// What the views are made of.
struct MatchState {
  const MatchFacts& facts;
  const Scoreboard& board;
  std::uint64_t played_now = 0;     // games, without those of an earlier run
  std::int64_t time = 0;            // milliseconds of this run
  std::int64_t pairs_of_shard = 0;  // to be played
  SprtStatus sprt;                  // of the moment the test ended, or now
  bool interrupted = false;
};

// Some lines for the live table, none wider than the style's width.
std::vector<std::string> live_lines(const MatchState& state, const Style& style);
// One line for a log: "124 of 200 games, +50 =40 -34, Elo +45.1 (...), LLR ...".
std::string log_line(const MatchState& state);
// The report at the end. Ends with a line end.
std::string match_report(const MatchState& state, const Style& style);
nlohmann::ordered_json match_json(const MatchState& state);
// "H1 accepted", "H0 accepted", "not decided"; empty without a test.
std::string verdict_text(const MatchState& state);
std::string game_json(const GameSummary& game, std::int64_t pair, int number);

}  // namespace oknos::lab
