import { End, Flag, Kind, kNoRule, kNoValue, type Trace } from "./trace";
import type { Tree } from "./tree";

// Which entries one may want to go through, one after the other.
export type Wanted = (trace: Trace, entry: number) => boolean;

// Skipped, or cut by a rule. Standing pat is no pruning.
export const isPruned: Wanted = ({ kind, end, flags }, i) => kind[i] === Kind.Skipped || end[i] === End.RuleCut || (flags[i]! & Flag.ReducedByRule) !== 0;

export const kNear = 25; // centipawns

// Pruned, but with a margin a little larger it would not have been. `rules`: the names of those whose margin is in
// centipawns; how far a rule that counts moves was from its threshold says little.
export function isNearMiss(rules: ReadonlySet<string>): Wanted {
  return (trace, i) => {
    const spare = trace.spare?.[i] ?? kNoValue;
    if (!isPruned(trace, i) || spare === kNoValue || spare > kNear) return false;
    const rule = trace.rule[i]!;
    return rule !== kNoRule && rules.has(trace.header.rules[rule] ?? "");
  };
}

// The next entry that is wanted, in the order of the search; after the last one the first. null: there is none.
export function nextEntry({ trace }: Tree, from: number, direction: 1 | -1, wanted: Wanted): number | null {
  const { count } = trace;
  for (let step = 1; step <= count; ++step) {
    const i = (((from + direction * step) % count) + count) % count;
    if (i !== 0 && wanted(trace, i)) return i;
  }
  return null;
}
