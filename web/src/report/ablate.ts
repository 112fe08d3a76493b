import { chart } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { change, grouped, rate, ruleName } from "../shared/format";
import { table } from "../shared/table";
import { limitName } from "./limits";
import type { AblatedRule, AblateResult, Ablation } from "./run";

const shownName = (r: AblatedRule): string => (r.group !== undefined ? `all ${r.group}` : ruleName(r.rule ?? ""));

function bars(a: Ablation): HTMLElement {
  const values = a.rules.flatMap((r) => [
    ...(r.alone ? [{ rule: shownName(r), what: "alone, beside none", change: 100 * (r.alone.nodes / a.none.nodes - 1) }] : []),
    ...(r.without ? [{ rule: shownName(r), what: "switched off", change: 100 * (r.without.nodes / a.whole.nodes - 1) }] : []),
  ]);
  return chart(
    {
      data: { values },
      facet: { column: { field: "what", type: "nominal", title: null, sort: ["alone, beside none", "switched off"] } },
      resolve: { scale: { x: "independent" } },
      spec: {
        width: 290,
        height: { step: 22 },
        mark: { type: "bar", cornerRadiusEnd: 2, color: "#0072b2" },
        encoding: {
          y: { field: "rule", type: "nominal", sort: a.rules.map(shownName), title: null },
          x: { field: "change", type: "quantitative", title: "change of nodes, percent" },
          tooltip: [{ field: "rule" }, { field: "change", format: "+.1f" }],
        },
      },
    },
    "What each rule saves when it is the only one, and what is lost when it alone is missing.",
  );
}

function matrix(a: Ablation): HTMLElement | null {
  if (a.interactions.length === 0) return null;
  const names = [...new Set(a.interactions.flatMap((i) => i.rules))];
  const values = a.interactions.flatMap((i) => {
    const [x, y] = i.rules;
    return [
      { x: ruleName(x), y: ruleName(y), ratio: i.ratio },
      { x: ruleName(y), y: ruleName(x), ratio: i.ratio },
    ];
  });
  const order = names.map(ruleName);
  // As far to both sides of 1, so that white is nothing and a tenth is already some colour.
  const most = Math.max(0.1, ...a.interactions.map((i) => Math.abs(i.ratio - 1)));
  const encoding = {
    x: { field: "x", type: "nominal" as const, sort: order, title: null, axis: { labelAngle: -35 } },
    y: { field: "y", type: "nominal" as const, sort: order, title: null },
  };
  return chart(
    {
      width: { step: 62 },
      height: { step: 34 },
      data: { values },
      encoding,
      layer: [
        {
          mark: { type: "rect", cornerRadius: 3 },
          encoding: {
            color: {
              field: "ratio",
              type: "quantitative",
              title: "ratio",
              scale: { domain: [1 - most, 1, 1 + most], range: ["#0072b2", "#f2f2f2", "#d55e00"] },
            },
            tooltip: [{ field: "x" }, { field: "y" }, { field: "ratio", format: ".3f" }],
          },
        },
        {
          mark: { type: "text", fontSize: 12, color: "#111" },
          encoding: { text: { field: "ratio", type: "quantitative", format: ".2f" } },
        },
      ],
    },
    "Nodes without both rules, over what leaving out one and the other would suggest together. Above 1: each does the other's work where it is missing. Below 1: each saves more beside the other.",
  );
}

function rulesTable(a: Ablation): HTMLElement {
  const asked = a.whole.asked > 0;
  const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
  return table(
    [
      { name: "" },
      { name: "alone: nodes", right: true },
      { name: "solved", right: true },
      { name: "off: nodes", right: true },
      { name: "solved", right: true },
      { name: "other moves", right: true },
    ],
    a.rules.map((r) => ({
      cells: [
        shownName(r),
        r.alone ? change(r.alone.nodes / a.none.nodes) : "–",
        r.alone && asked ? signed(r.alone.solved - a.none.solved) : "–",
        r.without ? change(r.without.nodes / a.whole.nodes) : "–",
        r.without && asked ? signed(r.without.solved - a.whole.solved) : "–",
        r.without ? grouped(r.without.moves_changed) : "–",
      ],
    })),
  );
}

// The parts and the whole, so that nobody adds the parts up.
function wholeSentence(a: Ablation): HTMLElement {
  const parts = a.rules
    .filter((r) => r.rule !== undefined && r.alone)
    .reduce((sum, r) => sum + 1 - (r.alone?.nodes ?? 0) / a.none.nodes, 0);
  return h(
    "p",
    {},
    `With none of them ${grouped(a.none.nodes)} nodes, with all ${grouped(a.whole.nodes)} (${change(a.whole.nodes / a.none.nodes)}). ` +
      `The savings of each alone add up to ${rate(parts)}.`,
  );
}

export function ablate(result: AblateResult): Child[] {
  return [
    h("p", { class: "lead" }, `${grouped(result.positions)} positions: each rule alone, and each rule switched off.`),
    ...result.results.flatMap((a) => [
      h("h3", {}, limitName(result.unit, a.limit)),
      wholeSentence(a),
      bars(a),
      rulesTable(a),
      a.interactions.length > 0 && h("h4", {}, "Which rules do the same work"),
      matrix(a),
    ]),
  ];
}
