#pragma once

#include <cstdio>
#include <string>

#include "lab/experiment/result.h"
#include "lab/experiment/run_arguments.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

// A result on standard output, as text or as JSON in one line.
void print_result(const RunResult& result, const RunArguments& as);

// `--show RUN.db` of a command: prints the result in a store of kind R. `prepare` may set how it is shown. Returns the
// program's exit code.
template <class R, class Prepare>
int show_run(const std::string& path, const RunArguments& as, Prepare prepare) {
  const auto view = store::StoreView::open(path);
  if (!view) return complain(kFailure, view.error());
  auto result = read_result<R>(**view);
  if (!result) return complain(kFailure, result.error());
  prepare(*result);
  print_result(*result, as);
  return 0;
}
template <class R>
int show_run(const std::string& path, const RunArguments& as) {
  return show_run<R>(path, as, [](R&) {});
}

}  // namespace oknos::lab
