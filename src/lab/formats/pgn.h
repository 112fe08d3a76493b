#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "lab/formats/pgn_tokens.h"

// Portable Game Notation: games with tags, comments, annotations and nested variations.
namespace oknos::pgn {

enum class GameResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw };
std::string_view to_text(GameResult result);  // "*", "1-0", "0-1", "1/2-1/2"
std::optional<GameResult> result_from_text(std::string_view text);

struct Tag {
  std::string name;
  std::string value;
  bool operator==(const Tag&) const = default;
};

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kRoot = 0;
inline constexpr NodeIndex kNoNode = ~NodeIndex{0};

// A move and what was said about it. The first child continues the line, the others are variations.
struct Node {
  Move move;  // none in the root; elsewhere none is a null move, with which the side to move passes
  NodeIndex parent = kNoNode;
  NodeIndex first_child = kNoNode;
  NodeIndex last_child = kNoNode;
  NodeIndex next_sibling = kNoNode;
  std::string comment_before;  // only at the start of a variation
  std::string comment;  // after the move; in the root: before the first move. White space is kept as single blanks.
  std::vector<std::uint8_t> nags;  // numeric annotation glyphs
};

struct Game {
  Game() : start(Position::initial()), nodes(1) {}

  Position start;
  std::vector<Tag> tags;    // as they were read; FEN, SetUp and Result are written from `start` and `result`
  std::vector<Node> nodes;  // a tree; nodes[kRoot] is the start
  GameResult result = GameResult::Unknown;

  // From the reader:
  int number = 0;                       // in its file, from 1
  int line = 0;                         // where it begins
  std::vector<std::string> complaints;  // "name: game 3, line 57: ..."; what they are about was left out of the game

  const std::string* tag(std::string_view name) const;  // null when there is none
  void set_tag(std::string_view name, std::string value);
  // Adds a move after `parent`: its continuation, or another variation when it has one. Precondition: legal there.
  NodeIndex add_move(NodeIndex parent, Move m);
  std::vector<Move> main_line() const;
};

// What a value of the tag Variant says: "Standard", "From Position", ...; "Chess960", "fischerandom", "FRC", ...;
// "Antichess".
enum class Variant : std::uint8_t { Standard, Chess960, Other };
Variant variant_of(std::string_view name);

inline constexpr int kDeepestVariation = 100;  // levels; deeper ones are left out with a complaint
inline constexpr int kLongestGame = 12000;     // plies; what follows is left out with a complaint

// Refused: in main lines, for those who replay them as games that were played.
enum class NullMoves : std::uint8_t { Kept, Refused };

// Reads one game at a time. Read are comments ({} and ;), % lines, NAGs ($n and glyphs), nested variations, FEN and
// Variant tags, every way to write moves that san::parse knows, missing results and tags. A game with errors is
// delivered as far as it could be read, with complaints: after an unreadable move the rest of its line is left out, and
// reading goes on with the next game.
class Reader {
 public:
  // `name` is what complaints call the input. The source must outlive the reader.
  Reader(LineSource& source, std::string name, NullMoves null_moves = NullMoves::Kept, int games_before = 0)
      : tokens_(source), name_(std::move(name)), null_moves_(null_moves), games_(games_before) {}

  // The next game, or nothing at the end.
  std::optional<Game> next();

 private:
  Tokenizer tokens_;
  std::string name_;
  NullMoves null_moves_;
  int games_;
  std::vector<Token> comments_;  // between two games, of the next one
};

// The game in export format: the seven tag roster first, the other tags in their order, moves in SAN, lines shorter
// than 80 columns, a blank line at the end. Reads back to the same tree.
std::string to_text(const Game& game);

}  // namespace oknos::pgn
