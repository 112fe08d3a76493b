#include "lab/commands/audit/write_claims.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <vector>

#include "engine/base/text.h"
#include "lab/commands/audit/audit_plan.h"
#include "lab/commands/claims/own_judge.h"
#include "lab/experiment/sift.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"
#include "oknos/claims.h"

namespace oknos::lab {

namespace {

struct Claims {
  std::string lines;
  std::uint64_t count = 0;
};

Claims claims_of(const AuditPlan& plan, Engine& engine, const Position& root, std::uint64_t search) {
  Claims out;
  Shadow shadow(plan.sampling, [&](const ShadowSample& sample) {
    const std::uint64_t every = plan.sampling.every(sample.rule);
    out.lines += to_line(claim_of(sample, root, search, every, plan.search.settings)) + "\n";
    ++out.count;
  });
  search_position(plan, engine, root, shadow);
  return out;
}

}  // namespace

int write_claims(const AuditOptions& options, const std::string& file) {
  const auto plan = make_audit_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  const auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  OutputFile out;
  if (const auto error = out.open({file, options.run.force, options.files})) return complain(kFailure, error->message);
  out.write(fmt::format("{{\"oknos_claims\":{}}}\n", OKNOS_CLAIMS_VERSION));

  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < options.run.worker_count(); ++i) {
    engines.push_back(std::make_unique<Engine>(plan->search.hash));
    engines.back()->set_network(plan->search.network);
  }
  std::uint64_t claims = 0;
  Sift<Claims> sift;
  sift.find = [&](int worker, WorkUnitNumber work_unit) {
    const auto i = static_cast<std::size_t>(work_unit);
    return std::vector<Claims>{
        claims_of(*plan, *engines[static_cast<std::size_t>(worker)], input->positions[i].record.position, i + 1)};
  };
  sift.keep = [&](const Claims& found) {
    out.write(found.lines);
    claims += found.count;
    return true;
  };
  sift.progress = [&](WorkUnitNumber) {
    if (!interrupted()) return;
    for (const auto& engine : engines) engine->stop();
  };
  sift.run(static_cast<WorkUnitNumber>(input->positions.size()), static_cast<int>(engines.size()));
  if (interrupted()) {
    out.discard();
    return kInterruptedExit;
  }
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s: %s of %s\n", text::quoted(file).c_str(), counted(claims, "claim").c_str(),
              counted(input->positions.size(), "position").c_str());
  return 0;
}

}  // namespace oknos::lab
