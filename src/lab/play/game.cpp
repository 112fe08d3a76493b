#include "lab/play/game.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::array<std::string_view, 14> kEndingNames = {
    "checkmate",       "stalemate",        "threefold repetition", "fifty moves",  "dead position",
    "adjudicated win", "adjudicated draw", "move limit",           "loss on time", "illegal move",
    "crash",           "no answer",        "cannot start",         "interrupted"};
static_assert(kEndingNames.size() == static_cast<std::size_t>(Ending::Interrupted) + 1);

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
  constexpr std::array<Ending, 5> kEndings = {Ending::CannotStart, Ending::Crash, Ending::Silence, Ending::IllegalMove,
                                              Ending::Interrupted};
  return kEndings[static_cast<std::size_t>(kind)];
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
    const std::optional<Ending> ending = ending_by_rules(line_.current);
    const Color winner = ~line_.current.side_to_move();
    if (ending == Ending::Checkmate)
      end(win_of(winner), *ending, fmt::format("{} mates", name_of(winner)));
    else if (ending)
      end(pgn::GameResult::Draw, *ending, std::string(name_of(*ending)));
    return ending.has_value();
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
    ClockHand& clock = clocks_[seat(side)];
    const auto loses = [&](Ending ending, std::string explanation) {
      record_.at_fault = side;
      end(win_of(~side), ending, std::move(explanation));
      return false;
    };
    MoveOutcome outcome = sides_[seat(side)]->player.move(request_for(side), nullptr);
    const std::optional<std::int64_t> limit = clock.limit();
    if (const Failure* failure = std::get_if<Failure>(&outcome)) {
      if (failure->kind == FailureKind::Silent && limit)
        return loses(Ending::TimeForfeit, fmt::format("{} loses on time: {}", name_of(side), failure->text));
      blame(side, *failure);
      return false;
    }
    auto& played = std::get<PlayedMove>(outcome);
    if (limit && played.time > *limit)
      return loses(Ending::TimeForfeit,
                   fmt::format("{} ({}) loses on time: {} ms over", name_of(side), sides_[seat(side)]->player.name(),
                               played.time - (*limit - sides_[seat(side)]->margin)));
    // Players promise legal moves; a wrong promise must not corrupt the game.
    if (!line_.current.is_legal(played.move))
      return loses(Ending::IllegalMove, fmt::format("{} plays an illegal move", name_of(side)));
    clock.press(played.time);
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

std::optional<Ending> ending_by_rules(const Position& position) {
  switch (game_over(position)) {
    case GameOver::No:
      break;
    case GameOver::Checkmate:
      return Ending::Checkmate;
    case GameOver::Stalemate:
      return Ending::Stalemate;
    case GameOver::DeadPosition:
      return Ending::DeadPosition;
    case GameOver::Repetition:
      return Ending::Repetition;
    case GameOver::FiftyMoves:
      return Ending::FiftyMoves;
  }
  return std::nullopt;
}

std::string_view name_of(Ending ending) {
  return kEndingNames[static_cast<std::size_t>(ending)];
}

GameRecord play_game(const Position& start, const std::vector<Move>& opening, const std::array<Side*, kColors>& sides,
                     const GameRules& rules) {
  return Referee(start, sides, rules).play(opening);
}

// --- PGN -------------------------------------------------------------------------------------------------------------

namespace {

constexpr double kCentipawns = 100.0;
constexpr double kMilliseconds = 1000.0;

// "+0.34", "-M5"; a draw has no sign.
std::string signed_score(Score score) {
  if (is_mate(score)) return fmt::format("{}M{}", is_win(score) ? '+' : '-', std::abs(mate_moves(score)));
  if (score == kDraw) return "0.00";
  return fmt::format("{:+.2f}", score.value() / kCentipawns);
}

// The words that the standard has for the tag Termination (PGN standard 1994, section 9.8.1).
std::string_view termination(Ending ending) {
  switch (ending) {
    case Ending::Resignation:
    case Ending::AgreedDraw:
    case Ending::MoveLimit:
      return "adjudication";
    case Ending::TimeForfeit:
      return "time forfeit";
    case Ending::IllegalMove:
      return "rules infraction";
    case Ending::Crash:
    case Ending::Silence:
    case Ending::CannotStart:
      return "abandoned";
    case Ending::Interrupted:
      return "unterminated";
    default:
      return "normal";
  }
}

}  // namespace

std::string move_comment(const GameMove& move) {
  if (move.from_opening) return "book";
  std::string out;
  if (move.info) out = fmt::format("{}/{} ", signed_score(move.info->score), move.info->depth);
  out += fmt::format("{:.3f}s", static_cast<double>(move.time) / kMilliseconds);
  if (move.info && move.info->nodes > 0) out += fmt::format(", n={}", move.info->nodes);
  if (move.info && move.info->seldepth > 0) out += fmt::format(", sd={}", move.info->seldepth);
  if (!move.comment.empty()) out += ", " + move.comment;
  return out;
}

std::string to_pgn(const GameRecord& game, const GameTags& tags) {
  pgn::Game out;
  out.start = game.start;
  out.result = game.result;
  out.set_tag("Event", tags.event);
  out.set_tag("Site", "?");
  out.set_tag("Date", tags.date.empty() ? "????.??.??" : tags.date);
  out.set_tag("Round", tags.round);
  out.set_tag("White", tags.names[0]);
  out.set_tag("Black", tags.names[1]);
  if (game.start.chess960()) out.set_tag("Variant", "Chess960");
  if (!tags.opening.empty()) out.set_tag("Opening", tags.opening);
  if (tags.controls[0] == tags.controls[1]) {
    out.set_tag("Control", tags.controls[0]);
  } else {
    out.set_tag("WhiteControl", tags.controls[0]);
    out.set_tag("BlackControl", tags.controls[1]);
  }
  out.set_tag("PlyCount", std::to_string(game.moves.size()));
  out.set_tag("Termination", std::string(termination(game.ending)));
  pgn::NodeIndex node = pgn::kRoot;
  for (const GameMove& move : game.moves) {
    node = out.add_move(node, move.move);
    out.nodes[node].comment = move_comment(move);
  }
  std::string& last = out.nodes[node].comment;
  last += (last.empty() ? "" : ", ") + game.explanation;
  return pgn::to_text(out);
}

}  // namespace oknos::lab
