import { h } from "../shared/dom";
import { compact, grouped } from "../shared/format";
import type { RuleFamily } from "./api";
import { kStates, type State } from "./happened";
import { currentPalette, onThemeChange } from "./theme";
import type { TreeView } from "./tree_view";

const kTitles: Partial<Record<State, string>> = {
  searched: "Searched",
  quiescence: "Quiescence",
  horizon: "Maximum depth",
  table: "Cut by the table",
  passing: "Cut by null move, probcut, multicut",
  draw: "Draw, mate, stalemate",
  stopped: "Stopped",
  wrong: "Pruned, and WRONG",
};
function title(state: State, families: RuleFamily[]): string {
  const own = kTitles[state];
  if (own) return own;
  const [, kind, family] = /^(cut|skipped|right)-(.+)$/.exec(state) ?? [];
  const name = families.find((f) => f.name === family)?.title ?? "";
  return { cut: `${name}: node cut`, skipped: `${name}: skipped`, right: `${name}: skipped, and right` }[kind ?? ""] ?? state;
}
const meaning = (state: State, families: RuleFamily[]): string => families.find((f) => state.endsWith(`-${f.name}`))?.meaning ?? "";

// What the colours mean, with how often each occurs in the tree.
export class Legend {
  readonly element = h("ul", { class: "legend", "aria-label": "Colours of the tree" });
  private view: TreeView | null = null;

  constructor(private readonly families: RuleFamily[]) {
    onThemeChange(() => this.draw());
  }

  show(view: TreeView): void {
    this.view = view;
    view.verdicts.onChange(() => requestAnimationFrame(() => this.draw()));
    this.draw();
  }

  private draw(): void {
    if (!this.view) return;
    const palette = currentPalette();
    const counts = new Uint32Array(kStates.length);
    for (let i = 1; i < this.view.states.length; ++i) counts[this.view.states[i]!]!++;
    const items = kStates.map((state, i) => ({ state, count: counts[i]! })).filter((x) => x.count > 0);
    this.element.replaceChildren(
      ...items.map(({ state, count }) => {
        const swatch = h("span", { class: `swatch${state.startsWith("skipped-") ? " hatched" : ""}`, "aria-hidden": "true" }, state === "wrong" ? "✕" : state.startsWith("right-") ? "✓" : "");
        swatch.style.backgroundColor = palette.css(state);
        if (state === "wrong") swatch.style.color = "#ffffff";
        const note = meaning(state, this.families);
        const item = h("li", note ? { title: note } : {}, swatch, title(state, this.families), h("span", { class: "count", title: grouped(count) }, compact(count)));
        return item;
      }),
    );
  }
}
