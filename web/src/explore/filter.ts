import { Kind } from "./trace";
import type { Tree } from "./tree";
import type { Verdicts } from "./verdicts";

export interface Filter {
  what: "all" | "searched" | "left out" | "by a rule";
  rule: number | null; // its number in the trace
  depth: number | null;
  verdict: "any" | "checked" | "right" | "wrong" | "unchecked";
}
export const kNoFilter: Filter = { what: "all", rule: null, depth: null, verdict: "any" };

export const isOpen = (f: Filter): boolean => f.what === "all" && f.rule === null && f.depth === null && f.verdict === "any";

export interface Matches {
  faded: Uint8Array | null;
  count: number;
}

export function match(tree: Tree, filter: Filter, verdicts: Verdicts): Matches {
  const { kind, rule, depth, count } = tree.trace;
  if (isOpen(filter)) return { faded: null, count };
  const faded = new Uint8Array(count);
  let matches = 0;
  for (let i = 0; i < count; ++i) {
    const leftOut = kind[i] === Kind.Skipped;
    let holds = true;
    if (filter.what === "searched") holds = kind[i] === Kind.Visit;
    else if (filter.what === "left out") holds = leftOut;
    else if (filter.what === "by a rule") holds = rule[i] !== 255;
    if (holds && filter.rule !== null) holds = rule[i] === filter.rule;
    if (holds && filter.depth !== null) holds = Math.max(0, depth[i]!) === filter.depth;
    if (holds && filter.verdict !== "any") {
      const verdict = verdicts.all.get(i);
      if (filter.verdict === "unchecked") holds = leftOut && !verdict;
      else holds = verdict !== undefined && (filter.verdict === "checked" || verdict.wrong === (filter.verdict === "wrong"));
    }
    if (holds) ++matches;
    else faded[i] = 1;
  }
  return { faded, count: matches };
}
