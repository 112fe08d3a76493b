#pragma once

#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "oknos/game.h"

namespace oknos {

struct Game::State {
  Position position = Position::initial();
  std::string start_fen;
  std::vector<std::string> moves;
};

}  // namespace oknos
