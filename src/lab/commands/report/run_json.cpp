#include "lab/commands/report/run_json.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

// The question that searches as the run did, but for the position: from the header's "preset modern, null_move=off,
// settings 0123, without legal-move", "depth 8" and "16".
Json search_of(const store::StoreView& view) {
  Json out = {{"set", Json::object()}};
  constexpr std::string_view kPreset = "preset ", kWithout = "without ";
  const std::string rules = view.entry("rules");
  for (std::string_view rest = rules; !rest.empty();) {
    const std::string_view whole = rest.substr(0, rest.find(','));
    const std::string_view word = text::trim(whole);
    rest.remove_prefix(std::min(rest.size(), whole.size() + 1));
    const std::size_t equals = word.find('=');
    if (word.starts_with(kPreset))
      out["preset"] = word.substr(kPreset.size());
    else if (word.starts_with(kWithout))
      out["set"]["guards." + std::string(word.substr(kWithout.size()))] = "off";
    else if (equals != word.npos)
      out["set"][std::string(word.substr(0, equals))] = word.substr(equals + 1);
  }
  const std::string limits = view.entry("limits");
  for (const char* key : {"depth", "nodes"})
    if (const auto words = text::words(limits); words.size() >= 2 && words[0] == key)
      if (const auto n = text::parse_int<std::uint64_t>(words[1])) out[key] = *n;
  if (const auto hash = text::parse_int<std::uint64_t>(view.entry("hash"))) out["hash"] = *hash;
  return out;
}

}  // namespace

Result<nlohmann::ordered_json> run_json(const store::StoreView& view, const RunKinds& kinds, std::size_t worst) {
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
              {"search", search_of(view)},
              {"result", (*result)->json()}};
}

}  // namespace oknos::lab
