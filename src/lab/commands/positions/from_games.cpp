#include "lab/commands/positions/from_games.h"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

#include "engine/base/random_numbers.h"
#include "lab/commands/positions/searcher.h"
#include "lab/experiment/sift.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

struct Candidate {
  int ply = 0;
  Position position;
};

std::vector<Candidate> candidates_of(const MinedGame& game, const FromGames& kind) {
  std::vector<Candidate> out;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (kind.fits(position, game, ply)) out.push_back({static_cast<int>(ply), bare(position)});
    position.play(game.moves[ply]);
  }
  return out;
}

void shuffle(std::vector<Candidate>& all, RandomNumbers& random) {
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
}

bool far_from(const std::vector<int>& plies, int ply) {
  for (const int other : plies)
    if (std::abs(other - ply) < FromGames::kApart) return false;
  return true;
}

std::vector<epd::Record> pick(const MinedGame& game, const FromGames& kind, const MineTask& task, Searcher& searcher) {
  constexpr int kTries = 8;  // searches a game
  RandomNumbers random(task.seed, static_cast<std::uint64_t>(game.number));
  std::vector<Candidate> candidates = candidates_of(game, kind);
  shuffle(candidates, random);
  std::vector<epd::Record> out;
  std::vector<int> plies;
  int tries = 0;
  for (const Candidate& c : candidates) {
    if (static_cast<int>(out.size()) == FromGames::kPerGame || tries == kTries || interrupted()) break;
    if (is_over(c.position) || !far_from(plies, c.ply)) continue;
    ++tries;
    searcher.forget();
    const SearchReport report = searcher.nodes(c.position, task.nodes);
    if (!kind.good(c.position, report)) continue;
    plies.push_back(c.ply);
    out.emplace_back(c.position);
    out.back().add("ce", std::to_string(report.lines.front().score.value()));
  }
  return out;
}

}  // namespace

std::string found_so_far(std::size_t found, int wanted, std::int64_t done, std::size_t games) {
  return fmt::format("{} of {} found, {} of {} games", grouped(found), grouped(static_cast<std::uint64_t>(wanted)),
                     grouped(static_cast<std::uint64_t>(done)), grouped(games));
}

Result<std::vector<epd::Record>> mine_from_games(const MineTask& task, const FromGames& kind) {
  const auto games = read_mined_games(task.games);
  if (!games) return Error{games.error()};
  std::vector<std::unique_ptr<Searcher>> searchers;
  for (int i = 0; i < task.workers; ++i) searchers.push_back(std::make_unique<Searcher>());
  std::vector<epd::Record> out;
  std::set<std::string> names;
  std::map<std::string, int> groups;
  Sift<epd::Record> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    return pick((*games)[static_cast<std::size_t>(work_unit)], kind, task,
                *searchers[static_cast<std::size_t>(worker)]);
  };
  sift.keep = [&](epd::Record record) {
    if (kind.group && groups[kind.group(record.position)] >= kind.per_group) return true;
    if (!names.insert(position_name(record.position)).second) return true;
    if (kind.group) ++groups[kind.group(record.position)];
    out.push_back(std::move(record));
    return static_cast<int>(out.size()) < task.count;
  };
  sift.progress = [&](WorkUnitNumber done) {
    if (task.progress)
      task.progress(static_cast<double>(out.size()) / task.count,
                    found_so_far(out.size(), task.count, done, games->size()));
  };
  sift.run(static_cast<WorkUnitNumber>(games->size()), task.workers);
  return out;
}

}  // namespace oknos::lab
