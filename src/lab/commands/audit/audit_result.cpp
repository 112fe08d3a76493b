#include "lab/commands/audit/audit_result.h"

#include <nlohmann/json.hpp>

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

}  // namespace

store::Format<AuditPosition> AuditResult::format() {
  return store::format_of<AuditPosition>([](auto& t, auto& position) {
    t.row("positions", position, kAuditedFields);
    t.rows("pruned", position.counts, kAuditCountFields);
    t.rows("cases", position.cases, kAuditCaseFields);
  });
}

nlohmann::ordered_json AuditResult::json() const {
  return audit_json(sums, view, interrupted);
}

}  // namespace oknos::lab
