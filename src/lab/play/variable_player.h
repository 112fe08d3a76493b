#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/uci/options.h"
#include "lab/play/participant.h"
#include "lab/play/player.h"

namespace oknos::lab {

class UciPlayer;

// Values that a player has instead of its own: of our rules ("null_move", "off"), or of a UCI engine ("option.Margin",
// "80").
using ValueChanges = std::vector<std::pair<std::string, std::string>>;

// Our rules with these changes. An error names the first that cannot be.
Result<pruning::Settings> with_changes(const pruning::Settings& base, const ValueChanges& changes);

// A player whose values change from game to game, as `screen` and `tune` need it: our own search in this process, or a
// UCI engine, which is told what has changed.
class VariablePlayer {
 public:
  static Result<std::unique_ptr<VariablePlayer>> start(const Participant& base);
  ~VariablePlayer();

  Player& player() { return *player_; }
  const std::vector<uci::Option>& options() const;  // of a UCI engine; none of our own search
  // From the next game on: the base with these changes. An error names a value that it cannot have.
  std::optional<Error> set(const ValueChanges& changes);

 private:
  VariablePlayer() = default;

  Participant base_;
  std::unique_ptr<Player> player_;
  EnginePlayer* own_ = nullptr;  // player_, one or the other
  UciPlayer* foreign_ = nullptr;
};

// What it is called where it plays against itself: a match would number the two.
std::string name_alone(const Participant& base);

// Two of them, for runs that play a base with changes against it.
using VariablePair = std::array<std::unique_ptr<VariablePlayer>, 2>;
Result<std::unique_ptr<VariablePair>> make_variable_pair(const Participant& base);

}  // namespace oknos::lab
