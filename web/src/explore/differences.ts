import { Flag, Kind } from "./trace";
import { principalVariation, type Tree } from "./tree";

// Which lines one tree searched and the other did not. A line is told by a number made of its moves, so that a million
// of them are compared at once.
function lineNumbers(tree: Tree): Float64Array {
  const { parent, row, trace } = tree;
  const { move, flags, count } = trace;
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const out = new Float64Array(count);
  for (let i = 1; i < count; ++i) {
    const p = parent[i]!;
    if (row[i] === 1 || flags[i]! & Flag.SameNode) {
      high[i] = high[p]!;
      low[i] = low[p]!;
    } else {
      const m = move[i]! + 1;
      let a = Math.imul(high[p]! ^ m, 0x9e3779b1);
      let b = Math.imul((low[p]! + m) | 0, 0x85ebca6b);
      a ^= b >>> 15;
      b = Math.imul(b ^ (a >>> 13), 0xc2b2ae35);
      high[i] = a >>> 0;
      low[i] = (b ^ (b >>> 16)) >>> 0;
    }
    out[i] = high[i]! * 2097152 + (low[i]! >>> 11) + 1; // 53 bits; 0 means none
  }
  return out;
}

class NumberSet {
  private readonly slots: Float64Array;
  private readonly mask: number;
  constructor(most: number) {
    let length = 16;
    while (length < most * 2) length *= 2;
    this.slots = new Float64Array(length);
    this.mask = length - 1;
  }
  private slot(n: number): number {
    let at = ((n % 4294967296) >>> 3) & this.mask;
    while (this.slots[at] !== 0 && this.slots[at] !== n) at = (at + 1) & this.mask;
    return at;
  }
  add(n: number): boolean {
    const at = this.slot(n);
    if (this.slots[at] === n) return false;
    this.slots[at] = n;
    return true;
  }
  has(n: number): boolean {
    return this.slots[this.slot(n)] === n;
  }
}

export interface Side {
  lines: number; // different lines that were searched
  only: number; // of them, those that the other did not search
  faded: Uint8Array; // 1: the other searched it too, or it was not searched
}

export function differences(a: Tree, b: Tree): [Side, Side] {
  const numbers: [Float64Array, Float64Array] = [lineNumbers(a), lineNumbers(b)];
  const searched = [a, b].map((tree, side) => {
    const set = new NumberSet(tree.visitsBefore[tree.trace.count]! + 1);
    let lines = 0;
    for (let i = 1; i < tree.trace.count; ++i) if (tree.trace.kind[i] === Kind.Visit && set.add(numbers[side as 0 | 1][i]!)) ++lines;
    return { set, lines };
  });
  const sides = [a, b].map((tree, side): Side => {
    const other = searched[1 - side]!.set;
    const counted = new NumberSet(tree.visitsBefore[tree.trace.count]! + 1);
    const faded = new Uint8Array(tree.trace.count);
    let only = 0;
    for (let i = 0; i < faded.length; ++i) {
      const n = numbers[side as 0 | 1][i]!;
      if (i === 0 || tree.trace.kind[i] !== Kind.Visit || other.has(n)) faded[i] = 1;
      else if (counted.add(n)) ++only;
    }
    return { lines: searched[side]!.lines, only, faded };
  });
  return [sides[0]!, sides[1]!];
}

export interface Parting {
  common: number; // moves that both principal variations share
  a: number[]; // entries
  b: number[];
}

export function parting(a: Tree, b: Tree): Parting {
  const [x, y] = [principalVariation(a), principalVariation(b)];
  let common = 0;
  while (common < x.length && common < y.length && a.trace.move[x[common]!] === b.trace.move[y[common]!]) ++common;
  return { common, a: x, b: y };
}
