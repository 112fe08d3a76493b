#pragma once

#include <deque>
#include <string>
#include <utility>

#include "engine/chess/notation.h"
#include "lab/play/player.h"

namespace oknos::lab {

// Plays what it was told to: each word is a move ("e2e4"), or a fault ("crash", "silent", "illegal").
class ScriptedPlayer : public Player {
 public:
  struct Step {
    std::string word;
    std::optional<int> score = std::nullopt;  // centipawns
    std::int64_t time = 0;                    // milliseconds that it claims to have used
  };

  ScriptedPlayer(std::string name, std::deque<Step> script) : name_(std::move(name)), script_(std::move(script)) {}

  const std::string& name() const override { return name_; }
  std::optional<Failure> new_game(bool, const std::atomic<bool>*) override {
    ++games;
    if (!starts) return Failure{FailureKind::CannotStart, name_ + " cannot be started"};
    return std::nullopt;
  }
  MoveOutcome move(const MoveRequest& request, SearchListener*) override {
    requests.push_back(request.limits);
    patience.push_back(request.patience);
    if (script_.empty()) return Failure{FailureKind::Crashed, name_ + " has no more moves"};
    const Step step = script_.front();
    script_.pop_front();
    if (step.word == "crash") return Failure{FailureKind::Crashed, name_ + " ended"};
    if (step.word == "silent") return Failure{FailureKind::Silent, name_ + " did not answer"};
    if (step.word == "illegal") return Failure{FailureKind::IllegalMove, name_ + " played e1e9"};
    PlayedMove played;
    played.move = move_from_text(request.line.current, step.word).value_or(Move{});
    played.time = step.time;
    if (step.score) {
      Info info;
      info.score = Score{*step.score};
      info.depth = 5;
      info.nodes = 1000;
      played.info = info;
    }
    return played;
  }

  std::optional<Error> change(const ValueChanges&) override { return Error{"it is scripted"}; }
  void give_up() override { ++given_up; }

  bool starts = true;
  int given_up = 0;
  int games = 0;
  std::vector<Limits> requests;
  std::vector<std::optional<std::int64_t>> patience;

 private:
  std::string name_;
  std::deque<Step> script_;
};

}  // namespace oknos::lab
