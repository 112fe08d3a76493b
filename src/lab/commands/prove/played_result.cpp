#include "lab/commands/prove/played_result.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/shadow/audit_case.h"
#include "lab/shadow/rule_order.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto kPlayedFields = [](auto& f, auto& p) {
  f("number", p.number, "place in the input, from 1");
  f("id", p.id, "the position's name");
  f("fen", p.fen, "the position");
  f("nodes", p.nodes, "nodes of the playing search");
};

constexpr auto kPlayedRuleFields = [](auto& f, auto& r) {
  ShadowSums::Worst worst = r.sums.worst.value_or(ShadowSums::Worst{});
  f("rule", r.rule, "the rule that decided");
  f("pruned", r.sums.seen, "moves that it skipped and nodes that it cut");
  f("moves", r.sums.skips, "skipped moves that were checked");
  f("moves_wrong", r.sums.skip_errors, "of those, wrong");
  f("nodes", r.sums.cuts, "cut nodes that were checked");
  f("nodes_wrong", r.sums.cut_errors, "of those, wrong");
  f("fen", worst.fen, "of the worst error: the node's position; empty: nothing was wrong");
  f("move", worst.move, "its move; empty: the node as a whole");
  kWhatField(f, worst.kind);
  f("depth", worst.depth, "of its node, plies; 0: quiescence");
  f("ply", worst.ply, "of its node, from the root");
  kWindowFields(f, worst);
  f("value", worst.value, "what it is worth");
  f("excess", worst.error_size, "by how much the claim fails");
  if constexpr (store::reads<decltype(f)>)
    if (!worst.fen.empty()) r.sums.worst = worst;
};

std::string worst_text(const std::string& rule, const ShadowSums::Worst& w) {
  const std::string what = w.move.empty() ? "the node" : w.move;
  return fmt::format(
      "{}: {} was claimed to be worth at {} {}, but is worth {}\n  {}\n  depth {}, window ({}, {}), ply {}\n",
      capitalised(plain_name(rule)), what, w.kind == ShadowSample::Kind::FailHigh ? "least" : "most", w.bound.value(),
      w.value.value(), w.fen, w.depth, w.alpha.value(), w.beta.value(), w.ply);
}

Json json_of(const ShadowSums::Worst& w) {
  return {{"position", w.fen},        {"move", w.move},
          {"depth", w.depth},         {"window", {w.alpha.value(), w.beta.value()}},
          {"bound", w.bound.value()}, {"value", w.value.value()}};
}

}  // namespace

store::Format<PlayedPosition> PlayedResult::format() {
  return store::format_of<PlayedPosition>([](auto& t, auto& position) {
    t.row("positions", position, kPlayedFields);
    t.rows("rules", position.rules, kPlayedRuleFields);
  });
}

void PlayedSums::add(const PlayedPosition& position) {
  ++positions;
  nodes += position.nodes;
  for (const PlayedRule& r : position.rules) {
    rules[r.rule] += r.sums;
    checked += r.sums.skips + r.sums.cuts;
    errors += r.sums.errors();
  }
}

std::string PlayedResult::text(const Style& style) const {
  TextTable table({{"rule", Align::Left, 2},
                   {"pruned", Align::Right, 0},
                   {"moves checked", Align::Right, 1},
                   {"wrong", Align::Right, 2},
                   {"nodes checked", Align::Right, 1},
                   {"wrong", Align::Right, 2},
                   {"worst", Align::Right, 1}});
  std::string worst;
  for (const std::string& rule : rules_in_order(sums.rules)) {
    const ShadowSums& s = sums.rules.at(rule);
    table.add_row({{plain_name(rule)},
                   {compact(s.seen)},
                   {grouped(s.skips)},
                   {grouped(s.skip_errors), s.skip_errors > 0 ? Tone::Bad : Tone::Good},
                   {grouped(s.cuts)},
                   {grouped(s.cut_errors), s.cut_errors > 0 ? Tone::Bad : Tone::Good},
                   {s.worst ? std::to_string(s.worst->error_size.value()) : "-"}});
    if (s.worst) worst += "\n" + worst_text(rule, *s.worst);
  }
  return table.to_text(style) + worst +
         fmt::format("\n{}, {} nodes; {} checked, {} wrong.\n", counted(sums.positions, "position"),
                     grouped(sums.nodes), grouped(sums.checked), grouped(sums.errors));
}

Json PlayedResult::json() const {
  Json rules = Json::array();
  for (const std::string& name : rules_in_order(sums.rules)) {
    const ShadowSums& s = sums.rules.at(name);
    Json rule = {{"rule", name},
                 {"pruned", s.seen},
                 {"moves_checked", s.skips},
                 {"moves_wrong", s.skip_errors},
                 {"nodes_checked", s.cuts},
                 {"nodes_wrong", s.cut_errors}};
    rule["worst"] = s.worst ? json_of(*s.worst) : Json(nullptr);
    rules.push_back(std::move(rule));
  }
  return {{"type", "summary"},   {"preset", preset},          {"positions", sums.positions},
          {"nodes", sums.nodes}, {"checked", sums.checked},   {"wrong", sums.errors},
          {"rules", rules},      {"interrupted", interrupted}};
}

}  // namespace oknos::lab
