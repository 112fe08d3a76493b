#include "lab/commands/audit/write_claims.h"

#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <vector>

#include "engine/base/text.h"
#include "lab/commands/audit/audit_plan.h"
#include "lab/commands/claims/own_judge.h"
#include "lab/experiment/workers.h"
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

std::optional<Claims> claims_of(const AuditPlan& plan, Engine& engine, const Position& root, std::uint64_t search) {
  Claims out;
  Shadow shadow(plan.sampling, [&](const ShadowSample& sample) {
    const std::uint64_t every = plan.sampling.every(sample.rule);
    out.lines += to_line(claim_of(sample, root, search, every, plan.search.settings)) + "\n";
    ++out.count;
  });
  search_position(plan, engine, root, shadow);
  if (interrupted()) return std::nullopt;
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

  std::vector<ItemNumber> items(input->positions.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<ItemNumber>(i);
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < options.run.worker_count(); ++i) engines.push_back(std::make_unique<Engine>(plan->search.hash));
  std::map<ItemNumber, Claims> ready;  // that wait for those of the positions before them
  ItemNumber next = 0;
  std::uint64_t claims = 0;
  Workers<Claims> workers;
  workers.work = [&](int worker, ItemNumber item) {
    const auto i = static_cast<std::size_t>(item);
    return claims_of(*plan, *engines[static_cast<std::size_t>(worker)], input->positions[i].record.position, i + 1);
  };
  workers.take = [&](ItemNumber item, Claims found) {
    ready[item] = std::move(found);
    for (auto it = ready.begin(); it != ready.end() && it->first == next; it = ready.erase(it), ++next) {
      out.write(it->second.lines);
      claims += it->second.count;
    }
    return true;
  };
  workers.idle = [&] {
    if (!interrupted()) return;
    for (const auto& engine : engines) engine->stop();
  };
  workers.run(items, static_cast<int>(engines.size()));
  if (interrupted()) {
    out.discard();
    return kInterruptedExit;
  }
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s: %s of %s\n", text::quoted(file).c_str(), counted(claims, "claim").c_str(),
              counted(items.size(), "position").c_str());
  return 0;
}

}  // namespace oknos::lab
