#pragma once

#include "lab/experiment/result.h"
#include "lab/shadow/audit_view.h"

namespace oknos::lab {

// What an audit comes to. In a run store it has a work unit for each position: a row in `positions`, one for each rule
// and depth in `pruned` and one for each sample in `cases`.
class AuditResult final : public RunResult {
 public:
  using Unit = AuditPosition;
  static constexpr const char* kKind = "audit";
  static constexpr const char* kDescription =
      "how often each rule is wrong: a sample of what it pruned, searched after all";
  static store::Format<AuditPosition> format();

  void add(WorkUnitNumber, const AuditPosition& position) { sums.add(position); }
  std::string text(const Style& style) const override { return audit_report(sums, view, style); }
  nlohmann::ordered_json json() const override;
  void show_for_report(std::size_t worst) override { view = report_view(worst); }

  AuditSums sums;
  AuditViewOptions view;
};

}  // namespace oknos::lab
