#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "lab/commands/claims/claim.h"
#include "lab/play/player.h"

// Was a claim right? A judge searches the move or node that was skipped, cut or reduced.
namespace oknos::lab {

struct ClaimVerdict {
  int value = 0;                   // centipawns, from the point of view of the side to move in the claim's position
  std::optional<int> first_value;  // of the search at the reduced depth, if the claim has one
  bool error = false;
  bool found_at_reduced_depth = false;  // the search at the reduced depth would have shown the error
  int regret = 0;                       // centipawns by which the value is on the wrong side; 0 without an error
  std::optional<int> half_points;       // lost, of a judge with tablebases; its regret is 0
  std::uint64_t nodes = 0;              // saved by the rule: those of the first search that the engine would have made
  std::uint64_t nodes_searched = 0;     // by the judge
};

using ClaimOutcome = std::variant<ClaimVerdict, Failure>;

class ClaimJudge {
 public:
  virtual ~ClaimJudge() = default;
  virtual const std::string& name() const = 0;
  virtual std::string build() const { return ""; }  // as Player::build()
  // False for claims that are beyond the judge; they are left out.
  virtual bool can_judge(const Claim&) { return true; }
  virtual ClaimOutcome judge(const Claim& claim) = 0;
  // After a failure: ends an engine's process that misbehaved; the next claim starts it again.
  virtual void give_up() {}
  // Ends a search in progress, with Interrupted, if nothing else does. May be called from any thread.
  virtual void stop() {}
};

// Lets a player judge by judge_claim().
class PlayingJudge final : public ClaimJudge {
 public:
  PlayingJudge(std::unique_ptr<Player> player, std::optional<std::int64_t> patience)
      : player_(std::move(player)), patience_(patience) {}

  const std::string& name() const override { return player_->name(); }
  std::string build() const override { return player_->build(); }
  ClaimOutcome judge(const Claim& claim) override;
  void give_up() override { player_->give_up(); }

 private:
  std::unique_ptr<Player> player_;
  std::optional<std::int64_t> patience_;
};

// The player's table is cleared before each search, so the verdict does not depend on earlier claims. No search is
// shallower than one ply, because UCI has no such search. `patience`: milliseconds for each search; none: no limit.
// Ends with Interrupted when `unwanted`, which may be null, becomes true.
ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience,
                         const std::atomic<bool>* unwanted = nullptr);

// The verdict from given values, without a search. `nodes`, `nodes_first`: that the engine would search at the full and
// at the reduced depth.
ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first);

}  // namespace oknos::lab
