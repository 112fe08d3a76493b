import { h } from "../shared/dom";
import { capitalised, grouped, ruleName } from "../shared/format";
import { table } from "../shared/table";
import { differences, parting, type Side } from "./differences";
import { familyOf } from "./happened";
import { ledger, type LedgerRow } from "./ledger";
import { bestMove } from "./lines";
import { familyColor } from "./palette";
import { value, whiteScore } from "./score";
import { Replay } from "./replay";
import type { TreeView } from "./tree_view";
import type { Tree } from "./tree";

export interface Compared {
  name: string;
  view: TreeView;
}

// Two trees of one position in numbers: what each rule left out in both, what only one searched, where they part.
export class ComparePanel {
  readonly element = h("div", { class: "compare" }, h("p", { class: "note" }, "Choose a second preset under \u201cCompare with\u201d and search: both trees are drawn, and zooming into one goes to the same line of the other."));

  show(a: Compared, b: Compared): void {
    const [x, y] = [a.view.tree, b.view.tree];
    if (!x || !y) return;
    const sides = differences(x, y);
    const only = h("input", { type: "checkbox", id: "only" });
    only.addEventListener("change", () => {
      a.view.setFaded(only.checked ? sides[0].faded : null);
      b.view.setFaded(only.checked ? sides[1].faded : null);
    });
    this.element.replaceChildren(
      h("section", {}, this.totals(a, b, x, y, sides), h("p", {}, h("label", {}, only, " Show in both trees only what the other did not search")), this.variations(a, b, x, y)),
      h("section", {}, this.ledgers(a, b, x, y)),
    );
  }

  private totals(a: Compared, b: Compared, x: Tree, y: Tree, sides: [Side, Side]): HTMLElement {
    const row = (name: string, f: (t: Tree, i: 0 | 1) => string): { cells: string[] } => ({ cells: [name, f(x, 0), f(y, 1)] });
    const ratio = y.trace.header.nodes / Math.max(1, x.trace.header.nodes);
    return h(
      "div",
      {},
      table(
        [{ name: "" }, { name: a.name, right: true }, { name: b.name, right: true }],
        [
          row("Nodes of the whole search", (t) => grouped(t.trace.header.nodes)),
          row("Visits of the last iteration", (t) => grouped(t.visitsBefore[t.trace.count]!)),
          row("Depth", (t) => String(t.trace.header.depth)),
          row("Best move, value for White", (t) => `${bestMove(t, new Replay(t))}, ${value(whiteScore(t.trace.header))}`),
          row("Different lines searched", (_t, i) => grouped(sides[i].lines)),
          row("Lines that only this one searched", (_t, i) => grouped(sides[i].only)),
        ],
        "Both searches",
      ),
      h("p", { class: "note" }, `${b.name} searched ${Math.abs((ratio - 1) * 100).toFixed(1)} % ${ratio < 1 ? "fewer" : "more"} nodes than ${a.name}. In the same scale, a visit is as wide in both trees.`),
    );
  }

  private variations(a: Compared, b: Compared, x: Tree, y: Tree): HTMLElement {
    const p = parting(x, y);
    const line = (side: Compared, entries: number[]): HTMLElement =>
      h(
        "p",
        { class: "san" },
        h("strong", {}, `${side.name}: `),
        ...entries.flatMap((entry, i) => {
          const go = h("button", { type: "button", class: i === p.common ? "move parts" : "move" }, side.view.replay?.name(entry) ?? "");
          go.addEventListener("click", () => side.view.select(entry));
          return [go, " "];
        }),
      );
    const [next, other] = [p.a[p.common], p.b[p.common]];
    const parts =
      next === undefined && other === undefined
        ? "Both principal variations are the same."
        : p.common === 0
          ? "The principal variations differ from the first move on."
          : `The principal variations part after ${p.common} ${p.common === 1 ? "move" : "moves"}.`;
    return h("div", {}, h("h2", {}, "Principal variations"), h("p", {}, parts), line(a, p.a), line(b, p.b));
  }

  private ledgers(a: Compared, b: Compared, x: Tree, y: Tree): HTMLElement {
    const [first, second] = [ledger(x), ledger(y)];
    const names = [...new Set([...first, ...second].map((r) => r.name))];
    const most = Math.max(1, ...[...first, ...second].map((r) => r.leftOut + r.cut));
    // The bars of both searches have one scale.
    const count = (rows: LedgerRow[], tree: Tree, name: string): Node => {
      const r = rows.find((row) => row.name === name);
      if (!r) return document.createTextNode("–");
      const bar = h("span", { class: "bar counted", "aria-hidden": "true" });
      bar.style.width = `${((100 * (r.leftOut + r.cut)) / most).toFixed(1)}%`;
      bar.style.background = familyColor(familyOf(tree.trace.header, r.rule));
      return h("div", {}, grouped(r.leftOut + r.cut), bar);
    };
    return h(
      "div",
      {},
      h("h2", {}, "What each rule pruned"),
      table(
        [{ name: "rule" }, { name: a.name, right: true, title: "moves skipped and nodes cut" }, { name: b.name, right: true, title: "moves skipped and nodes cut" }],
        names.map((name) => ({ cells: [capitalised(ruleName(name)), count(first, x, name), count(second, y, name)] })),
        "What each rule pruned in both",
      ),
    );
  }
}
