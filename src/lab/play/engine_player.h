#pragma once

#include <string>

#include "engine/pruning/registry/settings.h"
#include "engine/search/engine.h"
#include "lab/play/player.h"

namespace oknos::lab {

// Our own search, in this process. With one thread and a limit of nodes or depth its moves depend on nothing but the
// game since new_game().
class EnginePlayer : public Player {
 public:
  // Where the memory is refused, hash() is not what was asked for, and the player must not be used.
  EnginePlayer(std::string name, const pruning::Settings& settings, std::size_t hash_mebibytes, int threads,
               std::shared_ptr<const eval::network::Network> network);

  std::size_t hash() const { return engine_.hash(); }  // MiB
  // From the next game on.
  void set_settings(const pruning::Settings& settings) { settings_ = settings; }
  const std::string& name() const override { return name_; }
  std::optional<Failure> new_game(bool chess960, const std::atomic<bool>* unwanted = nullptr) override;
  MoveOutcome move(const MoveRequest& request, SearchListener* listener) override;

 private:
  std::string name_;
  pruning::Settings settings_;
  Engine engine_;
};

}  // namespace oknos::lab
