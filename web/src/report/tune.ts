import { chart } from "../shared/chart";
import { kSeries } from "../shared/colors";
import { h, type Child } from "../shared/dom";
import { grouped } from "../shared/format";
import { table } from "../shared/table";
import { match } from "./match";
import type { TuneParameter, TuneResult } from "./run";

const signed = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(1)}`;

function course(p: TuneParameter, result: TuneResult): HTMLElement {
  const values = p.course.map((value, i) => ({ iteration: Math.min(i * result.stride, result.done), value, start: p.start }));
  const x = { field: "iteration", type: "quantitative", title: "iteration", axis: { tickCount: 4 } };
  return chart(
    {
      width: "container",
      height: 120,
      title: p.name,
      data: { values },
      layer: [
        { mark: { type: "line", strokeDash: [3, 3], color: "currentColor", opacity: 0.6 }, encoding: { x, y: { field: "start", type: "quantitative" } } },
        {
          mark: { type: "line", color: kSeries },
          encoding: { x, y: { field: "value", type: "quantitative", title: null, scale: { zero: false }, axis: { format: "~g" } }, tooltip: [{ field: "iteration" }, { field: "value", format: ".1f" }] },
        },
      ],
    },
    `From ${p.start} to ${p.value.toFixed(1)}.`,
  );
}

// The course of every value, each in a plot of its own, for their units differ.
function courses(result: TuneResult): Child[] {
  return [
    h(
      "p",
      { class: "note" },
      "The course of each value; dashed: where it began. A value that still drifts at the end has not arrived; one that only wavers is worth little, or is good already.",
    ),
    h("div", { class: "plots" }, ...result.parameters.map((p) => course(p, result))),
  ];
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
    ...courses(result),
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
