#include "lab/match/match_rows.h"

#include <algorithm>

#include "chess/fen.h"
#include "chess/notation.h"

namespace oknos::lab {

namespace {

using store::ColumnType;
using store::Value;

constexpr const char* kFirst = "first";
constexpr const char* kSecond = "second";

std::vector<store::ColumnSpec> columns() {
  using enum ColumnType;
  return {{"white", Text, false, "who had the white pieces: 'first' or 'second' player of the command line"},
          {"result", Text, false, "1-0, 0-1 or 1/2-1/2"},
          {"ending", Text, false, "how the game ended"},
          {"at_fault", Text, false, "who broke the rules or the clock: 'first', 'second' or nothing"},
          {"opening", Text, false, "name or number of the opening"},
          {"start", Text, false, "FEN of the start position; empty: the initial position"},
          {"moves", Text, false, "all moves, the opening's too, in UCI's notation"},
          {"plies", Integer, false, "number of moves of both sides"},
          {"first_moves", Integer, false, "moves that the first player chose"},
          {"first_reports", Integer, false, "moves for which it reported a depth"},
          {"first_depth", Integer, false, "plies, summed over these"},
          {"first_nodes", Integer, false, "nodes, summed over these"},
          {"second_moves", Integer, false, "the same of the second player"},
          {"second_reports", Integer, false, "the same of the second player"},
          {"second_depth", Integer, false, "the same of the second player"},
          {"second_nodes", Integer, false, "the same of the second player"},
          {"first_time", Integer, true, "milliseconds that the first player thought"},
          {"first_longest", Integer, true, "milliseconds of its longest move"},
          {"second_time", Integer, true, "the same of the second player"},
          {"second_longest", Integer, true, "the same of the second player"},
          {"explanation", Text, true, "how the game ended, in a sentence"},
          {"pgn", Text, true, "the game, when PGN was asked for"},
          {"first_forgiven", Integer, true, "late moves of the first player, forgiven because the host took the time"},
          {"second_forgiven", Integer, true, "the same of the second player"}};
}

Value integer(std::uint64_t n) {
  return static_cast<std::int64_t>(n);
}

// Reads the cells of a row one after the other; a wrong type is remembered.
class CellReader {
 public:
  explicit CellReader(const std::vector<Value>& cells) : cells_(cells) {}

  std::string text() {
    if (const auto* value = next<std::string>()) return *value;
    return "";
  }
  std::int64_t integer() {
    if (const auto* value = next<std::int64_t>()) return *value;
    return 0;
  }
  std::uint64_t count() { return static_cast<std::uint64_t>(integer()); }
  bool at_end() const { return position_ >= cells_.size(); }
  bool ok() const { return ok_; }

 private:
  template <class T>
  const T* next() {
    const T* value = position_ < cells_.size() ? std::get_if<T>(&cells_[position_]) : nullptr;
    ++position_;
    if (!value) ok_ = false;
    return value;
  }

  const std::vector<Value>& cells_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

std::string moves_text(const GameRecord& game) {
  std::string out;
  Position position = game.start;
  for (const GameMove& m : game.moves) {
    out += (out.empty() ? "" : " ") + to_text(m.move, position.chess960());
    position.play(m.move);
  }
  return out;
}

}  // namespace

Effort& Effort::operator+=(const Effort& o) {
  moves += o.moves;
  reports += o.reports;
  depth += o.depth;
  nodes += o.nodes;
  time += o.time;
  longest = std::max(longest, o.longest);
  forgiven += o.forgiven;
  return *this;
}

int GameSummary::plies() const {
  return moves.empty() ? 0 : static_cast<int>(std::count(moves.begin(), moves.end(), ' ')) + 1;
}

int GameSummary::first_half_points() const {
  if (result == pgn::GameResult::Draw) return 1;
  return (result == pgn::GameResult::WhiteWins) == first_is_white ? 2 : 0;
}

GameSummary summarise(const GameRecord& game, bool first_is_white, std::string opening) {
  GameSummary out;
  out.first_is_white = first_is_white;
  out.result = game.result;
  out.ending = game.ending;
  if (game.at_fault) out.first_at_fault = (*game.at_fault == Color::White) == first_is_white;
  out.explanation = game.explanation;
  out.opening = std::move(opening);
  const std::string start = fen::to_text(game.start);
  if (start != fen::to_text(Position::initial()) || game.start.chess960()) out.start = start;
  out.moves = moves_text(game);
  for (const Color c : {Color::White, Color::Black})
    out.effort[(c == Color::White) == first_is_white ? 0 : 1].forgiven =
        game.forgiven[static_cast<std::size_t>(index(c))];
  Color side = game.start.side_to_move();
  for (const GameMove& m : game.moves) {
    Effort& effort = out.effort[(side == Color::White) == first_is_white ? 0 : 1];
    side = ~side;
    if (m.from_opening) continue;
    ++effort.moves;
    effort.time += m.time;
    effort.longest = std::max(effort.longest, m.time);
    if (!m.info) continue;
    ++effort.reports;
    effort.depth += static_cast<std::uint64_t>(std::max(m.info->depth, 0));
    effort.nodes += m.info->nodes;
  }
  return out;
}

std::vector<store::TableSpec> match_tables() {
  return {{"games", columns()}};
}

std::vector<store::Row> to_rows(const PairSummary& pair) {
  std::vector<store::Row> rows;
  for (const GameSummary& g : pair) {
    store::Row row;
    const std::string at_fault = !g.first_at_fault ? "" : *g.first_at_fault ? kFirst : kSecond;
    row.values = {std::string(g.first_is_white ? kFirst : kSecond),
                  std::string(pgn::to_text(g.result)),
                  std::string(name_of(g.ending)),
                  at_fault,
                  g.opening,
                  g.start,
                  g.moves,
                  static_cast<std::int64_t>(g.plies())};
    for (const Effort& e : g.effort)
      for (const std::uint64_t n : {e.moves, e.reports, e.depth, e.nodes}) row.values.push_back(integer(n));
    for (const Effort& e : g.effort)
      for (const std::int64_t n : {e.time, e.longest}) row.values.emplace_back(n);
    row.values.emplace_back(g.explanation);
    row.values.emplace_back(g.pgn);
    for (const Effort& e : g.effort) row.values.push_back(integer(e.forgiven));
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<PairSummary> pair_from_rows(const std::vector<store::Row>& rows) {
  PairSummary pair;
  if (rows.size() != pair.size()) return Error{"a pair of games has two rows"};
  for (std::size_t i = 0; i < pair.size(); ++i) {
    GameSummary& g = pair[i];
    CellReader cells(rows[i].values);
    g.first_is_white = cells.text() == kFirst;
    const auto result = pgn::result_from_text(cells.text());
    const auto ending = ending_from_name(cells.text());
    const std::string at_fault = cells.text();
    if (!result || *result == pgn::GameResult::Unknown || !ending) return Error{"a game without result or ending"};
    g.result = *result;
    g.ending = *ending;
    if (!at_fault.empty()) g.first_at_fault = at_fault == kFirst;
    g.opening = cells.text();
    g.start = cells.text();
    g.moves = cells.text();
    cells.integer();  // plies: counted from the moves
    for (Effort& e : g.effort)
      for (std::uint64_t* n : {&e.moves, &e.reports, &e.depth, &e.nodes}) *n = cells.count();
    for (Effort& e : g.effort)
      for (std::int64_t* n : {&e.time, &e.longest}) *n = cells.integer();
    g.explanation = cells.text();
    g.pgn = cells.text();
    // A store from before late moves could be forgiven ends here.
    if (!cells.at_end())
      for (Effort& e : g.effort) e.forgiven = cells.count();
    if (!cells.ok()) return Error{"a cell of the table games is missing or of a wrong type"};
  }
  return pair;
}

}  // namespace oknos::lab
