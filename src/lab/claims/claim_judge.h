#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "lab/claims/claim.h"
#include "lab/play/player.h"

// Was a claim right? Somebody searches what was skipped, cut or reduced after all.
namespace oknos::lab {

struct ClaimVerdict {
  int value = 0;                   // centipawns, from the point of view of the side to move where the rule was asked
  std::optional<int> first_value;  // of the search at the reduced depth, if the claim names one
  bool error = false;
  bool noticed = false;              // the search at the reduced depth would have shown the error
  int regret = 0;                    // centipawns by which the value is on the wrong side; 0 without an error
  std::uint64_t nodes = 0;           // that the rule saved: those of the search that would have come first
  std::uint64_t nodes_searched = 0;  // by the judge
};

using ClaimOutcome = std::variant<ClaimVerdict, Failure>;

class ClaimJudge {
 public:
  virtual ~ClaimJudge() = default;
  virtual const std::string& name() const = 0;
  virtual ClaimOutcome judge(const Claim& claim) = 0;
  // After a failure: ends a program that broke the rules; the next claim starts it again.
  virtual void give_up() {}
  // Ends what is being judged, with Interrupted, where nothing else does. From any thread.
  virtual void stop() {}
};

// A player judges: see judge_claim().
class PlayingJudge final : public ClaimJudge {
 public:
  PlayingJudge(std::unique_ptr<Player> player, std::optional<std::int64_t> patience)
      : player_(std::move(player)), patience_(patience) {}

  const std::string& name() const override { return player_->name(); }
  ClaimOutcome judge(const Claim& claim) override;
  void give_up() override { player_->give_up(); }

 private:
  std::unique_ptr<Player> player_;
  std::optional<std::int64_t> patience_;
};

// Searches from a forgotten table, so that the verdict does not depend on what was judged before. No search is
// shallower than one ply, because UCI has none. `patience`: milliseconds for each search; nothing: as long as it takes.
// Interrupted when `unwanted`, which may be null, becomes true.
ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience,
                         const std::atomic<bool>* unwanted = nullptr);

// The best move in the claim's position, with limits of depth or nodes, from a forgotten table.
std::variant<Move, Failure> best_move(Player& player, const Claim& claim, const Limits& limits,
                                      std::optional<std::int64_t> patience);

// What the values say, without any search. `nodes_first`: of the search at the reduced depth.
ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first);

}  // namespace oknos::lab
