import type { Info } from "./api";
import { pack, type Kept } from "./offline";
import type { Verdicts } from "./verdicts";

// The page as it came, before anything was drawn in it: with a tree put in, it is a page that opens without a server.
let pristine = "";
export function pristinePage(): void {
  pristine = `<!doctype html>\n${document.documentElement.outerHTML}\n`;
}

export async function offlinePage(info: Info, bytes: Uint8Array<ArrayBuffer>, verdicts: Verdicts): Promise<string> {
  const kept: Kept = { info, trace: await pack(bytes), verdicts: [...verdicts.all] };
  // "<" would end the script that holds it.
  const text = JSON.stringify(kept).replaceAll("<", "\\u003c");
  const mark = /(<script type="application\/json" id="oknos-kept">)[^<]*(<\/script>)/;
  if (!mark.test(pristine)) throw new Error("This page cannot be saved: it was changed on its way here.");
  return pristine.replace(mark, (_all, before: string, after: string) => before + text + after);
}
