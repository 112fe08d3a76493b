#pragma once

#include "lab/commands/tune/tune_view.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// What a tuning comes to: its work units are gone through as far as none is missing, because each step begins from the
// one before.
class TuneResult final : public RunResult {
 public:
  using Unit = TuneUnit;
  static constexpr const char* kKind = "tune";
  static constexpr const char* kDescription = "values of the rules' parameters, found by playing";
  static store::Format<TuneUnit> format();
  static Result<TuneResult> of(const RunHeader& header);

  explicit TuneResult(TuneFacts what) : facts(std::move(what)), record(facts) {}
  std::optional<Error> add(WorkUnitNumber number, const TuneUnit& work_unit);
  TuneState state() const { return {facts, record, 0, 0, interrupted}; }  // refers to this
  std::string text(const Style& style) const override { return tune_report(state(), style); }
  nlohmann::ordered_json json() const override;

  TuneFacts facts;
  TuneRecord record;

 private:
  WorkUnitNumber next_ = 0;
};

}  // namespace oknos::lab
