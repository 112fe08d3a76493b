import { h } from "../shared/dom";

// Where `oknos-lab explore` serves the explorer unless told otherwise.
const kServed = "http://127.0.0.1:8017/";
const kKey = "oknos-explorer";
// On a web host, the explorer's folder beside the report or beside its folder.
const kBeside = ["explore/index.html", "../explore/index.html"];

function kept(): string | null {
  try {
    return localStorage.getItem(kKey);
  } catch {
    return null; // pages opened from a file may not keep anything
  }
}

function keep(address: string): void {
  try {
    localStorage.setItem(kKey, address);
  } catch {
    // then it holds for this visit
  }
}

async function beside(): Promise<string | null> {
  for (const path of location.protocol === "file:" ? [] : kBeside) {
    const url = new URL(path, location.href).href;
    if ((await fetch(url, { method: "HEAD" }).catch(() => null))?.ok) return url;
  }
  return null;
}

// The field for the explorer's address; `changed` hears of it at once and whenever it is another one.
export function explorerPlace(changed: (address: string) => void): HTMLElement {
  const field = h("input", { type: "url", value: kept() ?? kServed, spellcheck: "false" });
  field.addEventListener("input", () => {
    keep(field.value);
    changed(field.value);
  });
  changed(field.value);
  if (kept() === null)
    void beside().then((found) => {
      if (found === null || kept() !== null) return;
      field.value = found;
      changed(found);
    });
  return h("label", { class: "explorer-place" }, "Explorer at ", field);
}
