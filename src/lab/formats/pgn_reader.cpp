#include <algorithm>
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
constexpr std::string_view kPasses[] = {"--", "Z0", "@@@@", "<>", "0000", "null"};

// Puts one game together from its tokens.
class GameBuilder {
 public:
  GameBuilder(std::string_view name, int number, NullMoves null_moves)
      : name_(name), null_moves_(null_moves), line_(Position::initial()) {
    game_.number = number;
  }

  // False: the token belongs to the next game.
  bool accepts(const Token& token) const;
  void add(const Token& token);
  // `marker`: the result behind the moves, or a token of another kind.
  void end(const Token& marker);
  bool in_variation() const { return !outer_.empty(); }

  bool is_empty() const { return game_.line == 0; }
  Game& game() { return game_; }

 private:
  // A line that waits until the variation within it ends.
  struct Outer {
    Cursor cursor;
    NodeIndex last;
  };

  void add_tag(const Token& token);
  void begin_moves(int line);
  void add_move(const Token& token);
  void open_variation(int line);
  void close_variation(int line);
  void complain(int line, std::string_view what) {
    if (game_.complaints.size() >= kMaxComplaints) return;
    game_.complaints.push_back(std::string(name_) + ": game " + std::to_string(game_.number) + ", line " +
                               std::to_string(line) + ": " + std::string(what));
  }
  void add_comment(std::string_view text) {
    if (skipping_ || text.empty()) return;
    std::string& comment = in_variation() && !line_.has_moved() ? comment_before_ : game_.nodes[last_].comment;
    if (!comment.empty()) comment += ' ';
    comment += text;
  }
  void add_nag(std::uint8_t nag) { (line_.has_moved() ? game_.nodes[last_].nags : nags_).push_back(nag); }
  void skip_line() {
    skipping_ = true;
    nags_.clear();
  }

  std::string_view name_;
  NullMoves null_moves_;
  Game game_;
  bool in_moves_ = false;
  Cursor line_;
  NodeIndex last_ = kRoot;      // the line's last move
  std::string comment_before_;  // these two wait for the line's first move
  std::vector<std::uint8_t> nags_;
  std::vector<Outer> outer_;
  bool skipping_ = false;  // the rest of this line
  int skipped_open_ = 0;   // variations within what is skipped
};

bool GameBuilder::accepts(const Token& token) const {
  if (token.kind == TokenKind::End) return false;
  if (token.kind != TokenKind::Tag) return true;
  if (in_moves_) return false;
  return !(token.after_blank && (token.text == "Event" || game_.tag(token.text)) && !game_.tags.empty());
}

void GameBuilder::add(const Token& token) {
  if (game_.line == 0) game_.line = token.line;
  if (token.kind == TokenKind::Tag) return add_tag(token);
  if (token.kind == TokenKind::Comment) {
    if (token.unterminated) complain(token.line, "the comment that begins here must end with }");
    return add_comment(token.text);
  }
  if (token.kind == TokenKind::Unknown) return complain(token.line, text::quoted(token.text) + " means nothing here");
  if (!in_moves_) begin_moves(token.line);
  if (token.kind == TokenKind::Open) return open_variation(token.line);
  if (token.kind == TokenKind::Close) return close_variation(token.line);
  if (skipping_) return;
  if (token.kind == TokenKind::Word) add_move(token);
  if (token.kind == TokenKind::Result && token.text != "*") add_comment(token.text);  // of a variation
  if (token.kind == TokenKind::Nag || (token.nag != 0 && !skipping_)) add_nag(token.nag);
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
  const std::string* variant = game_.tag("Variant");
  const Variant rules = variant ? variant_of(*variant) : Variant::Standard;
  const std::string* fen = game_.tag("FEN");
  Result<Position> start = fen ? fen::parse(*fen) : Position::initial();
  std::string wrong;
  if (!start) wrong = "tag FEN: " + start.error();
  if (rules == Variant::Other)
    wrong = "tag Variant: " + text::quoted(*variant) + " is another game than standard chess or Chess960";
  if (!wrong.empty()) {
    complain(line, wrong + "; the moves are left out");
    skip_line();
  }
  if (start) game_.start = std::move(*start);
  if (rules == Variant::Chess960) game_.start.set_chess960(true);
  line_ = Cursor(game_.start);
}

void GameBuilder::add_move(const Token& token) {
  const Position& now = line_.now();
  const bool passes = std::find(std::begin(kPasses), std::end(kPasses), token.text) != std::end(kPasses);
  Result<Move> move = passes ? Move{} : san::parse(now, token.text);
  if (passes && now.in_check()) move = Error{text::quoted(token.text) + ": the king is in check and nobody can pass"};
  if (passes && null_moves_ == NullMoves::Refused && !in_variation())
    move = Error{text::quoted(token.text) + ": a null move; moves that were played are expected"};
  if (now.game_ply() - game_.start.game_ply() >= kLongestGame)
    move = Error{"the line is longer than " + std::to_string(kLongestGame) + " plies"};
  if (!move) {
    complain(token.line, "move " + std::to_string(now.fullmove_number()) +
                             (now.side_to_move() == Color::White ? ". " : "... ") + move.error() +
                             (in_variation() ? "; the rest of the variation" : "; the rest of the game") +
                             " is left out");
    return skip_line();
  }
  last_ = game_.add_move(last_, *move);
  game_.nodes[last_].comment_before = std::exchange(comment_before_, {});
  game_.nodes[last_].nags = std::exchange(nags_, {});
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
  add_comment(std::exchange(comment_before_, {}));
  for (const std::uint8_t nag : std::exchange(nags_, {})) add_nag(nag);
}

void GameBuilder::end(const Token& marker) {
  if (game_.line == 0) game_.line = marker.line;
  if (marker.kind != TokenKind::Result && game_.tags.empty() && game_.complaints.empty() && !in_moves_)
    complain(game_.line, "comments without a game");
  if (!in_moves_) begin_moves(marker.line);
  if (in_variation()) {
    if (!skipping_) complain(marker.line, "the variation must end with ) before the game does");
    while (in_variation()) close_variation(marker.line);
  }
  skipping_ = false;
  const std::string* tag = game_.tag("Result");
  const std::optional<GameResult> in_tag = tag ? result_from_text(*tag) : GameResult::Unknown;
  if (marker.kind == TokenKind::Result) game_.result = *result_from_text(marker.text);
  if (game_.result == GameResult::Unknown) game_.result = in_tag.value_or(GameResult::Unknown);
  if (in_tag != game_.result && in_tag != GameResult::Unknown && *tag != "?")
    complain(marker.line, "tag Result: " + text::quoted(*tag) + " must be " + std::string(to_text(game_.result)) +
                              ", as after the moves");
}

}  // namespace

std::optional<Game> Reader::next() {
  GameBuilder builder(name_, games_ + 1, null_moves_);
  for (const Token& comment : std::exchange(comments_, {})) builder.add(comment);
  Token marker;
  while (marker.kind != TokenKind::Result && builder.accepts(tokens_.peek())) {
    Token token = tokens_.take();
    const TokenKind next = tokens_.peek().kind;
    const bool of_variation = builder.in_variation() && next != TokenKind::Tag && next != TokenKind::End;
    if (token.kind == TokenKind::Result && !of_variation) {
      marker = std::move(token);
    } else {
      builder.add(token);
    }
  }
  if (marker.kind != TokenKind::Result) {
    if (builder.is_empty()) return std::nullopt;
    marker.line = tokens_.peek().line;
  }
  builder.end(marker);
  // Comments after the result belong to this game until a blank line; after the last game all of them do.
  while (tokens_.peek().kind == TokenKind::Comment) {
    if (comments_.empty() && !tokens_.peek().after_blank) {
      builder.add(tokens_.take());
    } else {
      comments_.push_back(tokens_.take());
    }
  }
  if (tokens_.peek().kind == TokenKind::End)
    for (const Token& comment : std::exchange(comments_, {})) builder.add(comment);
  ++games_;
  return std::move(builder.game());
}

}  // namespace oknos::pgn
