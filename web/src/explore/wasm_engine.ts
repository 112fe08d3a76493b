import type { Answer } from "./wasm_module";
import type { FromWorker, ToWorker } from "./wasm_serve";

type Question = { method: string; path: string; body: string } | { keep: Uint8Array } | { uci: string };

// A worker, of a browser or of Node.js: what it says goes to `hear`, and why it broke down to `failed`.
export interface WorkerPort {
  post(message: ToWorker): void;
  terminate(): void;
}
export type StartWorker = (hear: (message: FromWorker) => void, failed: (error: Error) => void) => WorkerPort;

export const browserWorker =
  (start: () => Worker): StartWorker =>
  (hear, failed) => {
    const worker = start();
    worker.addEventListener("message", (e: MessageEvent<FromWorker>) => hear(e.data));
    worker.addEventListener("error", (e) => failed(new Error(e.message || "The engine has stopped.")));
    return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
  };

// Not from the stream: that wants a type which not every host gives the file.
export async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`The engine of this page (${url}) cannot be fetched. The page must come from a web server; any will do.`);
  try {
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error("This browser cannot run the engine of this page: it needs WebAssembly with SIMD.", { cause: error });
  }
}

// Pages may share memory only where their host sends two headers (cross-origin isolation); Node.js may always.
const sharedNumber = (): Int32Array | null => (typeof SharedArrayBuffer === "undefined" ? null : new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)));

interface Waiting {
  line: (text: string) => void;
  done: (message: FromWorker) => void;
  failed: (error: Error) => void;
}

// One worker with the program in it. What it was asked is answered in that order.
export class WasmEngine {
  private readonly port: WorkerPort;
  private readonly interruption = sharedNumber();
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  ended = false; // it answers nothing any more: it was ended, or broke down

  constructor(module: WebAssembly.Module, start: StartWorker) {
    this.port = start(
      (message) => this.hear(message),
      (error) => this.end(error),
    );
    this.port.post({ module, interrupt: this.interruption });
  }

  async ask(method: string, path: string, body = "", line: (text: string) => void = () => undefined): Promise<Answer> {
    const message = await this.send({ method, path, body }, line);
    if (!("status" in message)) throw new Error("The engine gave an answer of another kind.");
    return { status: message.status, bytes: message.bytes };
  }

  // Gives it a tree (its file); returns the number that the tree has there.
  async keep(file: Uint8Array): Promise<number> {
    const message = await this.send({ keep: file }, () => undefined);
    if (!("kept" in message)) throw new Error("The engine gave an answer of another kind.");
    return message.kept;
  }

  // A line of the UCI protocol. False after `quit`.
  async uci(command: string, line: (text: string) => void): Promise<boolean> {
    const message = await this.send({ uci: command }, line);
    if (!("goesOn" in message)) throw new Error("The engine gave an answer of another kind.");
    return message.goesOn;
  }

  // Ends the search of the UCI lines that it was given up to now. False where no memory can be shared, so that it cannot
  // be told.
  interrupt(): boolean {
    if (this.interruption) Atomics.store(this.interruption, 0, this.next - 1);
    return this.interruption !== null;
  }

  // At once, whatever it is doing. Who waits is told the error.
  end(error: Error): void {
    this.ended = true;
    this.port.terminate();
    for (const { failed } of this.waiting.values()) failed(error);
    this.waiting.clear();
  }

  private send(question: Question, line: (text: string) => void): Promise<FromWorker> {
    if (this.ended) return Promise.reject(new Error("The engine has stopped."));
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { line, done, failed });
      this.port.post({ id, ...question });
    });
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if ("line" in message) {
      waiting.line(message.line);
      return;
    }
    this.waiting.delete(message.id);
    if ("error" in message) {
      // What broke off in the middle may have left anything behind: nothing more is asked there.
      waiting.failed(new Error(message.error));
      this.end(new Error(message.error));
    } else {
      waiting.done(message);
    }
  }
}
