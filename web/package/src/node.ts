import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { StartWorker } from "../../src/explore/wasm_engine";
import type { FromWorker } from "../../src/explore/wasm_serve";
import { WasmOknos } from "./oknos";
import type { Oknos, OknosOptions } from "./types.js";

// A worker keeps the program running only while it owes an answer, so that a script ends without close().
const startWorker: StartWorker = (hear, failed) => {
  // Without the options of the program's own command line, which may be for another kind of file.
  const worker = new Worker(new URL("./node_worker.js", import.meta.url), { execArgv: [] });
  let owed = 0;
  worker.unref();
  worker.on("message", (message: FromWorker) => {
    if (!("line" in message) && --owed === 0) worker.unref();
    hear(message);
  });
  worker.on("error", failed);
  return {
    post: (message) => {
      if ("id" in message && ++owed === 1) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => void worker.terminate(),
  };
};

async function moduleAt(wasm: string | URL): Promise<WebAssembly.Module> {
  const bytes = await readFile(wasm).catch((error: Error) => {
    throw new Error(`The engine cannot be read: ${error.message}`, { cause: error });
  });
  return WebAssembly.compile(bytes);
}

export async function createOknos({ wasm = new URL("./oknos.wasm", import.meta.url) }: OknosOptions = {}): Promise<Oknos> {
  return new WasmOknos(wasm instanceof WebAssembly.Module ? wasm : await moduleAt(wasm), startWorker);
}

export default createOknos;
