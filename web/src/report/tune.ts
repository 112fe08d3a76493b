import { chart } from "../shared/chart";
import { h, type Child } from "../shared/dom";
import { grouped } from "../shared/format";
import { table } from "../shared/table";
import { match } from "./match";
import type { TuneParameter, TuneResult } from "./run";

const signed = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(1)}`;

// The way of every value, each in a plot of its own, for their units differ.
function courses(result: TuneResult): HTMLElement {
  const values = result.parameters.flatMap((p) =>
    p.course.map((value, i) => ({ name: p.name, iteration: Math.min(i * result.stride, result.done), value, start: p.start })),
  );
  return chart(
    {
      data: { values },
      facet: { field: "name", type: "nominal", title: null, sort: result.parameters.map((p) => p.name) },
      columns: 3,
      resolve: { scale: { y: "independent" } },
      spec: {
        width: 230,
        height: 120,
        layer: [
          {
            mark: { type: "line", strokeDash: [3, 3], opacity: 0.6, color: "#7a7a7a" },
            encoding: { x: { field: "iteration", type: "quantitative" }, y: { field: "start", type: "quantitative" } },
          },
          {
            mark: { type: "line", color: "#0072b2" },
            encoding: {
              x: { field: "iteration", type: "quantitative", title: "iteration", axis: { tickCount: 4 } },
              y: { field: "value", type: "quantitative", title: null, scale: { zero: false } },
              tooltip: [{ field: "iteration" }, { field: "value", format: ".1f" }],
            },
          },
        ],
      },
    },
    "The course of each value; dashed: where it began. A value that still drifts at the end has not arrived; one that only wavers is worth little, or is good already.",
  );
}

function row(p: TuneParameter) {
  const change = p.value - p.start;
  return {
    cells: [p.name, String(p.start), p.value.toFixed(1), signed(change), signed(change / p.c_end), `${p.min} to ${p.max}`, String(p.c_end), String(p.r_end)],
  };
}

export function tune(result: TuneResult): Child[] {
  return [
    h(
      "p",
      { class: "lead" },
      `From ${result.start}, ${result.control}: ${grouped(result.done)} of ${grouped(result.iterations)} iterations, a pair of games each.`,
    ),
    courses(result),
    table(
      [
        { name: "parameter" },
        { name: "start", right: true },
        { name: "value", right: true },
        { name: "change", right: true },
        { name: "in c_end", right: true },
        { name: "range" },
        { name: "c_end", right: true },
        { name: "r_end", right: true },
      ],
      result.parameters.map(row),
    ),
    ...(result.verification ? [h("h3", {}, "Verification"), ...match(result.verification)] : []),
  ];
}
