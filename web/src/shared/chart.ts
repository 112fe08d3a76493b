import embed, { type VisualizationSpec } from "vega-embed";
import type { Config } from "vega-lite";
import { kColors } from "./colors";
import { h } from "./dom";

// Plots take the page's own colour of text, so they follow light, dark and print by themselves.
const kText = "currentColor";
const kFont = "system-ui, sans-serif";

const kLegendColumns = 3;

const kConfig: Config = {
  background: "transparent",
  font: kFont,
  view: { stroke: null },
  axis: {
    labelColor: kText,
    titleColor: kText,
    gridColor: kText,
    gridOpacity: 0.13,
    domainColor: kText,
    domainOpacity: 0.4,
    tickColor: kText,
    tickOpacity: 0.4,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: "normal",
    labelLimit: 220,
  },
  // Below the plot, where it takes no width from it: on a telephone there is none to spare.
  legend: { labelColor: kText, titleColor: kText, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", orient: "bottom", columns: kLegendColumns, labelLimit: 160 },
  header: { labelColor: kText, titleColor: kText, labelFontSize: 13, labelFontWeight: "bold" },
  title: { color: kText, fontSize: 13, anchor: "start", frame: "group" },
  // Those who hear the page are told the caption; a table near it has the numbers.
  mark: { aria: false },
  range: { category: kColors },
};

// A logarithmic axis with lines at 1, 2 and 5 of each power of ten, and no wider than what it shows.
const kDecades = Array.from({ length: 16 }, (_, i) => i - 6);
export const kLogarithmic = {
  scale: { type: "log" as const, nice: false },
  axis: { values: kDecades.flatMap((i) => [1, 2, 5].map((n) => Number(`${n}e${i}`))), labelExpr: "datum.value >= 10000 ? format(datum.value, '~s') : format(datum.value, '~g')", labelOverlap: true },
};

// A figure with its caption; the plot is drawn when the page is shown.
export function chart(spec: object, caption: string): HTMLElement {
  const place = h("div", { class: "plot" });
  const figure = h("figure", {}, place, h("figcaption", {}, caption));
  const whole = { $schema: "https://vega.github.io/schema/vega-lite/v5.json", description: caption, ...spec } as VisualizationSpec;
  embed(place, whole, {
    renderer: "svg",
    config: kConfig,
    actions: { export: { svg: true, png: false }, source: false, compiled: false, editor: false },
    downloadFileName: "oknos",
  })
    .then(() => place.querySelector("summary")?.setAttribute("aria-label", "Save this plot"))
    .catch((error: unknown) => place.replaceChildren(`This plot could not be drawn: ${String(error)}`));
  return figure;
}
