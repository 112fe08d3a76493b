import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { kColors } from "../shared/colors";
import { h } from "../shared/dom";
import { currentPalette, onThemeChange } from "./theme";

// uPlot, not the Vega-Lite of the report and the studies (shared/chart.ts): these plots are redrawn while a slider moves, and
// Vega-Lite would make the page almost five times as large. The report has it for figures that can be saved as SVG.

// A plot that takes the page's colours and the width of its place, and is drawn anew when either changes.
const kFont = "12px system-ui, sans-serif";
const kMinWidth = 120; // pixels

export interface Chart {
  options: Omit<uPlot.Options, "width" | "height">;
  data: uPlot.AlignedData;
  height?: number;
}

const live = new Set<{ redraw: () => void; place: HTMLElement }>();
onThemeChange(() => {
  for (const plot of live) {
    if (plot.place.isConnected) plot.redraw();
    else live.delete(plot);
  }
});

export function axis(label: string, more: Partial<uPlot.Axis> = {}): uPlot.Axis {
  const { ink } = currentPalette();
  const grid = { stroke: `${ink}22`, width: 1 };
  return { label, stroke: ink, font: kFont, labelFont: kFont, labelSize: 22, size: 48, grid, ticks: grid, ...more };
}

export function chart(make: () => Chart, caption: string): HTMLElement {
  const place = h("div", { class: "plot" });
  let plot: uPlot | null = null;
  const redraw = (): void => {
    plot?.destroy();
    const { options, data, height } = make();
    plot = new uPlot({ ...options, width: Math.max(kMinWidth, place.clientWidth), height: height ?? 280 }, data, place);
  };
  const entry = { redraw, place };
  let width = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === 0 || place.clientWidth === width) return;
    width = place.clientWidth;
    redraw();
    live.add(entry);
  }).observe(place);
  return h("figure", {}, place, h("figcaption", {}, caption));
}

// Bars of one series, with names below them.
export function bars(names: string[], values: number[], color: (i: number) => string, label: string, unit = ""): Chart {
  const paths = uPlot.paths.bars?.({ size: [0.7, 60], disp: { fill: { unit: 3, values: () => values.map((_, i) => color(i)) } } });
  return {
    height: 300,
    options: {
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 56, 0, 0], // for the last name
      scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: (_u, _min, max) => [0, Math.max(max * 1.08, 1)] } },
      axes: [
        axis("", { rotate: -35, size: 92, labelSize: 0, splits: () => names.map((_, i) => i), values: () => names, grid: { show: false } }),
        axis(label, { size: 64, values: (_u, at) => at.map((v) => `${v >= 10_000 ? `${v / 1000}k` : v}${unit}`) }),
      ],
      series: [{}, { stroke: currentPalette().ink, fill: kColors[0] ?? "", width: 0, points: { show: false }, ...(paths ? { paths } : {}) }],
    },
    data: [names.map((_, i) => i), values],
  };
}
