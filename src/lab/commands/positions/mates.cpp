// Found by a search in positions with few men and in careless games, then proved full width.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <vector>

#include "engine/chess/movegen.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/mate_solver.h"
#include "lab/commands/positions/random_setup.h"
#include "lab/commands/positions/searcher.h"
#include "lab/experiment/sift.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kLongestMate = 6;

// Of a thousand positions so many mate in 1, 2, ... moves; those of the side that is mated are played one move on. Long
// ones are rarer in games than among few men.
constexpr int kWhole = 1000;
using Shares = std::array<int, kLongestMate + 1>;
struct Wanted {
  Shares mates;
  Shares mated;
};
constexpr Wanted kFromFewMen = {{0, 0, 90, 110, 110, 50, 6}, {0, 35, 45, 40, 25, 3, 0}};
constexpr Wanted kFromGames = {{0, 0, 140, 130, 45, 16, 0}, {0, 56, 65, 22, 12, 0, 0}};

// Long mates are rarely begun by one move alone.
constexpr Shares kMaxFirstMoves = {0, 1, 1, 1, 1, 2, 3};

enum class Source { FewMen, Games };

struct Found {
  Position position;
  MateAnswer mate;
  bool mated = false;  // the side to move is
  Source source = Source::FewMen;
};

// A worker's tools.
struct Tools {
  Searcher searcher;
  MateSolver solver;
  explicit Tools(std::uint64_t nodes) : solver(nodes) {}
};

// What a search thinks: moves to a mate by the side to move, 0 when it sees none or a long one.
int mate_seen(const SearchReport& report) {
  if (report.lines.empty() || !is_win(report.lines.front().score)) return 0;
  const int moves = mate_moves(report.lines.front().score);
  return moves <= kLongestMate ? moves : 0;
}

bool is_wanted(const MateAnswer& mate) {
  constexpr int kShortest = 2;
  return mate.verdict == MateVerdict::Mate && mate.moves >= kShortest &&
         static_cast<int>(mate.first.size()) <= kMaxFirstMoves[static_cast<std::size_t>(mate.moves)];
}

// A third of what is found is kept for the other side: the first move is played.
std::optional<Found> finish(Tools& tools, RandomNumbers& random, const Position& position, Source source) {
  constexpr std::uint64_t kOneIn = 3;
  Found found{position, tools.solver.mates(position, kLongestMate), false, source};
  if (!is_wanted(found.mate)) return std::nullopt;
  if (random.below(kOneIn) != 0) return found;
  found.position.play(found.mate.first.front());
  found.position = bare(found.position);
  found.mate = tools.solver.is_mated(found.position, found.mate.moves - 1);
  found.mated = true;
  if (found.mate.verdict != MateVerdict::Mate) return std::nullopt;
  return found;
}

std::optional<Found> from_few_men(Tools& tools, RandomNumbers& random) {
  using Armies = std::array<std::string_view, 16>;
  constexpr Armies kStrong = {"KQ",  "KR",  "KQR", "KRR",  "KQB",  "KQN",  "KRB",  "KRN",
                              "KQP", "KRP", "KPP", "KRBN", "KQRP", "KBBN", "KRNP", "KQPP"};
  constexpr Armies kWeak = {"K",   "K",   "KP",  "KPP",  "KB",  "KN",  "KR",  "KQ",
                            "KRP", "KBP", "KNP", "KPPP", "KQP", "KRB", "KBN", "KRR"};
  constexpr int kTries = 400;
  constexpr std::uint64_t kLook = 3000;  // nodes
  constexpr std::array<int, 2> kMin = {1, 5};
  const int least = one_of(random, kMin);  // else the short ones, which are common, would crowd out the long
  for (int tries = 0; tries < kTries && !interrupted(); ++tries) {
    RandomSetup board(random);
    const Bitboard home = random.below(2) == 0 ? kEdges : kAllSquares;
    if (!board.put_all(Color::Black, "K", home) || !board.put_all(Color::White, one_of(random, kStrong)) ||
        !board.put_all(Color::Black, one_of(random, kWeak).substr(1)))
      continue;
    if (random.below(2) == 1) board.setup() = colors_changed(board.setup());
    const auto position = board.position();
    if (!position || mate_seen(tools.searcher.nodes(*position, kLook)) < least) continue;
    if (auto found = finish(tools, random, *position, Source::FewMen)) return found;
  }
  return std::nullopt;
}

// A game in which one move in five is any that is legal. One of the positions in which a mate is seen, or the one with
// the longest.
std::optional<Found> from_a_game(Tools& tools, RandomNumbers& random) {
  constexpr int kOpening = 8;  // plies that chance plays
  constexpr int kLongestGame = 160;
  constexpr std::uint64_t kCarelessOneIn = 5;
  constexpr std::uint64_t kThought = 1200;  // nodes a move
  Position position = Position::initial();
  std::vector<Position> mating;
  std::size_t longest = 0;
  int most_moves = 0;
  for (int ply = 0; ply < kLongestGame && !is_over(position) && !interrupted(); ++ply) {
    const MoveList moves = legal_moves(position);
    const Move any = moves[static_cast<std::size_t>(random.below(moves.size()))];
    if (ply < kOpening) {
      position.play(any);
      continue;
    }
    const SearchReport report = tools.searcher.nodes(position, kThought);
    if (const int mate = mate_seen(report); mate > 0) {
      if (mate > most_moves) longest = mating.size();
      most_moves = std::max(most_moves, mate);
      mating.push_back(bare(position));
    }
    position.play(random.below(kCarelessOneIn) == 0 ? any : report.best);
  }
  if (mating.empty()) return std::nullopt;
  const Position& chosen = random.below(2) == 0 ? mating[longest] : one_of(random, mating);
  return finish(tools, random, chosen, Source::Games);
}

std::optional<Found> draw_found(Tools& tools, std::uint64_t seed, WorkUnitNumber work_unit) {
  RandomNumbers random(seed, static_cast<std::uint64_t>(work_unit));
  tools.searcher.forget();
  return work_unit % 2 == 0 ? from_few_men(tools, random) : from_a_game(tools, random);
}

// What is wanted of each length and source.
class Shelf {
 public:
  explicit Shelf(int count) : count_(count) {}

  void put(Found found) {
    auto& shelf = shelves_[slot(found)];
    if (shelf.size() >= room(found) || !names_.insert(position_name(found.position)).second) return;
    shelf.push_back(std::move(found));
    ++size_;
  }
  int size() const { return size_; }
  bool full() const { return size_ >= count_; }

  // Mates first, the shortest first.
  std::vector<epd::Record> records() const;

 private:
  static constexpr std::size_t kSlots = 4 * (kLongestMate + 1);

  static std::size_t slot(const Found& f) {
    return (f.mated ? kSlots / 2 : 0) + 2 * static_cast<std::size_t>(f.mate.moves) +
           (f.source == Source::Games ? 1 : 0);
  }
  std::size_t room(const Found& f) const {
    const Wanted& wanted = f.source == Source::Games ? kFromGames : kFromFewMen;
    const int share = (f.mated ? wanted.mated : wanted.mates)[static_cast<std::size_t>(f.mate.moves)];
    return static_cast<std::size_t>((count_ * share + kWhole / 2) / kWhole);
  }

  int count_;
  int size_ = 0;
  std::array<std::vector<Found>, kSlots> shelves_;
  std::set<std::string> names_;
};

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  epd::Operation moves{"bm", {}};
  for (const Move m : found.mate.first) moves.operands.push_back({san::to_text(found.position, m), false});
  // Where every move holds out as long, none is best.
  const bool any_is_best = found.mated && found.mate.first.size() == legal_moves(found.position).size();
  if (!any_is_best) out.operations.push_back(std::move(moves));
  out.add("dm", std::to_string(found.mated ? -found.mate.moves : found.mate.moves));
  out.add("id", fmt::format("oknos-{}.{}.{:03}", found.mated ? "mated" : "mate", found.mate.moves, number), true);
  out.add("c0", found.source == Source::Games ? "from a careless game" : "few men at random", true);
  return out;
}

std::vector<epd::Record> Shelf::records() const {
  std::vector<epd::Record> out;
  for (std::size_t i = 0; i < kSlots; i += 2) {
    std::size_t number = 0;
    for (const auto& shelf : {shelves_[i], shelves_[i + 1]})
      for (const Found& found : shelf) out.push_back(record_of(found, ++number));
  }
  return out;
}

Result<std::vector<epd::Record>> mine_mates(const MineTask& task) {
  constexpr int kWorkUnitsEach = 3;  // long mates may not be found as often as wanted
  std::vector<std::unique_ptr<Tools>> tools;
  for (int i = 0; i < task.workers; ++i) tools.push_back(std::make_unique<Tools>(task.nodes));
  Shelf shelf(task.count);
  Sift<Found> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    std::vector<Found> found;
    if (auto one = draw_found(*tools[static_cast<std::size_t>(worker)], task.seed, work_unit))
      found.push_back(std::move(*one));
    return found;
  };
  sift.keep = [&](Found found) {
    shelf.put(std::move(found));
    return !shelf.full();
  };
  sift.progress = [&](WorkUnitNumber done) {
    if (task.progress)
      task.progress(static_cast<double>(shelf.size()) / task.count,
                    fmt::format("{} positions, {} draws", shelf.size(), done));
  };
  sift.run(WorkUnitNumber{task.count} * kWorkUnitsEach, task.workers);
  return shelf.records();
}

}  // namespace

PositionKind mates_kind() {
  constexpr int kCount = 700;
  constexpr std::uint64_t kNodes = 10'000'000;
  PositionKind kind;
  kind.name = "mates";
  kind.help = "mates in 2 to 6 moves, by the side to move or against it; proved by full-width search";
  kind.count = kCount;
  kind.nodes = kNodes;
  kind.mine = mine_mates;
  return kind;
}

}  // namespace oknos::lab
