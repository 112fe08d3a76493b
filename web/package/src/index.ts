import { browserWorker, compile } from "../../src/explore/wasm_engine";
import { WasmOknos } from "./oknos";
import type { Oknos, OknosOptions } from "./types.js";

export type * from "./types.js";

/**
 * Loads the engine. Rejected if `oknos.wasm` cannot be fetched, or if WebAssembly with SIMD is missing.
 *
 * `import createOknos from "oknos"` gives this function in browsers and in Node.js.
 */
export async function createOknos({ wasm = new URL("./oknos.wasm", import.meta.url) }: OknosOptions = {}): Promise<Oknos> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await compile(String(wasm));
  return new WasmOknos(
    module,
    browserWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })),
  );
}

export default createOknos;
