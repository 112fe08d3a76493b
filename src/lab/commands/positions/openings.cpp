// Balanced openings for matches: random lines, looked at closely.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

#include "engine/base/random_numbers.h"
#include "engine/chess/movegen.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/searcher.h"
#include "lab/experiment/sift.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kPlies = 8;

struct Opening {
  Position position;
  std::uint32_t first_moves = 0;  // the two plies it begins with
  int score = 0;
};

// A random line. Nothing: it ends the game.
std::optional<Opening> draw(std::uint64_t seed, WorkUnitNumber work_unit) {
  constexpr int kMoveBits = 16;
  constexpr int kFirst = 2;
  RandomNumbers random(seed, static_cast<std::uint64_t>(work_unit));
  Opening out{Position::initial()};
  for (int ply = 0; ply < kPlies; ++ply) {
    const MoveList moves = legal_moves(out.position);
    const Move m = moves[random.below(moves.size())];
    if (ply < kFirst) out.first_moves = out.first_moves << kMoveBits | m.bits();
    out.position.play(m);
    if (is_over(out.position)) return std::nullopt;
  }
  out.position = bare(out.position);
  return out;
}

std::vector<Opening> balanced(const MineTask& task, WorkUnitNumber work_unit, Searcher& searcher) {
  constexpr std::uint64_t kFirstLook = 20;  // part of the nodes; most lines are lost for a piece
  constexpr int kWide = 2;
  auto opening = draw(task.seed, work_unit);
  if (!opening || opening->position.in_check()) return {};
  const auto score = [&](std::uint64_t nodes) {
    searcher.forget();
    return searcher.nodes(opening->position, nodes).lines.front().score.value();
  };
  if (std::abs(score(std::max<std::uint64_t>(task.nodes / kFirstLook, 1))) > kWide * task.balance) return {};
  opening->score = score(task.nodes);
  if (std::abs(opening->score) > task.balance) return {};
  return {*std::move(opening)};
}

std::string placement(const Position& position) {
  const std::string name = position_name(position);
  return name.substr(0, name.find(' '));
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  constexpr int kDrawn = 100;       // lines for each opening wanted: far more than it takes, unless --balance is tiny
  constexpr int kFirstMoves = 400;  // two plies can be played in so many ways
  constexpr int kUneven = 3;        // times the average that the most frequent may have
  const int most_alike = std::max(2, kUneven * task.count / kFirstMoves);
  std::vector<std::unique_ptr<Searcher>> searchers;
  for (int i = 0; i < task.workers; ++i) searchers.push_back(std::make_unique<Searcher>());
  std::vector<epd::Record> out;
  std::set<std::string> placements;
  std::map<std::uint32_t, int> begun;
  Sift<Opening> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    return balanced(task, work_unit, *searchers[static_cast<std::size_t>(worker)]);
  };
  sift.keep = [&](const Opening& opening) {
    if (begun[opening.first_moves] >= most_alike || !placements.insert(placement(opening.position)).second) return true;
    ++begun[opening.first_moves];
    out.emplace_back(opening.position);
    out.back().add("ce", std::to_string(opening.score));
    return static_cast<int>(out.size()) < task.count;
  };
  sift.progress = [&](WorkUnitNumber done) {
    if (task.progress)
      task.progress(
          static_cast<double>(out.size()) / task.count,
          fmt::format("{} of {} found in {} random lines", grouped(out.size()),
                      grouped(static_cast<std::uint64_t>(task.count)), grouped(static_cast<std::uint64_t>(done))));
  };
  sift.run(WorkUnitNumber{kDrawn} * task.count, task.workers);
  return out;
}

}  // namespace

PositionKind openings_kind() {
  constexpr int kCount = 3000;
  constexpr std::uint64_t kNodes = 200000;
  constexpr int kBalance = 40;
  return {"openings",
          "random lines of 8 plies; balanced, no check, no duplicates, few with the same first two plies",
          PositionKind::Games::NotUsed,
          kCount,
          kNodes,
          kBalance,
          mine};
}

}  // namespace oknos::lab
