import { chart, kLogarithmic } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { capitalised, grouped, rate, ruleName } from "../shared/format";
import { table, type Row } from "../shared/table";
import type { AuditResult, MarginCurve, MarginPoint } from "./run";

const depthName = (c: MarginCurve): string => (c.depth > 0 ? String(c.depth) : "quiescence");
const variant = (c: MarginCurve): string => (c.tactical ? "captures" : c.improving ? "improving" : "others");
const label = (c: MarginCurve): string => {
  const depth = depthName(c).replace(/^(\d)/, "depth $1");
  return variant(c) === "others" ? depth : `${depth}, ${variant(c)}`;
};

const least = (c: MarginCurve): MarginPoint | undefined => c.points[0];

// How many cases a curve and a point of one must rest on.
type Enough = Pick<AuditResult, "enough_cases" | "fewest_cases">;

function plots(rule: string, curves: MarginCurve[], enough: Enough): HTMLElement[] {
  const shown = curves.filter((c) => (least(c)?.pruned ?? 0) >= enough.enough_cases);
  if (shown.length === 0) return [];
  const depths = [...new Set(shown.map(depthName))];
  const variants = [...new Set(shown.map(variant))].sort();
  const points = (c: MarginCurve, list: MarginPoint[]): object[] =>
    list
      .filter((p) => p.pruned >= enough.fewest_cases)
      .map((p) => ({
        curve: label(c),
        depth: depthName(c),
        variant: variant(c),
        margin: p.margin,
        rate: p.wrong > 0 ? p.rate * 100 : null,
        share: (100 * p.pruned) / (least(c)?.pruned || 1),
        text: `margin ${p.margin}: ${rate(p.rate)} wrong of ${grouped(p.pruned)}`,
      }));
  const curveData = shown.flatMap((c) => points(c, c.points));
  const presets = shown.flatMap((c) => points(c, [c.preset]));
  const x = { field: "margin", type: "quantitative" as const, title: `margin, ${shown[0]?.unit ?? ""}` };
  const color = { field: "depth", type: "nominal" as const, sort: depths, title: "depth" };
  const strokeDash = {
    field: "variant",
    type: "nominal" as const,
    title: null,
    scale: { domain: variants.includes("others") ? ["others", ...variants.filter((v) => v !== "others")] : variants },
    ...(variants.length > 1 ? {} : { legend: null }),
  };
  const tooltip = [{ field: "curve" }, { field: "text" }];
  const half = (field: string, title: string, log: boolean): object => ({
    width: "container",
    height: 240,
    encoding: { x, color, tooltip },
    layer: [
      {
        data: { values: curveData },
        mark: { type: "line", strokeWidth: 2 },
        encoding: { y: { field, type: "quantitative", title, ...(log ? kLogarithmic : {}) }, strokeDash },
      },
      {
        data: { values: presets },
        mark: { type: "point", filled: true, size: 80, opacity: 1, stroke: "currentColor" },
        encoding: { y: { field, type: "quantitative", ...(log ? kLogarithmic : {}) } },
      },
    ],
  });
  return [
    h("h4", {}, capitalised(ruleName(rule))),
    h(
      "div",
      { class: "plots" },
      chart(half("rate", "wrong, percent", true), "The error rate of every margin. The dots are the preset's margins."),
      chart(half("share", "pruned, percent of the smallest margin's", false), "The share that it would prune."),
    ),
  ];
}

function riskTable(curves: MarginCurve[], enough: Enough): HTMLElement {
  const rows: Row[] = [];
  const risks = curves[0]?.for_risks.map((r) => r.risk) ?? [];
  let rule = "";
  for (const c of curves) {
    const all = least(c);
    if (!all) continue;
    if (c.rule !== rule) rows.push({ cells: [`${capitalised(ruleName(c.rule))} (${c.unit})`], heading: true });
    rule = c.rule;
    const share = (p: MarginPoint): string => `${((100 * p.pruned) / (all.pruned || 1)).toFixed(1)} %`;
    rows.push({
      faint: all.pruned < enough.enough_cases,
      cells: [
        label(c),
        grouped(all.pruned),
        rate(all.rate),
        String(c.preset.margin),
        share(c.preset),
        c.preset.pruned === 0 ? "–" : rate(c.preset.rate),
        ...c.for_risks.map(({ point }) => (point ? `${point.margin} (${share(point)})` : "–")),
      ],
    });
  }
  return table(
    [
      { name: "" },
      { name: "checked", right: true },
      { name: "wrong with none", right: true },
      { name: "preset's", right: true, title: "the mean margin of the preset" },
      { name: "prunes", right: true },
      { name: "wrong", right: true },
      ...risks.map((risk) => ({
        name: `≤ ${Number((100 * risk).toPrecision(3))} %`,
        right: true,
        title: "the smallest margin with at most this error rate, and the share that it prunes",
      })),
    ],
    rows,
  );
}

export function margins(curves: MarginCurve[], enough: Enough): Child[] {
  const rules = [...new Set(curves.map((c) => c.rule))];
  return [
    h("h3", {}, "Margin curves"),
    ...rules.flatMap((rule) => plots(rule, curves.filter((c) => c.rule === rule), enough)),
    riskTable(curves, enough),
  ];
}
