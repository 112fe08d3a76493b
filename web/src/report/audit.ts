import { h, type Child } from "../shared/dom";
import { capitalised, grouped, rate, ruleName } from "../shared/format";
import { table, type Column, type Row } from "../shared/table";
import { depthPlots } from "./audit_depths";
import { byLowerEnd, errorPlot, interval, kTallyColumns, rulesTable, tallyCells } from "./audit_rules";
import { groupsOf, kSeparator } from "./groups";
import { margins } from "./margins";
import { kDimensions, type AuditResult, type Dimension, type MarginChange, type Run } from "./run";
import { worstCases } from "./worst_cases";

function summary(a: AuditResult): HTMLElement {
  const sentences: Child[] = [
    `${grouped(a.positions)} ${a.unit ?? "position"}s, ${grouped(a.nodes)} nodes. Of what the rules pruned, `,
    h("strong", {}, grouped(a.checked)),
    ` moves and nodes were ${a.half_points === undefined ? "searched after all" : "looked up in tablebases"}; `,
    h("strong", {}, grouped(a.wrong)),
    ` were wrong: ${rate(a.rate)} (${interval(a)}).`,
    a.half_points ? ` They lose ${grouped(a.half_points)} half points.` : "",
  ];
  if (a.undone > 0)
    sentences.push(
      ` Of ${grouped(a.undone)} errors, undone one at a time, ${grouped(a.root_impact_move)} changed the move at the root, ` +
        `${grouped(a.root_impact_value)} its value alone.`,
    );
  return h("p", { class: "lead" }, ...sentences);
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

const change = (n: number): string => (n === 0 ? "as it is" : `${n > 0 ? "+" : ""}${n}`);

// Of another engine's claims that say how far they were from the threshold.
function marginChanges(changes: MarginChange[]): Child[] {
  const columns: Column[] = [
    { name: "margin", title: "larger or smaller than the engine's own, in the unit of its claims" },
    { name: "prunes", right: true, title: "compared with the engine's own margin" },
    { name: "checked", right: true },
    { name: "wrong", right: true },
    { name: "rate", right: true },
    { name: "95 % interval", right: true },
    { name: "nodes an error", right: true, title: "what a larger margin pays for an error that it avoids, a smaller one gains for one that it adds" },
  ];
  const heading = (p: MarginChange): string => {
    const name = capitalised(ruleName(p.rule)) + (p.depths ? `, ${p.depths}` : "");
    return p.unit === "centipawns" ? name : `${name} (${p.unit})`;
  };
  const rows: Row[] = changes.flatMap((p, i) => {
    const before = changes[i - 1];
    const row: Row = {
      cells: [
        change(p.change),
        `${(100 * p.share).toFixed(1)} %`,
        grouped(p.checked),
        grouped(p.wrong),
        rate(p.rate),
        interval(p),
        p.nodes_per_error === undefined ? "" : grouped(p.nodes_per_error),
      ],
    };
    return before && heading(before) === heading(p) ? [row] : [{ cells: [heading(p)], heading: true }, row];
  });
  return [h("h3", {}, "Other margins"), table(columns, rows, "Other margins")];
}

function notJudged(a: AuditResult): Child[] {
  const bad = (a.malformed ?? 0) + (a.failed ?? 0);
  if (bad === 0) return [];
  const text = `${grouped(a.malformed ?? 0)} lines held no valid claim, ${grouped(a.failed ?? 0)} got no verdict. The first: ${a.first_problem ?? ""}`;
  return [h("p", { class: "note" }, text)];
}

export function audit(run: Run): Child[] {
  const result = run.result as AuditResult;
  const { enough_cases } = result;
  const rules = byLowerEnd(result.rules);
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
    rulesTable(rules, enough_cases),
    h("h3", {}, "Where the errors are"),
    ...depthPlots(rules),
    cells({ ...result, rules }),
    ...(result.margin_changes ? marginChanges(result.margin_changes) : []),
    ...worstCases(run),
  ];
}
