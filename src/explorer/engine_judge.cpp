#include "explorer/engine_judge.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "lab/play/participant.h"
#include "lab/terminal/interrupt.h"

namespace oknos::explorer {

namespace {

constexpr std::int64_t kJudgePatience = 60'000;  // milliseconds for one search, as in audits

class EngineJudge : public TreeJudge {
 public:
  explicit EngineJudge(std::unique_ptr<lab::Player> player) : player_(std::move(player)), name_(player_->name()) {}

  const std::string& name() const override { return name_; }

  Result<lab::ClaimVerdict> judge(const lab::Claim& claim, const std::atomic<bool>& left) override {
    // Not a timed mutex: the thread sanitizer of g++ 12 does not see that its try_lock_for locks.
    std::unique_lock lock(mutex_, std::try_to_lock);
    while (!lock) {
      if (left) return Error{name_ + " was not asked: another search was not over yet"};
      std::this_thread::sleep_for(lab::kPollInterval);
      lock.try_lock();
    }
    const lab::ClaimOutcome outcome = lab::judge_claim(*player_, claim, kJudgePatience, &left);
    if (const auto* verdict = std::get_if<lab::ClaimVerdict>(&outcome)) return *verdict;
    const auto& failure = std::get<lab::Failure>(outcome);
    if (failure.kind == lab::FailureKind::Interrupted) return Error{failure.text};
    player_->give_up();  // the next claim starts it again
    // Whoever asked has left and gets no answer.
    if (left) std::fprintf(stderr, "%s; it was ended, and the next search starts it again\n", failure.text.c_str());
    return Error{failure.text};
  }

 private:
  std::unique_ptr<lab::Player> player_;  // guarded by mutex_
  const std::string name_;
  std::mutex mutex_;
};

}  // namespace

Result<std::shared_ptr<TreeJudge>> start_engine_judge(const std::string& text) {
  const auto participant = lab::parse_participant(text);
  if (!participant) return Error{participant.error()};
  if (!participant->foreign()) return Error{"a UCI engine is expected, such as \"cmd=ENGINE,option.Hash=16\""};
  if (participant->control.given()) return Error{"the tree says how deep it searches; give no limit"};
  unsetenv("OKNOS_CLAIMS");  // what it searches here is nothing to log
  unsetenv("OKNOS_TRACE");
  auto player = lab::make_player(*participant);
  if (!player) return Error{player.error()};
  return std::shared_ptr<TreeJudge>(std::make_shared<EngineJudge>(std::move(*player)));
}

}  // namespace oknos::explorer
