import { WasmService } from "./wasm_module";

// What a worker with the program in it hears and says: it answers one question after the other, and while it does it
// hears nothing. First comes the module, then questions.
export type ToWorker =
  | { module: WebAssembly.Module; interrupt: Int32Array | null }
  | { id: number; method: string; path: string; body: string }
  | { id: number; keep: Uint8Array }
  | { id: number; uci: string };
export type FromWorker =
  | { id: number; line: string } // of an answer that comes in lines
  | { id: number; status: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kept: number }
  | { id: number; goesOn: boolean } // after a line of the UCI protocol; false: it was `quit`
  | { id: number; error: string };

// The worker's own side of the channel.
export interface WorkerChannel {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
}

// Answers the messages, one call for each. Where the page may share memory, `interrupt` holds the number of the last
// question whose search is to end.
export function serve(channel: WorkerChannel): (message: ToWorker) => void {
  let service: WasmService | null = null;
  let current = 0;

  function answer(question: Exclude<ToWorker, { module: WebAssembly.Module }>): void {
    const { id } = question;
    if (!service) throw new Error("The engine has not been started.");
    current = id;
    const line = (text: string): void => channel.post({ id, line: text }, []);
    if ("keep" in question) {
      channel.post({ id, kept: service.keep(question.keep) }, []);
    } else if ("uci" in question) {
      channel.post({ id, goesOn: service.uci(question.uci, line) }, []);
    } else {
      const { status, bytes } = service.answer(question.method, question.path, question.body, line);
      channel.post({ id, status, bytes }, [bytes.buffer]);
    }
  }

  return (message) => {
    if ("module" in message) {
      const { interrupt } = message;
      service = new WasmService(message.module, () => interrupt !== null && Atomics.load(interrupt, 0) >= current);
      return;
    }
    try {
      answer(message);
    } catch (error) {
      channel.post({ id: message.id, error: error instanceof Error ? error.message : String(error) }, []);
    }
  };
}
