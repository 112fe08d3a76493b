import { chart, kLogarithmic } from "../shared/chart";
import { board } from "../shared/board";
import { h, type Child } from "../shared/dom";
import { capitalised, compact, grouped, pawns, rate, ruleName } from "../shared/format";
import { ruleScale } from "../shared/rule_colors";
import { table, type Column, type Row } from "../shared/table";
import { groupsOf, kSeparator, type Group } from "./groups";
import { intervalPlot } from "./interval_plot";
import { margins } from "./margins";
import { kDimensions, type AuditResult, type AuditRule, type BestMoves, type Dimension, type MarginChange, type WorstCase } from "./run";

const interval = (t: { rate_low: number; rate_high: number }): string => `${rate(t.rate_low)} to ${rate(t.rate_high)}`;

function summary(a: AuditResult): HTMLElement {
  const sentences: Child[] = [
    `${grouped(a.positions)} ${a.unit ?? "position"}s, ${grouped(a.nodes)} nodes. Of what the rules pruned, `,
    h("strong", {}, grouped(a.checked)),
    " moves and nodes were searched after all; ",
    h("strong", {}, grouped(a.wrong)),
    ` were wrong: ${rate(a.rate)} (${interval(a)}).`,
  ];
  if (a.undone > 0)
    sentences.push(
      ` Of ${grouped(a.undone)} errors, undone one at a time, ${grouped(a.root_impact_move)} changed the move at the root, ` +
        `${grouped(a.root_impact_value)} its value alone.`,
    );
  return h("p", { class: "lead" }, ...sentences);
}

function errorPlot(rules: AuditRule[]): HTMLElement {
  const intervals = rules.map((r) => ({
    name: ruleName(r.rule),
    value: r.rate * 100,
    low: r.rate_low * 100,
    high: r.rate_high * 100,
    none: r.wrong === 0,
    text: r.wrong === 0 ? `below ${rate(r.rate_high)}` : rate(r.rate),
  }));
  const caption = "How often each rule was wrong, with the 95 % interval. A triangle: no error was seen; the true rate lies left of it.";
  return intervalPlot(intervals, "wrong, percent of what was pruned", caption, true);
}

function depthPlot({ rules, enough_cases }: AuditResult): HTMLElement | null {
  const values = rules.flatMap((r) =>
    groupsOf(r, ["depth"])
      .filter((g) => g.tally.checked >= enough_cases && g.tally.wrong > 0)
      .map(({ key, tally: t }) => ({ rule: ruleName(r.rule), depth: Number(key[0]), rate: t.rate * 100, low: t.rate_low * 100, high: t.rate_high * 100 })),
  );
  if (new Set(values.map((v) => v.depth)).size < 2) return null;
  const y = { type: "quantitative" as const, ...kLogarithmic };
  const named = rules.filter((r) => values.some((v) => v.rule === ruleName(r.rule))).map((r) => r.rule);
  const color = { field: "rule", type: "nominal" as const, title: null, scale: ruleScale(named, named.map(ruleName)) };
  const x = { field: "depth", type: "ordinal" as const, title: "depth of the node, plies (0: quiescence)", axis: { labelAngle: 0 } };
  return chart(
    {
      width: "container",
      height: 300,
      data: { values },
      encoding: { x, color },
      layer: [
        { mark: { type: "line", strokeWidth: 2 }, encoding: { y: { ...y, field: "rate", title: "wrong, percent" } } },
        { mark: { type: "rule", strokeWidth: 2 }, encoding: { y: { ...y, field: "low" }, y2: { field: "high" } } },
        {
          mark: { type: "point", filled: true, size: 55, opacity: 1, stroke: "currentColor", strokeWidth: 1 },
          encoding: { y: { ...y, field: "rate" }, shape: { field: "rule", type: "nominal", title: null, scale: { domain: color.scale.domain } } },
        },
      ],
    },
    `The same by depth. Depths with fewer than ${grouped(enough_cases)} cases, or without an error, have no point; the table has them.`,
  );
}

const kTallyColumns: Column[] = [
  { name: "checked", right: true, title: "searched after all" },
  { name: "wrong", right: true, title: "showed more than alpha (a cut above: less than beta)" },
  { name: "rate", right: true },
  { name: "95 % interval", right: true },
  { name: "found", right: true, title: "of the errors: those that the search itself, with its reductions, would have seen" },
  { name: "nodes each", right: true, title: "nodes that one case saves" },
];

function tallyCells(t: Group["tally"]): string[] {
  const each = t.checked === 0 ? 0 : t.nodes_saved / t.checked;
  return [
    grouped(t.checked),
    grouped(t.wrong),
    rate(t.rate),
    interval(t),
    t.wrong === 0 ? "–" : `${((100 * t.found_at_reduced_depth) / t.wrong).toFixed(0)} %`,
    each < 10 ? each.toFixed(1) : compact(each),
  ];
}

function rulesTable(rules: AuditRule[]): HTMLElement {
  const columns: Column[] = [
    { name: "rule" },
    { name: "pruned", right: true },
    ...kTallyColumns,
    { name: "regret", right: true, title: "pawns that an error costs its node, the median" },
  ];
  return table(
    columns,
    rules.map((r) => ({
      cells: [ruleName(r.rule), compact(r.pruned), ...tallyCells(r), r.wrong === 0 ? "–" : pawns(r.median_regret)],
    })),
  );
}

function cellName(by: readonly Dimension[], key: string[]): string {
  return key.map((k, i) => (by[i] === "depth" ? (k === "0" ? "quiescence" : `depth ${k}`) : k)).join(", ");
}

function cellsTable({ rules, enough_cases }: AuditResult, by: readonly Dimension[]): HTMLElement {
  const rows: Row[] = [];
  for (const rule of rules) {
    rows.push({ cells: [capitalised(ruleName(rule.rule))], heading: true });
    const groups = groupsOf(rule, by).sort((a, b) => a.key.join(kSeparator).localeCompare(b.key.join(kSeparator), "en", { numeric: true }));
    for (const g of groups)
      rows.push({ cells: [cellName(by, g.key), ...tallyCells(g.tally)], faint: g.tally.checked < enough_cases });
  }
  return table([{ name: "" }, ...kTallyColumns], rows);
}

// The table of cells, with boxes for what it tells apart.
function cells(result: AuditResult): HTMLElement {
  const chosen = new Set<Dimension>(["depth"]);
  const place = h("div");
  const draw = (): void => place.replaceChildren(cellsTable(result, kDimensions.filter((d) => chosen.has(d))));
  const boxes = kDimensions.map((d) => {
    const box = h("input", { type: "checkbox", ...(chosen.has(d) ? { checked: "" } : {}) });
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(d);
      else chosen.delete(d);
      draw();
    });
    return h("label", {}, box, ` ${d === "kind" ? "kind of move" : d === "node" ? "kind of node" : d}`);
  });
  draw();
  return h(
    "div",
    {},
    h("p", { class: "choices" }, "Told apart by ", ...boxes),
    place,
    h("p", { class: "note" }, `Cells with fewer than ${grouped(result.enough_cases)} cases are written faintly.`),
  );
}

function caseCard(c: WorstCase): HTMLElement {
  const what = c.move === "" ? "The node" : c.san;
  const copy = h("button", { type: "button", class: "copy", title: "Copy the position" }, c.fen);
  copy.addEventListener("click", () => void navigator.clipboard?.writeText(c.fen));
  return h(
    "article",
    { class: "case" },
    board(c.fen, c.move),
    h(
      "div",
      {},
      h(
        "p",
        {},
        `${what} was held to be worth at ${c.holds_up ? "least" : "most"} ${pawns(c.bound)} and is worth `,
        h("strong", {}, pawns(c.value)),
        ".",
      ),
      h(
        "p",
        { class: "note" },
        `${c.depth === 0 ? "Quiescence" : `${c.node === "pv" ? "PV" : capitalised(c.node)} node of depth ${c.depth}`}, ply ${c.ply}; window ` +
          `${pawns(c.alpha)} to ${pawns(c.beta)}${c.found_at_reduced_depth ? "" : "; the reduced search would have missed it too"}.`,
      ),
      copy,
    ),
  );
}

function worstCases(worst: WorstCase[]): Child[] {
  if (worst.length === 0) return [];
  const rules = [...new Set(worst.map((c) => c.rule))];
  return [
    h("h3", {}, "The worst cases"),
    ...rules.flatMap((rule) => [
      h("h4", {}, capitalised(ruleName(rule))),
      h("div", { class: "cases" }, ...worst.filter((c) => c.rule === rule).map(caseCard)),
    ]),
  ];
}

const change = (n: number): string => (n === 0 ? "as it is" : `${n > 0 ? "+" : ""}${n}`);

// Of another engine's claims that say how far they were from the threshold.
function marginChanges(curves: Record<string, MarginChange[]>): Child[] {
  const columns: Column[] = [
    { name: "margin", title: "larger or smaller than the engine's own, in the unit of its claims" },
    { name: "prunes", right: true, title: "compared with the engine's own margin" },
    { name: "checked", right: true },
    { name: "wrong", right: true },
    { name: "rate", right: true },
    { name: "95 % interval", right: true },
  ];
  const rows: Row[] = Object.entries(curves).flatMap(([rule, points]) => [
    { cells: [capitalised(ruleName(rule))], heading: true },
    ...points.map((p) => ({
      cells: [change(p.change), `${(100 * p.share).toFixed(1)} %`, grouped(p.checked), grouped(p.wrong), rate(p.rate), interval(p)],
    })),
  ]);
  return [h("h3", {}, "Other margins"), table(columns, rows, "Other margins")];
}

// Only where a reference was asked.
function bestMoves(answers: Record<string, { wrong: BestMoves; right: BestMoves }>): Child[] {
  const columns: Column[] = [
    { name: "rule" },
    { name: "pruned moves", title: "wrong: the judge says that the move raises alpha" },
    { name: "asked", right: true },
    { name: "best", right: true, title: "the reference's best move in the position" },
    { name: "share", right: true },
    { name: "95 % interval", right: true },
  ];
  const row = (rule: string, kind: string, b: BestMoves): Row[] =>
    b.asked === 0 ? [] : [{ cells: [capitalised(ruleName(rule)), kind, grouped(b.asked), grouped(b.best), rate(b.rate), interval(b)] }];
  const rows = Object.entries(answers).flatMap(([rule, a]) => [...row(rule, "wrong", a.wrong), ...row(rule, "right", a.right)]);
  return [h("h3", {}, "Was the move the best one?"), table(columns, rows, "Was the move the best one?")];
}

function notJudged(a: AuditResult): Child[] {
  const bad = (a.malformed ?? 0) + (a.failed ?? 0);
  if (bad === 0) return [];
  const text = `${grouped(a.malformed ?? 0)} lines held no valid claim, ${grouped(a.failed ?? 0)} got no verdict. The first: ${a.first_problem ?? ""}`;
  return [h("p", { class: "note" }, text)];
}

export function audit(result: AuditResult): Child[] {
  const { rules, worst } = result;
  if (rules.length === 0) return [h("p", { class: "lead" }, "Nothing was checked: no rule left anything out, or the sample is too thin.")];
  const marginSweep = result.margins !== undefined && result.margins.length > 0;
  return [
    summary(result),
    ...notJudged(result),
    marginSweep &&
      h(
        "p",
        { class: "note" },
        "This is a margin sweep: every rule was tested with the smallest margin that it can have, so the rates below are those of that margin. The curves show the rates of all margins.",
      ),
    ...(marginSweep ? margins(result.margins ?? [], result) : []),
    h("h3", {}, "Error by rule"),
    errorPlot(rules),
    rulesTable(rules),
    h("h3", {}, "Where the errors are"),
    depthPlot(result),
    cells(result),
    ...(result.reference ? bestMoves(result.reference) : []),
    ...(result.margin_changes ? marginChanges(result.margin_changes) : []),
    ...worstCases(worst),
  ];
}
