import { HttpBackend, type Backend } from "./backend";
import { pageBackend } from "./wasm_page";

// <meta name="oknos-backend" content="http">, or "wasm:URL" for a page that has the program beside it.
export function chooseBackend(): Backend {
  const wish = document.querySelector<HTMLMetaElement>('meta[name="oknos-backend"]')?.content ?? "http";
  return wish.startsWith("wasm:") ? pageBackend(wish.slice("wasm:".length)) : new HttpBackend();
}
