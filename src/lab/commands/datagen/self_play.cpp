#include "lab/commands/datagen/self_play.h"

#include <cstdlib>
#include <fmt/format.h>

#include "engine/chess/chess960.h"
#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pgn::GameResult;

GameResult win_of(Color c) {
  return c == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

SearchReport think(Engine& engine, const SelfPlay& settings, const Position& position, const Limits& limits) {
  SearchRequest request;
  request.limits = limits;
  request.settings = settings.settings;
  engine.set_position(position);
  return engine.search(request);
}

// The opening is looked at more closely than the moves that follow.
Limits closer(Limits limits) {
  constexpr std::uint64_t kTimesNodes = 10;
  constexpr int kMorePlies = 2;
  if (limits.nodes) limits.nodes = *limits.nodes * kTimesNodes;
  if (limits.soft_nodes) limits.soft_nodes = *limits.soft_nodes * kTimesNodes;
  if (limits.depth) limits.depth = std::min(*limits.depth + kMorePlies, kMaxDepth.plies());
  return limits;
}

// Numbers of their own, so that the other games of a run are the same with and without Chess960.
Position start_of(const SelfPlay& settings, std::int64_t number) {
  constexpr std::uint64_t kPercent = 100;
  constexpr std::uint64_t kOtherNumbers = 0x393630;
  if (settings.chess960 == 0) return Position::initial();
  RandomNumbers random(settings.seed ^ kOtherNumbers, static_cast<std::uint64_t>(number));
  if (random.below(kPercent) >= static_cast<std::uint64_t>(settings.chess960)) return Position::initial();
  return chess960_start(static_cast<int>(random.below(kChess960Starts)));
}

// A random line that leaves both sides a game; empty when interrupted.
Result<std::vector<Move>> opening(Engine& engine, const SelfPlay& settings, const Position& start,
                                  std::int64_t number) {
  constexpr int kAttempts = 1000;
  RandomNumbers random(settings.seed, static_cast<std::uint64_t>(number));
  const int plies = settings.random_plies[static_cast<std::size_t>(number) % settings.random_plies.size()];
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (interrupted()) return std::vector<Move>{};
    const auto line = random_line(random, settings.random_moves, start, plies);
    if (!line) continue;
    Position position = start;
    for (const Move m : *line) position.play(m);
    engine.clear();
    const SearchReport report = think(engine, settings, position, closer(settings.limits));
    if (!report.lines.empty() && std::abs(report.lines.front().score.value()) <= settings.balance) return *line;
  }
  return Error{
      fmt::format("game {}: none of {} random lines of {} plies is within {} centipawns of 0; allow more with "
                  "--balance or fewer with --random-plies",
                  number + 1, kAttempts, plies, settings.balance)};
}

pgn::Game new_game(const SelfPlay& settings, std::int64_t number, const Position& start,
                   const std::vector<Move>& opening) {
  pgn::Game game;
  game.start = start;
  game.set_tag("Event", fmt::format("oknos-lab datagen, seed {}", settings.seed));
  game.set_tag("Site", "?");
  game.set_tag("Date", "????.??.??");
  game.set_tag("Round", std::to_string(number + 1));
  game.set_tag("White", settings.player);
  game.set_tag("Black", settings.player);
  game.set_tag("OpeningPlies", std::to_string(opening.size()));
  return game;
}

}  // namespace

std::optional<GameResult> Referee::judge(Score white_view, int move_number) {
  constexpr Score kDecided{1000};  // centipawns
  constexpr int kDecidedPlies = 4;
  constexpr Score kDrawn{5};  // centipawns
  constexpr int kDrawnPlies = 12;
  constexpr int kDrawnAfter = 60;  // moves
  white_wins_ = white_view >= kDecided ? white_wins_ + 1 : 0;
  black_wins_ = white_view <= -kDecided ? black_wins_ + 1 : 0;
  const bool even = white_view <= kDrawn && white_view >= -kDrawn && move_number > kDrawnAfter;
  draws_ = even ? draws_ + 1 : 0;
  if (white_wins_ >= kDecidedPlies) return GameResult::WhiteWins;
  if (black_wins_ >= kDecidedPlies) return GameResult::BlackWins;
  if (draws_ >= kDrawnPlies) return GameResult::Draw;
  return std::nullopt;
}

std::optional<GameResult> result_by_rule(const Position& position) {
  const GameOver end = game_over(position);
  if (end == GameOver::No) return std::nullopt;
  return end == GameOver::Checkmate ? win_of(~position.side_to_move()) : GameResult::Draw;
}

std::string comment_score(Score score) {
  constexpr double kCentipawns = 100.0;
  const char sign = score < Score{0} ? '-' : '+';
  if (is_mate(score)) return fmt::format("{}M{}", sign, std::abs(mate_moves(score)));
  return fmt::format("{}{:.2f}", sign, std::abs(score.value()) / kCentipawns);
}

std::string move_comment(const SearchReport& report) {
  const Info& best = report.lines.front();
  return fmt::format("{}/{}, n={}", comment_score(best.score), best.depth, report.nodes);
}

Result<std::optional<pgn::Game>> play_against_itself(Engine& engine, const SelfPlay& settings, std::int64_t number) {
  Position position = start_of(settings, number);
  const auto line = opening(engine, settings, position, number);
  if (!line) return Error{line.error()};
  pgn::Game game = new_game(settings, number, position, *line);
  pgn::NodeIndex last = pgn::kRoot;
  const auto play = [&](Move m) {
    last = game.add_move(last, m);
    position.play(m);
  };
  for (const Move m : *line) play(m);
  engine.clear();
  Referee referee;
  std::optional<GameResult> result;
  bool adjudicated = false;
  while (!result) {
    if (interrupted()) return std::optional<pgn::Game>{};
    const SearchReport report = think(engine, settings, position, settings.limits);
    const int number_of_move = position.fullmove_number();
    const Score white = white_view(report.lines.front().score, position.side_to_move());
    play(report.best);
    game.nodes[last].comment = move_comment(report);
    result = result_by_rule(position);
    if (result || !settings.adjudicate) continue;
    result = referee.judge(white, number_of_move);
    adjudicated = result.has_value();
  }
  game.result = *result;
  game.set_tag("Termination", adjudicated ? "adjudication" : "normal");
  return std::optional<pgn::Game>{std::move(game)};
}

}  // namespace oknos::lab
