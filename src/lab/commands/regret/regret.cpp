#include "lab/commands/regret/regret.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <variant>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/commands/regret/regret_result.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/play/participant.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"
#include "lab/views/annotation.h"

namespace oknos::lab {

namespace {

struct RegretPlan : ComparePlan {
  Participant judge;
  std::uint64_t judge_nodes = RegretOptions::kDefaultJudgeNodes;
};

struct RegretWorker {
  std::unique_ptr<ComparePlayers> players;
  std::unique_ptr<Player> judge;
};

constexpr double kHundred = 100.0;

class RegretRun final : public ExperimentOf<RegretResult, RegretWorker> {
 public:
  RegretRun(const RegretPlan& plan, SuiteInput input, const RegretOptions& options)
      : ExperimentOf(options.run, options.files), plan_(plan), input_(std::move(input)), options_(options) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }

  std::optional<Error> prepare() override {
    if (options_.contested.empty()) return std::nullopt;
    if (auto error = output_objection(contested_path())) return Error{"--contested " + error->message};
    return std::nullopt;
  }
  std::optional<Error> open_files() override {
    if (options_.contested.empty()) return std::nullopt;
    if (auto error = contested_.open(contested_path())) return Error{"--contested " + error->message};
    return std::nullopt;
  }
  std::optional<Error> close_files() override {
    if (options_.contested.empty()) return std::nullopt;
    if (!complete()) {
      complain(0, fmt::format("{} holds the contested positions so far", text::quoted(contested_.abandon())));
      return std::nullopt;
    }
    if (auto error = contested_.finish()) return error;
    complain(0, fmt::format("{}: {} of {}", text::quoted(options_.contested), grouped(written_),
                            counted(folded(), "position")));
    return std::nullopt;
  }
  OutputPath contested_path() const {
    OutputPath out{options_.contested, arguments().force, options_.files};
    out.in_use.push_back(arguments().out);
    const auto name_of_player = [](const std::string& player) { return player.substr(0, player.find(',')); };
    for (const std::string& player : options_.players) out.in_use.push_back(name_of_player(player));
    out.in_use.push_back(name_of_player(options_.judge));
    return out;
  }

  void take(WorkUnitNumber number, RegretUnit found, bool) override {
    if (!options_.contested.empty() && kHundred * spread_of(found) >= options_.spread) {
      contested_.write(input_.positions[static_cast<std::size_t>(number)].line + "\n");
      ++written_;
    }
    add(number, std::move(found));
  }

  Result<std::unique_ptr<RegretWorker>> make_worker() override {
    auto players = make_players(plan_);
    if (!players) return Error{players.error()};
    auto judge = make_player(plan_.judge);
    if (!judge) return Error{"--judge: " + judge.error()};
    return std::make_unique<RegretWorker>(RegretWorker{std::move(*players), std::move(*judge)});
  }

  store::RunSpec identity() const override {
    store::RunSpec spec = identity_of(plan_, *any_worker().players, input_.hash);
    spec.identity.emplace_back(
        "judge", fmt::format("{}, {} nodes", lab::identity_of(plan_.judge, *any_worker().judge), plan_.judge_nodes));
    spec.notes.emplace_back("judge_name",
                            fmt::format("{} with {} nodes", any_worker().judge->name(), grouped(plan_.judge_nodes)));
    return spec;
  }

  Found<RegretUnit> find(RegretWorker& worker, WorkUnitNumber number) override {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(number)];
    auto compared = compare_players(plan_, *worker.players, position, static_cast<int>(number) + 1);
    if (!compared.fatal.empty()) return Error{std::move(compared.fatal)};
    if (!compared.work_unit) return std::nullopt;
    const Position& board = position.record.position;
    RegretUnit out;
    out.number = compared.work_unit->number;
    out.id = std::move(compared.work_unit->id);
    out.fen = std::move(compared.work_unit->fen);
    out.pieces = popcount(board.pieces());
    out.cells = std::move(compared.work_unit->cells);
    if (all_chose_the_same(out.cells)) return out;  // with a regret of 0: nobody needs to judge it
    for (const Move m : legal_moves(board)) {
      const std::string name = to_text(m, board.chess960());
      if (std::none_of(out.cells.begin(), out.cells.end(), [&](const CompareCell& c) { return c.move == name; }))
        continue;
      auto judged = judge_move(*worker.judge, board, m);
      if (const auto* failure = std::get_if<Failure>(&judged)) {
        if (failure->kind == FailureKind::Interrupted) return std::nullopt;
        return Error{"--judge: " + failure->text};
      }
      const Score value = std::get<Score>(judged);
      out.judged.push_back({name, value.value(), expected_points(value) / kHundred});
    }
    return out;
  }

  // From the view of the side that makes the move.
  std::variant<Score, Failure> judge_move(Player& judge, const Position& board, Move m) const {
    GameLine line(board);
    line.play(m);
    if (legal_moves(line.current).empty()) return line.current.in_check() ? mate_in(1) : kDraw;
    if (const auto failure = judge.new_game(board.chess960())) return *failure;
    Limits limits;
    limits.nodes = plan_.judge_nodes;
    const MoveOutcome outcome = judge.move({line, limits, std::nullopt}, nullptr);
    if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
    const auto& played = std::get<PlayedMove>(outcome);
    if (!played.info) return Failure{FailureKind::Silent, judge.name() + " says no score of a move"};
    return -played.info->score;
  }

  const RegretPlan& plan_;
  const SuiteInput input_;
  const RegretOptions& options_;
  OutputFile contested_;
  std::size_t written_ = 0;
};

// The only player, and it again with each change of a variant. Their names say what differs.
struct VariantPlayers {
  std::vector<std::string> texts, names;
};
Result<VariantPlayers> with_variants(const RegretOptions& options) {
  if (options.players.size() > 1) return Error{"--variants: at most one --player is expected, the one to vary"};
  const std::string base = options.players.empty() ? std::string(pruning::kDefaultPreset) : options.players.front();
  const auto player = parse_participant(base);
  if (!player) return Error{"--player " + player.error()};
  if (player->foreign())
    return Error{"--variants: a UCI engine has no rules that are known here; name each player with its options"};
  const auto variants = make_variants(player->settings, options.rules);
  if (!variants) return Error{variants.error()};
  VariantPlayers out{{base}, {player->name}};
  for (const PresetVariant& v : *variants) {
    out.texts.push_back(base + "," + v.change);
    out.names.push_back(player->name + " " + v.change);
  }
  return out;
}

Result<RegretPlan> make_regret_plan(RegretOptions options) {
  RegretPlan plan;
  if (options.variants) {
    auto all = with_variants(options);
    if (!all) return Error{all.error()};
    options.players = std::move(all->texts);
    plan.names = std::move(all->names);
  }
  auto players = players_of(options, "--player");
  if (!players) return Error{players.error()};
  plan.players = std::move(*players);
  if (plan.players.empty()) return Error{"a player is expected at least: --player modern"};
  LimitLists limits = options.limits;
  if (limits.depths.empty() && limits.nodes.empty() && limits.times.empty())
    limits.nodes = {RegretOptions::kDefaultNodes};
  if (const auto error = take_limits(plan, limits, RegretOptions::kDefaultNodes)) return *error;
  auto judge = parse_participant(options.judge);
  if (!judge) return Error{"--judge " + judge.error()};
  if (judge->control.given()) return Error{"--judge: its limit is --judge-nodes"};
  if (!judge->hash && (options.hash_given || !judge->foreign())) judge->hash = options.hash;
  plan.judge = std::move(*judge);
  plan.judge_nodes = options.judge_nodes;
  return plan;
}

}  // namespace

int regret(const RegretOptions& options) {
  if (!options.show.empty()) return show_run<RegretResult>(options.show, options.run);
  auto plan = make_regret_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  return RegretRun(*plan, std::move(*input), options).run();
}

}  // namespace oknos::lab
