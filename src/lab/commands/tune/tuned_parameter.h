#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/settings.h"
#include "engine/uci/options.h"
#include "lab/commands/tune/spsa.h"
#include "lab/play/variable_player.h"

// The parameters of the registry, or the options of a UCI engine, that are tuned.
namespace oknos::lab {

struct TunedParameter {
  std::string name;  // "reverse_futility.margin", "option.RFP Margin"
  int start = 0;
  int min = 0;
  int max = 0;
  double c_end = 1.0;
  double r_end = kLongRateEnd;

  SpsaParameter spsa() const;
  bool operator==(const TunedParameter&) const = default;
};

// What --parameter names:
//   reverse_futility.margin                    from the value of `settings`, in a range that suits it
//   reverse_futility.margin=20..120            in this range
//   reverse_futility.margin=20..120,step=6     with this c_end
//   reverse_futility                           all parameters of the rule, but switches (0 or 1)
//   all                                        of all rules that are on
// The usual range is as far to both sides of the value as that is from 0, but at least a fiftieth of the registry's
// range, and within that; the usual c_end is a twentieth of the range. Errors: an unknown name, a parameter named
// twice, a rule that is off, a range that is not within the registry's or does not hold the value.
Result<std::vector<TunedParameter>> read_parameters(const std::vector<std::string>& texts,
                                                    const pruning::Settings& settings, double r_end);

// The same of a UCI engine: "option.NAME", with a range and a step as above, for an option that is a number. Its range
// is the engine's, its start what `base` or else the engine has.
Result<std::vector<TunedParameter>> read_parameters(const std::vector<std::string>& texts, const ValueChanges& base,
                                                    const std::vector<uci::Option>& options, double r_end);

// What a player with these values has, one for each parameter.
ValueChanges changes_of(const std::vector<TunedParameter>& parameters, const std::vector<int>& values);
// The settings with these values, one for each parameter.
pruning::Settings with_values(const pruning::Settings& settings, const std::vector<TunedParameter>& parameters,
                              const std::vector<int>& values);

// For run stores; parameters_from_text(to_text(p)) == p.
std::string to_text(const std::vector<TunedParameter>& parameters);
Result<std::vector<TunedParameter>> parameters_from_text(const std::string& text);

}  // namespace oknos::lab
