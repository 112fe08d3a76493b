#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lab/commands/claims/claim.h"
#include "lab/play/player.h"
#include "lab/shadow/shadow.h"
#include "lab/shadow/table_verdict.h"
#include "lab/store/work_unit_number.h"

// Was a claim right? A judge searches the move or node that was skipped, cut or reduced.
namespace oknos::lab {

struct Participant;

// `value` is from the point of view of the side to move in the claim's position, `error_size` 0 without an error, and
// `nodes` those of the first search that the engine would have made.
struct ClaimVerdict : ShadowVerdict {
  std::optional<int> first_value;    // centipawns, of the search at the reduced depth, if the claim has one
  std::uint64_t nodes_searched = 0;  // by the judge
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

// Judges with the shadow search of an audit: the node itself is searched, with null windows at alpha or beta, without
// futility rules and transposition table, and by quiescence search if the depth is 0.
class OwnJudge final : public ClaimJudge {
 public:
  static constexpr std::uint64_t kMaxNodes = 200'000'000;  // of one search; then there is no verdict

  // Uses only the settings. Precondition: not foreign().
  explicit OwnJudge(const Participant& settings);

  const std::string& name() const override { return name_; }
  ClaimOutcome judge(const Claim& claim) override;
  void stop() override { search_.stop(); }

 private:
  ClaimVerdict judge_reduction(const Claim& claim);

  const std::string name_;
  const ShadowSettings settings_;
  SubtreeSearch search_;
};

// Judges with tablebases what they have: skipped moves and cut nodes. What a claim saved is not known then, nor whether
// a shallower search would have seen the error.
class TableClaimJudge final : public ClaimJudge {
 public:
  explicit TableClaimJudge(const TableJudge& tables) : tables_(tables.tables), name_(tables.text()) {}

  const std::string& name() const override { return name_; }
  bool can_judge(const Claim& claim) override;
  ClaimOutcome judge(const Claim& claim) override;

 private:
  const std::shared_ptr<const tablebases::Tablebases> tables_;
  const std::string name_;
};

ShadowSample::Kind kind_of(const Claim& claim);
// The claim as a sample of an audit. Rules that Oknos does not have are off anyway.
ShadowSample sample_of(const Claim& claim);
// A sample of an audit as a claim. `root` is the position that was searched, `search` its number, and `every` the
// rule's sampling rate.
Claim claim_of(const ShadowSample& sample, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing);

// --- Does a judge answer the same when it is asked again?
// Some claims are judged twice, the second time in another order: what a judge keeps from one search to the next, and
// what it leaves to chance, then changes its answers.

struct JudgeAnswer {
  WorkUnitNumber work_unit = 0;  // the claim's
  int value = 0;
  std::uint64_t nodes = 0;  // searched
};

inline constexpr std::size_t kMaxRepeated = 100;

// At most kMaxRepeated, spread evenly, the last one first.
std::vector<JudgeAnswer> answers_to_repeat(const std::vector<JudgeAnswer>& all);

struct Repetition {
  std::uint64_t repeated = 0;
  std::uint64_t other_value = 0;  // or no verdict at all
  std::uint64_t other_nodes = 0;  // with the same value
  std::string example;            // "line 17: 0.35, then 0.41"

  void compare(const JudgeAnswer& first, const ClaimOutcome& again);
  Repetition& operator+=(const Repetition& other);
  // Why the results of this judge cannot be repeated, one line; empty: nothing was found against it.
  std::string warning() const;
};

}  // namespace oknos::lab
