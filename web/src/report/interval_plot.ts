import { chart, kLogarithmic } from "../shared/chart";

export interface PlottedInterval {
  name: string;
  value: number;
  low: number;
  high: number;
  text: string; // beside the interval
  none?: boolean; // nothing was seen: only the upper end says something
}

// A logarithm has no place for nothing: what was never seen is shown by the upper end of its interval.
const kMinValue = 1e-5;

const kTextWidth = 60; // pixels, of the text beside the interval that ends last

// A point and a line for each interval, those with the highest end first.
export function intervalPlot(intervals: PlottedInterval[], title: string, caption: string, logarithmic: boolean): HTMLElement {
  const values = intervals.map((v) => (logarithmic ? { ...v, low: Math.max(v.low, kMinValue) } : { ...v, none: false }));
  const order = values.slice().sort((a, b) => b.high - a.high).map((v) => v.name);
  const axis = { type: "quantitative" as const, ...(logarithmic ? kLogarithmic : { scale: { zero: false } }) };
  return chart(
    {
      width: "container",
      padding: { left: 0, right: kTextWidth, top: 5, bottom: 5 },
      height: { step: 26 },
      data: { values },
      encoding: { y: { field: "name", type: "nominal", sort: order, title: null } },
      layer: [
        {
          transform: [{ filter: "!datum.none" }],
          mark: { type: "rule", strokeWidth: 2, color: "#0072b2" },
          encoding: { x: { field: "low", ...axis, title }, x2: { field: "high" } },
        },
        {
          transform: [{ filter: "!datum.none" }],
          mark: { type: "point", filled: true, size: 70, color: "#0072b2", opacity: 1 },
          encoding: { x: { field: "value", ...axis }, tooltip: [{ field: "text" }] },
        },
        {
          transform: [{ filter: "datum.none" }],
          mark: { type: "point", shape: "triangle-left", filled: true, size: 90, color: "#009e73", opacity: 1 },
          encoding: { x: { field: "high", ...axis }, tooltip: [{ field: "text" }] },
        },
        {
          mark: { type: "text", align: "left", dx: 10, color: "currentColor", fontSize: 12 },
          encoding: { x: { field: "high", ...axis }, text: { field: "text" } },
        },
      ],
    },
    caption,
  );
}
