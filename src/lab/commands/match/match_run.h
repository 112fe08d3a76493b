#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/platform/clock.h"
#include "lab/commands/match/match.h"
#include "lab/commands/match/match_plan.h"
#include "lab/commands/match/match_result.h"
#include "lab/experiment/experiment.h"
#include "lab/play/openings.h"
#include "lab/play/player.h"
#include "lab/terminal/live_table.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

using PlayerPair = std::array<std::unique_ptr<Player>, 2>;  // of a worker

// A match: shows how far it is, complains of games that a player lost by its own fault, and ends with its test.
class MatchRun final : public ExperimentOf<MatchResult, PlayerPair> {
 public:
  // `heading` says which of several matches it is; may be empty. `options` must live as long.
  MatchRun(const MatchOptions& options, MatchPlan plan, const std::string& heading = "");

  MatchState state() const;

 private:
  WorkUnitNumber work_units() const override { return plan_.pairs; }
  std::vector<std::string> inputs() const override;
  std::string unit() const override { return "pairs"; }
  std::optional<Error> prepare() override;
  Result<std::unique_ptr<PlayerPair>> make_worker() override;
  store::RunSpec identity() const override;
  void prepare_result(MatchResult& result) const override;
  bool in_turn() const override { return true; }  // what a match comes to must not depend on which game ended first
  std::optional<Error> open_files() override;
  std::optional<Error> close_files() override;
  Found<PairSummary> find(PlayerPair& players, WorkUnitNumber pair) override;
  void take(WorkUnitNumber number, PairSummary pair, bool fresh) override;
  void show_progress() override;
  void clear_progress() override { live_.clear(); }
  std::string text() const override { return match_report(state(), style()); }
  std::string json() const override;

  OutputPath pgn_path() const;
  std::string pgn_of(const GameRecord& record, bool first_is_white, WorkUnitNumber pair, std::size_t game,
                     const std::string& opening) const;
  void report_fault(const GameSummary& game, WorkUnitNumber pair, std::size_t number);

  const MatchOptions& options_;
  const MatchPlan plan_;
  const std::string heading_;
  OpeningOrder order_;
  OutputFile pgn_;
  std::string date_;
  LiveTable live_;
  platform::TimePoint start_ = platform::now();

  std::uint64_t played_now_ = 0;  // games
  std::uint64_t games_without_pgn_ = 0;
  int failed_starts_ = 0;  // one after the other
};

}  // namespace oknos::lab
