import { Flag, Kind, kNoRule, kNoValue } from "./trace";
import { phrase } from "./happened";
import { uci } from "./moves";
import type { Replay } from "./replay";
import { visitsOf, type Tree } from "./tree";
import type { Verdicts } from "./verdicts";

// The tree as text for other programs. A million entries would make files that nothing opens, so the smallest subtrees
// are folded into what holds them.
const kMaxStacks = 100_000;
const kMaxJson = 100_000;

// What an entry weighs: its visits; what was left out is told of with the node where it was.
const weightOf = (tree: Tree, i: number): number => visitsOf(tree, tree.trace.kind[i] === Kind.Skipped ? tree.parent[i]! : i);

// The weight that an entry must have so that at most so many are told of.
function threshold(tree: Tree, most: number): number {
  const { trace } = tree;
  if (trace.count <= most) return 0;
  const histogram = new Uint32Array(64);
  for (let i = 0; i < trace.count; ++i) histogram[Math.ceil(Math.log2(weightOf(tree, i) + 1))]!++;
  let told = 0;
  for (let power = 63; power > 0; --power) {
    told += histogram[power]!;
    if (told > most) return 2 ** power;
  }
  return 0;
}

function frame(tree: Tree, i: number): string {
  const { trace, row } = tree;
  const flags = trace.flags[i]!;
  if (i === 0) return "tree";
  if (row[i] === 1) return `root (${trace.alpha[i]},${trace.beta[i]})`;
  if (flags & Flag.SameNode) return flags & Flag.Quiescence ? "quiescence" : "same node";
  const move = trace.move[i] === 0 ? "pass" : uci(trace.move[i]!, trace.header.chess960);
  if (trace.kind[i] !== Kind.Skipped) return move;
  return `[${trace.rule[i] === kNoRule ? "skipped" : (trace.header.rules[trace.rule[i]!] ?? "rule")}] ${move}`;
}

// "e2e4;e7e5;[frontier_futility] d2d3 12": what speedscope and other drawers of profiles read. The number is visits of
// the entry itself; of what was left out the nodes that searching it after all took, else 1.
export function collapsedStacks(tree: Tree, verdicts: Verdicts): string {
  const least = threshold(tree, kMaxStacks);
  const { trace, parent } = tree;
  const weights = new Map<number, number>();
  const shown = (i: number): boolean => least === 0 || weightOf(tree, i) >= least;
  const names = new Map<number, string>([[0, ""]]);
  for (let i = 0; i < trace.count; ++i) {
    if (trace.kind[i] === Kind.Tree) continue;
    let at = i;
    while (!shown(at)) at = parent[at]!;
    if (trace.kind[i] === Kind.Skipped && at !== i) continue;
    const weight = trace.kind[i] === Kind.Skipped ? (verdicts.all.get(i)?.nodes ?? 1) : 1;
    weights.set(at, (weights.get(at) ?? 0) + weight);
  }
  const stacks = new Map<string, number>();
  for (let i = 1; i < trace.count; ++i) {
    if (!shown(i)) continue;
    const above = names.get(parent[i]!) ?? "";
    const name = above === "" ? frame(tree, i) : `${above};${frame(tree, i)}`;
    names.set(i, name);
    const weight = weights.get(i);
    if (weight !== undefined) stacks.set(name, (stacks.get(name) ?? 0) + weight);
  }
  return [...stacks].map(([name, weight]) => `${name} ${weight}\n`).join("");
}

// The n largest nodes as a graph for Graphviz.
export function dot(tree: Tree, replay: Replay, most: number): string {
  const { trace, parent } = tree;
  const order = Array.from({ length: trace.count }, (_, i) => i).sort((a, b) => visitsOf(tree, b) - visitsOf(tree, a) || a - b);
  const chosen = order.slice(0, most).sort((a, b) => a - b);
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const nodes = chosen.map((i) => `  n${i} [label=${quoted(`${replay.name(i)}\n${phrase(trace, i)}\n${visitsOf(tree, i)}`).replaceAll("\n", "\\n")}${trace.kind[i] === Kind.Skipped ? ", style=dashed" : ""}];`);
  const edges = chosen.filter((i) => i !== 0).map((i) => `  n${parent[i]} -> n${i};`);
  return `digraph tree {\n  node [shape=box, fontname="sans-serif", fontsize=10];\n${[...nodes, ...edges].join("\n")}\n}\n`;
}

export function json(tree: Tree, verdicts: Verdicts): string {
  const least = threshold(tree, kMaxJson);
  const { trace, parent } = tree;
  const entries: string[] = [];
  for (let i = 0; i < trace.count; ++i) {
    if (least > 0 && weightOf(tree, i) < least) continue;
    const rule = trace.rule[i]!;
    const verdict = verdicts.all.get(i);
    entries.push(
      JSON.stringify({
        entry: i,
        parent: i === 0 ? null : parent[i],
        kind: ["tree", "visit", "skipped"][trace.kind[i]!],
        move: trace.move[i] === 0 ? null : uci(trace.move[i]!, trace.header.chess960),
        depth: trace.depth[i],
        alpha: trace.alpha[i],
        beta: trace.beta[i],
        score: trace.score[i],
        static_value: trace.static_value[i] === kNoValue ? null : trace.static_value[i],
        happened: phrase(trace, i),
        rule: rule === kNoRule ? null : trace.header.rules[rule],
        flags: trace.flags[i],
        visits: visitsOf(tree, i),
        ...(verdict ? { searched_after_all: verdict } : {}),
      }),
    );
  }
  const { header } = trace;
  return `{"header":${JSON.stringify({ ...header, least_visits: least })},\n"entries":[\n${entries.join(",\n")}\n]}\n`;
}
