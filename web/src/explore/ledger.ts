import { grouped } from "../shared/format";
import { kMateFrom } from "./score";
import { End, Flag, Kind, kNoRule, kNoValue } from "./trace";
import type { Tree } from "./tree";
import type { Verdicts } from "./verdicts";

// What each rule did in a tree, counted from its entries.
export interface LedgerRow {
  rule: number;
  name: string;
  leftOut: number; // moves
  cut: number; // nodes
  checked: number;
  wrong: number;
}

export function ledger(tree: Tree, verdicts?: Verdicts): LedgerRow[] {
  const { rule, kind, end, flags, header, count } = tree.trace;
  const rows = header.rules.map((name, number): LedgerRow => ({ rule: number, name, leftOut: 0, cut: 0, checked: 0, wrong: 0 }));
  for (let i = 0; i < count; ++i) {
    if (rule[i] === kNoRule) continue;
    const row = rows[rule[i]!];
    if (!row) continue;
    if (kind[i] === Kind.Skipped) ++row.leftOut;
    else if (end[i] === End.RuleCut || (end[i] === End.StandPat && !(flags[i]! & Flag.ReducedByRule))) ++row.cut;
  }
  for (const [entry, verdict] of verdicts?.all ?? []) {
    const row = rows[rule[entry]!];
    if (!row) continue;
    ++row.checked;
    if (verdict.wrong) ++row.wrong;
  }
  return rows.filter((r) => r.leftOut + r.cut > 0).sort((a, b) => b.leftOut + b.cut - a.leftOut - a.cut);
}

// What of the row a curve is of, in words that agree with the row.
export function curveText(row: LedgerRow, curve: MarginCurve): string {
  const all = row.leftOut + row.cut;
  const pruned = `This rule pruned ${grouped(all)} moves and nodes`;
  const unknown = "moves skipped along with others, or an alpha that is a mate score";
  if (curve.leftOut === 0) return `${pruned}. How far they were from its threshold is not known (${unknown}).`;
  const shown = curve.leftOut === all ? `${pruned}.` : `${pruned}. The curves are of the ${grouped(curve.leftOut)} whose distance from the threshold is known; the others are ${unknown}.`;
  const errors =
    row.wrong === 0
      ? "No error is known; search a sample to see how fast the errors disappear."
      : `${grouped(row.wrong)} known ${row.wrong === 1 ? "error" : "errors"}${curve.wrong === row.wrong ? "" : `, ${grouped(curve.wrong)} with a known distance`}.`;
  return `${shown} With a larger margin, those closest to the threshold would be searched first. ${errors}`;
}

// How the numbers would change with a margin larger by x: what has less than x to spare would not be left out any more.
// Only that can be told of whose distance from the threshold is known: not what was skipped along with others, nor what
// was compared with a mate.
export interface MarginCurve {
  slack: number[]; // in the unit of the margin
  remains: number[]; // share of what was left out
  errors: (number | null)[]; // share of the known errors
  leftOut: number; // whose distance is known
  wrong: number; // the errors among them
}

export function marginCurve(tree: Tree, rule: number, verdicts: Verdicts): MarginCurve {
  const { trace } = tree;
  const spareOf = (i: number): number | null => {
    const spare = trace.spare?.[i] ?? kNoValue;
    // Mate bounds have no margin that could reach them.
    return spare === kNoValue || Math.abs(trace.alpha[i]!) >= kMateFrom ? null : Math.max(0, spare);
  };
  const slacks: number[] = [];
  for (let i = 0; i < trace.count; ++i) {
    const leftOut = trace.kind[i] === Kind.Skipped || trace.end[i] === End.RuleCut;
    const spare = leftOut && trace.rule[i] === rule ? spareOf(i) : null;
    if (spare !== null) slacks.push(spare);
  }
  const wrong = [...verdicts.all].filter(([i, v]) => v.wrong && trace.rule[i] === rule).map(([i]) => spareOf(i)).filter((x) => x !== null);
  slacks.sort((a, b) => a - b);
  wrong.sort((a, b) => a - b);
  const share = (sorted: number[], x: number): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < x) low = middle + 1;
      else high = middle;
    }
    return (sorted.length - low) / sorted.length;
  };
  const most = Math.max(1, slacks[Math.floor(slacks.length * 0.99)] ?? 0); // one unit at least, that the axis has a length
  const steps = Array.from({ length: 121 }, (_, i) => (most * i) / 120);
  return {
    slack: steps,
    remains: steps.map((x) => (slacks.length ? 100 * share(slacks, x) : 0)),
    errors: steps.map((x) => (wrong.length ? 100 * share(wrong, x) : null)),
    leftOut: slacks.length,
    wrong: wrong.length,
  };
}
