// What `oknos-lab show --html` puts into the page: one entry for every run store, and what its command's --json says.
export interface Run {
  file: string;
  kind: string;
  header: Record<string, string>;
  done: number; // work units
  missing: { count: number };
  search: RunSearch;
  result: unknown;
}

// What asks the explorer for the run's search of a position.
export interface RunSearch {
  preset?: string;
  set: Record<string, string>;
  depth?: number;
  nodes?: number;
  hash?: number; // MiB
}

export interface Tally {
  checked: number;
  wrong: number;
  rate: number;
  rate_low: number;
  rate_high: number;
  design_effect: number;
  // null: nothing was searched, because tablebases have judged claims
  found_at_reduced_depth: number | null;
  nodes_saved: number | null;
  median_regret: number | null; // null where tablebases have judged
  half_points?: number; // lost, where tablebases have judged
  undone: number;
  root_impact_value: number;
  root_impact_move: number;
}

export const kDimensions = ["depth", "kind", "phase", "node", "exemption"] as const;
export type Dimension = (typeof kDimensions)[number];

export interface AuditCell extends Tally {
  depth: number;
  kind: string;
  phase: string;
  node: string;
  exemption: string;
}

// The cells told apart by some of the dimensions: of each group its coordinates and the ends of its interval.
export interface Grouping {
  by: Dimension[];
  groups: (string | number)[][];
}

export interface AuditRule extends Tally {
  rule: string;
  pruned: number;
  cells: AuditCell[];
  groupings: Grouping[];
}

export interface WorstCase {
  rule: string;
  fen: string;
  move: string; // UCI; empty: the node as a whole
  san: string;
  depth: number;
  alpha: number;
  beta: number;
  bound: number;
  value: number;
  slack: number; // distance from the rule's threshold, centipawns
  regret: number;
  root: string; // the position that was searched; empty: not known
  ordinal: number; // of what was left out, in that search
  ply: number;
  node: string;
  kind: string;
  found_at_reduced_depth: boolean | null; // null: nobody knows
  half_points?: number; // lost, where tablebases have judged; `value` is then the result
  holds_up: boolean;
}

export interface MarginPoint {
  margin: number;
  pruned: number;
  wrong: number;
  nodes_saved: number;
  rate: number;
  rate_low: number;
  rate_high: number;
}

export interface MarginCurve {
  rule: string;
  unit: string;
  depth: number;
  improving: boolean;
  tactical: boolean;
  preset: MarginPoint;
  for_risks: { risk: number; point: MarginPoint | null }[]; // the smallest margin that is wrong no more often
  points: MarginPoint[];
}

// What a rule of another engine would prune with a larger or smaller margin.
export interface MarginChange {
  rule: string;
  unit: string; // of the claims: "centipawns"
  depths: string; // "depth 3 to 4"; empty: all
  change: number;
  share: number; // of what it prunes with its own
  checked: number;
  wrong: number;
  rate: number;
  rate_low: number;
  rate_high: number;
  nodes_per_error?: number; // what an avoided error costs, or an added one saves
}

export interface AuditResult extends Tally {
  unit?: string; // "position"; "claim" where other engines are audited
  positions: number;
  nodes: number;
  enough_cases: number; // of fewer a cell or a curve says little
  fewest_cases: number; // that a point of a curve must rest on
  rules: AuditRule[];
  worst: WorstCase[];
  margins?: MarginCurve[];
  margin_changes?: MarginChange[];
  malformed?: number; // lines
  failed?: number; // claims without a verdict
  first_problem?: string;
}

// The limit stands under the name of its unit: depth, nodes or time.
export interface Limited {
  depth?: number;
  nodes?: number;
  time?: number;
}

export interface CompareRow {
  limit: number;
  player: string;
  positions: number;
  nodes: number;
  asked: number;
  solved: number;
  ms: number;
  // Beside the first player:
  gained: number;
  lost: number;
  moves_changed: number;
  values_changed: number;
}

// Of two rules: nodes without both, over what switching off each alone predicts.
export interface Interaction {
  limit: number;
  rule: string;
  other: string;
  ratio: number;
}

export interface CompareResult {
  unit: string;
  positions: number;
  results: CompareRow[];
  interactions?: Interaction[]; // of a player and its rules
}

export interface SuiteCounts {
  positions: number;
  asked: number;
  solved: number;
  failed: number;
  points: number | null;
  most_points: number | null;
  nodes: number;
  time_ms: number;
}

export interface SuiteResult extends SuiteCounts {
  themes: ({ theme: string } & SuiteCounts)[];
  by_depth: { within: number; solved: number }[];
  by_nodes: { within: number; solved: number }[];
  by_time_ms: { within: number; solved: number }[];
  not_solved: (string | number)[];
}

export interface MatchResult {
  players: { name: string }[];
  games: number;
  wins: number;
  draws: number;
  losses: number;
  pentanomial: number[];
  elo: { value: number | null; low: number | null; high: number | null };
  los: number;
  endings: Record<string, number>;
  sprt?: { elo0: number; elo1: number; llr: number; lower_bound: number; upper_bound: number; state: string };
}

export interface TuneParameter {
  name: string;
  start: number;
  value: number;
  tuned: number; // the value as a whole number
  min: number;
  max: number;
  c_end: number;
  r_end: number;
  course: number[]; // at the start and after every `stride` iterations
}

export interface TuneResult {
  start: string;
  control: string;
  iterations: number;
  done: number;
  stride: number;
  parameters: TuneParameter[];
  verification?: MatchResult;
}

export interface ProofResult {
  positions: number;
  searches: number;
  differences: number;
  cases: number;
  dropped: number;
  rows: {
    rules: string;
    search: string;
    depth: number;
    full: boolean; // of the full windows alone
    searches: number;
    differences: number;
    interior_without: number;
    quiescence_without: number;
    interior_with: number;
    quiescence_with: number;
  }[];
}
