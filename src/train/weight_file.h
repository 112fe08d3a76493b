#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "train/model.h"

// The file src/engine/eval/weights/weight_values.h: the values of all weights as C++, made by `oknos-lab train
// classical`.
namespace oknos::train {

// `remarks` are lines that say how the values were made; they are written first.
std::string weight_file_text(const Weights& weights, const std::vector<std::string>& remarks);

// Reads such a file, possibly edited by hand. The error names the group and the line that are not as expected.
Result<Weights> parse_weight_file(std::string_view text);

}  // namespace oknos::train
