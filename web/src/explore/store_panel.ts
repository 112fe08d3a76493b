import { h } from "../shared/dom";
import { capitalised, grouped, ruleName } from "../shared/format";
import { message, type Api } from "./api";
import type { Store, StoreCase } from "./store";
import { caseText, halfPointsText } from "./verdicts";

const kMaxShown = 200;

// The cases of a run store, the worst errors first; each opens as a search of its position.
export class StorePanel {
  readonly element = h("div", { class: "store" });
  private store: Store | null = null;
  private readonly rule = h("select", { "aria-label": "Rule" });
  private readonly wrong = h("input", { type: "checkbox", checked: "" });
  private readonly list = h("div");

  constructor(
    private readonly api: Api,
    private readonly open: (c: StoreCase, store: Store) => void,
  ) {
    this.rule.addEventListener("change", () => this.draw());
    this.wrong.addEventListener("change", () => this.draw());
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.store = await this.api.store();
    } catch (error) {
      this.element.replaceChildren(h("p", { class: "warning" }, message(error)));
      return;
    }
    const rules = [...new Set(this.store.cases.map((c) => c.rule))].sort();
    this.rule.replaceChildren(h("option", { value: "" }, "Any rule"), ...rules.map((r) => h("option", { value: r }, capitalised(ruleName(r)))));
    this.element.replaceChildren(h("div", { class: "row" }, h("strong", {}, this.store.file), this.rule, this.store.cases.some((c) => !c.wrong) && h("label", {}, this.wrong, " errors only")), this.list);
    this.draw();
  }

  private draw(): void {
    const { store } = this;
    if (!store) return;
    if (store.cases.length === 0) return this.list.replaceChildren(h("p", {}, `This run (${store.kind}) has no samples to open.`));
    const cases = store.cases
      .filter((c) => (this.rule.value === "" || c.rule === this.rule.value) && (!this.wrong.checked || c.wrong))
      .sort((a, b) => Number(b.wrong) - Number(a.wrong) || (b.half_points ?? b.excess) - (a.half_points ?? a.excess));
    const rows = cases.slice(0, kMaxShown).map((c) => {
      const go = h("button", { type: "button", class: "small" }, "Open");
      go.addEventListener("click", () => this.open(c, store));
      return h("tr", {}, h("td", {}, go), h("td", {}, capitalised(ruleName(c.rule))), h("td", {}, c.move || "the node"), h("td", { class: "right" }, String(c.depth)), h("td", {}, c.half_points === undefined ? caseText(c.wrong, c.excess) : halfPointsText(c.half_points)), h("td", { class: "fen" }, c.fen));
    });
    const judged = store.cases.some((c) => c.half_points !== undefined) ? "looked up in tablebases" : "searched after all";
    const head = ["", "rule", "move", "depth", judged, "position"].map((name) => h("th", { scope: "col", class: name === "depth" ? "right" : "left" }, name));
    this.list.replaceChildren(
      h("p", { class: "note" }, `${grouped(cases.length)} samples${cases.length > kMaxShown ? `, the first ${kMaxShown} are shown` : ""}.`),
      h("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Samples" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows))),
    );
  }
}
