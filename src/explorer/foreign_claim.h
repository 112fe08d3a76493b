#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "explorer/trace.h"
#include "lab/shadow/claim.h"

// What another engine pruned in its tree, searched after all by an engine.
namespace oknos::explorer {

// Who searches after all what another engine has pruned: that engine, if `explore --engine` starts it.
class TreeJudge {
 public:
  virtual ~TreeJudge() = default;
  virtual const std::string& name() const = 0;
  // From any thread; one claim at a time, others wait. Ends early, with an error, when `left` becomes true. The error
  // is one line.
  virtual Result<lab::ClaimVerdict> judge(const lab::Claim& claim, const std::atomic<bool>& left) = 0;
};

// What the entry claims: a skipped move or a node that a rule cut. Nothing for other entries, and where moves of the
// path cannot be played.
std::optional<lab::Claim> claim_at(const Trace& trace, const Position& root, std::uint32_t entry);

// The verdict as JSON, as verdict_json() in explorer/node_view.h tells ours.
std::string verdict_json(const lab::Claim& claim, const lab::ClaimVerdict& verdict, const std::string& judge);

}  // namespace oknos::explorer
