import { errorText, takeLine, type Backend, type RequestOptions } from "./backend";
import { WasmEngine, type StartWorker } from "./wasm_engine";

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// "/api/node/3/17" -> its tree 3; null when it is about no tree.
const kTreePath = /^(\/api\/[a-z]+\/)(\d+)(.*)$/;
const comesInLines = (path: string): boolean => ["/api/search", "/api/analyse"].includes(path) || path.startsWith("/api/audit/") || path.startsWith("/api/check/");

// The program in this page. Two of its kind: one keeps the trees and answers at once, the other does what takes a while
// and is ended when one stops it, since it hears nothing while it searches. Without memory that both share, which many
// hosts do not allow, a tree that was searched is handed over as its file.
export class WasmBackend implements Backend {
  readonly searches = true;
  private keeper: WasmEngine | null = null;
  private searcher: WasmEngine | null = null;
  // The page's numbers of trees, and those which the two gave them.
  private lastTree = 0;
  private readonly kept = new Map<number, number>();
  private readonly searched = new Map<number, number>();
  private turn: Promise<void> = Promise.resolve(); // one search after the other

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    private readonly start: StartWorker,
  ) {}

  // Ends both; who waits is told the error.
  close(error: Error): void {
    this.keeper?.end(error);
    this.searcher?.end(error);
  }

  async request(method: string, path: string, body?: string, options: RequestOptions = {}): Promise<Bytes> {
    if (!comesInLines(path)) return this.answer(method, path, body);
    const before = this.turn;
    let end = (): void => undefined;
    this.turn = new Promise((resolve) => (end = resolve));
    await before;
    try {
      options.signal?.throwIfAborted();
      return await this.search(method, path, body, options);
    } finally {
      end();
    }
  }

  private async answer(method: string, path: string, body?: string): Promise<Bytes> {
    const keeper = await this.theKeeper();
    const { status, bytes } = await keeper.ask(method, renumber(path, this.kept), body);
    if (status !== 200) throw new Error(errorText(bytes, status));
    return bytes;
  }

  private async search(method: string, path: string, body: string | undefined, { onProgress, signal }: RequestOptions): Promise<Bytes> {
    const searcher = await this.theSearcher();
    const stop = (): void => searcher.end(new DOMException("stopped", "AbortError"));
    signal?.throwIfAborted();
    signal?.addEventListener("abort", stop);
    try {
      await this.lend(path, searcher);
      let answer: Bytes | null = null;
      let failure: unknown = null;
      await searcher.ask(method, renumber(path, this.searched), body, (line) => {
        try {
          answer = takeLine(line, onProgress) ?? answer;
        } catch (error) {
          failure = error;
        }
      });
      if (failure) throw failure;
      if (!answer) throw new Error("The engine broke off before it was done.");
      return path === "/api/search" ? await this.handOver(answer, searcher) : answer;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  // Gives the tree that was searched to the keeper, and a number of the page.
  private async handOver(answer: Bytes, searcher: WasmEngine): Promise<Bytes> {
    const done = JSON.parse(decoder.decode(answer)) as { id: number };
    const { bytes } = await searcher.ask("GET", `/api/file/${done.id}`);
    const keeper = await this.theKeeper();
    const id = ++this.lastTree;
    this.kept.set(id, await keeper.keep(bytes));
    this.searched.set(id, done.id);
    return encoder.encode(JSON.stringify({ ...done, id }));
  }

  // A searcher that was begun anew does not know the trees of the one before.
  private async lend(path: string, searcher: WasmEngine): Promise<void> {
    const id = Number(kTreePath.exec(path)?.[2] ?? 0);
    if (!this.kept.has(id) || this.searched.has(id)) return;
    this.searched.set(id, await searcher.keep(await this.answer("GET", `/api/file/${id}`)));
  }

  private async theKeeper(): Promise<WasmEngine> {
    const module = await this.module;
    if (!this.keeper || this.keeper.ended) {
      this.keeper = new WasmEngine(module, this.start);
      this.kept.clear();
    }
    return this.keeper;
  }

  private async theSearcher(): Promise<WasmEngine> {
    const module = await this.module;
    if (!this.searcher || this.searcher.ended) {
      this.searcher = new WasmEngine(module, this.start);
      this.searched.clear();
    }
    return this.searcher;
  }
}

// The same path with the number that its tree has elsewhere; 0, which no tree has, when it is not known there.
function renumber(path: string, numbers: ReadonlyMap<number, number>): string {
  return path.replace(kTreePath, (_all, what: string, id: string, rest: string) => `${what}${numbers.get(Number(id)) ?? 0}${rest}`);
}
