// Draws the plots of docs/studies from the JSON of the laboratory, as SVG:
//
//   node figures.mjs FIGURE.json OUT.svg
//
// FIGURE.json is a Vega-Lite specification with its data in it; tools/study_figures.py writes them. The plots stand in
// documents that are read on light and on dark pages, so they bring a white ground.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as vega from "vega";
import * as vegaLite from "vega-lite";

const [input, output] = process.argv.slice(2);
if (!input || !output) {
  console.error("figures.mjs: usage: node figures.mjs FIGURE.json OUT.svg");
  process.exit(2);
}

const config = {
  background: "white",
  font: "DejaVu Sans, Verdana, sans-serif",
  padding: 12,
  view: { stroke: null },
  axis: { gridOpacity: 0.5, labelFontSize: 11, titleFontSize: 11, titleFontWeight: "normal" },
  legend: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: "normal" },
  range: { category: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7a7a7a"] },
};

const spec = JSON.parse(readFileSync(input, "utf8"));
const view = new vega.View(vega.parse(vegaLite.compile(spec, { config }).spec), { renderer: "none" });
const svg = await view.toSVG();
writeFileSync(`${output}.part`, `${svg}\n`);
renameSync(`${output}.part`, output);
