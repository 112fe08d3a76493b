#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/live_table.h"
#include "lab/match/match.h"
#include "lab/match/match_plan.h"
#include "lab/match/match_view.h"
#include "lab/match/openings.h"
#include "lab/match/scoreboard.h"
#include "lab/output_file.h"
#include "lab/play/player.h"
#include "lab/store/run_store.h"
#include "platform/clock.h"

namespace oknos::lab {

// A match from its plan to its result: plays what its run store does not have yet, shows how far it is, and complains
// of games that a player lost by its own fault.
class MatchRun {
 public:
  // `heading` says which of several matches it is; may be empty. `options` must live as long.
  MatchRun(const MatchOptions& options, MatchPlan plan, const std::string& heading = "");

  // To the end, to a test's decision, or to Ctrl-C. An error: it could not begin, or had to end; state() is what there
  // is.
  std::optional<Error> play();

  MatchState state() const;
  bool begun() const { return begun_; }  // false: play() could not even open what it needs
  bool complete() const;                 // nothing is left to be played

 private:
  using Table = std::array<std::unique_ptr<Player>, 2>;  // the two players of a worker

  std::optional<Error> prepare();
  std::vector<std::string> inputs() const;
  OutputPath pgn_path() const;
  std::optional<PairSummary> play_pair(int worker, ItemNumber pair);
  std::string pgn_of(const GameRecord& record, bool first_is_white, ItemNumber pair, std::size_t game,
                     const std::string& opening) const;
  void take_stored();
  void play_the_rest();
  bool take_ready();
  void account(const PairSummary& pair, ItemNumber number);
  void report_fault(const GameSummary& game, ItemNumber pair, std::size_t number);
  void fail(const std::string& message);
  void keep_the_rest();
  void finish();
  void finish_pgn();

  const MatchOptions& options_;
  MatchPlan plan_;
  MatchFacts facts_;
  OpeningOrder order_;
  std::vector<Table> tables_;  // one for each worker
  std::unique_ptr<store::RunStore> store_;
  OutputFile pgn_;
  std::string date_;
  LiveTable live_;
  platform::TimePoint start_ = platform::now();

  std::vector<ItemNumber> pairs_;            // to be played, by all runs together
  std::size_t next_ = 0;                     // the first of them that has not been taken
  std::map<ItemNumber, PairSummary> ready_;  // played, but an earlier one is still missing
  Scoreboard board_;
  SprtStatus sprt_;
  std::uint64_t played_now_ = 0;  // games
  std::uint64_t games_without_pgn_ = 0;
  int failed_starts_ = 0;  // one after the other
  bool begun_ = false;
  bool over_ = false;
  std::string failure_;
};

}  // namespace oknos::lab
