#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "lab/formats/pgn.h"
#include "lab/formats/pgn_cursor.h"
#include "lab/formats/pgn_tokens.h"
#include "lab/formats/san.h"

namespace oknos::pgn {

namespace {

constexpr std::size_t kMaxComplaints = 20;  // per game

void append_comment(std::string& comment, std::string_view more) {
  if (!comment.empty() && !more.empty()) comment += ' ';
  comment += more;
}

// Puts one game together from its tokens.
class GameBuilder {
 public:
  GameBuilder(std::string_view name, int number) : name_(name), line_(Position::initial()) { game_.number = number; }

  // False: the token belongs to the next game.
  bool accepts(const Token& token) const;
  void add(const Token& token);
  void end(int line);
  void take_result(const Token& token);
  // A result in brackets says something about the variation only.
  bool in_variation() const { return !outer_.empty(); }

  bool is_empty() const { return game_.tags.empty() && !in_moves_; }
  Game& game() { return game_; }

 private:
  // A line that waits until the variation within it ends.
  struct Outer {
    Cursor cursor;
    NodeIndex last;
  };

  void complain(int line, std::string_view what);
  void add_tag(const Token& token);
  void begin_moves(int line);
  void add_comment(const Token& token);
  void add_move(const Token& token);
  void open_variation(int line);
  void close_variation(int line);
  void skip_line() { skipping_ = true; }
  std::string_view rest_of_line() const {
    return in_variation() ? "; the rest of the variation is left out" : "; the rest of the game is left out";
  }

  std::string_view name_;
  Game game_;
  bool in_moves_ = false;
  Cursor line_;
  NodeIndex last_ = kRoot;  // the line's last move
  std::string comment_before_;
  std::vector<Outer> outer_;
  bool skipping_ = false;  // the rest of this line
  int skipped_open_ = 0;   // variations within what is skipped
};

void GameBuilder::complain(int line, std::string_view what) {
  if (game_.complaints.size() >= kMaxComplaints) return;
  game_.complaints.push_back(std::string(name_) + ": game " + std::to_string(game_.number) + ", line " +
                             std::to_string(line) + ": " + std::string(what));
}

bool GameBuilder::accepts(const Token& token) const {
  if (token.kind == TokenKind::End) return false;
  if (token.kind != TokenKind::Tag) return true;
  if (in_moves_) return false;
  return !(token.after_blank && (token.text == "Event" || game_.tag(token.text)) && !game_.tags.empty());
}

void GameBuilder::add(const Token& token) {
  if (game_.line == 0) game_.line = token.line;
  if (token.kind == TokenKind::Tag) return add_tag(token);
  if (token.kind == TokenKind::Comment) return add_comment(token);
  if (!in_moves_) begin_moves(token.line);
  if (token.kind == TokenKind::Open) return open_variation(token.line);
  if (token.kind == TokenKind::Close) return close_variation(token.line);
  if (skipping_) return;
  if (token.kind == TokenKind::Word) return add_move(token);
  if (token.kind == TokenKind::Nag) {
    if (line_.has_moved()) game_.nodes[last_].nags.push_back(static_cast<std::uint8_t>(token.nag));
    return;
  }
  if (token.kind == TokenKind::Unknown) complain(token.line, text::quoted(token.text) + " means nothing here");
}

void GameBuilder::add_tag(const Token& token) {
  if (token.unterminated) complain(token.line, "tag " + token.text + " must end with \"]");
  if (game_.tag(token.text)) {
    complain(token.line, "tag " + token.text + " stands there twice; the first one counts");
    return;
  }
  game_.tags.push_back({token.text, token.value});
}

void GameBuilder::begin_moves(int line) {
  in_moves_ = true;
  if (const std::string* fen = game_.tag("FEN")) {
    Result<Position> start = fen::parse(*fen);
    if (start) {
      game_.start = std::move(*start);
    } else {
      complain(line, "tag FEN: " + start.error() + "; the moves are left out");
      skip_line();
    }
  }
  const std::string* variant = game_.tag("Variant");
  if (variant && names_chess960(*variant)) game_.start.set_chess960(true);
  line_ = Cursor(game_.start);
}

void GameBuilder::add_comment(const Token& token) {
  if (token.unterminated) complain(token.line, "the comment that begins here must end with }");
  if (skipping_) return;
  const bool starts_variation = in_variation() && !line_.has_moved();
  append_comment(starts_variation ? comment_before_ : game_.nodes[last_].comment, token.text);
}

void GameBuilder::add_move(const Token& token) {
  const Position& now = line_.now();
  const std::string number =
      "move " + std::to_string(now.fullmove_number()) + (now.side_to_move() == Color::White ? ". " : "... ");
  if (now.game_ply() - game_.start.game_ply() >= kLongestGame) {
    complain(token.line, number + "the line is longer than " + std::to_string(kLongestGame) + " plies" +
                             std::string(rest_of_line()));
    return skip_line();
  }
  const Result<Move> move = san::parse(now, token.text);
  if (!move) {
    complain(token.line, number + move.error() + std::string(rest_of_line()));
    return skip_line();
  }
  last_ = game_.add_move(last_, *move);
  game_.nodes[last_].comment_before = std::exchange(comment_before_, {});
  line_.play(*move);
}

void GameBuilder::open_variation(int line) {
  if (skipping_) {
    ++skipped_open_;
    return;
  }
  const bool has_moved = line_.has_moved();
  const bool too_deep = outer_.size() >= static_cast<std::size_t>(kDeepestVariation);
  if (!has_moved) complain(line, "variation without a move before it; it is left out");
  if (too_deep)
    complain(line, "variations within variations deeper than " + std::to_string(kDeepestVariation) +
                       " levels; this one is left out");
  Cursor variation = has_moved ? line_.variation() : line_;
  const NodeIndex parent = has_moved ? game_.nodes[last_].parent : last_;
  outer_.push_back({std::exchange(line_, std::move(variation)), std::exchange(last_, parent)});
  if (!has_moved || too_deep) skip_line();
}

void GameBuilder::close_variation(int line) {
  if (skipping_ && skipped_open_ > 0) {
    --skipped_open_;
    return;
  }
  if (outer_.empty()) {
    if (!skipping_) complain(line, "\")\" without a variation to end");
    return;
  }
  skipping_ = false;
  line_ = std::move(outer_.back().cursor);
  last_ = outer_.back().last;
  outer_.pop_back();
  // What was said in a variation without moves.
  std::string left_over = std::exchange(comment_before_, {});
  const bool starts_variation = in_variation() && !line_.has_moved();
  append_comment(starts_variation ? comment_before_ : game_.nodes[last_].comment, left_over);
}

void GameBuilder::take_result(const Token& token) {
  if (!in_moves_) begin_moves(token.line);
  if (const auto result = result_from_text(token.text)) game_.result = *result;
}

void GameBuilder::end(int line) {
  if (!in_moves_) begin_moves(line);
  if (in_variation() && !skipping_) complain(line, "the variation must end with ) before the game does");
}

}  // namespace

struct Reader::State {
  State(LineSource& source, std::string n) : tokens(source), name(std::move(n)) {}

  Tokenizer tokens;
  std::string name;
  int games = 0;
};

Reader::Reader(LineSource& source, std::string name) : state_(std::make_unique<State>(source, std::move(name))) {}
Reader::~Reader() = default;

std::optional<Game> Reader::next() {
  GameBuilder builder(state_->name, state_->games + 1);
  Tokenizer& tokens = state_->tokens;
  bool has_result = false;
  while (!has_result && builder.accepts(tokens.peek())) {
    const Token token = tokens.take();
    if (token.kind != TokenKind::Result) {
      builder.add(token);
      continue;
    }
    if (builder.in_variation() && tokens.peek().kind == TokenKind::Close) continue;
    if (builder.game().line == 0) builder.game().line = token.line;
    builder.take_result(token);
    has_result = true;
  }
  if (builder.is_empty()) return std::nullopt;
  builder.end(tokens.peek().line);
  ++state_->games;
  Game game = std::move(builder.game());
  if (const std::string* tag = game.tag("Result"); tag && !has_result)
    game.result = result_from_text(*tag).value_or(GameResult::Unknown);
  return game;
}

}  // namespace oknos::pgn
