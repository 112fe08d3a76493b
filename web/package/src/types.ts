/**
 * A score from the view of the side to move: `cp` in centipawns (100 is a pawn), or `mate` in moves, negative when the
 * side to move is mated.
 */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

/** A move in UCI notation (`e1g1`) and in standard algebraic notation (`O-O`). */
export interface Move {
  uci: string;
  san: string;
}

/** A position: the game up to it matters for repetitions. */
export interface PositionOptions {
  /** FEN, also of Chess960. Default: the initial position. */
  fen?: string;
  /** Moves played from `fen` on, in UCI notation. */
  moves?: readonly string[];
  /** The castling rights are those of Chess960. Default: as the FEN shows. */
  chess960?: boolean;
}

/** Which pruning rules a search uses. */
export interface RuleOptions {
  /** Name of a preset, see {@link About.presets}. Default: {@link About.defaultPreset}. */
  preset?: string;
  /** Switches and parameters that differ from the preset: `{ "frontier_futility.margin": 150, null_move: "off" }`. */
  set?: Readonly<Record<string, string | number>>;
}

/** Where a search ends. At least one limit is needed. */
export interface LimitOptions {
  /** Plies, 1 to 64. */
  depth?: number;
  /** Nodes; the search ends at exactly this number. */
  nodes?: number;
}

/** Options of {@link Oknos.analyse}. */
export interface AnalyseOptions extends PositionOptions, RuleOptions, LimitOptions {
  /** Milliseconds. */
  movetime?: number;
  /** Number of lines, 1 to 256. Default: 1. */
  multipv?: number;
  /** Size of the transposition table in MiB, 1 to 256. Default: 16. */
  hash?: number;
  /** Ends the analysis; the promise is rejected with an `AbortError`. */
  signal?: AbortSignal;
  /** Called with each line as soon as it is found. */
  onInfo?: (info: Info) => void;
}

/** One line of an analysis. */
export interface Info {
  /** Rank of the line, from 1 (the best). */
  multipv: number;
  /** Completed plies. */
  depth: number;
  /** Longest line searched, in plies. */
  seldepth: number;
  score: Score;
  /** Whether the score is exact, or a bound of an unfinished iteration. */
  bound: "exact" | "lower" | "upper";
  /** The line, in UCI notation. */
  pv: string[];
  /** The same in standard algebraic notation. */
  san: string[];
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** Milliseconds since the start. */
  timeMs: number;
}

/** What one rule skipped in a search. */
export interface RuleEffect {
  /** Name of the rule, see {@link About.rules}. */
  rule: string;
  /** Moves that were not searched. */
  movesSkipped: number;
  /** Nodes cut above the horizon. */
  nodesCut: number;
  /** Nodes cut in quiescence search. */
  quiescenceNodesCut: number;
  /** Nodes searched to a smaller depth. */
  nodesReduced: number;
}

/** Result of {@link Oknos.analyse}. */
export interface Analysis {
  /** `null`: there is no legal move. */
  best: Move | null;
  /** Score of the best line; `null`: there is no legal move. */
  score: Score | null;
  /** The best line, in UCI notation. */
  pv: string[];
  /** Completed plies. */
  depth: number;
  /** Lines of the last iteration, the best first. */
  lines: Info[];
  nodes: number;
  timeMs: number;
  /** Moves that were made and searched, in the whole tree. */
  movesSearched: number;
  /** Moves that rules skipped, in the whole tree. */
  movesSkipped: number;
  /** Rules that skipped something. */
  rules: RuleEffect[];
}

/** Options of {@link Oknos.tree}. */
export interface TreeOptions extends PositionOptions, RuleOptions, LimitOptions {
  /** Ends the search; the promise is rejected with an `AbortError`. */
  signal?: AbortSignal;
  /** Called about ten times a second with the depth in plies and the number of entries so far. */
  onProgress?: (progress: { depth: number; entries: number }) => void;
}

/** How a node ended. */
export type NodeEnd = "searched" | "draw" | "table cut" | "mate distance" | "rule cut" | "null move cut" | "probcut" | "multi-cut" | "stand pat" | "no moves" | "stopped" | "horizon" | "tablebase";

/** An entry of a searched tree: a node that was searched, or a move that a rule skipped. Scores are centipawns from the view of the side to move at the node, of a skipped move at its parent node; 32000 - n is a mate in n plies, beyond that infinite. */
export interface TreeNode {
  /** Number of the entry, from 0 (the tree), in preorder. */
  readonly entry: number;
  readonly kind: "tree" | "node" | "skipped";
  /** The move that leads here, in UCI notation. `null`: none, as at the root or for a search within its parent's node. `"0000"`: the null move. */
  readonly move: string | null;
  /** Moves from the root to here. */
  readonly line: readonly string[];
  /** Plies left. */
  readonly depth: number;
  readonly alpha: number;
  readonly beta: number;
  /** Result of the search; of a skipped move the bound that its rule gave. */
  readonly score: number;
  /** Static evaluation; `null`: it was not computed. */
  readonly evaluation: number | null;
  /** The rule that skipped the move or cut the node. */
  readonly rule: string | null;
  /** How a searched node ended; `null` for a skipped move. */
  readonly end: NodeEnd | null;
  readonly quiescence: boolean;
  readonly inCheck: boolean;
  /** Searched with an open window: a PV node. */
  readonly openWindow: boolean;
  /** Searched again, with another window or depth. */
  readonly again: boolean;
  readonly parent: TreeNode | null;
  readonly children: readonly TreeNode[];
  /** Searched nodes in this subtree, this one included. */
  readonly nodes: number;
}

/** The last iteration of a search, as a tree. */
export interface Tree {
  /** The root as it was searched last. */
  readonly root: TreeNode;
  readonly fen: string;
  readonly moves: readonly string[];
  readonly preset: string;
  /** Every switch and parameter of the search. */
  readonly settings: Readonly<Record<string, string>>;
  /** Plies. */
  readonly depth: number;
  /** Nodes of the whole search, all iterations. */
  readonly nodes: number;
  readonly timeMs: number;
  /** Best move, in UCI notation. */
  readonly best: string;
  /** Its score in centipawns, as in {@link TreeNode.score}. */
  readonly score: number;
  /** Number of entries. */
  readonly size: number;
  /** False: the search became larger than a tree may be (200,000 entries), and this is the last iteration that fitted. */
  readonly complete: boolean;
  /** The entry of that number. */
  at(entry: number): TreeNode;
  /** All entries in preorder, or those of a subtree. */
  entries(from?: TreeNode): IterableIterator<TreeNode>;
  /** All skipped moves, or those of one rule. */
  skipped(rule?: string): IterableIterator<TreeNode>;
}

/** Options of {@link Oknos.whySkipped}. */
export interface WhyOptions {
  /** Also search what was skipped, to see whether that was right. Default: false. */
  check?: boolean;
  /** Ends that search; the promise is rejected with an `AbortError`. */
  signal?: AbortSignal;
}

/** Why a move or a node was skipped. All values are centipawns from the view of the side to move. */
export interface Skip {
  node: TreeNode;
  /** Name and title of the rule. */
  rule: string;
  title: string;
  /** The rule's condition and effect in general. */
  condition: string;
  effect: string;
  /** The move that was skipped; `null`: the whole node was cut. */
  move: Move | null;
  /** Moves that lead to the position in which the rule was asked. */
  line: Move[];
  /** That position. */
  fen: string;
  /** Plies left there. */
  depth: number;
  /** The condition with its numbers: `"-312 + 0 + 300 <= -10 (material, gain, margin, alpha)"`. */
  formula: string;
  /** Static evaluation of that position; `null`: it was not computed. */
  evaluation: number | null;
  /** What the skipped move (at most) or the cut node is worth, according to the rule. */
  bound: number;
  alpha: number;
  beta: number;
  /** The rule's margin in {@link marginUnit}; `null`: it has none. */
  margin: number | null;
  /** By how much the margin could be larger with the move still being skipped; `null`: not known. */
  spareMargin: number | null;
  /** Unit of the margin, such as `"centipawns"` or `"moves"`; `null`: the rule has none. */
  marginUnit: string | null;
  /** Other rules that would have skipped it, too. */
  also: string[];
  /** All of this in one sentence. */
  text: string;
  /** The search of what was skipped, with {@link WhyOptions.check}. */
  check?: SkipCheck;
}

/** What a search of a skipped move or node found. */
export interface SkipCheck {
  /** The rule was wrong: the value is on the other side of the bound of the window. */
  wrong: boolean;
  /** Value found, in centipawns. */
  value: number;
  /** How far the value lies beyond that bound, in centipawns; 0 if the rule was right. */
  regret: number;
  /** Plies searched. */
  depth: number;
  nodes: number;
  /** The line found, with move numbers; empty if there is none. */
  line: string;
  /** The verdict in one sentence. */
  text: string;
}

/** A parameter of a rule. */
export interface Parameter {
  name: string;
  unit: string;
  min: number;
  max: number;
  meaning: string;
}

/** A pruning rule, or another search feature that presets can switch. */
export interface Rule {
  name: string;
  title: string;
  condition: string;
  effect: string;
  /** Whether, and when, the rule cannot change a result. */
  soundness: string;
  parameters: Parameter[];
}

/** A named set of rules and parameters. */
export interface Preset {
  name: string;
  description: string;
  settings: Record<string, string>;
}

/** What this engine offers. */
export interface About {
  version: string;
  defaultPreset: string;
  presets: Preset[];
  rules: Rule[];
}

/** An engine. Each of its methods may be called at any time; analyses and trees are computed one after the other. */
export interface Oknos {
  /** Sends a command of the UCI protocol. Answers come to {@link listen}. */
  uci(command: string): void;
  /** Called with each line that the engine says. Set it before the first command. */
  listen: (line: string) => void;
  /** Called when the engine that answers {@link uci} breaks down. The next command starts it again. */
  onError: (message: string) => void;

  /** Searches a position. Nothing is remembered between analyses, so the same question has the same answer unless time limits it. */
  analyse(options: AnalyseOptions): Promise<Analysis>;
  /** Searches a position and keeps the tree of the last iteration, with every move that a rule skipped. */
  tree(options: TreeOptions): Promise<Tree>;
  /**
   * Explains why something was skipped.
   * @param where an entry of the tree, or a line of moves from the root: `"e4 e5 Qh5"`, `["e2e4", "e7e5"]`. If an earlier
   *   move of the line was skipped, that one is explained; see {@link Skip.line}. If a move was skipped several times, the
   *   last time counts.
   */
  whySkipped(tree: Tree, where: TreeNode | string | readonly string[], options?: WhyOptions): Promise<Skip>;
  /** Version, presets and rules. */
  about(): Promise<About>;
  /** Ends the workers. What is being computed is rejected. */
  close(): void;
}

/** Options of `createOknos`. */
export interface OknosOptions {
  /** Where `oknos.wasm` is, or the compiled module. Default: beside the package's own files. */
  wasm?: string | URL | WebAssembly.Module;
}
