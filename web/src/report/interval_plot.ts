import { chart, kLogarithmic } from "../shared/chart";
import { kSeries } from "../shared/colors";

export interface PlottedInterval {
  name: string;
  value: number;
  low: number;
  high: number;
  text: string; // beside the interval
  none?: boolean; // nothing was seen: only the upper end says something
  color?: string; // of a rule
}

// A logarithm has no place for nothing: what was never seen is shown by the upper end of its interval.
const kMinValue = 1e-5;

const kTextWidth = 60; // pixels, of the text beside the interval that ends last

// A point and a line for each interval, in their order.
export function intervalPlot(intervals: PlottedInterval[], title: string, caption: string, logarithmic: boolean): HTMLElement {
  const values = intervals.map((v) => ({ color: kSeries, ...v, ...(logarithmic ? { low: Math.max(v.low, kMinValue) } : { none: false }) }));
  const order = values.map((v) => v.name);
  const point = { filled: true, opacity: 1, stroke: "currentColor", strokeWidth: 1 };
  const color = { field: "color", type: "nominal" as const, scale: null };
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
          mark: { type: "rule", strokeWidth: 1.5, color: "currentColor" },
          encoding: { x: { field: "low", ...axis, title }, x2: { field: "high" } },
        },
        {
          transform: [{ filter: "!datum.none" }],
          mark: { type: "point", size: 80, ...point },
          encoding: { fill: color, x: { field: "value", ...axis }, tooltip: [{ field: "text" }] },
        },
        {
          transform: [{ filter: "datum.none" }],
          mark: { type: "point", shape: "triangle-left", size: 90, ...point },
          encoding: { fill: color, x: { field: "high", ...axis }, tooltip: [{ field: "text" }] },
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
