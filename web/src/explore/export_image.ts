import { kHatched } from "./happened";
import { kRowHeight, type Scene } from "./icicle";
import { rightOf } from "./layout";
import { makePixels, makeSpans, paintRows } from "./paint";
import { kWrong, type Palette } from "./palette";
import type { View } from "./camera";

// The part of the tree that is on the screen as a picture: points, or shapes that stay sharp.
export function png(canvas: HTMLCanvasElement, palette: Palette): Promise<Blob> {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const c = copy.getContext("2d");
  if (!c) return Promise.reject(new Error("This browser cannot draw on a canvas."));
  c.fillStyle = palette.paper;
  c.fillRect(0, 0, copy.width, copy.height);
  c.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => copy.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png"));
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
const kWidth = 1600;
const kTextFrom = 13; // units: the narrowest box that may have a name

export function svgText(scene: Scene, view: View, palette: Palette, title: string): string {
  const rows = scene.layout.tree.rows;
  const spans = makeSpans();
  const { colors: pixels, hatched } = makePixels(kWidth * rows);
  paintRows({ ...scene, words: palette.words, fadedFrom: palette.fadedFrom }, view, 0, rows, kWidth, { colors: pixels, hatched }, kTextFrom, spans);
  const height = rows * kRowHeight;
  const out: string[] = [];
  const rect = (x: number, row: number, w: number, fill: string): void => void out.push(`<rect x="${x}" y="${row * kRowHeight}" width="${w}" height="${kRowHeight - 1}" fill="${fill}"/>`);
  const css = (word: number): string => `#${[word & 255, (word >> 8) & 255, (word >> 16) & 255].map((v) => v.toString(16).padStart(2, "0")).join("")}`;
  // Runs of one colour, so that a million thin entries become a few thousand shapes.
  const runs = (words: Uint32Array, fill: (word: number) => string): void => {
    for (let row = 0; row < rows; ++row) {
      let from = 0;
      for (let x = 1; x <= kWidth; ++x) {
        const [a, b] = [words[row * kWidth + from]!, x < kWidth ? words[row * kWidth + x]! : -1];
        if (a === b) continue;
        if (a !== 0) rect(from, row, x - from, fill(a));
        from = x;
      }
    }
  };
  runs(pixels, css);
  runs(hatched, () => "url(#hatch)");
  for (let i = 0; i < spans.count; ++i) {
    const entry = spans.entry[i]!;
    const [x, w, row] = [spans.from[i]!, spans.to[i]! - spans.from[i]!, spans.row[i]!];
    const name = scene.label(entry);
    if (w < name.length * 7 + 6) continue;
    const fill = kHatched[scene.states[entry]!] ? palette.ink : palette.onState(scene.states[entry]!);
    out.push(`<text x="${x + w / 2}" y="${row * kRowHeight + 15}" fill="${fill}">${escape(name)}</text>`);
  }
  const scale = kWidth / (view.x1 - view.x0);
  const kLine = 3;
  for (const entry of scene.variation) {
    const x = (scene.layout.left[entry]! - view.x0) * scale;
    const w = Math.max(4, (rightOf(scene.layout, entry) - scene.layout.left[entry]!) * scale);
    if (x + w >= 0 && x <= kWidth) out.push(`<rect x="${x.toFixed(1)}" y="${(scene.layout.tree.row[entry]! + 1) * kRowHeight - 1 - kLine}" width="${w.toFixed(1)}" height="${kLine}" fill="${palette.ink}"/>`);
  }
  for (const entry of scene.errors) {
    const x = (scene.layout.left[entry]! - view.x0) * scale;
    const w = Math.max(4, (rightOf(scene.layout, entry) - scene.layout.left[entry]!) * scale);
    if (x + w >= 0 && x <= kWidth) out.push(`<rect x="${x.toFixed(1)}" y="${scene.layout.tree.row[entry]! * kRowHeight}" width="${w.toFixed(1)}" height="${kRowHeight - 1}" fill="${kWrong}" stroke="${palette.ink}"/>`);
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${kWidth} ${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" text-anchor="middle">`,
    `<title>${escape(title)}</title>`,
    `<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1 7L7-1M-4 4L4-4M2 10L10 2" stroke="${palette.paper}" stroke-width="1.6" stroke-opacity="0.75"/></pattern></defs>`,
    `<rect width="100%" height="100%" fill="${palette.paper}"/>`,
    ...out,
    "</svg>",
    "",
  ].join("\n");
}
