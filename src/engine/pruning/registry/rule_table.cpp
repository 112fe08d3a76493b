#include "engine/pruning/registry/rule_table.h"

#include <initializer_list>
#include <string_view>

#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/registry/convention_keys.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::pruning {

namespace {

std::string row(std::initializer_list<std::string_view> cells) {
  std::string out = "|";
  for (const std::string_view cell : cells) {
    out += ' ';
    for (const char c : cell) {
      if (c == '|') out += '\\';
      out += c;
    }
    out += " |";
  }
  return out + '\n';
}

std::string code(std::string_view s) {
  return "`" + std::string(s) + "`";
}

}  // namespace

std::string places_of(const RuleInfo& rule) {
  if (rule.kind == RuleKind::SearchFeature) return "search feature";
  std::string out;
  for (const Place p : {Place::Node, Place::Move, Place::QuiescenceNode, Place::QuiescenceMove})
    if (rule.acts_at(p)) out += (out.empty() ? "" : ", ") + std::string(name_of(p));
  return out;
}

std::string rule_table() {
  std::string out = row({"rule", "asked at", "condition", "what happens", "sound?", "source"});
  out += row({"---", "---", "---", "---", "---", "---"});
  for (const RuleInfo& r : kRuleInfos)
    out += row({code(r.name), places_of(r), code(r.condition), r.effect, r.soundness, r.source});
  return out;
}

std::string parameter_table() {
  std::string out = row({"parameter", "unit", "range", "default", "meaning"});
  out += row({"---", "---", "---", "---", "---"});
  for (const RuleInfo& r : kRuleInfos)
    for (const ParameterInfo& p : r.parameters)
      out += row({code(std::string(r.name) + "." + std::string(p.name)), p.unit,
                  std::to_string(p.min) + " to " + std::to_string(p.max), std::to_string(p.default_value), p.meaning});
  return out;
}

std::string exemption_table() {
  std::string out = row({"exemption", "the exempt moves"});
  out += row({"---", "---"});
  for (const ExemptionInfo& e : kExemptions) out += row({code(e.key), e.meaning});
  return out;
}

std::string convention_table() {
  std::string out = row({"convention", "what it decides", "value", "meaning"});
  out += row({"---", "---", "---", "---"});
  for (const ConventionKey& key : kConventionKeys)
    for (const ConventionValue& v : key.values) out += row({code(key.name), key.meaning, code(v.name), v.meaning});
  return out;
}

}  // namespace oknos::pruning
