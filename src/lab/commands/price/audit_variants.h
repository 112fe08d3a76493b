#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/commands/price/price_table.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"
#include "lab/play/preset_variants.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// What is printed at the end.
struct AuditVariantsView {
  std::function<std::string(const PriceTable& table, const Style& style)> text;
  std::function<nlohmann::ordered_json(const PriceTable& table)> json;
};

// Searches and audits the positions in the files with the base, which `plan` describes, and with each variant. `sample`
// has the form that parse_sampling() reads. Returns the program's exit code.
int run_audit_of_variants(const RunArguments& run, const std::vector<std::string>& files, Plan plan,
                          const std::vector<std::string>& sample, std::vector<PresetVariant> variants,
                          AuditVariantsView view);

}  // namespace oknos::lab
