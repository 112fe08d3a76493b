#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "train/model.h"

// The file src/eval/weight_values.h: the values of all weights as C++, made by `oknos-lab train classical`.
namespace oknos::train {

// `remarks` are lines that say how the values were made; they come before them.
std::string weight_file_text(const Weights& weights, const std::vector<std::string>& remarks);

// Reads such a file, whoever wrote it. The error names the group and the line at which it is not as expected.
Result<Weights> parse_weight_file(std::string_view text);

}  // namespace oknos::train
