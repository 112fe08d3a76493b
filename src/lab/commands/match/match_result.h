#pragma once

#include "lab/commands/match/match_view.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// What a match comes to. In a run store a work unit is a pair, its rows in `games` are the two games.
class MatchResult final : public RunResult {
 public:
  using Unit = PairSummary;
  static constexpr const char* kKind = "match";
  static constexpr const char* kDescription = "games of two players: who is stronger";
  static store::Format<PairSummary> format();

  explicit MatchResult(const RunHeader& header);
  void add(WorkUnitNumber, const PairSummary& pair);
  MatchState state() const { return {facts, board, 0, 0, pairs, sprt, interrupted}; }  // refers to this
  std::string text(const Style& style) const override { return match_report(state(), style); }
  nlohmann::ordered_json json() const override;

  MatchFacts facts;
  Scoreboard board;
  SprtStatus sprt;         // after the last pair
  std::int64_t pairs = 0;  // of the whole match
};

}  // namespace oknos::lab
