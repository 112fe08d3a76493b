#include "lab/views/position_view.h"

#include <fmt/format.h>
#include <utility>

#include "engine/chess/game_over.h"
#include "engine/chess/notation.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kBoardWidth = 22;  // columns, gap to what stands beside it included

std::string_view name_of(Color c) {
  return c == Color::White ? "White" : "Black";
}

std::string piece_sign(const Position& position, Square s, const Style& style) {
  const Piece p = position.piece_on(s);
  if (p == Piece::None) return style.paint(Tone::Faint, style.unicode ? "·" : ".");
  const std::string sign(1, to_char(p));
  return style.paint(color_of(p) == Color::White ? Tone::Strong : Tone::Accent, sign);
}

// What stands beside the board, one fact a line; long ones are broken by the caller.
std::vector<std::pair<std::string, std::string>> facts(const Position& position, const Plan& plan, const Style& style) {
  std::string check = position.in_check() ? ", in check" : "";
  if (position.chess960()) check += ", Chess960";
  std::vector<std::pair<std::string, std::string>> out = {
      {"To move", fmt::format("{} (move {}{})", name_of(position.side_to_move()), position.fullmove_number(), check)},
      {"Preset", plan.preset.name + (plan.preset.description.empty() ? "" : ": " + plan.preset.description)},
      {"Limit", limits_in_words(plan.limits)},
      {"Engine", fmt::format("{} thread{}, {} MiB hash", plan.threads, plan.threads == 1 ? "" : "s", plan.hash)}};
  for (std::size_t i = 0; i < plan.changes.size(); ++i) {
    const Change& c = plan.changes[i];
    out.push_back({i == 0 ? "Changed" : "", fmt::format("{} {} {} {}", c.name, c.from, style.arrow(), c.to)});
  }
  return out;
}

}  // namespace

std::vector<std::string> board_lines(const Position& position, const Style& style) {
  std::vector<std::string> lines;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    std::string line = style.paint(Tone::Faint, std::to_string(rank + 1)) + " ";
    for (int file = 0; file < kFiles; ++file)
      line += " " + piece_sign(position, make_square(static_cast<File>(file), static_cast<Rank>(rank)), style);
    lines.push_back(line);
  }
  lines.push_back(style.paint(Tone::Faint, "   a b c d e f g h"));
  return lines;
}

std::string position_view(const Position& position, const Plan& plan, const Style& style) {
  constexpr std::size_t kLabel = 9;
  std::vector<std::string> beside;
  const std::size_t room = static_cast<std::size_t>(style.width) - kBoardWidth - kLabel;
  for (const auto& [label, text] : facts(position, plan, style)) {
    std::string rest = wrapped(text, room);
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
      beside.push_back(style.paint(Tone::Faint, padded_right(rest.size() > text.size() ? label : "", kLabel)) +
                       rest.substr(0, end));
  }
  const std::vector<std::string> board = board_lines(position, style);
  std::string out;
  constexpr std::size_t kDrawn = 18;  // columns of a line of the board
  for (std::size_t i = 0; i < std::max(board.size(), beside.size()); ++i) {
    const std::string left = i < board.size() ? board[i] : std::string(kDrawn, ' ');
    const bool right = i < beside.size();
    out += left + (right ? std::string(kBoardWidth - kDrawn, ' ') + beside[i] : "") + "\n";
  }
  return out;
}

std::string end_of_game(const Position& position) {
  const std::string side(name_of(position.side_to_move()));
  const auto nothing_to_search = [](const std::string& why) { return why + ": there is nothing to search."; };
  switch (game_over(position)) {
    case GameOver::No:
      break;
    case GameOver::Checkmate:
      return nothing_to_search(side + " is checkmated");
    case GameOver::Stalemate:
      return nothing_to_search(side + " is stalemated");
    case GameOver::DeadPosition:
      return nothing_to_search("Drawn, since nobody can mate");
    case GameOver::Repetition:
      return nothing_to_search("Drawn by threefold repetition");
    case GameOver::FiftyMoves:
      return nothing_to_search("Drawn by the fifty-move rule");
  }
  return "";
}

}  // namespace oknos::lab
