import type { Api, NodeDetails, Rule } from "../../src/explore/api";
import { findLine } from "../../src/explore/lines";
import { End, Kind } from "../../src/explore/trace";
import { endOf } from "../../src/explore/tree";
import type { EntryTree } from "./tree";
import type { Move, Skip, SkipCheck, TreeNode } from "./types.js";

type Where = TreeNode | string | readonly string[];

const isNode = (where: Where): where is TreeNode => typeof where === "object" && where !== null && "entry" in where;

function textOf(where: string | readonly string[]): string {
  if (typeof where === "string") return where;
  if (!Array.isArray(where)) throw new TypeError('where: expected an entry of the tree or a line of moves, such as "e4 e5"');
  return where.join(" ");
}

/** The entry that is meant: a skipped move or a node that a rule cut. */
export async function skippedEntry(api: Api, tree: EntryTree, where: Where): Promise<number> {
  const entry = isNode(where) ? tree.at(where.entry).entry : await entryOfLine(api, tree, textOf(where));
  const { kind, end } = tree.grown.trace;
  if (kind[entry] !== Kind.Skipped && end[entry] !== End.RuleCut) throw new Error(`entry ${entry}: nothing was skipped here; a skipped move has the kind "skipped", a node that a rule cut the end "rule cut"`);
  return entry;
}

async function entryOfLine(api: Api, tree: EntryTree, line: string): Promise<number> {
  const { moves, san } = await api.line(tree.id, line);
  if (moves.length === 0) throw new Error('the line is empty; expected: moves from the root, such as "e4 e5"');
  const { trace } = tree.grown;
  const { entries, leftOut, reached } = findLine(tree.grown, moves);
  const answered = (entry: number): boolean => trace.kind[entry] === Kind.Skipped || trace.end[entry] === End.RuleCut;
  const found = entries.filter(answered).at(-1) ?? (entries.length > 0 ? undefined : leftOut.at(-1));
  if (found !== undefined) return found;
  const text = san.join(" ");
  const searched = entries.at(-1);
  if (searched !== undefined) throw new Error(`line "${text}": ${san.at(-1)} was not skipped but searched (entry ${searched}, ${endOf(tree.grown, searched) - searched} entries)`);
  throw new Error(`line "${text}": ${san[reached]} is not in the tree: its node was decided before the move's turn`);
}

/** Puts together what the engine tells of an entry. */
export function skipOf(tree: EntryTree, node: NodeDetails, rules: readonly Rule[], check?: SkipCheck): Skip {
  const { pruned } = node;
  if (!pruned) throw new Error(`entry ${node.entry}: the tree does not say which rule skipped it`);
  const rule = rules.find(({ name }) => name === pruned.rule);
  const skipped = node.kind === "skipped";
  const moves = node.path.filter(({ uci }) => uci !== "").map(({ uci, san }): Move => ({ uci, san }));
  const line = skipped ? moves.slice(0, -1) : moves;
  const move = skipped ? (moves.at(-1) ?? null) : null;
  const place = node.depth > 0 ? `at depth ${node.depth}` : "in quiescence search";
  const after = line.length > 0 ? ` after ${line.map(({ san }) => san).join(" ")}` : "";
  const what = move ? `skipped ${move.san}${after}` : `cut the node${after}`;
  return {
    node: tree.at(node.entry),
    rule: pruned.rule,
    title: pruned.title,
    condition: rule?.condition ?? "",
    effect: rule?.effect ?? "",
    move,
    line,
    fen: node.fen,
    depth: node.depth,
    formula: pruned.condition,
    evaluation: node.static_value,
    bound: pruned.bound,
    alpha: node.alpha,
    beta: node.beta,
    margin: pruned.margin,
    spareMargin: pruned.spare,
    marginUnit: rule?.margin_unit ? rule.margin_unit : null,
    also: pruned.also,
    text: `${pruned.title.charAt(0).toUpperCase()}${pruned.title.slice(1)} ${what} ${place}: ${pruned.condition}.`,
    ...(check ? { check } : {}),
  };
}
