import { h } from "../shared/dom";
import type { TreeView } from "./tree_view";

// Two trees with the same width for a visit, so that their sizes are compared by eye; or each over the whole width.
export class CommonScale {
  private readonly box = h("input", { type: "checkbox", checked: "" });
  readonly element = h("label", { class: "scale", hidden: "" }, this.box, " Same scale in both trees");
  private views: TreeView[] = [];

  constructor() {
    this.box.addEventListener("change", () => this.apply());
  }

  get on(): boolean {
    return this.box.checked && this.views.length > 1;
  }

  show(views: TreeView[]): void {
    this.views = views;
    this.element.hidden = views.length < 2;
    this.apply();
  }

  // The layout of a tree has changed, or the switch.
  apply(): void {
    const most = this.on ? Math.max(...this.views.map((v) => v.units)) : 0;
    for (const view of this.views) view.setCommon(most);
  }

  // One was zoomed by itself.
  follow(from: TreeView, span: number): void {
    if (!this.on) return;
    for (const view of this.views) if (view !== from) view.follow(span);
  }
}
