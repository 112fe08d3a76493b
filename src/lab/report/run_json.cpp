#include "lab/report/run_json.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "lab/ablate/ablate.h"
#include "lab/ablate/ablate_view.h"
#include "lab/audit/audit.h"
#include "lab/audit/shadow.h"
#include "lab/compare/compare.h"
#include "lab/match/match_rows.h"
#include "lab/match/match_show.h"
#include "lab/store/item_ranges.h"
#include "lab/suite/suite_json.h"
#include "lab/suite/suite_rows.h"
#include "lab/suite/suite_show.h"
#include "lab/tune/tune_show.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using Builder = Result<std::string> (*)(const store::StoreView& view, std::size_t worst);

Result<std::string> audit_result(const store::StoreView& view, std::size_t worst) {
  const auto sums = read_audit(view);
  if (!sums) return Error{sums.error()};
  AuditViewOptions options;
  options.by = {Dimension::Depth, Dimension::Kind, Dimension::Phase, Dimension::Node, Dimension::Exemption};
  options.worst = worst;
  options.worst_of_each = true;
  return audit_json(*sums, options, false);
}

Result<std::string> compare_result(const store::StoreView& view, std::size_t) {
  const auto comparison = read_comparison(view);
  if (!comparison) return Error{comparison.error()};
  return compare_json(*comparison, false);
}

Result<std::string> ablate_result(const store::StoreView& view, std::size_t) {
  const auto comparison = read_comparison(view, kAblateKind);
  if (!comparison) return Error{comparison.error()};
  return ablate_json(*comparison, false);
}

Result<std::string> suite_result(const store::StoreView& view, std::size_t) {
  const auto results = read_suite(view);
  if (!results) return Error{results.error()};
  return suite_summary_json(*results, {});
}

Result<std::string> match_result(const store::StoreView& view, std::size_t) {
  const auto match = read_match(view);
  if (!match) return Error{match.error()};
  return match_json(match->state());
}

Result<std::string> tune_result(const store::StoreView& view, std::size_t) {
  const auto tune = read_tune(view);
  if (!tune) return Error{tune.error()};
  return tune_json(tune->state());
}

struct Kind {
  std::string name;
  Builder build;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {kAuditKind, audit_result}, {kCompareKind, compare_result},          {kAblateKind, ablate_result},
      {kSuiteKind, suite_result}, {std::string(kMatchKind), match_result}, {std::string(kTuneKind), tune_result}};
  return all;
}

}  // namespace

const std::vector<std::string>& report_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Kind& kind : kinds()) out.push_back(kind.name);
    return out;
  }();
  return names;
}

Result<std::string> run_json(const store::StoreView& view, std::size_t worst) {
  const auto kind = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.name == view.kind(); });
  if (kind == kinds().end()) {
    std::string known;
    for (const Kind& k : kinds()) known += (known.empty() ? "" : ", ") + k.name;
    return Error{fmt::format("{} holds a run of '{}', of which there is no report; there are reports of {}",
                             text::quoted(view.path()), view.kind(), known)};
  }
  const auto result = kind->build(view, worst);
  if (!result) return Error{result.error()};
  Json header = Json::array();
  for (const store::HeaderEntry& entry : view.description().header) header.push_back({entry.name, entry.value});
  const Json out = {{"file", std::filesystem::path(view.path()).filename().string()},
                    {"kind", view.kind()},
                    {"header", std::move(header)},
                    {"items", items_of(view.shard(), view.items())},
                    {"done", view.done().size()},
                    {"result", Json::parse(*result)}};
  // Texts come from files in any encoding: what is not UTF-8 is replaced.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace oknos::lab
