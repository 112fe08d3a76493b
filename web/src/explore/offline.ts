import type { Backend } from "./backend";
import type { Info, NodeDetails } from "./api";
import { phrase } from "./happened";
import { uci } from "./moves";
import { toFen } from "./position";
import { Replay } from "./replay";
import { movesOf } from "./lines";
import { Flag, isForeign, Kind, kNoRule, kNoValue, parseTrace } from "./trace";
import { childrenOf, growTree, pathTo, visitsOf, type Tree } from "./tree";
import type { Verdict } from "./verdicts";

// What a page with a tree inside keeps, as JSON in the page.
export interface Kept {
  info: Info;
  trace: string; // the file, compressed (gzip), as base64
  verdicts: [number, Verdict][];
}

export function readKept(): Kept | null {
  const text = document.getElementById("oknos-kept")?.textContent ?? "null";
  return JSON.parse(text) as Kept | null;
}

export async function unpack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < packed.length; i += 32_768) text += String.fromCharCode(...packed.subarray(i, i + 32_768));
  return btoa(text);
}

export const kKeptId = "kept";
const kNoEngine = "This page has a tree and no engine. With oknos-lab explore it can search.";

// Answers from the tree alone.
export class OfflineBackend implements Backend {
  readonly searches = false;
  private readonly tree: Tree;
  private readonly replay: Replay;

  constructor(
    private readonly info: Info,
    private readonly bytes: Uint8Array<ArrayBuffer>,
  ) {
    this.tree = growTree(parseTrace(bytes));
    this.replay = new Replay(this.tree);
  }

  request(_method: string, path: string, body?: string): Promise<Uint8Array<ArrayBuffer>> {
    const [, , what = "", , entry = "0"] = path.split("/");
    try {
      if (what === "tree" || what === "file") return Promise.resolve(this.bytes);
      if (what === "info") return this.json({ ...this.info, start: { ...this.info.start, id: kKeptId, store: false } });
      if (what === "node") return this.json(this.node(Number(entry)));
      if (what === "line") return this.json(this.line((JSON.parse(body ?? "{}") as { line?: string }).line ?? ""));
      if (what === "moves") return this.json({ fen: (JSON.parse(body ?? "{}") as { fen?: string }).fen ?? "", turn: "white", legal: [], in_check: false, end: "" });
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return Promise.reject(new Error(kNoEngine));
  }

  private json(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(new TextEncoder().encode(JSON.stringify(value)));
  }

  private node(entry: number): NodeDetails {
    const { tree, replay } = this;
    const { trace, row, parent } = tree;
    const skipped = trace.kind[entry] === Kind.Skipped;
    const flags = trace.flags[entry]!;
    const own = row[entry]! >= 2 && !(flags & Flag.SameNode);
    const position = replay.at(skipped ? parent[entry]! : entry);
    const before = own ? replay.at(parent[entry]!) : position;
    const name = replay.name(entry);
    const chess960 = trace.header.chess960;
    const rule = trace.rule[entry] === kNoRule ? null : (trace.header.rules[trace.rule[entry]!] ?? null);
    const up = (flags & Flag.HoldsBeta) !== 0;
    const score = trace.score[entry]!;
    const [alpha, beta] = [trace.alpha[entry]!, trace.beta[entry]!];
    const spare = trace.spare?.[entry] ?? kNoValue;
    const sets = trace.header.rule_sets[trace.rule_set[entry]!] ?? [];
    return {
      entry,
      kind: skipped ? "skipped" : entry === 0 ? "tree" : "visit",
      ply: pathTo(tree, entry).filter((i) => row[i]! >= 2 && !(trace.flags[i]! & Flag.SameNode)).length,
      path: pathTo(tree, entry).map((i) => ({ entry: i, san: replay.name(i), uci: row[i]! >= 2 ? uci(trace.move[i]!, chess960) : "" })),
      fen: toFen(position),
      turn: position.turn === "w" ? "white" : "black",
      move: own ? { uci: uci(trace.move[entry]!, chess960), san: name, number: `${before.number}${before.turn === "w" ? "." : "..."}` } : null,
      depth: trace.depth[entry]!,
      alpha,
      beta,
      score,
      static_value: trace.static_value[entry] === kNoValue ? null : trace.static_value[entry]!,
      kind_text: skipped ? "not searched" : flags & Flag.Quiescence ? "quiescence" : "",
      end_text: phrase(trace, entry),
      nodes: visitsOf(tree, entry),
      ...(isForeign(trace.header) ? { recorded_by: trace.header.engine || "another engine" } : {}),
      ...(skipped && rule
        ? {
            pruned: {
              rule,
              title: "",
              condition: up ? `at least ${score} >= ${beta} (beta)` : `at most ${score} <= ${alpha} (alpha)`,
              bound: score,
              slack: up ? score - beta : alpha - score,
              margin: null,
              spare: spare === kNoValue ? null : spare,
              with_the_rest: (flags & Flag.BulkSkipped) !== 0,
              also: sets.map((r) => trace.header.rules[r] ?? "").filter((r) => r !== "" && r !== rule),
              full_depth: 0,
              first_depth: 0,
              checkable: false,
            },
          }
        : {}),
    };
  }

  // Names are looked for among the moves of the tree, which are all that can be found.
  private line(text: string): { moves: number[]; san: string[] } {
    const plain = (s: string): string => s.replace(/[+#x!?]/g, "");
    const words = text.split(/\s+/).map((w) => w.replace(/^\d+\.+/, "")).filter((w) => w !== "");
    const moves: number[] = [];
    const san: string[] = [];
    let here = [...childrenOf(this.tree, 0)];
    for (const word of words) {
      const children = here.flatMap((i) => [...movesOf(this.tree, i)]);
      const { trace } = this.tree;
      const hit = children.find((i) => uci(trace.move[i]!, trace.header.chess960) === word || plain(this.replay.name(i)) === plain(word) || plain(this.replay.name(i)) === plain(word).replace(/^([NBRQK])[a-h1-8](?=[a-h][1-8])/, "$1"));
      if (hit === undefined) throw new Error(`Move ${moves.length + 1}: ${word} is not in this tree.`);
      moves.push(trace.move[hit]!);
      san.push(this.replay.name(hit));
      here = children.filter((i) => trace.move[i] === trace.move[hit]);
    }
    return { moves, san };
  }
}
