import { h } from "../shared/dom";
import { compact, grouped, pawns, rate, ruleName } from "../shared/format";
import type { Column } from "../shared/table";
import type { Group } from "./groups";
import { intervalPlot } from "./interval_plot";
import { ruleColor, ruleWithSwatch } from "./rule_swatch";
import type { AuditRule } from "./run";
import { sortable, type SortableRow } from "./sortable";

export const interval = (t: { rate_low: number; rate_high: number }): string => `${rate(t.rate_low)} to ${rate(t.rate_high)}`;

export const kTallyColumns: Column[] = [
  { name: "checked", right: true, title: "searched after all, or looked up in tablebases" },
  { name: "wrong", right: true, title: "showed more than alpha (a cut above: less than beta); with tablebases: lost half a point or more" },
  { name: "rate", right: true },
  { name: "95 % interval", right: true },
  { name: "found", right: true, title: "of the errors: those that the search itself, with its reductions, would have seen" },
  { name: "nodes each", right: true, title: "nodes that one case saves" },
];

const nodesEach = (t: Group["tally"]): number | null => (t.nodes_saved === null ? null : t.checked === 0 ? 0 : t.nodes_saved / t.checked);
const foundShare = (t: Group["tally"]): number | null => (t.wrong === 0 || t.found_at_reduced_depth === null ? null : t.found_at_reduced_depth / t.wrong);

export function tallyCells(t: Group["tally"]): string[] {
  const found = foundShare(t);
  const each = nodesEach(t);
  return [
    grouped(t.checked),
    grouped(t.wrong),
    rate(t.rate),
    interval(t),
    found === null ? "–" : `${(100 * found).toFixed(0)} %`,
    each === null ? "–" : each < 10 ? each.toFixed(1) : compact(each),
  ];
}

const kCounts: Column[] = [
  { name: "rule" },
  { name: "pruned", right: true },
  ...kTallyColumns.map((c) => (c.name === "95 % interval" ? { ...c, title: "sorted by its lower end" } : c)),
];
const kRegret: Column = { name: "regret", right: true, title: "pawns that an error costs its node, the median" };
const kHalfPoints: Column = { name: "half points", right: true, title: "lost of the games' results, by all errors: a draw instead of a win is one, a loss instead of a win two" };

const byTablebases = (rules: AuditRule[]): boolean => rules.some((r) => r.half_points !== undefined);

const kByLowerEnd = { column: kCounts.findIndex((c) => c.name === "95 % interval"), descending: true };

// By the lower end of the interval: the rule that is certainly wrong most often comes first, not one that three cases make
// look bad. Where that is the same, as in all rules without an error, by how bad it could be.
export const byLowerEnd = (rules: AuditRule[]): AuditRule[] => rules.slice().sort((a, b) => b.rate_low - a.rate_low || b.rate_high - a.rate_high);

function rows(rules: AuditRule[], enough: number): SortableRow[] {
  const ofTablebases = byTablebases(rules);
  return rules.map((r) => {
    const cost = ofTablebases ? (r.half_points ?? 0) : r.wrong === 0 ? null : r.median_regret;
    const costText = cost === null ? "–" : ofTablebases ? grouped(cost) : pawns(cost);
    const few = r.checked < enough;
    const name = ruleWithSwatch(r.rule);
    if (few) name.append(" ", h("span", { class: "few", title: `fewer than ${grouped(enough)} cases` }, "few cases"));
    return {
      faint: few,
      cells: [name, compact(r.pruned), ...tallyCells(r), costText],
      keys: [ruleName(r.rule), r.pruned, r.checked, r.wrong, r.rate, r.rate_low, foundShare(r), nodesEach(r), cost],
    };
  });
}

export function rulesTable(rules: AuditRule[], enough: number): HTMLElement {
  return h(
    "div",
    {},
    sortable([...kCounts, byTablebases(rules) ? kHalfPoints : kRegret], rows(rules, enough), "Error by rule", kByLowerEnd),
    h(
      "p",
      { class: "note" },
      `Sorted by the lower end of the interval, so that a rule does not come first because of a few cases. Rules with fewer than ${grouped(enough)} cases are marked: their intervals are wide.`,
    ),
  );
}

export function errorPlot(rules: AuditRule[]): HTMLElement {
  const intervals = rules.map((r) => ({
    name: ruleName(r.rule),
    value: r.rate * 100,
    low: r.rate_low * 100,
    high: r.rate_high * 100,
    none: r.wrong === 0,
    text: r.wrong === 0 ? `below ${rate(r.rate_high)}` : rate(r.rate),
    color: ruleColor(r.rule),
  }));
  const caption = "How often each rule was wrong, with the 95 % interval. A triangle: no error was seen; the true rate lies left of it.";
  return intervalPlot(intervals, "wrong, percent of what was pruned", caption, true);
}
