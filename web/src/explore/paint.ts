import { kHatched } from "./happened";
import { lastAt, type Layout } from "./layout";
import type { View } from "./camera";

// One pixel row for each row of the tree. A pixel shows the entry that lies under its middle, so a picture costs as much
// as it has pixels, however many entries the tree has, and what is thinner than a pixel still shows in its share.
export interface Spans {
  count: number;
  entry: Uint32Array;
  row: Uint16Array;
  from: Float32Array; // pixels
  to: Float32Array;
}

const kMaxSpans = 20_000;
export const makeSpans = (): Spans => ({
  count: 0,
  entry: new Uint32Array(kMaxSpans),
  row: new Uint16Array(kMaxSpans),
  from: new Float32Array(kMaxSpans),
  to: new Float32Array(kMaxSpans),
});

export interface Painting {
  layout: Layout;
  states: Uint8Array;
  faded: Uint8Array | null; // 1: what the filters do not want
  words: Uint32Array; // colours by state, then the faded ones
  fadedFrom: number;
}

// Pixels by row: their colours, and as a mask what is hatched, so that it is hatched however thin its boxes are.
export interface Pixels {
  colors: Uint32Array;
  hatched: Uint32Array; // opaque or empty
}
export const makePixels = (size: number): Pixels => ({ colors: new Uint32Array(size), hatched: new Uint32Array(size) });
const kOpaque = 0xffffffff;

// Rows firstRow..firstRow+rows-1 into `out` (width pixels each); spans of at least `wide` pixels are told of in `spans`.
export function paintRows(p: Painting, view: View, firstRow: number, rows: number, width: number, out: Pixels, wide: number, spans: Spans): void {
  out.colors.fill(0, 0, rows * width);
  out.hatched.fill(0, 0, rows * width);
  spans.count = 0;
  for (let r = 0; r < rows; ++r) {
    const row = firstRow + r;
    if (row >= p.layout.tree.rows) break;
    paintRow(p, view, row, width, out, r * width, wide, spans);
  }
}

function paintRow(p: Painting, view: View, row: number, width: number, out: Pixels, base: number, wide: number, spans: Spans): void {
  const { layout, states, faded, words, fadedFrom } = p;
  const { left, rowEntries, rowStart, tree } = layout;
  const { size } = tree.trace;
  const scale = width / (view.x1 - view.x0);
  const end = rowStart[row + 1]!;
  let place = rowStart[row]!;
  let px = 0;
  while (px < width) {
    const x = view.x0 + (px + 0.5) / scale;
    const last = lastAt(layout, x, place, end);
    if (last < place) {
      // Before the first one that is left: nothing until it begins.
      if (place >= end) return;
      px = Math.max(px + 1, Math.ceil((left[rowEntries[place]!]! - view.x0) * scale - 0.5));
      continue;
    }
    place = last;
    const entry = rowEntries[last]!;
    const right = left[entry + size[entry]!]!;
    if (x >= right) {
      place = last + 1;
      if (place >= end) return;
      px = Math.max(px + 1, Math.ceil((left[rowEntries[place]!]! - view.x0) * scale - 0.5));
      continue;
    }
    const stop = Math.min(width, Math.max(px + 1, Math.ceil((right - view.x0) * scale - 0.5)));
    const color = words[states[entry]! + (faded !== null && faded[entry] === 1 ? fadedFrom : 0)]!;
    // Neighbours that are wide enough are told apart by a line of the ground between them.
    const gap = stop - px >= 4 && stop < width ? 1 : 0;
    out.colors.fill(color, base + px, base + stop - gap);
    if (kHatched[states[entry]!]) out.hatched.fill(kOpaque, base + px, base + stop - gap);
    if (stop - px >= wide && spans.count < kMaxSpans) {
      const n = spans.count++;
      spans.entry[n] = entry;
      spans.row[n] = row;
      spans.from[n] = px;
      spans.to[n] = stop - gap;
    }
    px = stop;
  }
}
