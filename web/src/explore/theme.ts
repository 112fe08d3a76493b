import { h } from "../shared/dom";
import { palette, type Palette } from "./palette";

// Light or dark: as the system has it, until the switch says otherwise.
type Choice = "system" | "light" | "dark";
const kKey = "oknos-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];

function stored(): Choice {
  try {
    const kept = localStorage.getItem(kKey);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system"; // pages opened from a file may not keep anything
  }
}

let choice: Choice = stored();
const isDark = (): boolean => (choice === "system" ? system.matches : choice === "dark");
let current: Palette = palette(isDark());

export const currentPalette = (): Palette => current;
export const onThemeChange = (listener: () => void): void => void listeners.push(listener);

function apply(): void {
  document.documentElement.style.colorScheme = choice === "system" ? "light dark" : choice;
  current = palette(isDark());
  for (const listener of listeners) listener();
}
system.addEventListener("change", apply);

export function themeSwitch(): HTMLElement {
  const select = h(
    "select",
    { "aria-label": "Colours of the page" },
    ...(["system", "light", "dark"] as const).map((c) => h("option", { value: c, ...(c === choice ? { selected: "" } : {}) }, { system: "As the system", light: "Light", dark: "Dark" }[c])),
  );
  select.addEventListener("change", () => {
    choice = select.value as Choice;
    try {
      if (choice === "system") localStorage.removeItem(kKey);
      else localStorage.setItem(kKey, choice);
    } catch {
      // then it holds for this visit
    }
    apply();
  });
  apply();
  return select;
}
