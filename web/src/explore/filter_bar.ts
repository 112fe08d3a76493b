import { h } from "../shared/dom";
import { capitalised, ruleName } from "../shared/format";
import { isOpen, kNoFilter, match, type Filter } from "./filter";
import { ledger } from "./ledger";
import type { TreeView } from "./tree_view";

// What does not match is faded in the tree.
export class FilterBar {
  readonly element: HTMLElement;
  private readonly what = this.select("Show", ["all", "searched", "left out", "by a rule"], ["Everything", "Searched", "Pruned", "Decided by a rule"]);
  private readonly rule = h("select", { "aria-label": "Rule" });
  private readonly depth = h("select", { "aria-label": "Depth" });
  private readonly verdict = this.select("Verdict", ["any", "checked", "right", "wrong", "unchecked"], ["Any verdict", "Searched after all", "… and right", "… and wrong: errors only", "Not searched after all"]);
  private readonly reset = h("button", { type: "button", class: "small" }, "Show all");
  private views: TreeView[] = [];

  constructor() {
    for (const s of [this.what, this.rule, this.depth, this.verdict]) s.addEventListener("change", () => this.apply());
    this.reset.addEventListener("click", () => this.set(kNoFilter));
    this.element = h("div", { class: "filters", role: "group", "aria-label": "Filters" }, this.what, this.rule, this.depth, this.verdict, this.reset);
  }

  private select(name: string, values: string[], titles: string[]): HTMLSelectElement {
    return h("select", { "aria-label": name }, ...values.map((v, i) => h("option", { value: v }, titles[i] ?? v)));
  }

  // The filters of the first tree hold for all; rules have the same numbers in trees of one engine.
  show(views: TreeView[]): void {
    this.views = views;
    const [view] = views;
    const tree = view?.tree;
    if (!tree) return;
    const rules = ledger(tree).map((r) => h("option", { value: String(r.rule) }, capitalised(ruleName(r.name))));
    this.rule.replaceChildren(h("option", { value: "" }, "Any rule"), ...rules);
    const depths = new Set<number>();
    for (const d of tree.trace.depth) depths.add(Math.max(0, d));
    this.depth.replaceChildren(h("option", { value: "" }, "Any depth"), ...[...depths].sort((a, b) => b - a).map((d) => h("option", { value: String(d) }, d === 0 ? "Quiescence" : `Depth ${d}`)));
    for (const v of views) v.verdicts.onChange(() => this.apply());
    this.set(kNoFilter);
  }

  set(filter: Filter): void {
    this.what.value = filter.what;
    this.rule.value = filter.rule === null ? "" : String(filter.rule);
    this.depth.value = filter.depth === null ? "" : String(filter.depth);
    this.verdict.value = filter.verdict;
    this.apply();
  }

  private apply(): void {
    const number = (text: string): number | null => (text === "" ? null : Number(text));
    const filter: Filter = { what: this.what.value as Filter["what"], rule: number(this.rule.value), depth: number(this.depth.value), verdict: this.verdict.value as Filter["verdict"] };
    for (const view of this.views) {
      if (!view.tree) continue;
      const { faded, count } = match(view.tree, filter, view.verdicts);
      view.setFaded(faded, count);
    }
    this.reset.hidden = isOpen(filter);
  }
}
