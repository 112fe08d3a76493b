import { WasmService } from "./wasm_module";

// The worker in which the program runs: it answers one question after the other, and while it does it hears nothing.
// First comes the module, then questions.
export type ToWorker =
  | { module: WebAssembly.Module }
  | { id: number; method: string; path: string; body: string }
  | { id: number; keep: Uint8Array };
export type FromWorker =
  | { id: number; line: string } // of an answer that comes in lines
  | { id: number; status: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kept: number }
  | { id: number; error: string };

// What this page's types do not tell of a worker's own side.
interface WorkerScope {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const scope = self as unknown as WorkerScope;

let service: WasmService | null = null;

function answer(question: Exclude<ToWorker, { module: WebAssembly.Module }>): void {
  const { id } = question;
  if (!service) throw new Error("The engine has not been started.");
  if ("keep" in question) {
    scope.postMessage({ id, kept: service.keep(question.keep) });
    return;
  }
  const { status, bytes } = service.answer(question.method, question.path, question.body, (line) => scope.postMessage({ id, line }));
  scope.postMessage({ id, status, bytes }, [bytes.buffer]);
}

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    service = new WasmService(data.module);
    return;
  }
  try {
    answer(data);
  } catch (error) {
    scope.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
