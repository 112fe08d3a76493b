#include "lab/commands/suite_regret.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <variant>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/commands/grid.h"
#include "lab/statistics/mean.h"
#include "lab/views/annotation.h"

namespace oknos::lab {

namespace {

// How much does a player give away in a single move, and how does that shrink with more nodes? (docs/regret.md)
struct Regret : GridMeasure {
  static constexpr const char* kName = kRegretKind;
  static constexpr const char* kDescription = "what players give away in single moves";
  static_assert(std::string_view(kName) == Question::kRegret);

  // --- What is found for a position ---------------------------------------------------------------------------------

  struct JudgedMove {
    std::string move;
    int value = 0;
    double expected = 0;
  };
  struct Unit {
    int number = 0;
    std::string id, fen;
    int pieces = 0;
    std::vector<GridCell> cells;
    std::vector<JudgedMove> judged;  // empty if all chose the same move
  };

  static constexpr auto kJudgedPositionFields = [](auto& f, auto& p) {
    kGridPositionFields(f, p);
    f("pieces", p.pieces, "pieces of both sides, kings and pawns included");
  };
  static constexpr auto kJudgedFields = [](auto& f, auto& j) {
    f("move", j.move, "a move that somebody chose, UCI");
    f("value", j.value, "what the judge says of it, from the view of the side that makes it, centipawns");
    f("expected", j.expected, "the same in points of the game, 0 to 1");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("positions", unit, kJudgedPositionFields);
    t.rows("moves", unit.cells, kGridCellFields);
    t.rows("judged", unit.judged, kJudgedFields);
  };

  // --- The work -----------------------------------------------------------------------------------------------------

  struct Worker {
    record::Players::Started players;
    std::unique_ptr<Player> judge;

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      auto players = q.players.start();
      if (!players) return Error{players.error()};
      auto judge = q.judge.start();
      if (!judge) return Error{"--judge: " + judge.error()};
      return std::make_unique<Worker>(Worker{std::move(*players), std::move(*judge)});
    }
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const SuitePosition& position = q.positions[number];
    const Position& board = position.record.position;
    Unit out{static_cast<int>(number) + 1, position.record.id(), fen::to_text(board), popcount(board.pieces()), {}, {}};
    auto cells = search_grid(q, worker.players, position);
    if (!cells.fatal.empty()) return Error{std::move(cells.fatal)};
    if (!cells.work_unit) return std::nullopt;
    out.cells = std::move(*cells.work_unit);
    if (all_chose_the_same(out.cells)) return out;  // with a regret of 0: nobody needs to judge it
    for (const Move m : legal_moves(board)) {
      const std::string name = to_text(m, board.chess960());
      const auto chose = [&](const GridCell& c) { return c.move == name; };
      if (std::none_of(out.cells.begin(), out.cells.end(), chose)) continue;
      const auto judged = judge_move(*worker.judge, q.judge_nodes, board, m);
      if (const auto* failure = std::get_if<Failure>(&judged)) {
        if (failure->kind == FailureKind::Interrupted) return std::nullopt;
        return Error{"--judge: " + failure->text};
      }
      constexpr double kPercent = 100.0;
      const Score value = std::get<Score>(judged);
      out.judged.push_back({name, value.value(), expected_points(value) / kPercent});
    }
    return out;
  }

  // Ignores failed searches. False if nobody chose a move.
  static bool all_chose_the_same(const std::vector<GridCell>& cells) {
    std::string move;
    for (const GridCell& cell : cells) {
      if (cell.move.empty()) continue;
      if (!move.empty() && move != cell.move) return false;
      move = cell.move;
    }
    return !move.empty();
  }

  // From the view of the side that makes the move.
  static std::variant<Score, Failure> judge_move(Player& judge, std::uint64_t nodes, const Position& board, Move m) {
    GameLine line(board);
    line.play(m);
    if (legal_moves(line.current).empty()) return line.current.in_check() ? mate_in(1) : kDraw;
    if (const auto failure = judge.new_game(board.chess960())) return *failure;
    Limits limits;
    limits.nodes = nodes;
    const MoveOutcome outcome = judge.move({line, limits, std::nullopt}, nullptr);
    if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
    const auto& played = std::get<PlayedMove>(outcome);
    if (!played.info) return Failure{FailureKind::Silent, judge.name() + " says no score of a move"};
    return -played.info->score;
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  static constexpr std::array<const char*, 4> kPhases = {"25 or more pieces", "15 to 24", "9 to 14", "8 or fewer"};
  static constexpr std::array<int, kPhases.size()> kLeastPieces = {25, 15, 9, 0};

  struct Line {
    record::Limit limit;
    std::string player;
    Estimate regret;
    record::Share best;
    std::optional<Estimate> less_first;
    std::optional<double> kept;
    record::Split<kPhases.size()> phases{&kPhases};
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    f("limit", l.limit, "", {.heading = true});
    f("player", l.player, "", {.keep = record::kAlways});
    f("regret", l.regret,
      "expected points of the best of the moves that anybody chose, less those of the player's move",
      {.scale = 100, .suffix = " %", .unknown = "one position", .keep = record::kAlways});
    f("best", l.best, "how often it had that move", {.keep = 1});
    f("less the first", l.less_first, "", {.scale = 100, .sign = true, .keep = 1});
    f("kept", l.kept, "regret as a share of that at the first limit", {.keep = 1});
    f("phases", l.phases, "regret, by pieces", {.scale = 100, .suffix = " %"});
  };

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : players_(record::player_names(header)),
          unit_(header.entry("unit")),
          judge_(fmt::format("{} with {} nodes", header.entry("judge_name"),
                             grouped(text::parse_int<std::uint64_t>(header.entry("judge-nodes")).value_or(0)))) {}

    std::optional<Error> add(const Unit& unit) {
      const bool one_move = unit.judged.empty() && all_chose_the_same(unit.cells);
      if (unit.judged.empty() && !one_move) return std::nullopt;  // the game was over, or nobody moved
      std::map<std::string, double> expected;
      double best = 0;
      for (const JudgedMove& j : unit.judged) best = std::max(best, expected[j.move] = j.expected);
      ++positions_;
      const auto phase =
          std::find_if(kLeastPieces.begin(), kLeastPieces.end(), [&](int least) { return unit.pieces >= least; });
      std::map<std::int64_t, double> first;  // regret of the first player, by limit
      for (const GridCell& cell : unit.cells) {
        if (cell.player < 0 || static_cast<std::size_t>(cell.player) >= players_.size())
          return Error{fmt::format("there is no player {}", cell.player)};
        if (cell.move.empty()) {
          ++failures_;
          continue;
        }
        if (!one_move && !expected.contains(cell.move))
          return Error{fmt::format("the judge says nothing of {}", cell.move)};
        const double regret = one_move ? 0 : best - expected[cell.move];
        auto& sums = sums_[cell.limit];
        sums.resize(players_.size());
        Sum& sum = sums[static_cast<std::size_t>(cell.player)];
        sum.regret.add(regret);
        sum.best += regret == 0;
        sum.phases[static_cast<std::size_t>(phase - kLeastPieces.begin())].add(regret);
        if (cell.player == 0) first[cell.limit] = regret;
        if (const auto reference = first.find(cell.limit); cell.player != 0 && reference != first.end())
          sum.difference.add(regret - reference->second);
      }
      return std::nullopt;
    }

    std::vector<Line> lines() const {
      std::vector<Line> out;
      for (const auto& [limit, sums] : sums_)
        for (std::size_t i = 0; i < sums.size(); ++i) {
          const Sum& sum = sums[i];
          Line line{{unit_, limit}, players_[i], sum.regret.estimate(), {sum.best, sum.regret.count()}, {}, {}};
          if (i != 0) line.less_first = sum.difference.estimate_of_rare(kRareLoss);
          const double at_first = sums_.begin()->second[i].regret.mean();
          if (limit != sums_.begin()->first && at_first != 0) line.kept = sum.regret.mean() / at_first;
          for (std::size_t p = 0; p < kPhases.size(); ++p)
            if (sum.phases[p].count() > 0) line.phases.values[p] = sum.phases[p].mean();
          out.push_back(std::move(line));
        }
      return out;
    }

    template <class Report>
    void report(Report& out) const {
      out.title(fmt::format("{}, each move judged by {}", counted(positions_, "position"), judge_));
      out.value("positions", positions_);
      out.value("judge", judge_);
      out.value("unit", unit_);
      out.value("without_move", failures_);
      out.table("limits", lines(), kLine);
      if (failures_ > 0) out.note(fmt::format("{} without a move.", counted(failures_, "search", "searches")));
    }

    std::size_t limits() const { return sums_.size(); }
    // In positions in which both players made a move. Precondition: limits() == 1.
    std::uint64_t compared(std::size_t player) const { return sums_.begin()->second[player].difference.count(); }

   private:
    static constexpr double kRareLoss = 0.05;  // expected points: few moves that differ lose more
    struct Sum {
      Mean regret;             // expected points, 0 to 1
      Mean difference;         // less that of the first player in the same position
      std::uint64_t best = 0;  // positions in which it had the best of the moves
      std::array<Mean, kPhases.size()> phases;
    };

    std::vector<std::string> players_;
    std::string unit_, judge_;
    std::map<std::int64_t, std::vector<Sum>> sums_;  // by limit, then by player
    std::uint64_t positions_ = 0;
    std::uint64_t failures_ = 0;  // moves that an engine did not make
  };
};

}  // namespace

SuiteMeasure measure_regret() {
  return record::measure<Regret>();
}

Result<std::vector<PlayerRegret>> player_regrets(const store::StoreView& view) {
  const auto read = read_result<record::ResultOf<Regret>>(view);
  if (!read) return Error{read.error()};
  const Regret::Summary& summary = read->summary();
  if (summary.limits() != 1)
    return Error{summary.limits() == 0 ? "it has no moves yet"
                                       : fmt::format("moves to one limit are expected, not to {}", summary.limits())};
  std::vector<PlayerRegret> out;
  for (const Regret::Line& line : summary.lines())
    out.push_back({line.player, summary.compared(out.size()), line.less_first.value_or(Estimate{})});
  return out;
}

}  // namespace oknos::lab
