// Positions with one best move that has to be found: from games, where one side went wrong.
#include "lab/commands/positions/tactics.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>

#include "engine/chess/movegen.h"
#include "lab/commands/positions/from_games.h"
#include "lab/commands/positions/kinds.h"
#include "lab/experiment/sift.h"
#include "lab/formats/san.h"

namespace oknos::lab {

namespace {

constexpr int kLines = 2;

// Keeps the two lines as they were when half of the nodes were used: a search of half the nodes ends like that.
class HalfTime : public SearchListener {
 public:
  explicit HalfTime(std::uint64_t nodes) : half_(nodes / 2) {}
  void on_info(const Info& info) override {
    if (info.nodes > half_ || info.bound != Bound::Exact || info.multi_pv > kLines) return;
    if (info.multi_pv == 1) lines_.clear();
    if (static_cast<int>(lines_.size()) == info.multi_pv - 1) {
      lines_.push_back(info);
      if (info.multi_pv == kLines) complete_ = lines_;
    }
  }
  const std::vector<Info>& lines() const { return complete_; }

 private:
  std::uint64_t half_;
  std::vector<Info> lines_;
  std::vector<Info> complete_;
};

// Opponents that have just gone wrong leave tactics behind. When the game has no scores, every position may be one.
bool went_wrong(const MinedGame& game, std::size_t ply) {
  constexpr int kError = 80;  // centipawns that the two players' views differ
  if (ply == 0 || !game.scores[ply] || !game.scores[ply - 1]) return true;
  return *game.scores[ply] + *game.scores[ply - 1] >= kError;
}

struct Found {
  Position position;
  Tactic tactic;
};

std::vector<Found> tactics_of(const MinedGame& game, const MineTask& task, Searcher& searcher) {
  constexpr int kPerGame = 2;
  std::vector<Found> out;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size() && static_cast<int>(out.size()) < kPerGame; ++ply) {
    if (interrupted()) break;
    if (static_cast<int>(ply) >= game.opening_plies && went_wrong(game, ply)) {
      const Position candidate = bare(position);
      if (const auto tactic = find_tactic(candidate, task.nodes, searcher)) out.push_back({candidate, *tactic});
    }
    position.play(game.moves[ply]);
  }
  return out;
}

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  out.add("bm", san::to_text(found.position, found.tactic.best));
  // EPD has `dm` for mates, but that asks for the shortest.
  if (!is_mate(found.tactic.score)) out.add("ce", std::to_string(found.tactic.score.value()));
  out.add("id", fmt::format("oknos-tactics.{:03}", number), true);
  return out;
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  const auto games = read_mined_games(task.games);
  if (!games) return Error{games.error()};
  std::vector<std::unique_ptr<Searcher>> searchers;
  for (int i = 0; i < task.workers; ++i) searchers.push_back(std::make_unique<Searcher>());
  std::vector<epd::Record> out;
  std::set<std::string> names;
  Sift<Found> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    return tactics_of((*games)[static_cast<std::size_t>(work_unit)], task,
                      *searchers[static_cast<std::size_t>(worker)]);
  };
  sift.keep = [&](const Found& found) {
    if (names.insert(position_name(found.position)).second) out.push_back(record_of(found, out.size() + 1));
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

}  // namespace

bool is_tactic(const std::vector<Info>& lines, int margin) {
  if (static_cast<int>(lines.size()) < kLines || lines[0].pv.empty() || lines[1].pv.empty()) return false;
  const int best = lines[0].score.value();
  const int second = lines[1].score.value();
  return best - second >= margin && second <= TacticRules::kSecondAtMost && best >= TacticRules::kBestAtLeast;
}

std::optional<Tactic> find_tactic(const Position& position, std::uint64_t nodes, Searcher& searcher) {
  constexpr int kLooseMargin = 100;  // for the first look
  constexpr std::uint64_t kFirstLook = 64;
  constexpr std::uint64_t kSecondLook = 8;
  if (count_legal_moves(position) < kLines || is_over(position)) return std::nullopt;
  // Without pawns a score says too little: rook and knight against rook looks like a win and is a draw.
  if (position.pieces(PieceType::Pawn) == 0) return std::nullopt;
  const auto two_lines = [&](std::uint64_t part, SearchListener* listener = nullptr) {
    searcher.forget();
    return searcher.nodes(position, std::max<std::uint64_t>(nodes / part, 1), kLines, listener).lines;
  };
  const auto first_look = two_lines(kFirstLook);
  if (!is_tactic(first_look, kLooseMargin)) return std::nullopt;
  searcher.forget();
  const Move shallow = searcher.depth(position, TacticRules::kShallow).best;
  if (shallow == first_look[0].pv[0]) return std::nullopt;
  const auto second_look = two_lines(kSecondLook);
  if (!is_tactic(second_look, TacticRules::kMargin)) return std::nullopt;
  const Move best = second_look[0].pv[0];
  if (best == shallow) return std::nullopt;
  HalfTime half(nodes);
  const auto lines = two_lines(1, &half);
  for (const auto* look : {&half.lines(), &lines})
    if (!is_tactic(*look, TacticRules::kMargin) || (*look)[0].pv[0] != best) return std::nullopt;
  return Tactic{best, lines[0].score};
}

PositionKind tactics_kind() {
  constexpr int kCount = 500;
  constexpr std::uint64_t kNodes = 2'000'000;
  return {"tactics",
          "from games; one move is 150 centipawns better than all others, and a search of 4 plies prefers another",
          PositionKind::Games::Needed,
          kCount,
          kNodes,
          0,
          mine};
}

}  // namespace oknos::lab
