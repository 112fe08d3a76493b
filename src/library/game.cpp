#include "oknos/game.h"

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "library/game_state.h"
#include "oknos/error.h"

namespace oknos {

namespace {

constexpr std::size_t kQuoted = 20;     // characters of a move that is not understood
constexpr int kEarlierOccurrences = 2;  // with the present one a threefold repetition

}  // namespace

Game::Game() : state_(std::make_unique<State>()) {
  state_->start_fen = fen::kInitial;
}

Game::Game(std::string_view fen) : state_(std::make_unique<State>()) {
  Result<Position> position = fen::parse(fen, fen::Origin::Composed);
  if (!position) throw InvalidInput(position.error());
  state_->position = std::move(*position);
  state_->start_fen = fen::to_text(state_->position);
}

Game::Game(const Game& other) : state_(std::make_unique<State>(*other.state_)) {}
Game::Game(Game&& other) noexcept = default;
Game& Game::operator=(const Game& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}
Game& Game::operator=(Game&& other) noexcept = default;
Game::~Game() = default;

void Game::play(std::string_view move) {
  const auto found = move_from_text(state_->position, move);
  if (!found)
    throw InvalidInput(text::quoted(move, kQuoted) + " is not a legal move in " + fen() +
                       "; moves are written as in UCI: \"e2e4\", \"e7e8q\"");
  state_->moves.push_back(to_text(*found, chess960()));
  state_->position.play(*found);
}

std::vector<std::string> Game::legal_moves() const {
  std::vector<std::string> out;
  for (const Move m : oknos::legal_moves(state_->position)) out.push_back(to_text(m, chess960()));
  return out;
}

bool Game::is_legal(std::string_view move) const {
  return move_from_text(state_->position, move).has_value();
}

GameState Game::state() const {
  const Position& p = state_->position;
  if (!has_legal_move(p)) return p.in_check() ? GameState::Checkmate : GameState::Stalemate;
  if (p.is_dead()) return GameState::InsufficientMaterial;
  if (p.is_fifty_move_draw()) return GameState::FiftyMoves;
  return p.repetitions() >= kEarlierOccurrences ? GameState::Repetition : GameState::Ongoing;
}

bool Game::white_to_move() const {
  return state_->position.side_to_move() == Color::White;
}
bool Game::in_check() const {
  return state_->position.in_check();
}
bool Game::chess960() const {
  return state_->position.chess960();
}
std::string Game::fen() const {
  return fen::to_text(state_->position);
}
const std::string& Game::start_fen() const {
  return state_->start_fen;
}
const std::vector<std::string>& Game::moves() const {
  return state_->moves;
}

}  // namespace oknos
