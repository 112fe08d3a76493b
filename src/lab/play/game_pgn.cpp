#include "lab/play/game_pgn.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab {

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
