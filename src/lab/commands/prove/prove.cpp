#include "lab/commands/prove/prove.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "lab/commands/prove/compare.h"
#include "lab/commands/prove/explain.h"
#include "lab/commands/prove/playing.h"
#include "lab/commands/prove/proof_result.h"
#include "lab/commands/prove/prove_input.h"
#include "lab/commands/prove/prove_view.h"
#include "lab/experiment/experiment.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

struct NoTools {};  // a worker needs none: the oracle keeps nothing

class Proof final : public ExperimentOf<ProofResult, NoTools> {
 public:
  Proof(const ProveOptions& options, ProofPlan plan, ProofInput input)
      : ExperimentOf(options.run, options.files), options_(options), plan_(std::move(plan)), input_(std::move(input)) {
    for (std::size_t i = 0; i < input_.positions.size(); ++i) {
      const ProofPosition& p = input_.positions[i];
      const int first = p.depth.value_or(plan_.first_depth);
      for (int depth = first; depth <= p.depth.value_or(plan_.last_depth); ++depth) cases_.push_back({i, depth});
    }
  }

 private:
  struct Case {
    std::size_t position;
    int depth;
  };

  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(cases_.size()); }
  std::string unit() const override { return "searches of a position to a depth"; }
  Result<std::unique_ptr<NoTools>> make_worker() override { return std::make_unique<NoTools>(); }
  std::string heading() const override { return proof_heading(plan_, options_.search.preset) + "\n\n"; }

  store::RunSpec identity() const override {
    store::RunSpec spec = proof_identity(plan_, options_.search.preset);
    spec.identity.insert(spec.identity.begin(), {{"input", input_.hash}, {"rules", plan_.rules_identity}});
    return spec;
  }

  Found<ProofCase> find(NoTools&, WorkUnitNumber work_unit) override {
    const Case& c = cases_[static_cast<std::size_t>(work_unit)];
    const ProofPosition& position = input_.positions[c.position];
    ProofCase out{position.number, position.id, position.fen, c.depth, compare(plan_, position, c.position, c.depth)};
    if (interrupted()) return std::nullopt;  // perhaps it is not whole
    for (Difference& d : out.tally.differences) d.epd = epd_of(plan_, position, d);
    return out;
  }

  std::string progress_text() const override {
    return fmt::format("{} searches compared, {} differ", compact(result().sums.tally.searches()),
                       compact(result().sums.tally.differing()));
  }

  std::string text() const override {
    std::string out;
    for (const Difference* d : result().sums.first_differences(options_.shown)) {
      const ProofPosition& p = input_.positions[d->position];
      out += difference_text(result().facts, *d, p.place + (p.id.empty() ? "" : " " + p.id), style()) +
             explanation_text(explain(plan_, p, *d)) + "\n";
    }
    const ProofSums& sums = result().sums;
    return out + cut_short_text() + proof_report(result().facts, sums.tally, sums.positions.size(), style());
  }

  // A line for each difference, and one for the summary.
  std::string json() const override {
    std::string out;
    for (const Difference* d : result().sums.first_differences(options_.shown)) {
      const ProofPosition& p = input_.positions[d->position];
      out += json_text(difference_json(plan_, p, *d, explain(plan_, p, *d))) + "\n";
    }
    return out + Experiment::json();
  }

  int exit_code() const override { return result().sums.tally.differing() > 0 ? kFailure : 0; }

  const ProveOptions& options_;
  const ProofPlan plan_;
  const ProofInput input_;
  std::vector<Case> cases_;
};

}  // namespace

int prove(const ProveOptions& options) {
  std::optional<ProofPlan> plan;
  if (!options.playing) {
    auto made = make_proof_plan(options);
    if (!made) return complain(kUsage, made.error());
    plan = std::move(*made);
  }
  auto input = read_proof_positions(options.files);
  if (!input) return complain(kFailure, input.error());
  if (!plan) return prove_playing(options, *input);
  return Proof(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
