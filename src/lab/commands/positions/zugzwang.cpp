#include "lab/commands/positions/zugzwang.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "lab/commands/positions/draw_distinct.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/random_setup.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr int kMaxTries = 1000;    // setups drawn for one position before it is given up
constexpr std::size_t kHash = 16;  // MiB

// The searches that a position has to pass. The first are to lose little time with what is no zugzwang: they do not see
// a result yet, but moving has to look worse.
struct Trial {
  int plies;
  int cost;    // centipawns, and more: what moving has to lose
  bool proof;  // a result has to be lost too, the same in every such trial
};
constexpr std::array<Trial, 5> kTrials = {{{5, 20, false},
                                           {8, 50, false},
                                           {12, kZugzwangCosts, false},
                                           {18, kZugzwangCosts, true},
                                           {20, kZugzwangCosts, true}}};

// Men of both sides and pairs of pawns that block each other.
struct Men {
  std::string_view white;
  std::string_view black;
  int rams;
};
constexpr std::array<Men, 16> kMen = {{
    {"", "", 1},
    {"", "", 2},
    {"P", "", 0},
    {"", "", 3},
    {"", "", 4},
    {"P", "", 2},
    {"", "", 5},
    {"N", "", 1},
    {"", "", 1},
    {"", "", 2},
    {"P", "", 1},
    {"", "", 3},
    {"", "", 4},
    {"P", "", 3},
    {"", "", 5},
    {"P", "P", 3},
}};

// The depth at which the best move is compared with the second: two lines take more nodes than one.
constexpr int kPliesForBest = 12;

// The squares at most two king's moves away.
Bitboard around(Square s) {
  const Bitboard ring = attacks::king(s) | bit(s);
  Bitboard out = ring;
  for_each_square(ring, [&](Square n) { out |= attacks::king(n); });
  return out;
}

// A king within two squares of a pawn, the other king likewise or near to the first: where zugzwang is at home.
bool put_men(const Men& men, RandomSetup& board) {
  if (!board.put_rams(Color::White, men.rams) || !board.put_all(Color::White, men.white) ||
      !board.put_all(Color::Black, men.black))
    return false;
  Bitboard near = 0;
  Square king = Square::None;
  for (int i = 0; i < kSquares; ++i)
    if (type_of(board.setup().board[static_cast<std::size_t>(i)]) == PieceType::Pawn) near |= around(square_at(i));
  if (!board.put_all(Color::White, "K", near)) return false;
  for (int i = 0; i < kSquares; ++i)
    if (board.setup().board[static_cast<std::size_t>(i)] == Piece::WhiteKing) king = square_at(i);
  return board.put_all(Color::Black, "K", around(king));
}

struct Found {
  Position position;
  Burden burden;
  Move best;  // none: no single one
};

std::optional<Burden> prove(BurdenSearcher& searcher, const Position& position, std::uint64_t most_nodes) {
  std::optional<Burden> burden;
  std::string_view proved;
  for (const Trial& trial : kTrials) {
    if (trial.proof) searcher.forget();  // so that anybody can repeat it
    burden = searcher.search(position, trial.plies, most_nodes);
    if (!burden || burden->passing - burden->moving < Score{trial.cost}) return std::nullopt;
    if (!trial.proof) continue;
    const std::string_view name = zugzwang_name(*burden);
    if (name.empty() || (!proved.empty() && name != proved)) return std::nullopt;
    proved = name;
  }
  return burden;
}

std::optional<Found> draw_found(BurdenSearcher& searcher, const MineTask& task, WorkUnitNumber work_unit) {
  RandomNumbers random(task.seed, static_cast<std::uint64_t>(work_unit));
  searcher.forget();
  const Men& men = kMen[static_cast<std::size_t>(work_unit) % kMen.size()];
  for (int tries = 0; tries < kMaxTries && !interrupted(); ++tries) {
    RandomSetup board(random);
    if (!put_men(men, board)) continue;
    board.setup().side_to_move = static_cast<Color>(random.below(kColors));
    if (random.below(2) == 1) board.setup() = colors_changed(board.setup());
    const auto position = board.position();
    if (!position) continue;
    const auto burden = prove(searcher, *position, task.nodes);
    if (!burden) continue;
    return Found{*position, *burden, searcher.single_best(*position, kPliesForBest, task.nodes)};
  }
  return std::nullopt;
}

// Mates as EPD's `ce` has them: 32767 less the plies to it.
int ce_of(Score score) {
  constexpr int kMateInEpd = 32767;
  if (!is_mate(score)) return score.value();
  const int plies = kMate.value() - std::abs(score.value());
  return is_win(score) ? kMateInEpd - plies : plies - kMateInEpd;
}

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  if (found.best) out.add("bm", san::to_text(found.position, found.best));
  out.add("ce", std::to_string(ce_of(found.burden.moving)));
  out.add("id", fmt::format("oknos-zugzwang.{:03}", number), true);
  out.add(
      "c0",
      fmt::format("zugzwang: {} moving, {} passing", score_text(found.burden.moving), score_text(found.burden.passing)),
      true);
  out.add("c1", std::string(zugzwang_name(found.burden)), true);
  return out;
}

Result<std::vector<epd::Record>> mine_zugzwang(const MineTask& task) {
  constexpr int kWorkUnitsEach = 4;
  std::vector<std::unique_ptr<BurdenSearcher>> searchers;
  for (int i = 0; i < task.workers; ++i) searchers.push_back(std::make_unique<BurdenSearcher>());
  const auto draw = [&](int worker, WorkUnitNumber work_unit) {
    return draw_found(*searchers[static_cast<std::size_t>(worker)], task, work_unit);
  };
  return draw_distinct<Found>(task, kWorkUnitsEach, draw, record_of);
}

}  // namespace

std::optional<ResultClass> result_class(Score score) {
  if (score >= Score{kDecided}) return ResultClass::Win;
  if (score <= Score{-kDecided}) return ResultClass::Loss;
  if (std::abs(score.value()) <= kBalanced) return ResultClass::Draw;
  return std::nullopt;
}

std::string_view zugzwang_name(const Burden& burden) {
  const auto moving = result_class(burden.moving);
  const auto passing = result_class(burden.passing);
  if (!moving || !passing || *moving >= *passing) return "";
  if (*moving == ResultClass::Draw) return "win to draw";
  return *passing == ResultClass::Win ? "win to loss" : "draw to loss";
}

std::optional<Position> passed(const Position& position) {
  if (position.in_check()) return std::nullopt;
  Setup setup;
  for (int i = 0; i < kSquares; ++i) setup.board[static_cast<std::size_t>(i)] = position.piece_on(square_at(i));
  setup.side_to_move = ~position.side_to_move();
  if (fen::check(setup)) return std::nullopt;
  Position out(setup);
  if (is_over(out)) return std::nullopt;
  return out;
}

BurdenSearcher::BurdenSearcher() : engine_(kHash) {
  SearchOptions options;
  options.preset = "none";
  options.set = {"null_move=off", "quiescence_see=off", "evaluator=classical"};
  settings_ = make_plan(options, {})->settings;
}

std::optional<SearchReport> BurdenSearcher::report(const Position& position, int plies, std::uint64_t most_nodes,
                                                   int multi_pv) {
  SearchRequest request;
  request.limits.depth = plies;
  request.limits.nodes = most_nodes;
  request.settings = settings_;
  request.multi_pv = multi_pv;
  engine_.set_position(position);
  SearchReport report = engine_.search(request);
  if (report.lines.empty()) return std::nullopt;
  const Info& best = report.lines.front();
  // A search that has found a mate may stop early.
  if (best.depth < plies && !is_mate(best.score)) return std::nullopt;
  return report;
}

std::optional<Burden> BurdenSearcher::search(const Position& position, int plies, std::uint64_t most_nodes) {
  const auto other = passed(position);
  if (!other) return std::nullopt;
  const auto moving = report(position, plies, most_nodes, 1);
  if (!moving) return std::nullopt;
  const auto passing = report(*other, plies, most_nodes, 1);
  if (!passing) return std::nullopt;
  return Burden{moving->lines.front().score, -passing->lines.front().score};
}

Move BurdenSearcher::single_best(const Position& position, int plies, std::uint64_t most_nodes) {
  constexpr Score kClear{100};
  const auto found = report(position, plies, most_nodes, 2);
  if (!found) return {};
  if (found->lines.size() > 1 && found->lines[0].score - found->lines[1].score < kClear) return {};
  return found->best;
}

PositionKind zugzwang_kind() {
  constexpr int kCount = 400;
  constexpr std::uint64_t kNodes = 2'000'000;
  PositionKind kind;
  kind.name = "zugzwang";
  kind.help = "the side to move would do better if it could pass";
  kind.count = kCount;
  kind.nodes = kNodes;
  kind.mine = mine_zugzwang;
  return kind;
}

}  // namespace oknos::lab
