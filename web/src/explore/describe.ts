import { phrase } from "./happened";
import type { Replay } from "./replay";
import { value, windowText } from "./score";
import { Flag, Kind } from "./trace";
import { visitsOf, type Tree } from "./tree";
import { grouped } from "../shared/format";
import type { Verdicts } from "./verdicts";

// One sentence about an entry: for the line below the tree, for screen readers and for the pointer.
export function describe(tree: Tree, replay: Replay, entry: number, verdicts: Verdicts): string {
  const { trace } = tree;
  const kind = trace.kind[entry];
  if (kind === Kind.Tree) return `The whole tree: ${grouped(visitsOf(tree, 0))} visits, depth ${trace.header.depth}`;
  const flags = trace.flags[entry]!;
  const depth = trace.depth[entry]! <= 0 ? "quiescence" : `depth ${trace.depth[entry]}`;
  const score = value(trace.score[entry]!);
  const parts = [tree.row[entry] === 1 ? `Root, window ${windowText(trace.alpha[entry]!, trace.beta[entry]!)}` : replay.name(entry), phrase(trace, entry)];
  if (kind === Kind.Skipped) {
    parts.push(`${flags & Flag.HoldsBeta ? "at least" : "at most"} ${score}`, depth);
    const verdict = verdicts.all.get(entry);
    if (verdict) parts.push(verdict.wrong ? `searched after all: WRONG, worth ${value(verdict.value)}` : "searched after all: right");
  } else {
    const visits = visitsOf(tree, entry);
    parts.push(depth, `value ${score}`, `${grouped(visits)} ${visits === 1 ? "visit" : "visits"}`);
    if (flags & Flag.Again) parts.push("searched again");
    if (verdicts.all.get(entry)?.wrong) parts.push("WRONG");
  }
  return parts.join(" · ");
}
