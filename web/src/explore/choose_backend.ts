import { HttpBackend, type Backend } from "./backend";
import { WasmBackend } from "./wasm_backend";

// <meta name="oknos-backend" content="http">, or "wasm:URL" for a page that has the program beside it.
export function chooseBackend(): Backend {
  const wish = document.querySelector<HTMLMetaElement>('meta[name="oknos-backend"]')?.content ?? "http";
  return wish.startsWith("wasm:") ? new WasmBackend(wish.slice("wasm:".length)) : new HttpBackend();
}
