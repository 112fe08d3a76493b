#include "lab/commands/prove/theorems.h"

#include "engine/base/text.h"

namespace oknos::lab {

namespace {

using namespace pruning;

std::vector<Theorem> theorems() {
  const std::vector<RuleId> first = {kId<DeltaPruning>, kId<FrontierFutility>, kId<GeneralFutility>};
  std::vector<RuleId> deep = first;
  deep.insert(deep.end(), {kId<OverKill>, kId<SuperStandPat>, kId<DeepFutility>, kId<GeneralDeepFutility>});
  return {{"T1", first, false},
          {"T2", {kId<OverKill>}, false},
          {"T3", {kId<SuperStandPat>}, true},
          {"T4", deep, true},
          {"T4'", {kId<PlainSuper>, kId<PlainDeep>}, false},
          {"T5", {kId<LazyEvaluation>}, false}};
}

}  // namespace

std::optional<Theorem> find_theorem(std::string_view name) {
  for (const Theorem& t : theorems())
    if (text::equal_ignoring_case(t.name, name) || (t.name == "T4'" && text::equal_ignoring_case("T4p", name)))
      return t;
  return std::nullopt;
}

std::vector<std::string_view> theorem_names() {
  std::vector<std::string_view> out;
  for (const Theorem& t : theorems()) out.push_back(t.name);
  return out;
}

}  // namespace oknos::lab
