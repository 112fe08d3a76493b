import { Api, type Info as ServiceInfo } from "../../src/explore/api";
import { WasmBackend } from "../../src/explore/wasm_backend";
import type { StartWorker } from "../../src/explore/wasm_engine";
import { EntryTree } from "./tree";
import type { About, Analysis, AnalyseOptions, Info, Move, Oknos, Score, Skip, Tree, TreeNode, TreeOptions, WhyOptions } from "./types.js";
import { UciConversation } from "./uci";
import { skipOf, skippedEntry } from "./why";

// What the engine's service answers, see docs/explorer.md.
interface RawInfo extends Omit<Info, "timeMs"> {
  time_ms: number;
}
interface RawAnalysis {
  best: Move | null;
  lines: RawInfo[];
  nodes: number;
  time_ms: number;
  moves_made: number;
  moves_skipped: number;
  rules: { rule: string; moves_skipped: number; nodes_cut: number; quiescence_nodes_cut: number; nodes_reduced: number }[];
}

const infoOf = ({ time_ms, ...info }: RawInfo): Info => ({ ...info, timeMs: time_ms });

function analysisOf(raw: RawAnalysis): Analysis {
  const lines = raw.lines.map(infoOf);
  const score: Score | null = lines[0]?.score ?? null;
  return {
    best: raw.best,
    score,
    pv: lines[0]?.pv ?? [],
    depth: lines[0]?.depth ?? 0,
    lines,
    nodes: raw.nodes,
    timeMs: raw.time_ms,
    movesSearched: raw.moves_made,
    movesSkipped: raw.moves_skipped,
    rules: raw.rules.map((r) => ({ rule: r.rule, movesSkipped: r.moves_skipped, nodesCut: r.nodes_cut, quiescenceNodesCut: r.quiescence_nodes_cut, nodesReduced: r.nodes_reduced })),
  };
}

/** The engine behind the interface. Workers are started when they are needed: one for UCI, two for the rest. */
export class WasmOknos implements Oknos {
  listen = (_line: string): void => undefined;
  onError = (_message: string): void => undefined;
  private readonly backend: WasmBackend;
  private readonly api: Api;
  private readonly conversation: UciConversation;
  private info: Promise<ServiceInfo> | null = null;
  private closed = false;

  constructor(module: WebAssembly.Module, start: StartWorker) {
    this.backend = new WasmBackend(Promise.resolve(module), start);
    this.api = new Api(this.backend);
    this.conversation = new UciConversation(
      module,
      start,
      (line) => this.listen(line),
      (message) => this.onError(message),
    );
  }

  uci(command: string): void {
    this.mustBeOpen();
    this.conversation.hear(command);
  }

  async analyse({ signal, onInfo, ...question }: AnalyseOptions): Promise<Analysis> {
    this.mustBeOpen();
    const onProgress = (line: unknown): void => onInfo?.(infoOf(line as RawInfo));
    const bytes = await this.backend.request("POST", "/api/analyse", JSON.stringify(question), { signal, onProgress });
    return analysisOf(JSON.parse(new TextDecoder().decode(bytes)) as RawAnalysis);
  }

  async tree({ signal, onProgress, ...question }: TreeOptions): Promise<Tree> {
    this.mustBeOpen();
    const bytes = await this.backend.request("POST", "/api/search", JSON.stringify(question), { signal, onProgress: (p) => onProgress?.(p as { depth: number; entries: number }) });
    const done = JSON.parse(new TextDecoder().decode(bytes)) as Awaited<ReturnType<Api["search"]>>;
    return new EntryTree(this, await this.api.tree(done.id), done);
  }

  async whySkipped(tree: Tree, where: TreeNode | string | readonly string[], { check = false, signal }: WhyOptions = {}): Promise<Skip> {
    this.mustBeOpen();
    if (!(tree instanceof EntryTree) || tree.owner !== this) throw new TypeError("tree: expected a tree that tree() of the same engine has returned");
    const entry = await skippedEntry(this.api, tree, where);
    const node = await this.api.node(tree.id, entry);
    const { rules } = await this.theInfo();
    if (!check) return skipOf(tree, node, rules);
    const { wrong, value, regret, depth, nodes, line = "", text } = await this.api.check(tree.id, entry, signal ?? new AbortController().signal);
    return skipOf(tree, node, rules, { wrong, value, regret, depth, nodes, line, text });
  }

  async about(): Promise<About> {
    this.mustBeOpen();
    const { version, default_preset, presets, rules } = await this.theInfo();
    return {
      version,
      defaultPreset: default_preset,
      presets,
      rules: rules.map(({ name, title, condition, effect, soundness, parameters }) => ({ name, title, condition, effect, soundness, parameters })),
    };
  }

  close(): void {
    this.closed = true;
    this.conversation.close();
    this.backend.close(new Error("The engine was closed."));
  }

  private mustBeOpen(): void {
    if (this.closed) throw new Error("The engine was closed.");
  }

  private theInfo(): Promise<ServiceInfo> {
    this.info ??= this.api.info();
    return this.info;
  }
}
