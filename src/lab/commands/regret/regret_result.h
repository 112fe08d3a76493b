#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/commands/compare/compare_case.h"
#include "lab/experiment/result.h"
#include "lab/statistics/statistics.h"

namespace oknos::lab {

// What the judge says of a move.
struct JudgedMove {
  std::string move;     // UCI
  int value = 0;        // centipawns from the view of the side that makes it; mate as 32000 less its plies
  double expected = 0;  // points of the game, 0 to 1
};

// A position with the moves of all players at all limits, and the judge's value of each different one.
struct RegretUnit {
  int number = 0;  // in the input, from 1
  std::string id;
  std::string fen;
  int pieces = 0;  // of both sides, kings and pawns included
  std::vector<CompareCell> cells;
  std::vector<JudgedMove> judged;  // empty if all chose the same move
};

// Ignores failed searches. False if nobody chose a move.
bool all_chose_the_same(const std::vector<CompareCell>& cells);

// Expected points between the best and the worst of the moves, as the judge sees them; 0 if there is only one.
double spread_of(const RegretUnit& unit);

// Games are of several kinds: with many pieces, with some, ...
enum class GamePhase : std::uint8_t { Opening, Middlegame, Late, Endgame, count_ };
GamePhase phase_of(int pieces);

// A mean over positions, for its interval.
class MeanOf {
 public:
  void add(double x) {
    ++count_;
    sum_ += x;
    squares_ += x * x;
  }
  std::uint64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  // With its 95 % interval, from the scatter. Infinite bounds: one value says nothing of that.
  Estimate estimate() const;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0, squares_ = 0;
};

// What a player gives away at a limit. Regret: the expected points of the best move that any player chose at any limit,
// less those of its own move, both as the judge sees them.
struct RegretSum {
  MeanOf regret;           // expected points, 0 to 1
  MeanOf difference;       // regret less that of the first player in the same position
  std::uint64_t best = 0;  // positions in which it had the best of these moves
  std::array<MeanOf, static_cast<std::size_t>(GamePhase::count_)> phases;

  // The mean difference. Where two players never differed, the scatter says nothing of how often they may.
  Estimate against_first() const;
};

class RegretResult final : public RunResult {
 public:
  using Unit = RegretUnit;
  static constexpr const char* kKind = "regret";
  static constexpr const char* kDescription = "what players give away in single moves";
  static store::Format<RegretUnit> format();

  explicit RegretResult(const RunHeader& header);
  std::optional<Error> add(WorkUnitNumber number, const RegretUnit& unit);
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;

  const std::vector<std::string>& players() const { return players_; }  // by name
  // By limit, then by player.
  const std::map<std::int64_t, std::vector<RegretSum>>& sums() const { return sums_; }

 private:
  std::string limit_heading(std::int64_t limit) const;  // "Nodes 10,000"
  std::string main_table(const Style& style) const;
  std::string phase_table(const Style& style) const;

  std::vector<std::string> players_;
  std::string judge_, unit_;
  std::map<std::int64_t, std::vector<RegretSum>> sums_;
  std::uint64_t positions_ = 0;
  std::uint64_t failures_ = 0;  // moves that an engine did not make
};

}  // namespace oknos::lab
