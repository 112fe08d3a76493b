import { chart, kLogarithmic } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { capitalised, grouped, ruleName } from "../shared/format";
import { depthPoints, type DepthPoint } from "./depth_points";
import { ruleColor } from "./rule_swatch";
import type { AuditRule } from "./run";

// The lowest rate that the axis shows, percent; an interval that goes on below it ends at the axis.
const kLowestShown = 0.001;

const kPowers = [0.001, 0.01, 0.1, 1, 10, 100]; // percent

// The axes of all rules, so that they can be compared.
function axes(all: DepthPoint[]): { depths: number[]; domain: [number, number] } {
  const deepest = Math.max(...all.map((p) => p.depth));
  const shallowest = Math.min(...all.map((p) => p.depth));
  const lowest = Math.min(...all.map((p) => (p.none || p.low === 0 ? p.high : p.low)));
  return {
    depths: Array.from({ length: deepest - shallowest + 1 }, (_, i) => shallowest + i),
    domain: [Math.max(kLowestShown, lowest / 2), 100],
  };
}

function depthPlot(rule: AuditRule, points: DepthPoint[], { depths, domain }: ReturnType<typeof axes>): HTMLElement {
  const [floor] = domain;
  const values = points.map((p) => ({ ...p, low: Math.max(p.low, floor), rate: Math.max(p.rate, floor), high: Math.max(p.high, floor) }));
  const y = { type: "quantitative" as const, ...kLogarithmic, scale: { ...kLogarithmic.scale, domain }, axis: { ...kLogarithmic.axis, values: kPowers }, title: "wrong, percent" };
  const tooltip = [{ field: "depth" }, { field: "text", title: "cases" }];
  const point = { filled: true, opacity: 1, color: ruleColor(rule.rule), stroke: "currentColor", strokeWidth: 1 };
  return chart(
    {
      width: "container",
      height: 150,
      title: capitalised(ruleName(rule.rule)),
      data: { values },
      encoding: { x: { field: "depth", type: "ordinal", title: "depth, plies", scale: { domain: depths }, axis: { labelAngle: 0 } }, tooltip },
      layer: [
        { mark: { type: "rule", strokeWidth: 1.5, color: "currentColor" }, encoding: { y: { ...y, field: "low" }, y2: { field: "high" } } },
        { transform: [{ filter: "!datum.none" }], mark: { type: "point", size: 60, ...point }, encoding: { y: { ...y, field: "rate" } } },
        { transform: [{ filter: "datum.none" }], mark: { type: "point", shape: "triangle-down", size: 70, ...point }, encoding: { y: { ...y, field: "high" } } },
      ],
    },
    `${grouped(rule.wrong)} of ${grouped(rule.checked)} wrong.`,
  );
}

export function depthPlots(rules: AuditRule[]): Child[] {
  const drawn = rules.map((rule) => ({ rule, points: depthPoints(rule) })).filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return [];
  const shared = axes(drawn.flatMap(({ points }) => points));
  return [
    h(
      "p",
      { class: "note" },
      "The error rate by depth of the node (0: quiescence), with the 95 % interval and the same axes for all rules. A triangle: no error was seen at this depth; the true rate lies below it.",
    ),
    h("div", { class: "plots" }, ...drawn.map(({ rule, points }) => depthPlot(rule, points, shared))),
  ];
}
