import { Kind } from "./trace";
import { endOf, type Tree } from "./tree";

// Where each entry lies from left to right. A visit takes one unit for itself and then what its children take, so
// everything follows from one running sum in preorder. What was left out has no visits: it is given the mean of its
// searched siblings, all of them together at most this share of their parent's visits. When it was searched after all
// it is given its true nodes.
const kShare = 0.5;

export interface Layout {
  tree: Tree;
  left: Float64Array; // count + 1 numbers: entry i lies from left[i] to left[end of i]
  total: number;
  rowStart: Uint32Array; // of each row, its first place in rowEntries
  rowEntries: Uint32Array; // entries by row, from left to right
}

export interface LayoutOptions {
  room: boolean; // for what was left out; otherwise it is drawn as thin as can be
  measured: ReadonlyMap<number, number>; // nodes of what was searched after all
}

const kThin = 0.02;

function leftEdges(tree: Tree, options: LayoutOptions): Float64Array {
  const { trace, parent, visitsBefore } = tree;
  const { kind, size, count } = trace;
  const skipped = new Uint16Array(count);
  const searched = new Uint16Array(count);
  for (let i = 1; i < count; ++i) {
    const p = parent[i]!;
    if (kind[i] === Kind.Skipped) skipped[p] = skipped[p]! + 1;
    else searched[p] = searched[p]! + 1;
  }
  // One number for all the skipped children of a node.
  const estimate = new Float32Array(count);
  for (let i = 0; i < count; ++i) {
    if (skipped[i] === 0) continue;
    const visits = visitsBefore[i + size[i]!]! - visitsBefore[i]!;
    const mean = searched[i]! > 0 ? (visits - 1) / searched[i]! : 1;
    estimate[i] = options.room ? Math.min(mean, (kShare * visits) / skipped[i]!) : kThin;
  }
  const left = new Float64Array(count + 1);
  let x = 0;
  for (let i = 0; i < count; ++i) {
    left[i] = x;
    x += kind[i] === Kind.Skipped ? estimate[parent[i]!]! : 1;
  }
  left[count] = x;
  if (options.measured.size > 0) widen(left, options.measured, kind);
  return left;
}

function widen(left: Float64Array, measured: ReadonlyMap<number, number>, kind: Uint8Array): void {
  const wider = [...measured].filter(([entry, nodes]) => kind[entry] === Kind.Skipped && nodes > 0).sort((a, b) => a[0] - b[0]);
  let shift = 0;
  let next = 0;
  for (let i = 0; i < left.length; ++i) {
    const place = left[i]!;
    const width = (left[i + 1] ?? place) - place;
    left[i] = place + shift;
    const w = wider[next];
    if (w?.[0] === i) {
      shift += w[1] - width;
      ++next;
    }
  }
}

function byRow(tree: Tree): { rowStart: Uint32Array; rowEntries: Uint32Array } {
  const { row, rows } = tree;
  const rowStart = new Uint32Array(rows + 1);
  for (let i = 0; i < row.length; ++i) rowStart[row[i]! + 1]!++;
  for (let r = 0; r < rows; ++r) rowStart[r + 1]! += rowStart[r]!;
  const place = rowStart.slice();
  const rowEntries = new Uint32Array(row.length);
  for (let i = 0; i < row.length; ++i) rowEntries[place[row[i]!]!++] = i;
  return { rowStart, rowEntries };
}

export function layOut(tree: Tree, options: LayoutOptions, before?: Layout): Layout {
  const left = leftEdges(tree, options);
  const rows = before?.tree === tree ? before : byRow(tree);
  return { tree, left, total: left[tree.trace.count]!, rowStart: rows.rowStart, rowEntries: rows.rowEntries };
}

export const rightOf = (l: Layout, i: number): number => l.left[endOf(l.tree, i)]!;
export const widthOf = (l: Layout, i: number): number => rightOf(l, i) - l.left[i]!;

// The place in rowEntries of the last entry of a row that begins at or before x, looking from `from` on; before `from`
// if none does.
export function lastAt(l: Layout, x: number, from: number, to: number): number {
  const { left, rowEntries } = l;
  let step = 1;
  let low = from - 1;
  // The next one is usually near: strides that double, then halves.
  while (low + step < to && left[rowEntries[low + step]!]! <= x) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, to);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (left[rowEntries[middle]!]! <= x) low = middle;
    else high = middle;
  }
  return low;
}

export function entryAt(l: Layout, row: number, x: number): number | null {
  if (row < 0 || row >= l.tree.rows) return null;
  const from = l.rowStart[row]!;
  const place = lastAt(l, x, from, l.rowStart[row + 1]!);
  if (place < from) return null;
  const entry = l.rowEntries[place]!;
  return x < rightOf(l, entry) ? entry : null;
}
