#include "lab/commands/claims/calibrate_by_claims.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <variant>

#include "engine/base/text.h"
#include "lab/commands/claims/claim_decisions.h"
#include "lab/experiment/result.h"
#include "lab/play/match_queue.h"
#include "lab/play/variable_player.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// Of all options, in their order.
Result<MarginDecisions> decisions_of(const ClaimSums& sums, const std::vector<MarginOption>& margins,
                                     const Participant& engine, const std::vector<uci::Option>& options) {
  MarginDecisions out;
  for (const MarginOption& margin : margins) {
    const auto curve = curve_for(sums.margins, margin);
    if (!curve) return Error{curve.error()};
    auto of_option = margin_decisions(*curve, errors_of_all(sums), margin, engine, options);
    if (!of_option) return Error{of_option.error()};
    out.insert(out.end(), of_option->begin(), of_option->end());
  }
  return out;
}

// Why nodes could not be counted.
struct Stop {
  int code;
  std::string message;
};

// Nodes of one position to the depth, from an empty table.
std::variant<std::uint64_t, Stop> nodes_of(Player& player, const Position& position, int depth) {
  if (const auto failure = player.new_game(position.chess960())) {
    if (failure->kind == FailureKind::Interrupted) return Stop{kInterruptedExit, "interrupted"};
    return Stop{kFailure, failure->text};
  }
  const GameLine line(position);
  MoveRequest request{.line = line, .limits = {}, .patience = std::nullopt};
  request.limits.depth = depth;
  const MoveOutcome outcome = player.move(request, nullptr);
  if (const auto* failure = std::get_if<Failure>(&outcome)) {
    if (failure->kind == FailureKind::Interrupted) return Stop{kInterruptedExit, "interrupted"};
    return Stop{kFailure, failure->text};
  }
  const auto& played = std::get<PlayedMove>(outcome);
  if (!played.info || played.info->nodes == 0)
    return Stop{kFailure, fmt::format("{} does not say how many nodes it searched", player.name())};
  return played.info->nodes;
}

// Their logarithms, for each position.
std::variant<std::vector<double>, Stop> log_nodes_of(Player& player, const std::vector<SuitePosition>& positions,
                                                     int depth, const std::function<void(std::size_t)>& after) {
  std::vector<double> out;
  for (const SuitePosition& position : positions) {
    const auto nodes = nodes_of(player, position.record.position, depth);
    if (const auto* stop = std::get_if<Stop>(&nodes)) return *stop;
    out.push_back(std::log(static_cast<double>(std::get<std::uint64_t>(nodes))));
    after(out.size());
  }
  return out;
}

// 0.1: 10 % more nodes, the geometric mean over the positions.
Estimate more_nodes_of(const std::vector<double>& changed, const std::vector<double>& own) {
  const auto n = static_cast<double>(own.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const double more = changed[i] - own[i];
    sum += more;
    squares += more * more;
  }
  const double mean = sum / n;
  // The variance of a single position is not known.
  const double variance = n > 1 ? std::max(squares - sum * mean, 0.0) / (n - 1) : 1.0;
  const double margin = kDeviationsOf95Percent * std::sqrt(variance / n);
  return {std::expm1(mean), std::expm1(mean - margin), std::expm1(mean + margin)};
}

// Searches all positions with the engine's own options, and then with each change.
std::optional<Stop> count_nodes(MarginDecisions& decisions, VariablePlayer& engine,
                                const std::vector<SuitePosition>& positions, int depth) {
  Progress progress;
  const auto n = static_cast<double>(positions.size());
  const double all = static_cast<double>(decisions.size() + 1) * n;
  std::vector<double> own;
  for (std::size_t k = 0; k <= decisions.size(); ++k) {
    ValueChanges changes;
    std::string what = "the engine as it is";
    if (k > 0) {
      what = decisions[k - 1].change;
      const std::size_t equals = what.find('=');
      changes = {{what.substr(0, equals), what.substr(equals + 1)}};
    }
    if (const auto error = engine.set(changes)) return Stop{kFailure, error->message};
    auto nodes = log_nodes_of(engine.player(), positions, depth, [&](std::size_t done) {
      progress.show((static_cast<double>(k) * n + static_cast<double>(done)) / all,
                    fmt::format("nodes of {}, {} of {} changes", what, k, decisions.size()));
    });
    if (const auto* stop = std::get_if<Stop>(&nodes)) return *stop;
    if (k == 0)
      own = std::get<0>(std::move(nodes));
    else
      decisions[k - 1].more_nodes = more_nodes_of(std::get<0>(nodes), own);
  }
  return std::nullopt;
}

std::string queue_file(const MarginDecisions& decisions, const CalibrateByClaimsOptions& options) {
  constexpr double kPercent = 100.0;
  std::vector<QueuedMatch> matches;
  std::map<std::string, int> times;  // each name is that of one match
  for (const MarginDecision& d : worth_playing(decisions)) {
    std::string name = d.rule + "_" + d.change.substr(d.change.find('=') + 1);
    if (const int n = ++times[name]; n > 1) name += "_" + std::to_string(n);
    std::string comment = fmt::format("errors of all rules {:+.1f} %, nodes {:+.1f} %", kPercent * d.more_errors,
                                      kPercent * (d.more_nodes ? d.more_nodes->value : 0.0));
    matches.push_back({std::move(name), std::move(comment), options.engine + "," + d.change, options.engine});
  }
  return queue_text(fmt::format("oknos-lab margins {} --engine", text::quoted(options.claims, options.claims.size())),
                    matches);
}

Result<ClaimSums> sums_in(const std::string& path) {
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  if ((*view)->kind() != ClaimsResult::kKind)
    return Error{fmt::format("{} holds a run of '{}'; with --engine it is one of 'oknos-lab audit --claims'",
                             text::quoted(path), (*view)->kind())};
  auto result = read_result<ClaimsResult>(**view);
  if (!result) return Error{result.error()};
  return std::move(result->sums);
}

std::optional<Error> objection_to(const CalibrateByClaimsOptions& options) {
  if (options.margins.empty())
    return Error{"which option is the margin of which rule? --option RULE=OPTION is expected with --engine"};
  if (!options.queue_out.empty() && options.positions.empty())
    return Error{"--queue-out: what is worth a match depends on the nodes; name --positions to count them"};
  return std::nullopt;
}

Result<std::vector<SuitePosition>> positions_in(const std::vector<std::string>& files) {
  if (files.empty()) return std::vector<SuitePosition>{};
  auto input = read_suite(files);
  if (!input) return Error{input.error()};
  if (!input->unreadable.empty())
    return Error{fmt::format("{} cannot be read, the first at {}", counted(input->unreadable.size(), "position"),
                             input->unreadable.front())};
  if (input->positions.empty()) return Error{fmt::format("no positions in {}", text::quoted(files.front()))};
  return std::move(input->positions);
}

std::optional<Error> write_queue(const OutputPath& to, const MarginDecisions& decisions,
                                 const CalibrateByClaimsOptions& options) {
  OutputFile file;
  if (const auto error = file.open(to)) return error;
  file.write(queue_file(decisions, options));
  return file.finish();
}

}  // namespace

int calibrate_by_claims(const CalibrateByClaimsOptions& options) {
  OutputPath queue{options.queue_out, options.force, {options.claims}};
  queue.in_use.insert(queue.in_use.end(), options.positions.begin(), options.positions.end());
  if (const auto error = objection_to(options)) return complain(kUsage, error->message);
  if (!options.queue_out.empty())
    if (const auto error = output_objection(queue)) return complain(kFailure, "--queue-out " + error->message);
  std::vector<MarginOption> margins;
  for (const std::string& text : options.margins) {
    auto margin = parse_margin_option(text);
    if (!margin) return complain(kUsage, margin.error());
    margins.push_back(*std::move(margin));
  }
  const auto engine = parse_participant(options.engine);
  if (!engine) return complain(kUsage, "--engine " + engine.error());
  if (!engine->foreign())
    return complain(kUsage,
                    "--engine: a UCI engine is expected, cmd=PROGRAM; margins of our own rules are for --risk");
  const auto sums = sums_in(options.claims);
  if (!sums) return complain(kFailure, sums.error());
  const auto positions = positions_in(options.positions);
  if (!positions) return complain(kFailure, "--positions: " + positions.error());
  const auto running = VariablePlayer::start(*engine);
  if (!running) return complain(kFailure, running.error());
  auto decisions = decisions_of(*sums, margins, *engine, (*running)->options());
  if (!decisions) return complain(kUsage, decisions.error());
  if (!positions->empty())
    if (const auto stop = count_nodes(*decisions, **running, *positions, options.depth))
      return complain(stop->code, stop->message);
  const std::string text =
      options.json
          ? json_text(nlohmann::ordered_json{{"type", "calibration by claims"},
                                             {"decisions", decisions_report_json(*decisions)},
                                             {"worth_playing", decisions_report_json(worth_playing(*decisions))}}) +
                "\n"
          : decisions_report(*decisions, style_of(stdout, options.color));
  std::fputs(text.c_str(), stdout);
  if (options.queue_out.empty()) return 0;
  if (worth_playing(*decisions).empty()) return complain(0, "no change is worth a match, so no queue is written");
  if (const auto error = write_queue(queue, *decisions, options))
    return complain(kFailure, "--queue-out " + error->message);
  return 0;
}

}  // namespace oknos::lab
