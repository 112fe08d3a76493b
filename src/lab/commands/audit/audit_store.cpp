#include "lab/commands/audit/audit_store.h"

#include "lab/shadow/audit_fields.h"
#include "lab/shadow/audit_view.h"

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

store::Format<AuditPosition> audit_format() {
  return store::format_of<AuditPosition>([](auto& t, auto& position) {
    t.row("positions", position, kAuditedFields);
    t.rows("pruned", position.counts, kAuditCountFields);
    t.rows("cases", position.cases, kAuditCaseFields);
  });
}

Result<AuditSums> read_audit(const store::StoreView& view) {
  AuditSums out;
  const auto add = [&](ItemNumber, const AuditPosition& position) { out.add(position); };
  if (const auto error = read_items(view, kAuditKind, audit_format(), add)) return *error;
  return out;
}

RunKind audit_kind() {
  return {kAuditKind, "how often each rule is wrong: a sample of what it pruned, searched after all",
          audit_format().tables,
          [](const store::StoreView& view, const Style& style) {
            return shown(read_audit(view), [&](const AuditSums& sums) { return audit_report(sums, {}, style); });
          },
          [](const store::StoreView& view, std::size_t worst) {
            return shown(read_audit(view),
                         [&](const AuditSums& sums) { return audit_json(sums, report_view(worst), false); });
          }};
}

}  // namespace oknos::lab
