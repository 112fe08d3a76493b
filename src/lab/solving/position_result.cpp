#include "lab/solving/position_result.h"

#include <array>
#include <utility>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::array<std::pair<SuiteOutcome, std::string_view>, 7> kOutcomes = {{
    {SuiteOutcome::Solved, "solved"},
    {SuiteOutcome::Missed, "missed"},
    {SuiteOutcome::Searched, "searched"},
    {SuiteOutcome::GameOver, "game over"},
    {SuiteOutcome::Crashed, "crashed"},
    {SuiteOutcome::Silent, "silent"},
    {SuiteOutcome::IllegalMove, "illegal move"},
}};

void add_search(PositionResult& result, const SuitePosition& position, const Judge& judge, const PlayedMove& played) {
  const Position& board = position.record.position;
  const Color side = board.side_to_move();
  const Solving solving = judge.finish(played);
  result.outcome = !position.task.asked() ? SuiteOutcome::Searched
                   : solving.solved       ? SuiteOutcome::Solved
                                          : SuiteOutcome::Missed;
  result.move = san::to_text(board, played.move);
  result.uci = to_text(played.move, board.chess960());
  if (solving.score) result.score = white_view(*solving.score, side);
  result.shorter = solving.shorter;
  if (solving.score) result.mate_line = mate_line(board, solving.line, *solving.score);
  result.end = solving.end;
  result.held_since = solving.held_since;
  result.first = solving.first;
  if (position.points) result.points = position.points->of(played.move);
  for (const Iteration& i : judge.iterations())
    result.lines.push_back({i.moment, san::to_text(board, i.move), white_view(i.score, side), i.right});
}

void add_failure(PositionResult& result, const SuitePosition& position, const Failure& failure) {
  result.failure = failure.text;
  if (position.points) result.points = 0;
  switch (failure.kind) {
    case FailureKind::CannotStart:
    case FailureKind::Crashed:
    case FailureKind::Interrupted:
      result.outcome = SuiteOutcome::Crashed;
      return;
    case FailureKind::Silent:
      result.outcome = SuiteOutcome::Silent;
      return;
    case FailureKind::IllegalMove:
      result.outcome = SuiteOutcome::IllegalMove;
      return;
  }
}

}  // namespace

std::string_view name_of(SuiteOutcome outcome) {
  for (const auto& [o, name] : kOutcomes)
    if (o == outcome) return name;
  return "";
}

PositionResult unsearched(const SuitePosition& position, int number) {
  PositionResult out;
  out.number = number;
  out.id = position.record.id();
  out.theme = position.theme;
  out.fen = fen::to_text(position.record.position);
  out.wanted = position.task.asked() ? wanted_text(position.record) : "";
  out.outcome = SuiteOutcome::GameOver;
  if (!position.points) return out;
  out.points = 0;
  out.most_points = position.points->most();
  return out;
}

std::optional<Failure> solve(Player& player, const SuitePosition& position, const Limits& limits,
                             std::optional<std::int64_t> patience, PositionResult& result) {
  const Position& board = position.record.position;
  if (legal_moves(board).empty()) return std::nullopt;
  // After a failure this starts the engine again; one that ended while nobody looked is found only here.
  auto failure = player.new_game(board.chess960());
  if (failure && failure->kind != FailureKind::Interrupted) failure = player.new_game(board.chess960());
  if (failure) return failure;
  Judge judge(position.task);
  const GameLine line(board);
  const MoveOutcome outcome = player.move({line, limits, patience}, &judge);
  const auto* wrong = std::get_if<Failure>(&outcome);
  if (wrong && wrong->kind == FailureKind::Interrupted) return *wrong;
  if (wrong)
    add_failure(result, position, *wrong);
  else
    add_search(result, position, judge, std::get<PlayedMove>(outcome));
  return std::nullopt;
}

}  // namespace oknos::lab
