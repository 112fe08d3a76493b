#include "lab/commands/claims/calibrate_by_claims.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/commands/claims/claim_decisions.h"
#include "lab/commands/claims/claims.h"
#include "lab/experiment/result.h"
#include "lab/record/games.h"
#include "lab/solving/suite_input.h"
#include "lab/statistics/mean.h"
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
    auto of_option = margin_decisions(*curve, sums.errors_of_all(), margin, engine, options);
    if (!of_option) return Error{of_option.error()};
    out.insert(out.end(), of_option->begin(), of_option->end());
  }
  return out;
}

// Nodes of each position to the depth, from an empty table: their logarithms.
Outcome<std::vector<double>> log_nodes_of(Player& player, const std::vector<SuitePosition>& positions, int depth,
                                          const std::function<void(std::size_t)>& after) {
  using Nodes = Outcome<std::vector<double>>;
  const auto stopped = [](const Failure& failure) {
    return failure.kind == FailureKind::Interrupted ? Nodes(std::nullopt) : Nodes(Error{failure.text});
  };
  std::vector<double> out;
  for (const SuitePosition& position : positions) {
    const GameLine line(position.record.position);
    if (const auto failure = player.new_game(line.start.chess960())) return stopped(*failure);
    MoveRequest request{.line = line, .limits = {}, .patience = std::nullopt};
    request.limits.depth = depth;
    const MoveOutcome outcome = player.move(request, nullptr);
    if (const auto* failure = std::get_if<Failure>(&outcome)) return stopped(*failure);
    const auto& played = std::get<PlayedMove>(outcome);
    if (!played.info || played.info->nodes == 0)
      return Error{fmt::format("{} does not say how many nodes it searched", player.name())};
    out.push_back(std::log(static_cast<double>(played.info->nodes)));
    after(out.size());
  }
  return out;
}

// 0.1: 10 % more nodes, the geometric mean over the positions.
Estimate more_nodes_of(const std::vector<double>& changed, const std::vector<double>& own) {
  Mean more;
  for (std::size_t i = 0; i < own.size(); ++i) more.add(changed[i] - own[i]);
  Estimate e = more.estimate();
  // The scatter of a single position is not known, and taken to be 1.
  if (more.count() == 1) e = {e.value, e.value - kDeviationsOf95Percent, e.value + kDeviationsOf95Percent};
  return {std::expm1(e.value), std::expm1(e.low), std::expm1(e.high)};
}

// Searches all positions with the engine's own options, and then with each change. Nothing: interrupted.
Outcome<MarginDecisions> with_nodes(MarginDecisions decisions, Player& engine,
                                    const std::vector<SuitePosition>& positions, int depth) {
  Progress progress;
  const auto n = static_cast<double>(positions.size());
  const double all = static_cast<double>(decisions.size() + 1) * n;
  std::vector<double> own;
  for (std::size_t k = 0; k <= decisions.size(); ++k) {
    const std::string what = k > 0 ? decisions[k - 1].change : "the engine as it is";
    const std::size_t equals = what.find('=');
    const ValueChanges changes =
        k > 0 ? ValueChanges{{what.substr(0, equals), what.substr(equals + 1)}} : ValueChanges{};
    if (const auto error = engine.change(changes)) return *error;
    auto nodes = log_nodes_of(engine, positions, depth, [&](std::size_t done) {
      progress.show((static_cast<double>(k) * n + static_cast<double>(done)) / all,
                    fmt::format("nodes of {}, {} of {} changes", what, k, decisions.size()));
    });
    if (!nodes.fatal.empty()) return Error{nodes.fatal};
    if (!nodes.work_unit) return std::nullopt;
    if (k == 0)
      own = std::move(*nodes.work_unit);
    else
      decisions[k - 1].more_nodes = more_nodes_of(*nodes.work_unit, own);
  }
  return decisions;
}

std::string queue_file(const MarginDecisions& decisions, const CalibrateByClaimsOptions& options) {
  constexpr double kPercent = 100.0;
  std::vector<record::QueuedMatch> matches;
  std::map<std::string, int> times;  // each name is that of one match
  for (const MarginDecision& d : worth_playing(decisions)) {
    std::string name = d.rule + "_" + d.change.substr(d.change.find('=') + 1);
    if (const int n = ++times[name]; n > 1) name += "_" + std::to_string(n);
    std::string comment = fmt::format("errors of all rules {:+.1f} %, nodes {:+.1f} %", kPercent * d.more_errors,
                                      kPercent * (d.more_nodes ? d.more_nodes->value : 0.0));
    matches.push_back({std::move(name), std::move(comment), options.engine + "," + d.change, options.engine});
  }
  return record::queue_text(
      fmt::format("oknos-lab margins {} --engine", text::quoted(options.claims, options.claims.size())), matches);
}

Result<ClaimSums> sums_in(const std::string& path) {
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  if ((*view)->kind() != Claims::kName)
    return Error{fmt::format("{} holds a run of '{}'; with --engine it is an audit of claims", text::quoted(path),
                             (*view)->kind())};
  auto result = read_result<record::ResultOf<Claims>>(**view);
  if (!result) return Error{result.error()};
  return std::move(result->summary().sums);
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

}  // namespace

int calibrate_by_claims(const CalibrateByClaimsOptions& options) {
  OutputPath queue{options.queue_out, options.force, {options.claims}};
  queue.in_use.insert(queue.in_use.end(), options.positions.begin(), options.positions.end());
  if (const auto error = objection_to(options)) return complain(kUsage, error->message);
  if (!options.queue_out.empty())
    if (const auto error = check_output(queue)) return complain(kFailure, "--queue-out " + error->message);
  std::vector<MarginOption> margins;
  for (const std::string& text : options.margins) {
    auto margin = parse_margin_option(text);
    if (!margin) return complain(kUsage, margin.error());
    margins.push_back(*std::move(margin));
  }
  const auto engine = parse_participant(options.engine);
  if (!engine) return complain(kUsage, "--engine " + engine.error());
  if (!engine->foreign())
    return complain(kUsage, "--engine: a UCI engine is expected, cmd=PROGRAM; margins of our own rules are for --risk");
  const auto sums = sums_in(options.claims);
  if (!sums) return complain(kFailure, sums.error());
  const auto positions = positions_in(options.positions);
  if (!positions) return complain(kFailure, "--positions: " + positions.error());
  const auto running = make_player(*engine, true);
  if (!running) return complain(kFailure, running.error());
  auto decisions = decisions_of(*sums, margins, *engine, (*running)->options());
  if (!decisions) return complain(kUsage, decisions.error());
  if (!positions->empty()) {
    auto measured = with_nodes(std::move(*decisions), **running, *positions, options.depth);
    if (!measured.fatal.empty()) return complain(kFailure, measured.fatal);
    if (!measured.work_unit) return complain(kInterruptedExit, "interrupted");
    decisions = std::move(*measured.work_unit);
  }
  const Style style = style_of(stdout, options.color);
  record::TextReport text(style);
  record::JsonReport json;
  json.value("type", "calibration by claims");
  report_decisions(text, *decisions);
  report_decisions(json, *decisions);
  std::fputs((options.json ? json_text(json.json) + "\n" : text.text).c_str(), stdout);
  if (options.queue_out.empty()) return 0;
  if (worth_playing(*decisions).empty()) return complain(0, "no change is worth a match, so no queue is written");
  OutputFile file;
  auto error = file.open(queue);
  if (!error) {
    file.write(queue_file(*decisions, options));
    error = file.finish();
  }
  return error ? complain(kFailure, "--queue-out " + error->message) : 0;
}

}  // namespace oknos::lab
