import { h } from "../shared/dom";
import { capitalised, change, grouped, ruleName } from "../shared/format";
import { table } from "../shared/table";
import { isAbort, message, type Api, type Info, type Parameter, type Question, type Rule, type TreeId } from "./api";
import { countPruned } from "./caption";
import { checkSample, sampleOf } from "./rule_sample";
import type { SearchForm } from "./search_form";
import type { Trace } from "./trace";
import { growTree, type Tree } from "./tree";
import type { Verdict } from "./verdicts";

// One slider for each margin of the rules that are on. While one moves, a small search is repeated and its tree drawn; then what the
// moved rule pruned is sampled, so that the price in nodes and in errors is seen beside that of the preset.
const kWait = 60; // milliseconds after the last movement
const kDepth = 5;
const kSample = 30;
const kMaxRows = 8;
const kPinned = -1; // the series of the preset's own search

export interface SliderEvents {
  begin: () => void; // another search that runs is of no use any more
  show: (trace: Trace, id: TreeId, question: Question) => void;
  tree: () => HTMLCanvasElement | undefined;
  checked: (id: TreeId, found: [number, Verdict][]) => void;
}

interface Count {
  wrong: number;
  checked: number;
}
interface Result {
  what: string;
  id: TreeId;
  tree: Tree;
  nodes: number;
  rule: string; // that was moved; empty: none
  errors: Map<string, Count>; // by the rule that was sampled
  series: number; // of one movement of a slider: only the last result of it stays
}

export class Sliders {
  readonly element: HTMLElement;
  private readonly place = h("div", { class: "sliders" });
  private readonly picture = h("canvas", { class: "small-tree", "aria-hidden": "true" }); // the tree above may be out of sight
  private readonly answer = h("div", { class: "slider-results" });
  private readonly status = h("p", { class: "note", role: "status" });
  private readonly depth = h("input", { type: "number", id: "slider-depth", min: "1", max: "10", value: String(kDepth) });
  private readonly errors = h("input", { type: "checkbox", id: "slider-errors", checked: "" });
  private readonly reset = h("button", { type: "button" }, "Reset to the preset");
  private running: AbortController | null = null;
  private timer = 0;
  private baseline: Promise<Result> | null = null; // the preset without changes
  private pinned: Result | null = null; // the same, once it is there
  private results: Result[] = [];
  private rule = ""; // that was moved last
  private moves = 0; // of sliders that were let go
  private about = "";

  constructor(
    private readonly api: Api,
    private readonly info: Info,
    private readonly form: SearchForm,
    private readonly events: SliderEvents,
  ) {
    this.reset.addEventListener("click", () => this.toPreset());
    this.depth.addEventListener("change", () => this.forget());
    this.errors.addEventListener("change", () => this.drawResults());
    this.element = h(
      "div",
      {},
      h("p", { class: "note" }, "While a margin moves, the position of the search form is searched to this depth and the tree drawn anew. The changes also apply to the next search."),
      h(
        "div",
        { class: "row" },
        h("label", { for: "slider-depth" }, "Depth"),
        this.depth,
        this.reset,
        h("label", {}, this.errors, ` Search ${kSample} of what the moved rule pruned after all`),
        this.status,
      ),
      this.picture,
      h("div", { class: "split" }, this.place, this.answer),
    );
    new ResizeObserver(() => this.drawPicture()).observe(this.picture);
    form.onChange(() => this.draw());
    this.draw();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  // Results of another position, preset or depth say nothing about these.
  private forget(): void {
    this.stop();
    this.baseline = null;
    this.pinned = null;
    this.results = [];
    this.answer.replaceChildren();
  }

  private draw(): void {
    const { form } = this;
    const about = `${form.presetName} ${form.board.currentFen}`;
    if (about !== this.about) {
      this.about = about;
      this.forget();
    }
    // What is being dragged must stay where it is.
    if (this.place.contains(document.activeElement)) return;
    const sliders = this.margins().map(([rule, parameter]) => this.slider(rule, parameter));
    this.place.replaceChildren(...(sliders.length > 0 ? sliders : [h("p", {}, "No rule of this preset has a margin.")]));
  }

  private margins(): [Rule, Parameter][] {
    const on = this.info.rules.filter((r) => r.kind === "family" && this.form.setting(r.name) !== "off");
    return on.flatMap((rule) => rule.parameters.filter((p) => p.unit === "centipawns").map((p): [Rule, Parameter] => [rule, p]));
  }

  private slider(rule: Rule, p: Parameter): HTMLElement {
    const name = `${rule.name}.${p.name}`;
    const now = this.form.setting(name) ?? String(p.min);
    const id = `slider-${rule.name}-${p.name}`;
    const shown = h("output", { for: id }, now);
    const range = h("input", { type: "range", id, min: String(p.min), max: String(Math.min(p.max, Math.max(600, Number(now) * 2))), step: "5", value: now, title: p.meaning });
    range.addEventListener("input", () => {
      shown.textContent = range.value;
      this.form.change(name, range.value);
      this.rule = rule.name;
      this.later(`${ruleName(rule.name)} ${p.name.replaceAll("_", " ")} ${range.value}`);
    });
    range.addEventListener("change", () => ++this.moves); // it was let go
    return h("div", { class: "slider" }, h("label", { for: id }, `${capitalised(ruleName(rule.name))}: ${p.name.replaceAll("_", " ")}`), range, shown);
  }

  private later(what: string): void {
    this.stop();
    const { moves } = this;
    this.timer = window.setTimeout(() => void this.measure(what, moves), kWait);
  }

  private toPreset(): void {
    this.stop();
    ++this.moves;
    for (const [rule, p] of this.margins()) this.form.change(`${rule.name}.${p.name}`, null);
    this.draw();
    this.status.textContent = "Searching …";
    void this.pin()
      .then((found) => {
        this.status.textContent = "";
        this.events.begin();
        this.show(found, this.question({}));
      })
      .catch((error: unknown) => (this.status.textContent = message(error)));
  }

  private question(set: Record<string, string>): Question {
    return { ...this.form.question(), set, depth: Number(this.depth.value) || kDepth };
  }

  private async search({ what, rule, series }: Pick<Result, "what" | "rule" | "series">, question: Question, signal: AbortSignal): Promise<Result> {
    const done = await this.api.search(question, signal, () => {});
    const trace = await this.api.tree(done.id);
    return { what, rule, series, id: done.id, tree: growTree(trace), nodes: done.nodes, errors: new Map() };
  }

  // The preset's own search stands first in the table. Movements do not abort it.
  private pin(): Promise<Result> {
    const mine = (this.baseline ??= this.search({ what: this.form.presetName, rule: "", series: kPinned }, this.question({}), new AbortController().signal));
    mine.then(
      (found) => this.baseline === mine && (this.pinned = found),
      () => this.baseline === mine && (this.baseline = null), // it is asked for once more
    );
    return mine;
  }

  private async measure(what: string, series: number): Promise<void> {
    this.stop();
    this.events.begin();
    const running = new AbortController();
    this.running = running;
    const { rule, about } = this;
    const question = this.question({ ...this.form.set });
    this.status.textContent = "Searching …";
    try {
      const baseline = await this.pin();
      running.signal.throwIfAborted();
      const found = await this.search({ what, rule, series }, question, running.signal);
      if (about !== this.about || running.signal.aborted) return;
      if (this.results[0]?.series === series) this.results.shift();
      this.results.unshift(found);
      this.results.splice(kMaxRows);
      this.show(found, question);
      if (this.errors.checked) for (const r of [found, baseline]) await this.sample(r, rule, running.signal);
      this.status.textContent = "";
    } catch (error) {
      if (!isAbort(error)) this.status.textContent = message(error);
    }
  }

  private async sample(result: Result, rule: string, signal: AbortSignal): Promise<void> {
    if (result.errors.has(rule)) return;
    const entries = sampleOf(result.tree, rule, kSample);
    const found = await checkSample(this.api, result.id, entries, signal, (done) => (this.status.textContent = `Searching after all: ${done} of ${entries.length}`));
    result.errors.set(rule, { wrong: found.filter(([, v]) => v.wrong).length, checked: found.length });
    this.events.checked(result.id, found);
    this.drawResults();
  }

  private drawPicture(): void {
    const [from, { picture }] = [this.events.tree(), this];
    const ratio = window.devicePixelRatio || 1;
    picture.width = Math.round(picture.clientWidth * ratio);
    picture.height = Math.round(picture.clientHeight * ratio);
    if (from && from.width > 0 && picture.width > 0) picture.getContext("2d")?.drawImage(from, 0, 0, picture.width, picture.height);
  }

  private show(found: Result, question: Question): void {
    this.events.show(found.tree.trace, found.id, question);
    // The tree is drawn in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => this.drawPicture()));
    this.drawResults();
  }

  private drawResults(): void {
    const rows = [...(this.pinned ? [this.pinned] : []), ...this.results];
    const most = Math.max(1, ...rows.map((r) => r.nodes));
    const { rule } = this;
    const errors = this.errors.checked && rule !== "";
    const row = (r: Result): { cells: (string | Node)[] } => {
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.width = `${((100 * r.nodes) / most).toFixed(1)}%`;
      const pruned = countPruned(r.tree);
      const count = r.errors.get(r.rule || rule);
      const against = this.pinned && r !== this.pinned ? change(r.nodes / Math.max(1, this.pinned.nodes)) : "";
      const cells = [r.what, grouped(r.nodes), against, h("div", { class: "bar-place" }, bar), grouped(pruned.moves + pruned.nodes)];
      return { cells: errors ? [...cells, count ? `${count.wrong} of ${count.checked}` : "–"] : cells };
    };
    const title = "errors among what the moved rule pruned, evenly spread over the tree: neighbours resemble each other, so these are counts and no rate";
    const columns = [{ name: "with" }, { name: "nodes", right: true }, { name: "change", right: true }, { name: "" }, { name: "pruned", right: true }, ...(errors ? [{ name: "wrong", right: true, title }] : [])];
    this.answer.replaceChildren(table(columns, rows.map(row), "What each change cost"));
  }
}
