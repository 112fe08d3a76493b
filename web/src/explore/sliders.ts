import { h } from "../shared/dom";
import { capitalised, grouped, ruleName } from "../shared/format";
import { table } from "../shared/table";
import { isAbort, message, type Api, type Info } from "./api";
import type { SearchForm } from "./search_form";

// One slider for each margin of the rules that are on. Moving one searches a small tree anew, and a sample of what it
// left out after all, so that the price of nodes and errors is seen while it moves.
const kWait = 350; // milliseconds after the last movement
const kDepth = 5;
const kSample = 150;
const kMaxRows = 12;

interface Result {
  what: string;
  nodes: number;
  wrong: number;
  checked: number;
}

export class Sliders {
  readonly element: HTMLElement;
  private readonly place = h("div", { class: "sliders" });
  private readonly answer = h("div", { class: "slider-results" });
  private readonly status = h("p", { class: "note", role: "status" });
  private readonly depth = h("input", { type: "number", id: "slider-depth", min: "1", max: "10", value: String(kDepth) });
  private running: AbortController | null = null;
  private timer = 0;
  private results: Result[] = [];
  private about = "";

  constructor(
    private readonly api: Api,
    private readonly info: Info,
    private readonly form: SearchForm,
  ) {
    const again = h("button", { type: "button", class: "small" }, "Measure without changes");
    again.addEventListener("click", () => void this.measure("unchanged", {}));
    this.element = h(
      "div",
      {},
      h("p", { class: "note" }, `Each change searches the position above to this depth, and then a sample of ${kSample} pruned moves and nodes. The changes also apply to the next search.`),
      h("div", { class: "row" }, h("label", { for: "slider-depth" }, "Depth"), this.depth, again, this.status),
      h("div", { class: "split" }, this.place, this.answer),
    );
    form.onChange(() => this.draw());
    this.draw();
  }

  private draw(): void {
    const { form } = this;
    const about = `${form.presetName} ${form.board.currentFen}`;
    if (about !== this.about) {
      this.about = about;
      this.results = [];
      this.answer.replaceChildren();
    }
    // What is being dragged must stay where it is.
    if (this.place.contains(document.activeElement)) return;
    const on = this.info.rules.filter((r) => r.kind === "family" && form.setting(r.name) !== "off");
    const sliders = on.flatMap((rule) =>
      rule.parameters
        .filter((p) => p.unit === "centipawns")
        .map((p) => {
          const name = `${rule.name}.${p.name}`;
          const now = form.setting(name) ?? String(p.min);
          const id = `slider-${rule.name}-${p.name}`;
          const shown = h("output", { for: id }, now);
          const range = h("input", { type: "range", id, min: String(p.min), max: String(Math.min(p.max, Math.max(600, Number(now) * 2))), step: "5", value: now, title: p.meaning });
          range.addEventListener("input", () => {
            shown.textContent = range.value;
            form.change(name, range.value);
            this.later(`${ruleName(rule.name)} ${p.name} ${range.value}`);
          });
          return h("div", { class: "slider" }, h("label", { for: id }, `${capitalised(ruleName(rule.name))}: ${p.name.replaceAll("_", " ")}`), range, shown);
        }),
    );
    this.place.replaceChildren(...(sliders.length > 0 ? sliders : [h("p", {}, "No rule of this preset has a margin.")]));
  }

  private later(what: string): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.measure(what, { ...this.form.set }), kWait);
  }

  // `set`: what is changed in the preset.
  private async measure(what: string, set: Record<string, string>): Promise<void> {
    clearTimeout(this.timer);
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.status.textContent = "Searching …";
    try {
      const question = { ...this.form.question(), set, depth: Number(this.depth.value) || kDepth };
      const done = await this.api.search(question, running.signal, () => {});
      const audit = await this.api.audit(done.id, kSample, running.signal, (p) => (this.status.textContent = `Searching after all: ${p.done} of ${p.of}`));
      this.results.unshift({ what, nodes: done.nodes, wrong: audit.cases.filter((c) => c.wrong).length, checked: audit.cases.length });
      this.results.splice(kMaxRows);
      this.status.textContent = "";
      this.drawResults();
    } catch (error) {
      if (!isAbort(error)) this.status.textContent = message(error);
    }
  }

  private drawResults(): void {
    const most = Math.max(...this.results.map((r) => r.nodes));
    this.answer.replaceChildren(
      table(
        [{ name: "with" }, { name: "nodes", right: true }, { name: "" }, { name: "wrong", right: true, title: "errors in the sample" }],
        this.results.map((r) => {
          const bar = h("span", { class: "bar", "aria-hidden": "true" });
          bar.style.width = `${((100 * r.nodes) / most).toFixed(1)}%`;
          return { cells: [r.what, grouped(r.nodes), h("div", { class: "bar-place" }, bar), `${r.wrong} of ${r.checked}`] };
        }),
        "What each change cost",
      ),
    );
  }
}
