import type { Question } from "./api";

// The run store that was opened: what `oknos-lab show --html` would show of it, as a list of cases.
export interface StoreCase {
  fen: string;
  move: string; // UCI's; empty: the node itself was cut
  rule: string;
  depth: number;
  wrong: boolean;
  excess: number; // centipawns that leaving it out cost
  half_points?: number; // lost of the game's result, where tablebases have judged
  ply: number;
  root: string; // the position that was searched; empty: not known
  ordinal: number | null; // of what was left out, in that search
}
export interface Store {
  file: string;
  kind: string;
  preset: string;
  depth: number;
  cases: StoreCase[];
  search: Partial<Question> | null; // asks for the run's search, but for the position
}

interface RawCase extends Omit<StoreCase, "wrong" | "excess" | "root" | "ordinal"> {
  root?: string;
  ordinal?: number;
  wrong?: boolean;
  excess?: number;
  regret?: number;
}
interface RawStore {
  file?: string;
  kind?: string;
  preset?: string;
  depth?: number;
  header?: Record<string, string>;
  cases?: RawCase[];
  search?: Partial<Question>;
  result?: { worst?: RawCase[] } | null; // of an audit: its worst errors
}

export function readStore(raw: RawStore): Store {
  const header = raw.header ?? {};
  const number = (text: string): number => Number(/depth (\d+)/.exec(text)?.[1] ?? 0);
  return {
    file: raw.file ?? "",
    kind: raw.kind ?? "",
    preset: raw.preset ?? /preset ([\w-]+)/.exec(header["rules"] ?? "")?.[1] ?? "",
    search: raw.search ?? null,
    depth: raw.depth ?? number(header["limits"] ?? ""),
    cases: (raw.cases ?? raw.result?.worst ?? []).map((c) => ({
      fen: c.fen,
      move: c.move,
      rule: c.rule,
      depth: c.depth,
      ply: c.ply,
      root: c.root ?? "",
      ordinal: c.ordinal ?? null,
      wrong: c.wrong ?? true,
      excess: c.excess ?? c.regret ?? 0,
      ...(c.half_points === undefined ? {} : { half_points: c.half_points }),
    })),
  };
}
