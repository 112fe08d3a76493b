#include "lab/commands/analyse/line_printer.h"

#include <cstdio>
#include <fmt/format.h>

#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kDepthWidth = 7;
constexpr std::size_t kScoreWidth = 8;
constexpr std::size_t kTimeWidth = 9;
constexpr std::size_t kNodesWidth = 13;
constexpr std::size_t kGap = 2;
constexpr int kWidthForNodes = 76;  // columns; on a narrower terminal the moves need the room

}  // namespace

std::string shown_score(const Info& info, Color side_to_move, const Style& style) {
  const std::string score = score_text(white_view(info.score, side_to_move));
  if (info.bound == Bound::Exact || info.bound == Bound::None) return score;
  const bool at_least = (info.bound == Bound::Lower) == (side_to_move == Color::White);
  return std::string(at_least ? (style.unicode ? "≥" : ">=") : (style.unicode ? "≤" : "<=")) + score;
}

void LinePrinter::print_title() const {
  const bool nodes = style_.width >= kWidthForNodes;
  const std::string title = padded_left("depth", kDepthWidth) + padded_left("score", kGap + kScoreWidth) +
                            padded_left("time", kGap + kTimeWidth) +
                            (nodes ? padded_left("nodes", kGap + kNodesWidth) : "") + std::string(kGap, ' ') + "line" +
                            (nodes ? " (scores from White's view)" : "");
  std::printf("%s\n", style_.paint(Tone::Faint, title).c_str());
}

std::string LinePrinter::row(const Info& info) const {
  const std::string depth = fmt::format("{}/{}", info.depth, info.seldepth);
  const std::string left = padded_left(depth, kDepthWidth) + std::string(kGap, ' ');
  const std::string score = padded_left(shown_score(info, position_.side_to_move(), style_), kScoreWidth);
  const bool nodes = style_.width >= kWidthForNodes;
  const std::string effort = padded_left(seconds(info.time), kGap + kTimeWidth) +
                             (nodes ? padded_left(grouped(info.nodes), kGap + kNodesWidth) : "") +
                             std::string(kGap, ' ');
  const std::size_t used = display_width(left + score + effort);
  const auto width = static_cast<std::size_t>(style_.width);
  const std::string number = multi_pv_ > 1 ? fmt::format("{}) ", info.multi_pv) : "";
  const std::string moves = number + san::line_to_text(position_, info.pv);
  constexpr std::size_t kMin = 12;  // a line shorter than that says nothing
  const std::size_t room = std::max(width > used ? width - used : 0, kMin);
  const bool white_better = white_view(info.score, position_.side_to_move()) > Score{0};
  return style_.paint(Tone::Faint, left) + style_.paint(white_better ? Tone::Strong : Tone::Accent, score) +
         style_.paint(Tone::Faint, effort) + shortened(moves, room, style_.ellipsis());
}

std::vector<Move> LinePrinter::line_of(const Info& best) const {
  const bool continues = best.pv.size() == 1 && !exact_.empty() && exact_.front() == best.pv.front();
  return continues ? exact_ : best.pv;
}

void LinePrinter::on_info(const Info& info) {
  const auto rank = static_cast<std::size_t>(info.multi_pv);
  if (rank == 1 && info.bound == Bound::Exact) exact_ = info.pv;
  if (last_.size() < rank) last_.resize(rank);
  Info& last = last_[rank - 1];
  const bool same_iteration = info.depth == last.depth && info.bound == last.bound;
  if (same_iteration && info.pv == last.pv && info.score == last.score) return;
  last = info;
  std::printf("%s\n", row(info).c_str());
  std::fflush(stdout);
}

}  // namespace oknos::lab
