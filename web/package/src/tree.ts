import { uci } from "../../src/explore/moves";
import { End, Flag, Kind, kNoRule, kNoValue } from "../../src/explore/trace";
import { childrenOf, endOf, growTree, lineTo, visitsOf, type Tree as Grown } from "../../src/explore/tree";
import type { SearchDone, TreeId } from "../../src/explore/api";
import type { Trace } from "../../src/explore/trace";
import type { NodeEnd, Tree, TreeNode } from "./types.js";

const kEnds: Record<End, NodeEnd> = {
  [End.Searched]: "searched",
  [End.Draw]: "draw",
  [End.TableCut]: "table cut",
  [End.MateDistance]: "mate distance",
  [End.RuleCut]: "rule cut",
  [End.NullMoveCut]: "null move cut",
  [End.ProbCut]: "probcut",
  [End.MultiCut]: "multi-cut",
  [End.StandPat]: "stand pat",
  [End.NoMoves]: "no moves",
  [End.Stopped]: "stopped",
  [End.Horizon]: "horizon",
  [End.Tablebase]: "tablebase",
};
const kKinds = { [Kind.Tree]: "tree", [Kind.Visit]: "node", [Kind.Skipped]: "skipped" } as const;

// A tree has hundreds of thousands of entries, which lie in columns; an object is made when somebody looks at one.
class EntryNode implements TreeNode {
  constructor(
    private readonly tree: EntryTree,
    readonly entry: number,
  ) {}

  private get trace(): Trace {
    return this.tree.grown.trace;
  }
  private has(flag: Flag): boolean {
    return (this.trace.flags[this.entry]! & flag) !== 0;
  }
  get kind(): TreeNode["kind"] {
    return kKinds[this.trace.kind[this.entry] as Kind];
  }
  get move(): string | null {
    const led = this.tree.grown.row[this.entry]! >= 2 && !this.has(Flag.SameNode);
    return led ? uci(this.trace.move[this.entry]!, this.trace.header.chess960) : null;
  }
  get line(): string[] {
    return lineTo(this.tree.grown, this.entry).map((move) => uci(move, this.trace.header.chess960));
  }
  get depth(): number {
    return this.trace.depth[this.entry]!;
  }
  get alpha(): number {
    return this.trace.alpha[this.entry]!;
  }
  get beta(): number {
    return this.trace.beta[this.entry]!;
  }
  get score(): number {
    return this.trace.score[this.entry]!;
  }
  get evaluation(): number | null {
    const value = this.trace.static_value[this.entry]!;
    return value === kNoValue ? null : value;
  }
  get rule(): string | null {
    const rule = this.trace.rule[this.entry]!;
    const skips = this.kind === "skipped" || this.trace.end[this.entry] === End.RuleCut;
    return skips && rule !== kNoRule ? (this.trace.header.rules[rule] ?? null) : null;
  }
  get end(): NodeEnd | null {
    return this.kind === "node" ? kEnds[this.trace.end[this.entry] as End] : null;
  }
  get quiescence(): boolean {
    return this.has(Flag.Quiescence);
  }
  get inCheck(): boolean {
    return this.has(Flag.InCheck);
  }
  get openWindow(): boolean {
    return this.has(Flag.OpenWindow);
  }
  get again(): boolean {
    return this.has(Flag.Again);
  }
  get parent(): TreeNode | null {
    return this.entry === 0 ? null : this.tree.at(this.tree.grown.parent[this.entry]!);
  }
  get children(): TreeNode[] {
    return [...childrenOf(this.tree.grown, this.entry)].map((entry) => this.tree.at(entry));
  }
  get nodes(): number {
    return visitsOf(this.tree.grown, this.entry);
  }
}

/** The tree behind the interface, with what only the package itself needs. */
export class EntryTree implements Tree {
  readonly grown: Grown;
  readonly id: TreeId;
  readonly complete: boolean;

  // `owner`: the engine object that knows the tree.
  constructor(
    readonly owner: object,
    trace: Trace,
    done: SearchDone,
  ) {
    this.grown = growTree(trace);
    this.id = done.id;
    this.complete = !done.overflowed;
  }

  get root(): TreeNode {
    return this.at([...childrenOf(this.grown, 0)].at(-1) ?? 0);
  }
  get fen(): string {
    return this.grown.trace.header.fen;
  }
  get moves(): string[] {
    return this.grown.trace.header.moves;
  }
  get preset(): string {
    return this.grown.trace.header.preset;
  }
  get settings(): Record<string, string> {
    return this.grown.trace.header.settings;
  }
  get depth(): number {
    return this.grown.trace.header.depth;
  }
  get nodes(): number {
    return this.grown.trace.header.nodes;
  }
  get timeMs(): number {
    return this.grown.trace.header.time_ms;
  }
  get best(): string {
    return this.grown.trace.header.best;
  }
  get score(): number {
    return this.grown.trace.header.score;
  }
  get size(): number {
    return this.grown.trace.count;
  }

  at(entry: number): TreeNode {
    if (!Number.isInteger(entry) || entry < 0 || entry >= this.size) throw new RangeError(`entry ${entry}: the tree has the entries 0 to ${this.size - 1}`);
    return new EntryNode(this, entry);
  }
  *entries(from?: TreeNode): IterableIterator<TreeNode> {
    const first = from?.entry ?? 0;
    const end = endOf(this.grown, first);
    for (let entry = first; entry < end; ++entry) yield this.at(entry);
  }
  *skipped(rule?: string): IterableIterator<TreeNode> {
    const { trace } = this.grown;
    const number = rule === undefined ? -1 : trace.header.rules.indexOf(rule);
    if (rule !== undefined && number < 0) throw new RangeError(`rule "${rule}": not one of ${trace.header.rules.join(", ")}`);
    for (let entry = 0; entry < trace.count; ++entry)
      if (trace.kind[entry] === Kind.Skipped && (number < 0 || trace.rule[entry] === number)) yield this.at(entry);
  }
}
