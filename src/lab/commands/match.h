#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/result.h"
#include "lab/play/game_summary.h"
#include "lab/record/report.h"
#include "lab/statistics/sprt.h"
#include "lab/statistics/statistics.h"

// `oknos-lab match A B`: who is stronger, and how sure is that?
namespace oknos::lab {

StoredCommand match_command();

// What the games of a match add up to, from the view of the first player.
struct MatchSummary {
  std::array<std::string, 2> names, identities;
  std::string control, book, seed;
  std::optional<SprtSettings> sprt;
  std::int64_t wanted = 0;  // pairs to be played
  bool games_given = true;  // the number of games is the user's, not only a bound to an SPRT
  // Of this run alone:
  std::uint64_t played_now = 0;  // games
  std::int64_t time = 0;         // milliseconds

  Pentanomial pairs;
  SprtStatus test;  // after the last pair
  GameCounts all;
  GameCounts as_white;  // the first player with the white pieces
  std::map<Ending, std::uint64_t> endings;
  std::array<std::map<Ending, std::uint64_t>, 2> faults;  // of the first, of the second player
  std::array<PlayerTotals, 2> totals;
  std::uint64_t plies = 0;

  MatchSummary() = default;
  explicit MatchSummary(const RunHeader& header);
  std::optional<Error> add(const PairSummary& pair);

  std::string tally() const;     // "+50 =40 -34"
  std::string progress() const;  // "124 of 200 games, +50 =40 -34, Elo +45.1 (...), LLR ..."
  std::string llr() const;       // "0.57"; "-" without a test
  std::string verdict() const;   // "H1 accepted", "H0 accepted", "not decided"; "all games" without a test
  void report(record::TextReport& out) const;
  void report(record::JsonReport& out) const;
};

// "12.3 s for 40 games: 11,707 games an hour".
std::string games_in_time(std::uint64_t games, std::int64_t milliseconds);

}  // namespace oknos::lab
