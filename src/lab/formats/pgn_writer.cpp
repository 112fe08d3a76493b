#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "lab/formats/pgn.h"
#include "lab/formats/pgn_cursor.h"
#include "lab/formats/san.h"

namespace oknos::pgn {

namespace {

constexpr std::size_t kLineLength = 79;
constexpr std::array<std::string_view, 7> kRoster = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

void write_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  out += "\"]\n";
}

bool is_roster(std::string_view name) {
  return std::find(kRoster.begin(), kRoster.end(), name) != kRoster.end();
}

bool is_usual_start(const Position& start) {
  return !start.chess960() && fen::to_text(start) == fen::kInitial;
}

void write_tags(std::string& out, const Game& game) {
  for (const std::string_view name : kRoster) {
    const std::string* value = game.tag(name);
    if (name == "Result") {
      write_tag(out, name, to_text(game.result));
    } else {
      write_tag(out, name, value ? std::string_view(*value) : name == "Date" ? "????.??.??" : "?");
    }
  }
  for (const Tag& tag : game.tags)
    if (!is_roster(tag.name) && tag.name != "FEN" && tag.name != "SetUp") write_tag(out, tag.name, tag.value);
  if (is_usual_start(game.start)) return;
  if (game.start.chess960() && !game.tag("Variant")) write_tag(out, "Variant", "Chess960");
  write_tag(out, "SetUp", "1");
  write_tag(out, "FEN", fen::to_text(game.start));
}

// Fills lines with words.
class Wrapper {
 public:
  explicit Wrapper(std::string& out) : out_(out) {}

  // Without a blank before it when it belongs to the word before.
  void word(std::string_view w, bool glued = false) {
    const std::size_t blank = column_ == 0 || glued ? 0 : 1;
    if (column_ != 0 && !glued && column_ + blank + w.size() > kLineLength) {
      end_line();
    } else if (blank) {
      put(" ");
    }
    // Some readers take such lines for escapes and tags.
    if (column_ == 0 && (w.front() == '%' || w.front() == '[')) put(" ");
    put(w);
  }
  void end_line() {
    if (column_ == 0) return;
    out_ += '\n';
    column_ = 0;
  }
  std::size_t column() const { return column_; }

 private:
  void put(std::string_view s) {
    out_ += s;
    column_ += s.size();
  }

  std::string& out_;
  std::size_t column_ = 0;
};

class MoveText {
 public:
  MoveText(const Game& game, std::string& out) : game_(game), lines_(out), cursor_(game.start) {}

  void write();

 private:
  enum class Step { Move, Open, Close };
  struct Work {
    Step step;
    NodeIndex node;
  };

  void write_move(NodeIndex n);
  void write_comment(std::string_view comment);
  void write_comment_to_line_end(std::string_view comment);
  // The next word, with the brackets that open before it and those that close after it glued to it.
  void word(std::string_view w) {
    lines_.word(std::string(static_cast<std::size_t>(opening_), '(') + std::string(w));
    opening_ = 0;
  }

  const Game& game_;
  Wrapper lines_;
  Cursor cursor_;
  std::vector<Cursor> outer_;
  std::vector<Work> work_;  // what is still to be written, the next last
  int opening_ = 0;
  bool number_needed_ = true;
};

void MoveText::write() {
  write_comment(game_.nodes[kRoot].comment);
  if (const NodeIndex first = game_.nodes[kRoot].first_child; first != kNoNode) work_.push_back({Step::Move, first});
  while (!work_.empty()) {
    const Work work = work_.back();
    work_.pop_back();
    if (work.step == Step::Move) {
      write_move(work.node);
      continue;
    }
    number_needed_ = true;
    if (work.step == Step::Open) {
      ++opening_;
      Cursor variation = cursor_.variation();
      outer_.push_back(std::move(cursor_));
      cursor_ = std::move(variation);
      work_.push_back({Step::Close, work.node});
      work_.push_back({Step::Move, work.node});
    } else {
      lines_.word(")", lines_.column() > 0 && lines_.column() < kLineLength);
      cursor_ = std::move(outer_.back());
      outer_.pop_back();
    }
  }
  word(to_text(game_.result));
  lines_.end_line();
}

void MoveText::write_move(NodeIndex n) {
  const Node& node = game_.nodes[n];
  if (!node.comment_before.empty()) number_needed_ = true;
  write_comment(node.comment_before);
  const Position& now = cursor_.now();
  const bool white = now.side_to_move() == Color::White;
  if (white || number_needed_) word(std::to_string(now.fullmove_number()) + (white ? "." : "..."));
  number_needed_ = false;
  word(san::to_text(now, node.move));
  for (const std::uint8_t nag : node.nags) word('$' + std::to_string(nag));
  write_comment(node.comment);
  if (!node.comment.empty()) number_needed_ = true;
  cursor_.play(node.move);

  if (node.first_child != kNoNode) work_.push_back({Step::Move, node.first_child});
  if (game_.nodes[node.parent].first_child != n) return;
  const std::size_t first = work_.size();
  for (NodeIndex s = node.next_sibling; s != kNoNode; s = game_.nodes[s].next_sibling) work_.push_back({Step::Open, s});
  std::reverse(work_.begin() + static_cast<std::ptrdiff_t>(first), work_.end());
}

void MoveText::write_comment(std::string_view comment) {
  if (comment.find('}') != std::string_view::npos) return write_comment_to_line_end(comment);
  std::string_view w = text::next_word(comment);
  std::string open = "{";
  while (!w.empty()) {
    const std::string_view next = text::next_word(comment);
    word(open + std::string(w) + (next.empty() ? "}" : ""));
    open.clear();
    w = next;
  }
}

// Only such comments can hold a brace.
void MoveText::write_comment_to_line_end(std::string_view comment) {
  constexpr std::size_t kRoom = kLineLength - 2;  // "; "
  if (opening_) word("");
  std::string line;
  const auto flush = [&] {
    lines_.end_line();
    lines_.word("; " + line);
    lines_.end_line();
    line.clear();
  };
  for (std::string_view w = text::next_word(comment); !w.empty(); w = text::next_word(comment)) {
    if (!line.empty() && line.size() + 1 + w.size() > kRoom) flush();
    if (!line.empty()) line += ' ';
    line += w;
  }
  flush();
}

}  // namespace

std::string to_text(const Game& game) {
  std::string out;
  write_tags(out, game);
  out += '\n';
  MoveText(game, out).write();
  return out + '\n';
}

}  // namespace oknos::pgn
