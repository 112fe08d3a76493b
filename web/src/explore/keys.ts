// Keys that hold on the whole page, but not in a field.
export interface KeyActs {
  find: () => void;
  error: (direction: 1 | -1) => void;
  step: (what: "pruned" | "near miss", direction: 1 | -1) => void;
}

export function listenToKeys(acts: KeyActs): void {
  document.addEventListener("keydown", (e) => {
    const at = e.target instanceof HTMLElement ? e.target : null;
    if (e.ctrlKey || e.metaKey || e.altKey || at?.matches("input, textarea, select")) return;
    // With Shift, to the one before.
    const direction = e.key === e.key.toLowerCase() ? 1 : -1;
    const act = { "/": acts.find, e: () => acts.error(direction), n: () => acts.step("pruned", direction), m: () => acts.step("near miss", direction) }[e.key.toLowerCase()];
    if (!act) return;
    act();
    e.preventDefault();
  });
}
