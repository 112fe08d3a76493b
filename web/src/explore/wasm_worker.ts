import { serve, type FromWorker, type ToWorker } from "./wasm_serve";

// The worker of a browser in which the program runs.

// What this page's types do not tell of a worker's own side.
interface WorkerScope {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const scope = self as unknown as WorkerScope;

const answer = serve({ post: (message, transfer) => scope.postMessage(message, transfer) });
scope.onmessage = ({ data }) => answer(data);
