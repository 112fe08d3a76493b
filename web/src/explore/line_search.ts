import { h } from "../shared/dom";
import { message, type Api, type TreeId } from "./api";
import { describe } from "./describe";
import { findLine } from "./lines";
import type { TreeView } from "./tree_view";

const kMaxShown = 40;

// "e4 e5 Qh5": where in the tree is it, or where does it end?
export class LineSearch {
  readonly element: HTMLElement;
  private readonly input = h("input", { type: "search", id: "line", placeholder: "e4 e5 Qh5", spellcheck: "false", autocomplete: "off" });
  private readonly result = h("div", { class: "found", role: "status" });

  constructor(
    private readonly api: Api,
    private readonly target: () => { view: TreeView; id: TreeId } | null,
  ) {
    const form = h("form", { class: "line-search", role: "search" }, h("label", { for: "line" }, "Find a line"), this.input, h("button", { type: "submit" }, "Find"));
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      void this.find();
    });
    this.element = h("div", { class: "lines" }, form, this.result);
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }
  clear(): void {
    this.result.replaceChildren();
  }

  private async find(): Promise<void> {
    const target = this.target();
    const text = this.input.value.trim();
    if (!target?.view.tree || text === "") return this.clear();
    try {
      const { moves, san } = await this.api.line(target.id, text);
      this.show(target.view, moves, san);
    } catch (error) {
      this.result.replaceChildren(h("p", { class: "warning" }, message(error)));
    }
  }

  private show(view: TreeView, moves: number[], san: string[]): void {
    const { tree, replay } = view;
    if (!tree || !replay) return;
    const found = findLine(tree, moves);
    const item = (entry: number): HTMLElement => {
      const go = h("button", { type: "button" }, describe(tree, replay, entry, view.verdicts));
      go.addEventListener("click", () => view.select(entry));
      return h("li", {}, go);
    };
    if (found.entries.length === 0) {
      const done = san.slice(0, found.reached).join(" ");
      const where = found.leftOut.length > 0 ? `${san[found.reached - 1] ?? ""} was skipped:` : `after ${done || "the root"} the move ${san[found.reached] ?? ""} was not reached: the node was decided before.`;
      this.result.replaceChildren(h("p", {}, `This line is not in the tree: ${where}`), h("ul", {}, ...found.leftOut.slice(0, kMaxShown).map(item)));
      if (found.leftOut[0] !== undefined) view.select(found.leftOut[0]);
      return;
    }
    const more = found.entries.length - kMaxShown;
    this.result.replaceChildren(
      h("p", {}, found.entries.length === 1 ? `${san.join(" ")}: once in the tree.` : `${san.join(" ")}: ${found.entries.length} times in the tree.`),
      h("ul", {}, ...found.entries.slice(0, kMaxShown).map(item), more > 0 && h("li", { class: "note" }, `and ${more} more`)),
    );
    view.select(found.entries.at(-1)!);
  }
}
