import type { Answer } from "./wasm_module";
import type { FromWorker, ToWorker } from "./wasm_worker";
import WasmWorker from "./wasm_worker?worker&inline";

type Question = { method: string; path: string; body: string } | { keep: Uint8Array };

interface Waiting {
  line: (text: string) => void;
  done: (message: FromWorker) => void;
  failed: (error: Error) => void;
}

// One worker with the program in it. What it was asked is answered in that order.
export class WasmEngine {
  private readonly worker = new WasmWorker();
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  ended = false; // it answers nothing any more: it was ended, or broke down

  constructor(module: WebAssembly.Module) {
    this.worker.addEventListener("message", (e: MessageEvent<FromWorker>) => this.hear(e.data));
    this.worker.addEventListener("error", (e) => this.end(new Error(e.message || "The engine in this page has stopped.")));
    this.post({ module });
  }

  async ask(method: string, path: string, body = "", line: (text: string) => void = () => undefined): Promise<Answer> {
    const message = await this.send({ method, path, body }, line);
    if (!("status" in message)) throw new Error("The engine in this page gave an answer of another kind.");
    return { status: message.status, bytes: message.bytes };
  }

  // Gives it a tree (its file); returns the number that the tree has there.
  async keep(file: Uint8Array): Promise<number> {
    const message = await this.send({ keep: file }, () => undefined);
    if (!("kept" in message)) throw new Error("The engine in this page gave an answer of another kind.");
    return message.kept;
  }

  // At once, whatever it is doing. Who waits is told the error.
  end(error: Error): void {
    this.ended = true;
    this.worker.terminate();
    for (const { failed } of this.waiting.values()) failed(error);
    this.waiting.clear();
  }

  private send(question: Question, line: (text: string) => void): Promise<FromWorker> {
    if (this.ended) return Promise.reject(new Error("The engine in this page has stopped."));
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { line, done, failed });
      this.post({ id, ...question });
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
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
