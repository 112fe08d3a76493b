import type { Backend, RequestOptions } from "./backend";
import { readStore, type Store } from "./store";
import { parseTrace, type Trace } from "./trace";

// The questions that the page asks, with the shapes of their answers.
export interface Parameter {
  name: string;
  unit: string;
  min: number;
  max: number;
  meaning: string;
}
export interface Rule {
  name: string;
  title: string;
  kind: "family" | "search_feature";
  place: string;
  condition: string;
  effect: string;
  source: string;
  soundness: string;
  may_be_off: boolean;
  margin_unit: string; // empty: it goes by no margin
  parameters: Parameter[];
}
export interface RuleFamily {
  name: string;
  title: string; // of a legend
  meaning: string;
}
export interface Preset {
  name: string;
  description: string;
  settings: Record<string, string>;
}
export interface Start {
  fen?: string;
  moves?: string[];
  chess960?: boolean;
  preset?: string;
  depth?: number;
  set?: Record<string, string>;
  id?: string | number;
  store?: boolean;
  engine?: string; // searches after all what another engine's tree has skipped
}
export interface Info {
  version: string;
  rules: Rule[];
  families: RuleFamily[];
  guards: string[];
  presets: Preset[];
  default_preset: string;
  limits: { depth: number; entries: number; searches: number };
  start: Start;
}

export interface Question {
  fen: string;
  moves: string[];
  chess960?: boolean;
  preset: string;
  set: Record<string, string>;
  depth?: number;
  nodes?: number;
  hash?: number; // MiB
  ordinal?: number; // show the iteration in which this was left out
}
// What the form does not ask for, of a search that is to be repeated.
export function repeating({ hash, ordinal, nodes }: Partial<Question>): Partial<Question> {
  return Object.fromEntries(Object.entries({ hash, ordinal, nodes }).filter(([, value]) => value !== undefined));
}
export interface SearchProgress {
  depth: number;
  entries: number;
  nodes: number;
}
export interface SearchDone {
  id: string | number;
  entries: number;
  depth: number;
  nodes: number;
  time_ms: number;
  best: string;
  score: number;
  overflowed: boolean;
  entry?: number; // of what was asked for by its ordinal
}

export interface Term {
  name: string;
  white_mg: number;
  white_eg: number;
  black_mg: number;
  black_eg: number;
  mixed: number | null;
  note?: string;
}
export interface NodeDetails {
  entry: number;
  kind: "tree" | "visit" | "skipped";
  ply: number;
  path: { entry: number; san: string; uci: string }[];
  fen: string;
  turn: "white" | "black";
  move: { uci: string; san: string; number: string } | null;
  depth: number;
  alpha: number;
  beta: number;
  score: number;
  static_value: number | null;
  kind_text: string;
  end_text: string;
  nodes: number;
  recorded_by?: string; // another engine: its rules only have the names of ours, and our evaluation is not its own
  pruned?: {
    rule: string;
    title: string;
    condition: string;
    bound: number;
    slack: number;
    margin: number | null; // in the rule's own unit
    spare: number | null; // by how much the margin could be larger
    with_the_rest: boolean;
    also: string[];
    full_depth: number;
    first_depth: number;
    checkable: boolean;
  };
  reduced_by?: string;
  held?: { rule: string; guard: string }[];
  guards?: { name: string; forbids: boolean }[];
  kinds?: { name: string; applies: boolean; exempt: boolean }[];
  evaluation?: { terms: Term[]; results: { name: string; detail: string; value: number; note?: string }[]; by_network?: boolean };
}
export interface Checked {
  wrong: boolean;
  value: number;
  regret: number;
  found_at_reduced_depth: boolean;
  nodes: number;
  depth: number;
  text: string;
  line?: string; // what would have come, with move numbers
}
export interface AuditCell {
  rule: string;
  depth: number;
  pruned: number;
  checked: number;
  wrong: number;
}
export interface AuditDone {
  rules: AuditCell[];
  cases: { entry: number; wrong: boolean; value: number; regret: number; nodes: number }[];
  failed: number; // samples that the engine could not search
}
export interface Moves {
  fen: string;
  turn: "white" | "black";
  legal: { uci: string; san: string }[];
  in_check: boolean;
  end: "" | "checkmate" | "stalemate" | "draw";
}
export type TreeId = string | number;

export class Api {
  constructor(readonly backend: Backend) {}

  private async json<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    const bytes = await this.backend.request(method, path, body === undefined ? undefined : JSON.stringify(body), options);
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }

  info = (): Promise<Info> => this.json("GET", "/api/info");
  search = (question: Question, signal: AbortSignal, onProgress: (p: SearchProgress) => void): Promise<SearchDone> =>
    this.json("POST", "/api/search", question, { signal, onProgress: (p) => onProgress(p as SearchProgress) });
  tree = async (id: TreeId): Promise<Trace> => parseTrace(await this.backend.request("GET", `/api/tree/${encodeURIComponent(id)}`));
  file = (id: TreeId): Promise<Uint8Array<ArrayBuffer>> => this.backend.request("GET", `/api/file/${encodeURIComponent(id)}`);
  node = (id: TreeId, entry: number): Promise<NodeDetails> => this.json("GET", `/api/node/${encodeURIComponent(id)}/${entry}`);
  check = (id: TreeId, entry: number, signal: AbortSignal): Promise<Checked> => this.json("POST", `/api/check/${encodeURIComponent(id)}/${entry}`, {}, { signal });
  audit = (id: TreeId, sample: number, signal: AbortSignal, onProgress: (p: { done: number; of: number }) => void): Promise<AuditDone> =>
    this.json("POST", `/api/audit/${encodeURIComponent(id)}`, { sample }, { signal, onProgress: (p) => onProgress(p as { done: number; of: number }) });
  line = (id: TreeId, line: string): Promise<{ moves: number[]; san: string[] }> => this.json("POST", `/api/line/${encodeURIComponent(id)}`, { line });
  moves = (fen: string, moves: string[], chess960: boolean): Promise<Moves> => this.json("POST", "/api/moves", { fen, moves, chess960 });
  store = async (): Promise<Store> => readStore(await this.json("GET", "/api/store"));
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
