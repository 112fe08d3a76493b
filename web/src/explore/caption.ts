import { grouped } from "../shared/format";
import { bestMove } from "./lines";
import { kStartFen } from "./play_board";
import { moveOf, parseFen, play, shortName } from "./position";
import type { Replay } from "./replay";
import { settingText } from "./rule_text";
import { value, whiteScore } from "./score";
import { Kind, type Header } from "./trace";
import type { Tree } from "./tree";
import { isPruned } from "./walk";

const kLastMoves = 4; // of a game before the position, that the line stays short

// "Starting position after e4 e5", "8/5pk1/6p1/8/1r6/4R1P1/5PK1/8 w"
export function positionText({ fen, moves, chess960 }: Pick<Header, "fen" | "moves" | "chess960">): string {
  const start = fen === kStartFen ? "Starting position" : fen.split(" ").slice(0, 2).join(" ");
  if (moves.length === 0) return start;
  let position = parseFen(fen);
  const names = moves.map((text) => {
    const move = moveOf(position, text);
    const name = shortName(position, move, chess960);
    position = play(position, move);
    return name;
  });
  return `${start} after ${names.length > kLastMoves ? "… " : ""}${names.slice(-kLastMoves).join(" ")}`;
}

const counted = (n: number, one: string, many: string): string => `${grouped(n)} ${n === 1 ? one : many}`;

// The preset, and what is changed in it.
export function searchName(preset: string, set: Record<string, string>): string {
  const [first, ...others] = Object.entries(set);
  if (!first) return preset;
  return `${preset} with ${others.length > 0 ? `${others.length + 1} changes` : settingText(...first)}`;
}

export interface Pruned {
  moves: number; // skipped
  nodes: number; // cut by a rule
}

export function countPruned({ trace }: Tree): Pruned {
  const out = { moves: 0, nodes: 0 };
  for (let i = 1; i < trace.count; ++i)
    if (isPruned(trace, i)) ++out[trace.kind[i] === Kind.Skipped ? "moves" : "nodes"];
  return out;
}
export const prunedTitle = (p: Pruned): string => `${counted(p.moves, "move", "moves")} skipped, ${counted(p.nodes, "node", "nodes")} cut by a rule`;

// What one is looking at, but for its position: preset, depth, result, nodes, and how much of the last iteration was pruned.
export function searchText(tree: Tree, replay: Replay, name: string, pruned: Pruned): string {
  const { header } = tree.trace;
  return `${name}, depth ${header.depth}: ${bestMove(tree, replay)} ${value(whiteScore(header))} for White, ${grouped(header.nodes)} nodes, ${grouped(pruned.moves + pruned.nodes)} pruned`;
}

// `matches`: entries that the filters want; null: there is no filter.
export const filterText = (matches: number | null, entries: number): string => (matches === null ? "" : `filter: ${grouped(matches)} of ${counted(entries, "entry", "entries")}`);
