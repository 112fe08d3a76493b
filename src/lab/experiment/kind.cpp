#include "lab/experiment/kind.h"

#include <cstdio>

#include "lab/terminal/exit_code.h"

namespace oknos::lab {

const RunKind* find_kind(const RunKinds& kinds, const std::string& name) {
  for (const RunKind& kind : kinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

int show_run(const std::string& path, const RunKind& kind, const store::RunArguments& as) {
  const auto view = store::StoreView::open(path);
  if (!view) return complain(kFailure, view.error());
  const auto text = as.json ? kind.json(**view, 0) : kind.text(**view, style_of(stdout, as.color));
  if (!text) return complain(kFailure, text.error());
  std::printf("%s%s", text->c_str(), as.json ? "\n" : "");
  return 0;
}

}  // namespace oknos::lab
