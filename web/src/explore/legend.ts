import { h } from "../shared/dom";
import { capitalised, compact, grouped, ruleName } from "../shared/format";
import type { RuleFamily } from "./api";
import { kHatched, kStates, type State } from "./happened";
import { currentPalette, onThemeChange } from "./theme";
import { Flag, isForeign, kNoRule } from "./trace";
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
// `rules`: what another engine's tree has in this colour; its rules are of no family.
function title(state: State, families: RuleFamily[], rules: string[] | undefined): string {
  const own = kTitles[state];
  if (own) return own;
  const [, kind, family] = /^(cut|skipped|right)-(.+)$/.exec(state) ?? [];
  const name = rules ? capitalised(rules.join(", ")) : (families.find((f) => f.name === family)?.title ?? "");
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

  // The names of the rules whose entries have this state.
  private rulesIn(view: TreeView, state: number): string[] {
    const trace = view.tree?.trace;
    const numbers = new Set<number>();
    for (let i = 1; trace && i < view.states.length; ++i)
      if (view.states[i] === state) numbers.add(trace.flags[i]! & Flag.ReducedByRule ? kNoRule : trace.rule[i]!);
    // Only its static evaluation cuts a node without a rule that does.
    return [...numbers].sort((a, b) => a - b).map((rule) => (rule === kNoRule ? "stand pat" : ruleName(trace?.header.rules[rule] ?? "")));
  }

  private draw(): void {
    if (!this.view) return;
    const palette = currentPalette();
    const foreign = this.view.tree ? isForeign(this.view.tree.trace.header) : false;
    const counts = new Uint32Array(kStates.length);
    for (let i = 1; i < this.view.states.length; ++i) counts[this.view.states[i]!]!++;
    const items = kStates.map((state, i) => ({ state, i, count: counts[i]! })).filter((x) => x.count > 0);
    this.element.replaceChildren(
      ...items.map(({ state, i, count }) => {
        const swatch = h("span", { class: `swatch${kHatched[i] ? " hatched" : ""}`, "aria-hidden": "true" }, state === "wrong" ? "✕" : state.startsWith("right-") ? "✓" : "");
        swatch.style.backgroundColor = palette.css(state);
        if (state === "wrong") swatch.style.color = "#ffffff";
        const rules = foreign ? this.rulesIn(this.view!, i) : undefined;
        const note = rules ? "" : meaning(state, this.families);
        const item = h("li", note ? { title: note } : {}, swatch, title(state, this.families, rules), h("span", { class: "count", title: grouped(count) }, compact(count)));
        return item;
      }),
      ...(items.some(({ i }) => kHatched[i]) ? [h("li", {}, h("span", { class: "swatch hatched plain", "aria-hidden": "true" }), "Hatched: skipped, the width is an estimate")] : []),
      h("li", { title: "the moves that the score of the search rests on" }, h("span", { class: "swatch variation", "aria-hidden": "true" }), "Principal variation"),
    );
  }
}
