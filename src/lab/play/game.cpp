#include "lab/play/game.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"

namespace oknos::lab {

namespace {

struct EndingName {
  Ending ending;
  std::string_view name;
};
constexpr EndingName kNames[] = {{Ending::Checkmate, "checkmate"},
                                 {Ending::Stalemate, "stalemate"},
                                 {Ending::Repetition, "threefold repetition"},
                                 {Ending::FiftyMoves, "fifty moves"},
                                 {Ending::DeadPosition, "dead position"},
                                 {Ending::Resignation, "adjudicated win"},
                                 {Ending::AgreedDraw, "adjudicated draw"},
                                 {Ending::MoveLimit, "move limit"},
                                 {Ending::TimeForfeit, "loss on time"},
                                 {Ending::IllegalMove, "illegal move"},
                                 {Ending::Crash, "crash"},
                                 {Ending::Silence, "no answer"},
                                 {Ending::CannotStart, "cannot start"},
                                 {Ending::Interrupted, "interrupted"}};

// After the clock has run out so long is waited for an answer, so that a player who is a little late need not be
// killed.
constexpr std::int64_t kLateAnswer = 2000;  // milliseconds

std::string_view name_of(Color c) {
  return c == Color::White ? "White" : "Black";
}

pgn::GameResult win_of(Color c) {
  return c == Color::White ? pgn::GameResult::WhiteWins : pgn::GameResult::BlackWins;
}

std::size_t seat(Color c) {
  return static_cast<std::size_t>(index(c));
}

Ending ending_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::CannotStart:
      return Ending::CannotStart;
    case FailureKind::Crashed:
      return Ending::Crash;
    case FailureKind::Silent:
      return Ending::Silence;
    case FailureKind::IllegalMove:
      return Ending::IllegalMove;
    case FailureKind::Interrupted:
      return Ending::Interrupted;
  }
  return Ending::Crash;
}

// One player's clock.
class ClockHand {
 public:
  explicit ClockHand(const Side& side) : control_(side.control), margin_(side.margin) {
    if (control_.clock) left_ = control_.clock->base;
  }

  std::int64_t left() const { return left_; }
  std::int64_t increment() const { return control_.clock ? control_.clock->increment : 0; }
  std::optional<int> moves_to_go() const {
    if (!control_.clock || !control_.clock->moves) return std::nullopt;
    return *control_.clock->moves - moves_ % *control_.clock->moves;
  }
  bool runs() const { return control_.clock.has_value(); }
  // Milliseconds after which the move is late beyond what is forgiven; nothing: never.
  std::optional<std::int64_t> limit() const {
    if (runs()) return std::max<std::int64_t>(left_, 0) + margin_;
    if (control_.move_time) return *control_.move_time + margin_;
    return std::nullopt;
  }
  void press(std::int64_t used) {
    ++moves_;
    if (!runs()) return;
    left_ = std::max<std::int64_t>(left_ - used, 0) + increment();  // what the margin forgave is not held against it
    if (control_.clock->moves && moves_ % *control_.clock->moves == 0) left_ += control_.clock->base;
  }

 private:
  TimeControl control_;
  std::int64_t margin_ = 0;
  std::int64_t left_ = 0;
  int moves_ = 0;
};

class Referee {
 public:
  Referee(const Position& start, const std::array<Side*, kColors>& sides, const GameRules& rules)
      : sides_(sides),
        rules_(rules),
        clocks_{ClockHand(*sides[0]), ClockHand(*sides[1])},
        line_(start),
        adjudicator_(rules.adjudication) {
    record_.start = start;
  }

  GameRecord play(const std::vector<Move>& opening) {
    for (const Move m : opening) {
      line_.play(m);
      record_.moves.push_back({m, std::nullopt, 0, "", true});
    }
    for (const Color c : {Color::White, Color::Black})
      if (const auto failure = sides_[seat(c)]->player.new_game(line_.start.chess960())) return blame(c, *failure);
    while (!over_by_the_rules()) {
      if (!move_once()) break;
    }
    if (record_.at_fault) sides_[seat(*record_.at_fault)]->player.give_up();
    return std::move(record_);
  }

 private:
  GameRecord end(pgn::GameResult result, Ending ending, std::string explanation) {
    record_.result = result;
    record_.ending = ending;
    record_.explanation = std::move(explanation);
    return record_;
  }
  GameRecord blame(Color c, const Failure& failure) {
    if (failure.kind == FailureKind::Interrupted)
      return end(pgn::GameResult::Unknown, Ending::Interrupted, failure.text);
    record_.at_fault = c;
    return end(win_of(~c), ending_of(failure.kind), failure.text);
  }

  bool over_by_the_rules() {
    const Color side = line_.current.side_to_move();
    switch (game_over(line_.current)) {
      case GameOver::No:
        return false;
      case GameOver::Checkmate:
        end(win_of(~side), Ending::Checkmate, fmt::format("{} mates", name_of(~side)));
        return true;
      case GameOver::Stalemate:
        end(pgn::GameResult::Draw, Ending::Stalemate, "stalemate");
        return true;
      case GameOver::DeadPosition:
        end(pgn::GameResult::Draw, Ending::DeadPosition, "neither side can mate");
        return true;
      case GameOver::Repetition:
        end(pgn::GameResult::Draw, Ending::Repetition, "threefold repetition");
        return true;
      case GameOver::FiftyMoves:
        end(pgn::GameResult::Draw, Ending::FiftyMoves, "fifty moves");
        return true;
    }
    return false;
  }

  MoveRequest request_for(Color c) const {
    const ClockHand& clock = clocks_[seat(c)];
    MoveRequest request{line_, sides_[seat(c)]->control.limits(), rules_.patience};
    if (clock.runs()) {
      for (const Color each : {Color::White, Color::Black}) {
        // A player without a clock looks to the other like one whose clock stands as high as the own one.
        const ClockHand& shown = clocks_[seat(each)].runs() ? clocks_[seat(each)] : clock;
        request.limits.time[seat(each)] = shown.left();
        request.limits.increment[seat(each)] = shown.increment();
      }
      request.limits.moves_to_go = clock.moves_to_go();
    }
    if (const auto limit = clock.limit()) request.patience = *limit + kLateAnswer;
    return request;
  }

  // False: the game is over.
  bool move_once() {
    const Color side = line_.current.side_to_move();
    const MoveRequest request = request_for(side);
    MoveOutcome outcome = sides_[seat(side)]->player.move(request, nullptr);
    if (const Failure* failure = std::get_if<Failure>(&outcome)) {
      if (failure->kind == FailureKind::Silent && clocks_[seat(side)].limit()) {
        record_.at_fault = side;
        end(win_of(~side), Ending::TimeForfeit, fmt::format("{} loses on time: {}", name_of(side), failure->text));
      } else {
        blame(side, *failure);
      }
      return false;
    }
    auto& played = std::get<PlayedMove>(outcome);
    const std::optional<std::int64_t> limit = clocks_[seat(side)].limit();
    if (limit && played.time > *limit) {
      record_.at_fault = side;
      end(win_of(~side), Ending::TimeForfeit,
          fmt::format("{} ({}) loses on time: {} ms over", name_of(side), sides_[seat(side)]->player.name(),
                      played.time - (*limit - sides_[seat(side)]->margin)));
      return false;
    }
    if (!line_.current.is_legal(
            played.move)) {  // players promise legal moves; a wrong promise must not corrupt the game
      record_.at_fault = side;
      end(win_of(~side), Ending::IllegalMove, fmt::format("{} plays an illegal move", name_of(side)));
      return false;
    }
    clocks_[seat(side)].press(played.time);
    const std::optional<Score> score = played.info ? std::optional(played.info->score) : std::nullopt;
    const int move_number = line_.current.fullmove_number();
    line_.play(played.move);
    record_.moves.push_back({played.move, std::move(played.info), played.time, std::move(played.comment), false});
    return !adjudicated(side, score, move_number);
  }

  bool adjudicated(Color mover, std::optional<Score> score, int move_number) {
    const auto ruling = adjudicator_.after_move(mover, score, move_number);
    if (!ruling || over_by_the_rules()) return false;  // a mate that was played is no resignation
    switch (ruling->kind) {
      case RulingKind::Resignation:
        end(win_of(*ruling->winner), Ending::Resignation, fmt::format("{} resigns", name_of(~*ruling->winner)));
        break;
      case RulingKind::Draw:
        end(pgn::GameResult::Draw, Ending::AgreedDraw, "draw: neither side sees more");
        break;
      case RulingKind::MoveLimit:
        end(pgn::GameResult::Draw, Ending::MoveLimit, "draw: the game is too long");
        break;
    }
    return true;
  }

  std::array<Side*, kColors> sides_;
  const GameRules& rules_;
  std::array<ClockHand, kColors> clocks_;
  GameLine line_;
  Adjudicator adjudicator_;
  GameRecord record_;
};

}  // namespace

std::string_view name_of(Ending ending) {
  for (const EndingName& n : kNames)
    if (n.ending == ending) return n.name;
  return "";
}

GameRecord play_game(const Position& start, const std::vector<Move>& opening, const std::array<Side*, kColors>& sides,
                     const GameRules& rules) {
  return Referee(start, sides, rules).play(opening);
}

}  // namespace oknos::lab
