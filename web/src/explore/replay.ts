import { Flag, type Trace } from "./trace";
import { parseFen, play, playUci, shortName, type Position } from "./position";
import type { Tree } from "./tree";

// The positions of a tree's entries, from the trace alone. Those on the way to what was asked for last are kept, because
// the next question is usually near.
export class Replay {
  private kept = new Map<number, Position>();
  private names = new Map<number, string>();

  constructor(private readonly tree: Tree) {}

  // At a visit the position where it begins; at a skipped move the position after it.
  at(entry: number): Position {
    const known = this.kept.get(entry);
    if (known) return known;
    if (this.kept.size > 20_000) this.kept.clear();
    const { trace, row, parent } = this.tree;
    let p: Position;
    if (entry === 0) p = rootPosition(trace);
    else if (row[entry] === 1 || trace.flags[entry]! & Flag.SameNode) p = this.at(parent[entry]!);
    else p = play(this.at(parent[entry]!), trace.move[entry]!);
    this.kept.set(entry, p);
    return p;
  }

  // The move that led to an entry, as short as can be.
  name(entry: number): string {
    const known = this.names.get(entry);
    if (known !== undefined) return known;
    if (this.names.size > 50_000) this.names.clear();
    const { trace, row, parent } = this.tree;
    let name: string;
    if (entry === 0) name = "tree";
    else if (row[entry] === 1) name = "root";
    else if (trace.flags[entry]! & Flag.SameNode) name = trace.flags[entry]! & Flag.Quiescence ? "quiescence" : "same node";
    else name = shortName(this.at(parent[entry]!), trace.move[entry]!, trace.header.chess960);
    this.names.set(entry, name);
    return name;
  }
}

export function rootPosition(trace: Trace): Position {
  let p = parseFen(trace.header.fen);
  for (const move of trace.header.moves) p = playUci(p, move);
  return p;
}
