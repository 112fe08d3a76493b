import { chart, kLogarithmic } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { change, grouped } from "../shared/format";
import { table, type Row } from "../shared/table";
import { limitName } from "./limits";
import type { CompareResult, CompareRow } from "./run";

const playersOf = (result: CompareResult): string[] => [...new Set(result.results.map((r) => r.player))];

function plot(result: CompareResult): HTMLElement {
  const { unit, results } = result;
  const players = playersOf(result);
  const asked = results.some((r) => r.asked > 0);
  const values = results.map((r) => ({
    limit: limitName(unit, r.limit),
    player: r.player,
    nodes: r.nodes,
    solved: r.solved,
    text: `${grouped(r.nodes)} nodes${r.asked > 0 ? `, ${r.solved} of ${r.asked} solved` : ""}`,
  }));
  const color = { field: "player", type: "nominal" as const, sort: players, title: null };
  const tooltip = [{ field: "player" }, { field: "limit" }, { field: "text" }];
  if (asked && unit !== "nodes")
    return chart(
      {
        width: "container",
        height: 320,
        data: { values },
        encoding: {
          x: { field: "nodes", type: "quantitative", ...kLogarithmic, title: "nodes, all positions" },
          y: { field: "solved", type: "quantitative", scale: { zero: false }, axis: { tickMinStep: 1, format: "d" }, title: "solved" },
          color,
          tooltip,
        },
        layer: [
          { mark: { type: "line", strokeWidth: 1.5, opacity: 0.6 } },
          {
            mark: { type: "point", filled: true, size: 90, opacity: 1 },
            encoding: { shape: { field: "player", type: "nominal", sort: players, legend: null } },
          },
        ],
      },
      "Solved against nodes: the further up and left, the better.",
    );
  const field = unit === "nodes" ? "solved" : "nodes";
  return chart(
    {
      width: "container",
      height: { step: 24 },
      data: { values },
      mark: { type: "bar", cornerRadiusEnd: 2 },
      encoding: {
        y: { field: "player", type: "nominal", sort: players, title: null },
        x: { field, type: "quantitative", title: field },
        color: { ...color, legend: null },
        row: { field: "limit", type: "nominal", title: null, sort: null, header: { labelAngle: 0, labelOrient: "top", labelAnchor: "start" } },
        tooltip,
      },
    },
    unit === "nodes" ? "Solved with equal nodes." : "Nodes to the same depth.",
  );
}

export function compare(result: CompareResult): Child[] {
  const rows: Row[] = [];
  for (const limit of [...new Set(result.results.map((r) => r.limit))]) {
    const group = result.results.filter((r) => r.limit === limit);
    const first: CompareRow | undefined = group[0];
    if (!first) continue;
    rows.push({ cells: [limitName(result.unit, limit)], heading: true });
    for (const r of group) {
      const other = r !== first;
      rows.push({
        cells: [
          r.player,
          grouped(r.nodes),
          other ? change(r.nodes / first.nodes) : "",
          r.asked > 0 ? `${r.solved} of ${r.asked}` : "–",
          other && r.asked > 0 ? `+${r.gained} −${r.lost}` : "",
          other ? grouped(r.moves_changed) : "",
          other ? grouped(r.values_changed) : "",
          `${(r.ms / 1000).toFixed(1)} s`,
        ],
      });
    }
  }
  return [
    h("p", { class: "lead" }, `${grouped(result.positions)} positions, each searched by ${playersOf(result).join(", ")}.`),
    plot(result),
    table(
      [
        { name: "" },
        { name: "nodes", right: true },
        { name: "change", right: true },
        { name: "solved", right: true },
        { name: "change", right: true, title: "solved by this one alone, and by the first alone" },
        { name: "other moves", right: true },
        { name: "other values", right: true },
        { name: "time", right: true },
      ],
      rows,
    ),
  ];
}
