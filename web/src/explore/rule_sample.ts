import { isAbort, type Api, type TreeId } from "./api";
import { End, Kind } from "./trace";
import type { Tree } from "./tree";
import type { Verdict } from "./verdicts";

// What one rule pruned, as many as are wanted, evenly spread over the tree. Neighbours in a tree resemble each other, so what is found
// among them is a count and no rate with an interval.
export function sampleOf({ trace }: Tree, rule: string, most: number): number[] {
  const number = trace.header.rules.indexOf(rule);
  const all: number[] = [];
  for (let i = 1; i < trace.count; ++i)
    if (trace.rule[i] === number && (trace.kind[i] === Kind.Skipped || trace.end[i] === End.RuleCut)) all.push(i);
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

// Searches them after all. What cannot be searched is left out.
export async function checkSample(api: Api, id: TreeId, entries: number[], signal: AbortSignal, onProgress: (done: number) => void): Promise<[number, Verdict][]> {
  const found: [number, Verdict][] = [];
  for (const [i, entry] of entries.entries()) {
    onProgress(i);
    try {
      found.push([entry, await api.check(id, entry, signal)]);
    } catch (error) {
      if (isAbort(error)) throw error;
    }
  }
  return found;
}
