// Plays a game between two presets and prints the moves.
//
//   play_game [WHITE [BLACK [NODES]]]
#include <cstdlib>
#include <iostream>
#include <oknos/oknos.h>
#include <string>

std::string result_text(const oknos::Game& game) {
  switch (game.state()) {
    case oknos::GameState::Checkmate:
      return game.white_to_move() ? "0-1, checkmate" : "1-0, checkmate";
    case oknos::GameState::Stalemate:
      return "1/2-1/2, stalemate";
    case oknos::GameState::Repetition:
      return "1/2-1/2, threefold repetition";
    case oknos::GameState::FiftyMoves:
      return "1/2-1/2, fifty moves";
    case oknos::GameState::InsufficientMaterial:
      return "1/2-1/2, insufficient material";
    case oknos::GameState::Ongoing:
      break;
  }
  return "*, not finished";
}

int main(int argc, char** argv) {
  constexpr std::size_t kMaxPlies = 400;
  try {
    oknos::Searcher white, black;
    white.set_preset(argc > 1 ? argv[1] : "modern");
    black.set_preset(argc > 2 ? argv[2] : "none");
    const std::uint64_t nodes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 2000;

    oknos::Game game;
    while (game.state() == oknos::GameState::Ongoing && game.moves().size() < kMaxPlies) {
      oknos::Searcher& player = game.white_to_move() ? white : black;
      game.play(player.search(game, {.nodes = nodes}).best_move);
    }
    for (std::size_t i = 0; i < game.moves().size(); ++i)
      std::cout << (i % 2 == 0 ? std::to_string(i / 2 + 1) + ". " : "") << game.moves()[i] << ' ';
    std::cout << '\n' << white.preset() << " - " << black.preset() << ": " << result_text(game) << '\n';
  } catch (const std::exception& e) {
    std::cerr << "play_game: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}
