// The worker of Node.js.
import { parentPort } from "node:worker_threads";
import { serve, type ToWorker } from "../../src/explore/wasm_serve";

const answer = serve({ post: (message, transfer) => parentPort?.postMessage(message, transfer) });
parentPort?.on("message", (message: ToWorker) => answer(message));
