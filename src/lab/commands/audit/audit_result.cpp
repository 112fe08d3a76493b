#include "lab/commands/audit/audit_result.h"

#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/pruning/registry/names.h"
#include "lab/shadow/audit_fields.h"

namespace oknos::lab {

namespace {

constexpr auto kAuditedFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
  f("depth", p.depth, "completed depth, plies");
  f("nodes", p.nodes, "nodes of the search, without those of the shadow searches");
  f("move", p.move, "the move at the end, UCI");
  f("value", p.value, "its value, centipawns from the view of the side to move");
};

// Stores of earlier versions have old names of rules. (Stores of claims, which have the same fields, have the names of
// other engines.)
constexpr auto kOwnCountFields = [](auto& f, auto& c) {
  kAuditCountFields(f, c);
  if constexpr (store::reads<decltype(f)>) c.rule = pruning::current_name(c.rule);
};
constexpr auto kOwnCaseFields = [](auto& f, auto& c) {
  kAuditCaseFields(f, c);
  if constexpr (store::reads<decltype(f)>) {
    c.rule = pruning::current_name(c.rule);
    c.decided = pruning::current_name(c.decided);
    std::string rules;
    for (const std::string_view rule : text::words(c.rules))
      rules.append(rules.empty() ? "" : " ").append(pruning::current_name(rule));
    c.rules = std::move(rules);
  }
};

}  // namespace

store::Format<AuditPosition> AuditResult::format() {
  return store::format_of<AuditPosition>([](auto& t, auto& position) {
    t.row("positions", position, kAuditedFields);
    t.rows("pruned", position.counts, kOwnCountFields);
    t.rows("cases", position.cases, kOwnCaseFields);
  });
}

nlohmann::ordered_json AuditResult::json() const {
  return audit_json(sums, view, interrupted);
}

}  // namespace oknos::lab
