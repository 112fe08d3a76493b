import { chart } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { change, grouped, rate, ruleName } from "../shared/format";
import { table } from "../shared/table";
import { limitName } from "./limits";
import { ruleColor } from "./rule_swatch";
import type { CompareResult, CompareRow, Interaction } from "./run";

interface AblatedRule {
  rule: string; // a group in brackets
  alone: CompareRow | undefined;
  without: CompareRow | undefined;
}

interface Ablation {
  limit: number;
  whole: CompareRow;
  none: CompareRow;
  rules: AblatedRule[];
  interactions: Interaction[];
}

const isGroup = (r: AblatedRule): boolean => r.rule.startsWith("[");

// The searches are known by the names of their players: "whole", "none", "+RULE", "-RULE", "+[GROUP]", "-[GROUP]".
function ablations(result: CompareResult, interactions: Interaction[]): Ablation[] {
  return [...new Set(result.results.map((r) => r.limit))].flatMap((limit) => {
    const rows = result.results.filter((r) => r.limit === limit);
    const of = (player: string): CompareRow | undefined => rows.find((r) => r.player === player);
    const whole = of("whole");
    const none = of("none");
    if (!whole || !none) return [];
    const names = rows.filter((r) => r.player.startsWith("+")).map((r) => r.player.slice(1));
    const rules = names.map((rule) => ({ rule, alone: of(`+${rule}`), without: of(`-${rule}`) }));
    return [{ limit, whole, none, rules, interactions: interactions.filter((i) => i.limit === limit) }];
  });
}

const shownName = (r: AblatedRule): string => (isGroup(r) ? `all ${r.rule.slice(1, -1)}` : ruleName(r.rule));

// The change of nodes that each rule makes, a bar in its colour.
function bars(rules: AblatedRule[], changeOf: (r: AblatedRule) => number | undefined, title: string, caption: string): HTMLElement | null {
  const values = rules.flatMap((r) => {
    const ratio = changeOf(r);
    return ratio === undefined ? [] : [{ rule: shownName(r), change: 100 * (ratio - 1), color: ruleColor(r.rule) }];
  });
  if (values.length === 0) return null;
  return chart(
    {
      width: "container",
      height: { step: 22 },
      title,
      data: { values },
      mark: { type: "bar", cornerRadiusEnd: 2, stroke: "currentColor", strokeWidth: 0.5 },
      encoding: {
        y: { field: "rule", type: "nominal", sort: values.map((v) => v.rule), title: null },
        x: { field: "change", type: "quantitative", title: "change of nodes, percent", axis: { tickCount: 5 } },
        fill: { field: "color", type: "nominal", scale: null },
        tooltip: [{ field: "rule" }, { field: "change", format: "+.1f" }],
      },
    },
    caption,
  );
}

function savings(a: Ablation): HTMLElement {
  return h(
    "div",
    { class: "plots" },
    bars(a.rules, (r) => r.alone && r.alone.nodes / a.none.nodes, "Alone, beside none", "What each rule saves when it is the only one."),
    bars(a.rules, (r) => r.without && r.without.nodes / a.whole.nodes, "Switched off", "What is lost when it alone is missing."),
  );
}

function matrix(a: Ablation): HTMLElement | null {
  if (a.interactions.length === 0) return null;
  const names = [...new Set(a.interactions.flatMap((i) => [i.rule, i.other]))];
  const values = a.interactions.flatMap((i) => {
    const x = ruleName(i.rule);
    const y = ruleName(i.other);
    return [
      { x, y, ratio: i.ratio },
      { x: y, y: x, ratio: i.ratio },
    ];
  });
  const order = names.map(ruleName);
  // Light enough for dark figures on them. As far to both sides of 1, so that white is nothing and a tenth is already some colour.
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
              scale: { domain: [1 - most, 1, 1 + most], range: ["#7fb8d8", "#f2f2f2", "#eeae7f"] },
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
    .filter((r) => !isGroup(r) && r.alone)
    .reduce((sum, r) => sum + 1 - (r.alone?.nodes ?? 0) / a.none.nodes, 0);
  return h(
    "p",
    {},
    `With none of them ${grouped(a.none.nodes)} nodes, with all ${grouped(a.whole.nodes)} (${change(a.whole.nodes / a.none.nodes)}). ` +
      `The savings of each alone add up to ${rate(parts)}.`,
  );
}

export function ablate(result: CompareResult, interactions: Interaction[]): Child[] {
  return [
    h("p", { class: "lead" }, `${grouped(result.positions)} positions: each rule alone, and each rule switched off.`),
    ...ablations(result, interactions).flatMap((a) => [
      h("h3", {}, limitName(result.unit, a.limit)),
      wholeSentence(a),
      savings(a),
      rulesTable(a),
      a.interactions.length > 0 && h("h4", {}, "Which rules do the same work"),
      matrix(a),
    ]),
  ];
}
