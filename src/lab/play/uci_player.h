#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/uci/options.h"
#include "lab/play/player.h"

namespace oknos::lab {

struct UciCommand {
  std::string name;  // ours for it; empty: what it calls itself
  std::string program;
  std::vector<std::string> arguments;
  std::string folder;                                               // to start it in; empty: here
  std::vector<std::pair<std::string, std::string>> options;         // setoption, in this order
  std::vector<std::string> hidden_variables = {};                   // of our environment, that it does not get
  std::vector<std::pair<std::string, std::string>> variables = {};  // that it gets besides
  bool all_options = false;  // asks also for those that it declares on demand (Oknos: `Expert`)
  // How long it may take to say `uciok`, and `readyok`: milliseconds. Networks and large hash tables take their time.
  std::int64_t start_patience = 10'000;
  std::int64_t ready_patience = 60'000;
};

// A UCI engine in a process of its own. Whatever it does (end, keep silent, talk nonsense, flood), every call returns:
// new_game() after the patience above, move() after that of its request. A move without patience waits for the engine
// or for Ctrl-C; one that has searched twice its limit of nodes, or goes beyond its depth, is told to stop. So is one
// whose answer is unwanted: it gets two seconds to obey. One that is unwanted before it searches is killed.
//
// An engine that ended, kept silent or was interrupted is killed with all that it started; new_game() starts it again.
// One that played an illegal move goes on.
class UciPlayer : public Player {
 public:
  // Starts it, waits for `uciok`, sets the options. An option that it does not have, or a value outside of its range,
  // is an error that names it and says what there is.
  static Result<std::unique_ptr<UciPlayer>> start(const UciCommand& command);
  ~UciPlayer() override;

  const std::string& name() const override;
  std::string build() const override;
  // What it declared: of Oknos all options, if one was asked for that it does not declare at first.
  const std::vector<uci::Option>& options() const;
  // From the next game on it has these options in place of those of the start (UciCommand::options); what an earlier
  // call changed goes back to the start's value or, where that has none, to the engine's own. An error names the option
  // and says what there is; then nothing has changed.
  std::optional<Error> change_options(const std::vector<std::pair<std::string, std::string>>& changes);
  std::optional<Failure> new_game(bool chess960, const std::atomic<bool>* unwanted = nullptr) override;
  void give_up() override;
  MoveOutcome move(const MoveRequest& request, SearchListener* listener) override;

 private:
  struct State;
  explicit UciPlayer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace oknos::lab
