import { h } from "../shared/dom";
import { Camera, type View } from "./camera";
import { countPruned, filterText, positionText, prunedTitle, searchText } from "./caption";
import { describe } from "./describe";
import { listen } from "./gestures";
import { applyVerdicts, statesOf } from "./happened";
import { Icicle, kMaxRowHeight, kRowHeight, type Scene } from "./icicle";
import { entryAt, layOut, rightOf, widthOf, type Layout } from "./layout";
import { currentPalette, onThemeChange } from "./theme";
import { endOf, nextSibling, pathTo, previousSibling, principalVariation, type Tree } from "./tree";
import { sameLine } from "./lines";
import { phone } from "./phone";
import { Replay } from "./replay";
import { Verdicts } from "./verdicts";
import { nextEntry, type Wanted } from "./walk";

const kMinHeight = 240;
const kMaxHeight = 0.62; // of the window
const kMaxHeightOfTwo = 0.4;
const kMaxHeightOnPhone = 1; // a finger scrolls the page, not the rows
const kReadable = 14; // pixels: a chosen entry is made no narrower

export interface TreeEvents {
  select: (entry: number) => void;
  zoom: (entry: number, span: number) => void;
  least: (entry: number) => number; // units that must be in the window when it goes to an entry
  laidOut: () => void;
  span: (span: number) => void; // so many units are in the window now
}

// One tree on the page: the canvas, the way to the chosen entry above it, a sentence about it below.
export class TreeView {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  tree: Tree | null = null;
  replay: Replay | null = null;
  verdicts = new Verdicts();
  states: Uint8Array = new Uint8Array(0);
  selected: number | null = null;
  zoomed = 0;
  second = false; // there are two trees
  private layout: Layout | null = null;
  private common = 0; // units over the whole width, where several trees have one scale; 0: its own
  private faded: Uint8Array | null = null;
  private errors: number[] = [];
  private variation: number[] = []; // the entries of the principal variation
  private hovered: number | null = null;
  private room = true;
  private waiting = false;
  private readonly camera: Camera;
  private readonly icicle: Icicle;
  private readonly heading = h("h2", { class: "tree-name", hidden: "" });
  private readonly caption = h("p", { class: "about", role: "status" });
  private readonly filtered = h("span", { class: "filtered" });
  private readonly crumbs = h("nav", { class: "crumbs", "aria-label": "Way" });
  private readonly status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly tip = h("div", { class: "tip", hidden: "", "aria-hidden": "true" });

  constructor(
    name: string,
    private readonly events: TreeEvents,
  ) {
    this.canvas = h("canvas", { class: "icicle", tabindex: "0", role: "application", "aria-label": name, "aria-roledescription": "tree of a search", "aria-describedby": "keys" });
    const place = h("div", { class: "icicle-place" }, this.canvas, this.tip);
    this.crumbs.setAttribute("aria-label", `Path to the selected entry: ${name}`);
    this.element = h("section", { class: "tree", "aria-label": name }, this.heading, this.caption, this.crumbs, place, this.status);
    this.camera = new Camera(() => {
      this.refresh();
      this.events.span(this.camera.view.x1 - this.camera.view.x0);
    });
    this.icicle = new Icicle(this.canvas, this.camera);
    listen(this.canvas, this.camera, {
      hover: (x, y) => this.hover(x, y),
      press: (x, y) => this.press(x, y),
    });
    this.canvas.addEventListener("dblclick", () => this.zoomTo(this.selected ?? 0));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.measure()).observe(place);
    onThemeChange(() => this.refresh());
  }

  show(tree: Tree, verdicts: Verdicts): void {
    this.tree = tree;
    this.verdicts = verdicts;
    this.replay = new Replay(tree);
    this.variation = principalVariation(tree);
    this.faded = null;
    this.hovered = null;
    this.selected = null;
    this.zoomed = 0;
    this.layout = null;
    this.states = statesOf(tree.trace);
    this.relayout();
    this.camera.reset(this.units);
    verdicts.onChange(() => {
      if (this.verdicts === verdicts) this.relayout();
    });
    this.measure();
    this.select(0);
  }

  // Another search of the same position: what is selected and zoomed to stays, as far as the tree has it.
  showInstead(tree: Tree, verdicts: Verdicts): void {
    const { tree: before, selected, zoomed } = this;
    const { whole } = this.camera;
    const { top } = this.camera.view;
    this.show(tree, verdicts);
    if (!before || !this.layout) return;
    this.zoomed = sameLine(before, zoomed, tree);
    if (!whole) this.camera.set({ x0: this.layout.left[this.zoomed]!, x1: rightOf(this.layout, this.zoomed), top });
    this.select(sameLine(before, selected ?? 0, tree), { reveal: false });
  }

  setRoom(room: boolean): void {
    this.room = room;
    if (this.tree) this.relayout();
  }
  // `matches`: entries that a filter wants; null: it is no filter.
  setFaded(faded: Uint8Array | null, matches: number | null = null): void {
    this.faded = faded;
    this.filtered.textContent = faded && this.tree ? filterText(matches, this.tree.trace.count) : "";
    this.refresh();
  }

  private relayout(): void {
    const { tree } = this;
    if (!tree) return;
    const began = performance.now();
    // The picture stays where it is: the entry that is zoomed to keeps its place.
    const before = this.layout;
    this.layout = layOut(tree, { room: this.room, measured: this.verdicts.nodes() }, before ?? undefined);
    performance.measure("oknos layout", { start: began, end: performance.now() });
    applyVerdicts(this.states, tree.trace, this.verdicts);
    this.errors = this.verdicts.errors();
    if (before) {
      const whole = this.camera.whole;
      this.camera.total = Math.max(this.units, this.common);
      if (whole) this.camera.set({ ...this.camera.view, x0: 0, x1: this.camera.total });
      else this.camera.set({ ...this.camera.view, x0: this.layout.left[this.zoomed]!, x1: rightOf(this.layout, this.zoomed) });
      this.events.laidOut();
    }
  }

  // How wide the tree is.
  get units(): number {
    return this.layout?.total ?? 0;
  }
  unitsOf(entry: number): number {
    return this.layout ? widthOf(this.layout, entry) : 0;
  }
  setCommon(units: number): void {
    const { whole, view } = this.camera;
    this.common = units;
    this.camera.total = Math.max(this.units, units);
    this.camera.set(whole ? { ...view, x0: 0, x1: this.camera.total } : view);
  }
  follow(span: number): void {
    this.camera.follow(span);
  }

  private measure(): void {
    if (!this.tree) return;
    // Few rows are drawn higher; many are scrolled.
    const comfortable = Math.max(kMinHeight, Math.round(window.innerHeight * (this.second ? kMaxHeightOfTwo : kMaxHeight)));
    const most = phone.matches ? Math.max(comfortable, window.innerHeight * kMaxHeightOnPhone) : comfortable;
    this.icicle.rowHeight = Math.min(kMaxRowHeight, Math.max(kRowHeight, Math.floor((comfortable * 0.8) / this.tree.rows)));
    const rows = this.tree.rows * this.icicle.rowHeight;
    const height = Math.min(rows, Math.floor(most / this.icicle.rowHeight) * this.icicle.rowHeight); // whole rows
    this.canvas.style.height = `${height}px`;
    this.camera.height = rows;
    this.camera.shown = height;
    this.icicle.resize(this.canvas.clientWidth, height);
    this.draw(); // at once: a resized canvas is empty
  }

  refresh(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  get window(): View {
    return this.camera.view;
  }

  scene(): Scene | null {
    const { layout, replay } = this;
    if (!layout || !replay) return null;
    return { layout, states: this.states, faded: this.faded, errors: this.errors, variation: this.variation, selected: this.selected, hovered: this.hovered, label: (entry) => replay.name(entry) };
  }
  private draw(): void {
    const scene = this.scene();
    if (scene) this.icicle.draw(scene, currentPalette());
  }

  private at(x: number, y: number): number | null {
    if (!this.layout) return null;
    const { x0, x1, top } = this.camera.view;
    return entryAt(this.layout, Math.floor((y + top) / this.icicle.rowHeight), x0 + ((x1 - x0) * x) / this.canvas.clientWidth);
  }

  private hover(x: number | null, y: number): void {
    const entry = x === null ? null : this.at(x, y);
    this.canvas.style.cursor = entry === null ? "default" : "pointer";
    if (entry === null || x === null || !this.tree || !this.replay) {
      this.tip.hidden = true;
    } else {
      if (entry !== this.hovered) this.tip.textContent = describe(this.tree, this.replay, entry, this.verdicts);
      this.tip.hidden = false;
      const room = this.canvas.clientWidth - this.tip.offsetWidth;
      this.tip.style.transform = `translate(${Math.max(0, Math.min(room, x + 14))}px, ${y + 20}px)`;
    }
    if (entry !== this.hovered) {
      this.hovered = entry;
      this.refresh();
    }
  }

  private press(x: number, y: number): void {
    const entry = this.at(x, y);
    if (entry === null) return;
    // A second press on what is chosen goes in.
    if (entry === this.selected) this.zoomTo(entry);
    else this.select(entry, { reveal: false });
  }

  select(entry: number, { reveal = true, quiet = false }: { reveal?: boolean; quiet?: boolean } = {}): void {
    if (!this.tree || !this.replay) return;
    this.selected = entry;
    this.status.textContent = describe(this.tree, this.replay, entry, this.verdicts);
    this.drawCrumbs();
    if (reveal) this.reveal(entry);
    this.refresh();
    if (!quiet) this.events.select(entry);
  }

  // `span`: units in the window; without it the entry fills the window.
  zoomTo(entry: number, { quiet = false, span }: { quiet?: boolean; span?: number } = {}): void {
    const { layout, tree } = this;
    if (!layout || !tree) return;
    this.zoomed = entry;
    const row = tree.row[entry]!;
    const x0 = layout.left[entry]!;
    const width = span ?? Math.max(widthOf(layout, entry), this.events.least(entry), 1e-6);
    const edge = entry === 0 ? 0 : width * 0.02;
    this.camera.glide({ x0: x0 - edge, x1: x0 + width + edge, top: Math.max(0, (row - 3) * this.icicle.rowHeight) });
    this.drawCrumbs();
    if (!quiet) this.events.zoom(entry, width);
  }

  // Brings an entry into the window, wide enough to be seen.
  private reveal(entry: number): void {
    const { layout, tree, camera } = this;
    if (!layout || !tree) return;
    const { x0, x1, top } = camera.view;
    const left = layout.left[entry]!;
    const width = Math.max(widthOf(layout, entry), 1e-6);
    const most = (width * this.canvas.clientWidth) / kReadable;
    let span = x1 - x0;
    if (span > most) span = most;
    let from = x0;
    if (span < x1 - x0) from = left + width / 2 - span / 2;
    else if (left < x0 || left + width > x1) from = width > span ? left : left + width / 2 - span / 2;
    if (width > span && left < x1 && left + width > x0) from = x0;
    const y = tree.row[entry]! * this.icicle.rowHeight;
    const shown = camera.shown - this.icicle.rowHeight;
    const goal = y < top ? y - this.icicle.rowHeight : y > top + shown ? y - shown + this.icicle.rowHeight : top;
    if (from !== x0 || span !== x1 - x0 || goal !== top) camera.glide({ x0: from, x1: from + span, top: goal });
  }

  private drawCrumbs(): void {
    const { tree, replay, selected } = this;
    if (!tree || !replay || selected === null) return;
    const path = [0, ...pathTo(tree, selected)];
    const items = path.map((entry) => {
      const button = h("button", { type: "button", ...(entry === selected ? { "aria-current": "true" } : {}), ...(entry === this.zoomed ? { class: "zoomed" } : {}) });
      button.textContent = entry === 0 ? "tree" : replay.name(entry);
      button.title = describe(tree, replay, entry, this.verdicts);
      button.addEventListener("click", () => {
        this.select(entry, { reveal: false });
        this.zoomTo(entry);
      });
      return h("li", {}, button);
    });
    this.crumbs.replaceChildren(h("ol", {}, ...items));
  }

  nextError(direction: 1 | -1): void {
    if (this.errors.length === 0) {
      this.status.textContent = "No error is known in this tree. Search a sample of what was pruned to find some.";
      return;
    }
    const here = this.selected ?? -1;
    const next = direction === 1 ? (this.errors.find((e) => e > here) ?? this.errors[0]!) : (this.errors.filter((e) => e < here).at(-1) ?? this.errors.at(-1)!);
    this.select(next);
  }

  // `what`: its name in words, where there is none.
  next(direction: 1 | -1, wanted: Wanted, what: string): void {
    if (!this.tree) return;
    const entry = nextEntry(this.tree, this.selected ?? 0, direction, wanted);
    if (entry === null) this.status.textContent = `There is no ${what} in this tree.`;
    else this.select(entry);
  }

  // What stands above the tree. `heading`: there are several.
  setName(name: string, heading: boolean): void {
    const { tree, replay } = this;
    this.heading.textContent = name;
    this.heading.hidden = !heading;
    if (!tree || !replay) return;
    const { header } = tree.trace;
    const pruned = countPruned(tree);
    this.caption.replaceChildren(h("span", { class: "where", title: header.fen }, positionText(header)), " ", h("span", { title: prunedTitle(pruned) }, searchText(tree, replay, name, pruned)), " ", this.filtered);
  }

  private key(e: KeyboardEvent): void {
    const { tree, selected } = this;
    if (!tree || e.ctrlKey || e.metaKey || e.altKey) return;
    const here = selected ?? 0;
    const moves: Record<string, () => number | null> = {
      ArrowUp: () => (here === 0 ? null : tree.parent[here]!),
      ArrowDown: () => (here + 1 < endOf(tree, here) ? here + 1 : null),
      ArrowLeft: () => previousSibling(tree, here),
      ArrowRight: () => nextSibling(tree, here),
      Home: () => 0,
    };
    const acts: Record<string, () => void> = {
      Enter: () => this.zoomTo(here),
      Escape: () => this.zoomTo(this.zoomed === 0 ? 0 : tree.parent[this.zoomed]!),
      "+": () => this.camera.zoom(0.7, 0.5),
      "-": () => this.camera.zoom(1 / 0.7, 0.5),
    };
    const move = moves[e.key];
    const act = acts[e.key];
    if (!move && !act) return;
    e.preventDefault();
    act?.();
    const goal = move?.() ?? null;
    if (goal !== null) this.select(goal);
  }
}
