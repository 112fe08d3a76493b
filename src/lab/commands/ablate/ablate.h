#pragma once

#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/ablate/ablate_view.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"

// `oknos-lab ablate FILE.epd...`: what is each rule worth, alone and beside the others?
namespace oknos::lab {

struct AblateOptions {
  static constexpr std::int64_t kDefaultDepth = 8;  // plies

  std::vector<std::string> files;
  std::string show;                // a run store to show, instead of files
  SearchOptions search;            // preset, changes and hash
  std::vector<std::string> rules;  // by name; none: those of the family that are on
  bool pairs = false;              // leave out any two together too
  LimitLists limits;
  RunArguments run;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int ablate(const AblateOptions& options);

class AblateResult final : public ComparisonResult {
 public:
  static constexpr const char* kKind = "ablate";
  static constexpr const char* kDescription = "what each rule saves, alone and together with the others";

  using ComparisonResult::ComparisonResult;
  std::string text(const Style& style) const override { return ablate_report(comparison, style); }
  nlohmann::ordered_json json() const override;
};

StoredCommand ablate_command();

}  // namespace oknos::lab
