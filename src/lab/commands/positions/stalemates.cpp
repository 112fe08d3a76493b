#include "lab/commands/positions/stalemates.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

#include "engine/chess/movegen.h"
#include "lab/commands/positions/draw_distinct.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/random_setup.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kMaxTries = 4000;  // setups drawn for one position before it is given up

// The ways in which a side comes to have no move, and the men for each. White is the poor side here; colours are
// changed afterwards.
struct Scene {
  using Armies = std::array<std::string_view, 8>;

  std::string_view name;
  int fewest_rams;  // pairs of pawns that block each other
  int most_rams;
  int most_runners;  // pawns of the rich side one step before promotion, at least one when any
  bool free_piece;   // the poor side has a piece that it would be rid of
  std::array<std::string_view, 4> poor;
  Armies rich;
};

constexpr std::array<Scene, 6> kScenes = {{
    {"bare king", 0, 0, 0, false, {}, {"Q", "QQ", "QR", "RR", "QB", "QN", "RBN", "BBN"}},
    {"king and blocked pawns", 1, 3, 0, false, {}, {"Q", "R", "QB", "QN", "RB", "RN", "RR", "BN"}},
    {"pawn ending", 0, 2, 0, false, {}, {"P", "PP", "PPP", "P", "PP", "PB", "PN", "PPB"}},
    {"promotion", 0, 2, 2, false, {}, {"", "", "P", "R", "B", "N", "Q", "PP"}},
    {"last free piece", 0, 2, 0, true, {"Q", "R", "R", "B"}, {"QR", "QQ", "RRB", "QB", "QN", "QRP", "RP", "QPP"}},
    {"blocked position", 4, 6, 0, false, {"", "B", "N", "R"}, {"Q", "R", "QR", "RB", "RN", "QB", "RR", "QN"}},
}};

// The poor king stands badly: most often on the edge, often in a corner.
bool put_poor_king(RandomNumbers& random, RandomSetup& board) {
  constexpr std::array<Bitboard, 4> kPlaces = {kCorners, kEdges, kEdges, kAllSquares};
  return board.put_within(Piece::WhiteKing, one_of(random, kPlaces));
}

// Pawns of the rich side one step before promotion.
bool put_runners(RandomSetup& board, int count) {
  constexpr Bitboard kSecondRank = kRank1 << kFiles;
  bool room = true;
  for (int i = 0; i < count; ++i) room = room && board.put_within(Piece::BlackPawn, kSecondRank);
  return room;
}

bool put_scene(const Scene& scene, RandomNumbers& random, RandomSetup& board) {
  return put_poor_king(random, board) && board.put_all(Color::Black, "K") &&
         (scene.most_runners == 0 || put_runners(board, between(random, 1, scene.most_runners))) &&
         board.put_rams(Color::White, between(random, scene.fewest_rams, scene.most_rams)) &&
         board.put_all(Color::White, one_of(random, scene.poor)) &&
         board.put_all(Color::Black, one_of(random, scene.rich));
}

struct Found {
  Position position;
  std::string_view scene;
  Color poor;
  StalemateCount count;
};

// The poor side is the one that has few moves; a bare king has at most eight.
bool is_poor(const Position& position, Color c) {
  constexpr int kFewMoves = 8;
  if (position.side_to_move() == c) return count_legal_moves(position) <= kFewMoves;
  Position p = position;
  if (p.in_check()) return true;  // cannot be asked; the measure decides
  const NullMove passed(p);
  return count_legal_moves(p) <= kFewMoves;
}

std::optional<Found> draw_found(const MineTask& task, WorkUnitNumber work_unit) {
  RandomNumbers random(task.seed, static_cast<std::uint64_t>(work_unit));
  constexpr auto kSceneCount = static_cast<WorkUnitNumber>(kScenes.size());
  const Scene& scene = kScenes[static_cast<std::size_t>(work_unit % kSceneCount)];
  const auto poor = static_cast<Color>(work_unit / kSceneCount % kColors);
  const auto mover = static_cast<Color>(work_unit / kSceneCount / kColors % kColors);
  for (int tries = 0; tries < kMaxTries; ++tries) {
    RandomSetup board(random);
    if (!put_scene(scene, random, board)) continue;
    board.setup().side_to_move = poor == Color::White ? mover : ~mover;
    if (poor == Color::Black) board.setup() = colors_changed(board.setup());
    const auto position = board.position();
    if (!position || (!scene.free_piece && !is_poor(*position, poor))) continue;
    const auto count = count_stalemates(*position, kStalematePlies, task.nodes);
    if (count && is_rich_in_stalemates(*count)) return Found{*position, scene.name, poor, *count};
  }
  return std::nullopt;
}

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  out.add("id", fmt::format("oknos-stalemate.{:03}", number), true);
  out.add(
      "c0",
      fmt::format("stalemates: {} of {} nodes in {} plies", found.count.stalemates, found.count.nodes, kStalematePlies),
      true);
  out.add("c1", fmt::format("{}, {} has few moves", found.scene, found.poor == Color::White ? "White" : "Black"), true);
  return out;
}

Result<std::vector<epd::Record>> mine_stalemates(const MineTask& task) {
  constexpr int kWorkUnitsEach = 4;
  return draw_distinct<Found>(
      task, kWorkUnitsEach, [&](int, WorkUnitNumber work_unit) { return draw_found(task, work_unit); }, record_of);
}

// False: more nodes than allowed.
bool count(Position& position, int plies, std::uint64_t most_nodes, StalemateCount& out) {
  const MoveList moves = legal_moves(position);
  if (moves.empty() && !position.in_check()) ++out.stalemates;
  if (plies == 0) return true;
  out.nodes += moves.size();
  if (out.nodes > most_nodes) return false;
  for (const Move m : moves) {
    const MadeMove made(position, m);
    if (plies == 1) {
      if (!position.in_check() && !has_legal_move(position)) ++out.stalemates;
    } else if (!count(position, plies - 1, most_nodes, out)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<StalemateCount> count_stalemates(const Position& position, int plies, std::uint64_t most_nodes) {
  StalemateCount out;
  Position p = position;
  if (!count(p, plies, most_nodes, out)) return std::nullopt;
  return out;
}

bool is_rich_in_stalemates(const StalemateCount& count) {
  constexpr std::uint64_t kWhole = 1000;
  return count.stalemates >= kFewestStalemates && count.stalemates * kWhole >= count.nodes * kStalematesPerMille;
}

PositionKind stalemates_kind() {
  constexpr int kCount = 600;
  constexpr std::uint64_t kNodes = 100'000;
  PositionKind kind;
  kind.name = "stalemates";
  kind.help = "at least one in a hundred nodes of a full search of three plies is a stalemate";
  kind.count = kCount;
  kind.nodes = kNodes;
  kind.mine = mine_stalemates;
  return kind;
}

}  // namespace oknos::lab
