import { WasmBackend } from "./wasm_backend";
import { browserWorker, compile } from "./wasm_engine";
import WasmWorker from "./wasm_worker?worker&inline";

// The program for a page that has its worker in itself, and the module at that address.
export const pageBackend = (url: string): WasmBackend => new WasmBackend(compile(url), browserWorker(() => new WasmWorker()));
