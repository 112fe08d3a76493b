import type { Camera } from "./camera";
import { kHatched } from "./happened";
import { rightOf, type Layout } from "./layout";
import { makeSpans, paintRows, type Painting } from "./paint";
import { kWrong, type Palette } from "./palette";

// Draws a layout on a canvas: rows of pixels first, scaled up to rows of rectangles; then hatching and names where there
// is room for them; then what must be seen at any size: errors, the entry under the pointer, the chosen one.
export interface Scene {
  layout: Layout;
  states: Uint8Array;
  faded: Uint8Array | null;
  errors: readonly number[];
  variation: readonly number[]; // the entries of the principal variation
  selected: number | null;
  hovered: number | null;
  label: (entry: number) => string;
}

export const kRowHeight = 22; // CSS pixels, at least
export const kMaxRowHeight = 32;
const kTextFrom = 26;
const kVariationLine = 3;
const kSpareRows = 8; // of an image, so that it is not made anew for each row that comes in sight
const kSlack = 1; // pixels that a row may lie outside by rounding
const kFont = "12px system-ui, -apple-system, 'Segoe UI', sans-serif";

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw on a canvas.");
  return context;
}

export class Icicle {
  private readonly context: CanvasRenderingContext2D;
  // One row of pixels for each row of the tree: the colours, and the mask of what is hatched; and the hatching itself.
  private readonly colors = contextOf(document.createElement("canvas"));
  private readonly mask = contextOf(document.createElement("canvas"));
  private readonly hatching = contextOf(document.createElement("canvas"));
  rowHeight = kRowHeight;
  private images: { colors: ImageData; hatched: ImageData } | null = null;
  private readonly spans = makeSpans();
  private hatch: CanvasPattern | null = null;
  private hatchFor = "";
  private readonly widths = new Map<string, number>(); // of names, in CSS pixels; measuring is slow

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
  ) {
    this.context = contextOf(canvas);
  }

  // In CSS pixels.
  resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
  }

  draw(scene: Scene, palette: Palette): void {
    const { context, canvas, camera } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.width;
    const rowHeight = this.rowHeight * ratio;
    const top = Math.round(camera.view.top * ratio);
    const firstRow = Math.floor(top / rowHeight);
    const rows = Math.max(0, Math.min(Math.ceil((top + canvas.height) / rowHeight), scene.layout.tree.rows) - firstRow);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, canvas.height);
    if (rows === 0) return;

    const y0 = firstRow * rowHeight - top;
    this.drawRows(scene, palette, { firstRow, rows, y0, rowHeight, ratio });
    this.drawNames(scene, palette, rowHeight, top, ratio);
    this.drawVariation(scene, palette, rowHeight, top, ratio);
    this.drawErrors(scene, palette, rowHeight, top, ratio);
    if (scene.hovered !== null && scene.hovered !== scene.selected) this.frame(scene.layout, scene.hovered, palette.ink, 1.5 * ratio, rowHeight, top);
    if (scene.selected !== null) {
      this.frame(scene.layout, scene.selected, palette.paper, 5 * ratio, rowHeight, top);
      this.frame(scene.layout, scene.selected, palette.ink, 2.5 * ratio, rowHeight, top);
    }
  }

  private drawRows(scene: Scene, palette: Palette, { firstRow, rows, y0, rowHeight, ratio }: { firstRow: number; rows: number; y0: number; rowHeight: number; ratio: number }): void {
    const { context, colors, mask, hatching } = this;
    const { width, height } = this.canvas;
    const { colors: image, hatched } = this.imagesFor(width, rows);
    const painting: Painting = { ...scene, words: palette.words, fadedFrom: palette.fadedFrom };
    const pixels = { colors: new Uint32Array(image.data.buffer), hatched: new Uint32Array(hatched.data.buffer) };
    paintRows(painting, this.camera.view, firstRow, rows, width, pixels, kTextFrom * ratio, this.spans);
    colors.putImageData(image, 0, 0, 0, 0, width, rows);
    mask.putImageData(hatched, 0, 0, 0, 0, width, rows);

    const place = [0, 0, width, rows, 0, y0, width, rows * rowHeight] as const;
    context.imageSmoothingEnabled = false;
    context.drawImage(colors.canvas, ...place);
    // What was left out is drawn as the estimate it is: the pattern, only where the mask is.
    hatching.globalCompositeOperation = "copy";
    hatching.imageSmoothingEnabled = false;
    hatching.drawImage(mask.canvas, ...place);
    hatching.globalCompositeOperation = "source-in";
    hatching.fillStyle = this.pattern(palette, ratio);
    hatching.fillRect(0, 0, width, height);
    context.drawImage(hatching.canvas, 0, 0);
    // A line of the ground below each row.
    for (let r = 1; r <= rows; ++r) context.clearRect(0, y0 + r * rowHeight - ratio, width, ratio);
  }

  private imagesFor(width: number, rows: number): { colors: ImageData; hatched: ImageData } {
    if (!this.images || this.images.colors.width !== width || this.images.colors.height < rows) {
      const height = rows + kSpareRows;
      this.images = { colors: new ImageData(width, height), hatched: new ImageData(width, height) };
      for (const { canvas } of [this.colors, this.mask]) Object.assign(canvas, { width, height });
    }
    const { width: w, height: h } = this.canvas;
    if (this.hatching.canvas.width !== w || this.hatching.canvas.height !== h) Object.assign(this.hatching.canvas, { width: w, height: h });
    return this.images;
  }

  private pattern(palette: Palette, ratio: number): CanvasPattern {
    const key = `${palette.paper} ${ratio}`;
    if (this.hatch && this.hatchFor === key) return this.hatch;
    const side = Math.round(6 * ratio);
    const tile = document.createElement("canvas");
    tile.width = side;
    tile.height = side;
    const c = tile.getContext("2d");
    if (c) {
      c.strokeStyle = palette.paper;
      c.globalAlpha = 0.75;
      c.lineWidth = 1.6 * ratio;
      for (const shift of [-side, 0, side]) {
        c.beginPath();
        c.moveTo(shift - ratio, side + ratio);
        c.lineTo(shift + side + ratio, -ratio);
        c.stroke();
      }
    }
    this.hatch = this.context.createPattern(tile, "repeat");
    this.hatchFor = key;
    if (!this.hatch) throw new Error("This browser cannot draw patterns.");
    return this.hatch;
  }

  private drawNames(scene: Scene, palette: Palette, rowHeight: number, top: number, ratio: number): void {
    const { spans, context } = this;
    context.font = ratio === 1 ? kFont : kFont.replace("12px", `${12 * ratio}px`);
    context.textBaseline = "middle";
    for (let i = 0; i < spans.count; ++i) {
      if (!this.isWhole(spans.row[i]! * rowHeight - top, rowHeight)) continue;
      const room = spans.to[i]! - spans.from[i]! - 8 * ratio;
      if (room < (kTextFrom - 8) * ratio) continue;
      const entry = spans.entry[i]!;
      const name = scene.label(entry);
      const wide = this.widthOf(name) * ratio;
      if (wide > room) continue;
      const y = spans.row[i]! * rowHeight - top + (rowHeight - ratio) / 2 + ratio;
      const x = spans.from[i]! + (room + 8 * ratio - wide) / 2;
      const faded = scene.faded !== null && scene.faded[entry] === 1;
      const skipped = kHatched[scene.states[entry]!] === 1;
      context.globalAlpha = faded ? 0.55 : 1;
      if (skipped) {
        // Hatching under letters is hard to read.
        context.fillStyle = palette.paper;
        context.globalAlpha = faded ? 0.3 : 0.72;
        context.fillRect(x - 3 * ratio, y - 8 * ratio, wide + 6 * ratio, 15 * ratio);
        context.globalAlpha = faded ? 0.55 : 1;
      }
      context.fillStyle = skipped || faded ? palette.ink : palette.onState(scene.states[entry]!);
      context.fillText(name, x, y);
    }
    context.globalAlpha = 1;
  }

  // Half of a row has no room for a name.
  private isWhole(y: number, rowHeight: number): boolean {
    return y >= -kSlack && y + rowHeight <= this.canvas.height + kSlack;
  }

  private widthOf(name: string): number {
    let width = this.widths.get(name);
    if (width === undefined) {
      width = this.context.measureText(name).width / (window.devicePixelRatio || 1);
      this.widths.set(name, width);
    }
    return width;
  }

  // A thick line along the lower edge.
  private drawVariation(scene: Scene, palette: Palette, rowHeight: number, top: number, ratio: number): void {
    const { context } = this;
    const line = kVariationLine * ratio;
    for (const entry of scene.variation) {
      const box = this.box(scene.layout, entry, rowHeight, top, 4 * ratio);
      if (!box) continue;
      context.fillStyle = palette.paper;
      context.fillRect(box.x, box.y + box.h - line - 2 * ratio, box.w, ratio);
      context.fillStyle = palette.ink;
      context.fillRect(box.x, box.y + box.h - line - ratio, box.w, line);
    }
  }

  private drawErrors(scene: Scene, palette: Palette, rowHeight: number, top: number, ratio: number): void {
    const { context } = this;
    for (const entry of scene.errors) {
      const box = this.box(scene.layout, entry, rowHeight, top, 4 * ratio);
      if (!box) continue;
      context.fillStyle = kWrong;
      context.fillRect(box.x, box.y, box.w, box.h);
      context.strokeStyle = palette.ink;
      context.lineWidth = ratio;
      context.strokeRect(box.x - ratio / 2, box.y - ratio / 2, box.w + ratio, box.h);
      if (box.w < 16 * ratio || !this.isWhole(box.y, rowHeight)) continue;
      // A cross: an error is not told by its colour alone.
      const [cx, cy, d] = [box.x + 8 * ratio, box.y + box.h / 2, 3.5 * ratio];
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2 * ratio;
      context.beginPath();
      context.moveTo(cx - d, cy - d);
      context.lineTo(cx + d, cy + d);
      context.moveTo(cx + d, cy - d);
      context.lineTo(cx - d, cy + d);
      context.stroke();
      const name = scene.label(entry);
      if ((this.widthOf(name) + 22) * ratio > box.w) continue;
      context.fillStyle = "#ffffff";
      context.fillText(name, box.x + 16 * ratio, box.y + box.h / 2 + ratio);
    }
  }

  // Where an entry lies on the canvas, in its pixels; null: not in the window.
  private box(layout: Layout, entry: number, rowHeight: number, top: number, least: number): { x: number; y: number; w: number; h: number } | null {
    const { x0, x1 } = this.camera.view;
    const scale = this.canvas.width / (x1 - x0);
    const from = Math.max(-8, (layout.left[entry]! - x0) * scale);
    const to = Math.min(this.canvas.width + 8, (rightOf(layout, entry) - x0) * scale);
    const y = layout.tree.row[entry]! * rowHeight - top;
    if (to < from || y > this.canvas.height || y + rowHeight < 0) return null;
    const w = Math.max(least, to - from);
    return { x: (from + to - w) / 2, y, w, h: rowHeight - 1 };
  }

  private frame(layout: Layout, entry: number, color: string, line: number, rowHeight: number, top: number): void {
    const box = this.box(layout, entry, rowHeight, top, 3);
    if (!box) return;
    this.context.strokeStyle = color;
    this.context.lineWidth = line;
    this.context.strokeRect(box.x + 0.5, box.y + 0.5, Math.max(1, box.w - 1), box.h - 1);
  }
}

