#pragma once

#include <optional>

#include "engine/base/result.h"
#include "lab/commands/audit/audit.h"
#include "lab/shadow/audit_case.h"
#include "lab/shadow/audit_view.h"
#include "lab/shadow/shadow.h"
#include "lab/shadow/table_verdict.h"

// What an audit searches, samples and shows, as its options have it.
namespace oknos::lab {

struct AuditPlan {
  Plan search;
  Sampling sampling;
  pruning::GuardSwitches guards;
  AuditViewOptions view;
  std::optional<pruning::Settings> watched;  // for a margin sweep
  std::optional<Plan> judge;                 // not given: what plays judges, without the rules of the family
  TableJudge table_judge;                    // judges instead, where there is one

  ShadowSettings shadow() const {
    ShadowSettings out = ShadowSettings::of(search.settings);
    if (judge) out.judging = judge->settings;
    out.tables = table_judge.tables;
    return out;
  }
};

Result<AuditPlan> make_audit_plan(const AuditOptions& options);
Result<AuditViewOptions> make_audit_view(const AuditOptions& options);

// Searches a position from an empty table, with the sampler.
AuditPosition search_position(const AuditPlan& plan, Engine& engine, const Position& position, Sampler& sampler);
// The same search without a sampler, with one thing searched that it has left out.
AuditPosition search_undoing(const AuditPlan& plan, Engine& engine, const Position& position, Ordinal undone);

}  // namespace oknos::lab
