#include "lab/commands/price/variant_units.h"

#include "lab/commands/price/price_result.h"

namespace oknos::lab {

namespace {

constexpr auto kSearchFields = [](auto& f, auto& s) {
  f("rule", s.rule, "the rule whose value differs; empty: the base");
  f("change", s.change, "the value: NAME=VALUE; empty: the base");
  f("number", s.number, "place of the position in the input, from 1");
  f("depth", s.depth, "completed depth, plies");
  f("nodes", s.nodes, "nodes of the search, without those of the shadow searches");
  f("value", s.value, "value of the position, centipawns from the view of the side to move");
  f("asked", s.asked, "1: the position names a best move or one to avoid");
  f("solved", s.solved, "1: and the search found it");
};

constexpr auto kCheckFields = [](auto& f, auto& c) {
  f("pruned_by", c.rule, "the rule that pruned");
  f("seen", c.seen, "moves that it skipped and nodes that it cut");
  f("checked", c.checked, "of these, searched after all");
};

constexpr auto kErrorFields = [](auto& f, auto& e) {
  f("pruned_by", e.rule, "the rule that pruned wrongly");
  f("stands_for", e.stands_for, "one of so many was checked");
  f("depth", e.depth, "depth of the node, plies");
  f("ply", e.ply, "distance from the root, plies");
  f("regret", e.regret, "by how much the claim fails, centipawns");
  f("loss", e.loss, "the same in expected points of the game, 0 to 1");
  f("found_at_reduced_depth", e.found_at_reduced_depth, "1: the reduced search would have found the error");
};

}  // namespace

store::Format<VariantSearch> VariantErrorsResult::format() {
  return store::format_of<VariantSearch>([](auto& t, auto& search) {
    t.row("searches", search, kSearchFields);
    t.rows("pruned", search.checks, kCheckFields);
    t.rows("errors", search.errors, kErrorFields);
  });
}

}  // namespace oknos::lab
