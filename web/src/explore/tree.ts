import { Flag, Kind, type Trace } from "./trace";

// What follows from the order of the entries: parents, rows, and visits counted up, so that the visits of any subtree
// are one subtraction.
export interface Tree {
  trace: Trace;
  parent: Uint32Array; // of the first, 0
  row: Uint16Array; // 0: the tree itself
  rows: number;
  visitsBefore: Uint32Array; // count + 1 numbers
}

export function growTree(trace: Trace): Tree {
  const { size, kind, count } = trace;
  const parent = new Uint32Array(count);
  const row = new Uint16Array(count);
  const visitsBefore = new Uint32Array(count + 1);
  if (size[0] !== count) throw new Error("This is not a tree that can be read: its first entry does not hold all the others.");
  let open = 0; // the entry whose children are being read
  let end = count;
  let deepest = 0;
  let visits = kind[0] === Kind.Visit ? 1 : 0;
  visitsBefore[1] = visits;
  for (let i = 1; i < count; ++i) {
    while (i >= end) {
      open = parent[open]!;
      end = open + size[open]!;
    }
    const s = size[i]!;
    if (s === 0 || i + s > end) throw new Error(`This is not a tree that can be read: entry ${i} is larger than what holds it.`);
    parent[i] = open;
    const r = row[open]! + 1;
    row[i] = r;
    if (r > deepest) deepest = r;
    if (kind[i] === Kind.Visit) ++visits;
    visitsBefore[i + 1] = visits;
    if (s > 1) {
      open = i;
      end = i + s;
    }
  }
  return { trace, parent, row, rows: deepest + 1, visitsBefore };
}

export const endOf = (t: Tree, i: number): number => i + t.trace.size[i]!;
export const visitsOf = (t: Tree, i: number): number => t.visitsBefore[endOf(t, i)]! - t.visitsBefore[i]!;

export function* childrenOf(t: Tree, i: number): Generator<number> {
  const end = endOf(t, i);
  for (let child = i + 1; child < end; child = endOf(t, child)) yield child;
}

// From the first entry's child down to this one.
export function pathTo(t: Tree, entry: number): number[] {
  const path: number[] = [];
  for (let i = entry; i !== 0; i = t.parent[i]!) path.push(i);
  return path.reverse();
}

export function isInside(t: Tree, entry: number, ancestor: number): boolean {
  return entry >= ancestor && entry < endOf(t, ancestor);
}

export function nextSibling(t: Tree, i: number): number | null {
  if (i === 0) return null;
  const next = endOf(t, i);
  return next < endOf(t, t.parent[i]!) ? next : null;
}

export function previousSibling(t: Tree, i: number): number | null {
  if (i === 0) return null;
  let before: number | null = null;
  for (const child of childrenOf(t, t.parent[i]!)) {
    if (child === i) return before;
    before = child;
  }
  return null;
}

// The moves from the root to an entry; a visit inside its parent's own node adds none, a null move is 0.
export function lineTo(t: Tree, entry: number): number[] {
  const { trace } = t;
  return pathTo(t, entry)
    .filter((i) => t.row[i]! >= 2 && !(trace.flags[i]! & Flag.SameNode))
    .map((i) => trace.move[i]!);
}

// The variation that the last completed window of the root rests on: from each node the move whose value it took.
export function principalVariation(t: Tree): number[] {
  const { kind, score, flags, move } = t.trace;
  const roots = [...childrenOf(t, 0)].filter((i) => kind[i] === Kind.Visit);
  let node = roots.at(-1);
  const line: number[] = [];
  while (node !== undefined) {
    let next: number | undefined;
    for (const child of childrenOf(t, node)) {
      if (kind[child] !== Kind.Visit || move[child] === 0) continue;
      if (-score[child]! !== score[node]) continue;
      if (next === undefined || flags[child]! & Flag.OpenWindow || !(flags[next]! & Flag.OpenWindow)) next = child;
    }
    if (next !== undefined) line.push(next);
    node = next;
  }
  return line;
}
