#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/platform/clock.h"
#include "lab/commands/match/match.h"
#include "lab/commands/match/match_plan.h"
#include "lab/commands/match/match_view.h"
#include "lab/experiment/experiment.h"
#include "lab/play/openings.h"
#include "lab/play/player.h"
#include "lab/play/scoreboard.h"
#include "lab/terminal/live_table.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

// A match: shows how far it is, complains of games that a player lost by its own fault, and ends with its test.
class MatchRun final : public ExperimentOf<PairSummary> {
 public:
  // `heading` says which of several matches it is; may be empty. `options` must live as long.
  MatchRun(const MatchOptions& options, MatchPlan plan, const std::string& heading = "");

  MatchState state() const;

 private:
  using Table = std::array<std::unique_ptr<Player>, 2>;  // the two players of a worker

  ItemNumber items() const override { return plan_.pairs; }
  std::vector<std::string> inputs() const override;
  std::optional<Error> prepare(std::size_t workers) override;
  store::RunSpec identity() const override { return run_spec(plan_, options_); }
  bool in_turn() const override { return true; }  // what a match comes to must not depend on which game ended first
  std::optional<Error> open_files() override;
  std::optional<Error> close_files() override;
  Found<PairSummary> find(std::size_t worker, ItemNumber pair) override;
  void take(ItemNumber number, PairSummary pair, bool fresh) override;
  void show_progress() override;
  void clear_progress() override { live_.clear(); }
  std::string text() const override { return match_report(state(), style()) + "\n"; }
  std::string json() const override { return match_json(state()); }

  OutputPath pgn_path() const;
  std::string pgn_of(const GameRecord& record, bool first_is_white, ItemNumber pair, std::size_t game,
                     const std::string& opening) const;
  void report_fault(const GameSummary& game, ItemNumber pair, std::size_t number);

  const MatchOptions& options_;
  MatchPlan plan_;
  MatchFacts facts_;
  OpeningOrder order_;
  std::vector<Table> tables_;  // one for each worker
  OutputFile pgn_;
  std::string date_;
  LiveTable live_;
  platform::TimePoint start_ = platform::now();

  Scoreboard board_;
  SprtStatus sprt_;
  std::uint64_t played_now_ = 0;  // games
  std::uint64_t games_without_pgn_ = 0;
  int failed_starts_ = 0;  // one after the other
};

}  // namespace oknos::lab
