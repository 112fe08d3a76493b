#include "lab/experiment/show_run.h"

#include <nlohmann/json.hpp>

#include "lab/terminal/json_text.h"

namespace oknos::lab {

void print_result(const RunResult& result, const RunArguments& as) {
  const std::string text = as.json ? json_text(result.json()) + "\n" : result.text(style_of(stdout, as.color));
  std::fputs(text.c_str(), stdout);
}

}  // namespace oknos::lab
