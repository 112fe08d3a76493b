import { chart } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { capitalised, grouped, rate, ruleName } from "../shared/format";
import { table, type Row } from "../shared/table";
import type { MarginCurve, MarginPoint } from "./run";

// Curves with fewer cases say nothing, and single points need some too, as in `oknos-lab audit`.
const kEnough = 1000;
const kFewest = 300;
const kRisks = [0.01, 0.003, 0.001];

function label(c: MarginCurve): string {
  const depth = c.depth === 0 ? (c.rule === "reverse_futility" ? "1, improving" : "quiescence") : String(c.depth);
  return depth + (c.improving ? ", improving" : "") + (c.tactical ? ", captures" : "");
}

const least = (c: MarginCurve): MarginPoint | undefined => c.points[0];

// The smallest margin from which on the rate stays at most `risk`.
function forRisk(c: MarginCurve, risk: number): MarginPoint | undefined {
  let found: MarginPoint | undefined;
  for (const p of [...c.points].reverse()) {
    if (p.left_out < kFewest) continue;
    if (p.rate > risk) break;
    found = p;
  }
  return found;
}

function plots(rule: string, curves: MarginCurve[]): HTMLElement[] {
  const shown = curves.filter((c) => (least(c)?.left_out ?? 0) >= kEnough);
  if (shown.length === 0) return [];
  const order = shown.map(label);
  const points = (c: MarginCurve, list: MarginPoint[]): object[] =>
    list
      .filter((p) => p.left_out >= kFewest)
      .map((p) => ({
        depth: label(c),
        margin: p.margin,
        rate: p.wrong > 0 ? p.rate * 100 : null,
        share: (100 * p.left_out) / (least(c)?.left_out || 1),
        text: `margin ${p.margin}: ${rate(p.rate)} wrong of ${grouped(p.left_out)}`,
      }));
  const curveData = shown.flatMap((c) => points(c, c.points));
  const presets = shown.flatMap((c) => points(c, [c.preset]));
  const x = { field: "margin", type: "quantitative" as const, title: `margin, ${shown[0]?.unit ?? ""}` };
  const color = { field: "depth", type: "nominal" as const, sort: order, title: "depth" };
  const tooltip = [{ field: "depth" }, { field: "text" }];
  const half = (field: string, title: string, log: boolean): object => ({
    width: 330,
    height: 240,
    encoding: { x, color, tooltip },
    layer: [
      {
        data: { values: curveData },
        mark: { type: "line", strokeWidth: 2 },
        encoding: { y: { field, type: "quantitative", title, ...(log ? { scale: { type: "log" } } : {}) } },
      },
      {
        data: { values: presets },
        mark: { type: "point", filled: true, size: 80, opacity: 1, stroke: "currentColor" },
        encoding: { y: { field, type: "quantitative", ...(log ? { scale: { type: "log" } } : {}) } },
      },
    ],
  });
  return [
    chart(
      {
        hconcat: [half("rate", "wrong, percent", true), half("share", "left out, percent of the least margin's", false)],
      },
      `${capitalised(ruleName(rule))}: what every margin would have got wrong, and what it would have left out. The dots are the preset's margins.`,
    ),
  ];
}

function riskTable(curves: MarginCurve[]): HTMLElement {
  const rows: Row[] = [];
  let rule = "";
  for (const c of curves) {
    const all = least(c);
    if (!all) continue;
    if (c.rule !== rule) rows.push({ cells: [`${capitalised(ruleName(c.rule))} (${c.unit})`], heading: true });
    rule = c.rule;
    const share = (p: MarginPoint): string => `${((100 * p.left_out) / (all.left_out || 1)).toFixed(1)} %`;
    rows.push({
      faint: all.left_out < kEnough,
      cells: [
        c.depth === 0 || c.rule !== "" ? label(c).replace(/^(\d)/, "depth $1") : label(c),
        grouped(all.left_out),
        rate(all.rate),
        String(c.preset.margin),
        share(c.preset),
        c.preset.left_out === 0 ? "–" : rate(c.preset.rate),
        ...kRisks.map((risk) => {
          const p = forRisk(c, risk);
          return p ? `${p.margin} (${share(p)})` : "–";
        }),
      ],
    });
  }
  return table(
    [
      { name: "" },
      { name: "checked", right: true },
      { name: "wrong with none", right: true },
      { name: "preset's", right: true, title: "the mean margin of the preset" },
      { name: "leaves out", right: true },
      { name: "wrong", right: true },
      ...kRisks.map((risk) => ({
        name: `at most ${rate(risk)}`,
        right: true,
        title: "the smallest margin that is wrong no more often, and what it leaves out",
      })),
    ],
    rows,
  );
}

export function margins(curves: MarginCurve[]): Child[] {
  const rules = [...new Set(curves.map((c) => c.rule))];
  return [
    h("h3", {}, "Margin curves"),
    ...rules.flatMap((rule) => plots(rule, curves.filter((c) => c.rule === rule))),
    riskTable(curves),
  ];
}
