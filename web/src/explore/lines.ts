import { uci } from "./moves";
import type { Replay } from "./replay";
import { Flag, Kind } from "./trace";
import { childrenOf, pathTo, type Tree } from "./tree";

// Entries by the moves that lead to them. A node's own quiescence and tests lie below it without a move of their own, so
// the way goes through them.
export function* movesOf(tree: Tree, entry: number): Generator<number> {
  for (const child of childrenOf(tree, entry)) {
    if (tree.row[child] === 1 || tree.trace.flags[child]! & Flag.SameNode) yield* movesOf(tree, child);
    else yield child;
  }
}

// The best move of the search, which the trace has in UCI notation, in short algebraic notation.
export function bestMove(tree: Tree, replay: Replay): string {
  const { header, move } = tree.trace;
  for (const child of movesOf(tree, [...childrenOf(tree, 0)].at(-1) ?? 0)) if (uci(move[child]!, header.chess960) === header.best) return replay.name(child);
  return header.best;
}

export interface Found {
  entries: number[]; // every visit of the line, and where its last move was left out
  reached: number; // moves of the line that are in the tree
  leftOut: number[]; // where an earlier move of the line was left out
}

export function findLine(tree: Tree, moves: readonly number[]): Found {
  const { kind, move } = tree.trace;
  let here = [...childrenOf(tree, 0)];
  const leftOut: number[] = [];
  for (let ply = 0; ply < moves.length; ++ply) {
    const next: number[] = [];
    for (const node of here) for (const child of movesOf(tree, node)) if (move[child] === moves[ply]) next.push(child);
    const last = ply === moves.length - 1;
    if (last) return { entries: next.sort((a, b) => a - b), reached: next.length > 0 ? moves.length : ply, leftOut };
    leftOut.push(...next.filter((child) => kind[child] === Kind.Skipped));
    const searched = next.filter((child) => kind[child] === Kind.Visit);
    if (searched.length === 0) return { entries: [], reached: next.length > 0 ? ply + 1 : ply, leftOut };
    here = searched;
  }
  return { entries: here, reached: 0, leftOut };
}

// The entry of another tree with the same line, as deep as it goes there: the last visit of each move, which had the
// final word, else where it was left out.
export function sameLine(from: Tree, entry: number, other: Tree): number {
  const path = pathTo(from, entry);
  if (path.length === 0) return 0;
  let here = [...childrenOf(other, 0)].at(-1) ?? 0;
  for (const step of path.slice(1)) {
    const flags = from.trace.flags[step]!;
    let next: number | undefined;
    for (const child of childrenOf(other, here)) {
      const same = (other.trace.flags[child]! & Flag.SameNode) === (flags & Flag.SameNode) && other.trace.move[child] === from.trace.move[step];
      if (same && (next === undefined || other.trace.kind[child] === Kind.Visit)) next = child;
    }
    if (next === undefined) return here;
    here = next;
  }
  return here;
}
