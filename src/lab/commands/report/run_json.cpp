#include "lab/commands/report/run_json.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

Result<nlohmann::ordered_json> run_json(const store::StoreView& view, const RunKinds& kinds, std::size_t worst) {
  using Json = nlohmann::ordered_json;
  const RunKind* kind = find_kind(kinds, view.kind());
  if (!kind)
    return Error{fmt::format("{} holds a run of '{}', of which there is no report; there are reports of {}",
                             text::quoted(view.path()), view.kind(), listed(kinds, &RunKind::name))};
  const auto result = kind->read(view);
  if (!result) return Error{result.error()};
  (*result)->show_for_report(worst);
  Json header = Json::array();
  for (const store::HeaderEntry& entry : view.description().header) header.push_back({entry.name, entry.value});
  return Json{{"file", std::filesystem::path(view.path()).filename().string()},
              {"kind", view.kind()},
              {"header", std::move(header)},
              {"work_units", work_units_of(view.shard(), view.work_units())},
              {"done", view.done().size()},
              {"result", (*result)->json()}};
}

}  // namespace oknos::lab
