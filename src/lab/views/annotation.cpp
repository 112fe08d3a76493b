#include "lab/views/annotation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/uci/identity.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kVariationPlies = 10;  // longer ones nobody plays through
constexpr std::uint8_t kFirstMoveGlyph = 1;  // NAG 1 to 6: ! ? !! ?? !? ?!
constexpr std::uint8_t kLastMoveGlyph = 6;

std::uint8_t glyph_of(Mark mark) {
  constexpr std::array<std::uint8_t, kMarks> kGlyphs = {0, 6, 2, 4};
  return kGlyphs[static_cast<std::size_t>(mark)];
}

bool is_judged(const pgn::Node& node) {
  return std::any_of(node.nags.begin(), node.nags.end(),
                     [](std::uint8_t n) { return n >= kFirstMoveGlyph && n <= kLastMoveGlyph; });
}

// The comment without its [%eval ...].
std::string without_eval(const std::string& comment) {
  std::string out = comment;
  const std::size_t begin = out.find("[%eval");
  const std::size_t end = begin == std::string::npos ? begin : out.find(']', begin);
  if (end == std::string::npos) return comment;
  out.erase(begin, end - begin + 1);
  return std::string(text::trim(out));
}

std::string with_eval(const std::string& comment, Score white_view) {
  const std::string rest = without_eval(comment);
  return fmt::format("[%eval {}]{}{}", eval_text(white_view), rest.empty() ? "" : " ", rest);
}

bool has_child(const pgn::Game& game, pgn::NodeIndex parent, Move m) {
  for (pgn::NodeIndex c = game.nodes[parent].first_child; c != pgn::kNoNode; c = game.nodes[c].next_sibling)
    if (game.nodes[c].move == m) return true;
  return false;
}

void add_variation(pgn::Game& game, pgn::NodeIndex parent, const PositionReview& before) {
  if (before.line.empty() || has_child(game, parent, before.line.front())) return;
  pgn::NodeIndex at = parent;
  const std::size_t length = std::min(before.line.size(), kVariationPlies);
  for (std::size_t i = 0; i < length; ++i) {
    at = game.add_move(at, before.line[i]);
    if (i == 0) game.nodes[at].comment = with_eval("", before.score);
  }
}

}  // namespace

std::string_view sign_of(Mark mark) {
  constexpr std::array<std::string_view, kMarks> kSigns = {"", "?!", "?", "?\?"};
  return kSigns[static_cast<std::size_t>(mark)];
}

double expected_points(Score score) {
  constexpr double kPoints = 100.0;
  constexpr double kScale = 400.0;
  if (is_mate(score)) return is_win(score) ? kPoints : 0.0;
  return kPoints / (1.0 + std::pow(10.0, -score.value() / kScale));
}

Mark judge(Score before, Score after) {
  const double lost = expected_points(before) - expected_points(after);
  if (lost >= kBlunderPoints) return Mark::Blunder;
  if (lost >= kMistakePoints) return Mark::Mistake;
  return lost >= kInaccuracyPoints ? Mark::Inaccuracy : Mark::None;
}

std::array<int, kMarks> GameReview::count() const {
  std::array<int, kMarks> out{};
  for (const Mark m : marks) ++out[static_cast<std::size_t>(m)];
  return out;
}

void mark_moves(GameReview& review, const std::vector<Move>& moves, Color first) {
  review.marks.assign(moves.size(), Mark::None);
  Color mover = first;
  for (std::size_t i = 0; i < moves.size(); ++i, mover = ~mover) {
    const PositionReview& before = review.positions[i];
    const PositionReview& after = review.positions[i + 1];
    const bool played_best = !before.line.empty() && before.line.front() == moves[i];
    if (!before.known || !after.known || played_best || !moves[i]) continue;  // a null move was never meant as a move
    review.marks[i] = judge(white_view(before.score, mover), white_view(after.score, mover));
  }
}

std::string eval_text(Score white_view) {
  return is_mate(white_view) ? score_text(white_view) : fmt::format("{:.2f}", white_view.value() / 100.0);
}

void annotate(pgn::Game& game, const GameReview& review) {
  pgn::NodeIndex parent = pgn::kRoot;
  for (std::size_t i = 0; i < review.marks.size(); ++i) {
    const pgn::NodeIndex node = game.nodes[parent].first_child;
    if (node == pgn::kNoNode) break;
    const PositionReview& after = review.positions[i + 1];
    if (after.known && !after.line.empty()) game.nodes[node].comment = with_eval(game.nodes[node].comment, after.score);
    if (review.marks[i] != Mark::None) {
      if (!is_judged(game.nodes[node])) game.nodes[node].nags.push_back(glyph_of(review.marks[i]));
      add_variation(game, parent, review.positions[i]);
    }
    parent = node;
  }
  if (!game.tag("Annotator")) game.set_tag("Annotator", fmt::format("Oknos {}", uci::kVersion));
}

}  // namespace oknos::lab
