import { h } from "../shared/dom";
import { grouped } from "../shared/format";
import { entryOf, lineOf, readAddress, writeAddress, type Address } from "./address";
import { isAbort, message, repeating, type Api, type Info, type Question, type SearchDone, type TreeId } from "./api";
import { searchName } from "./caption";
import { ChartsPanel } from "./charts_panel";
import { CommonScale } from "./common_scale";
import { ComparePanel } from "./compare_panel";
import { drawPage } from "./desk";
import { exportPanel } from "./export_panel";
import { FilterBar } from "./filter_bar";
import { listenToKeys } from "./keys";
import { Legend } from "./legend";
import { LineSearch } from "./line_search";
import { sameLine } from "./lines";
import { uci } from "./moves";
import { NodePanel } from "./node_panel";
import { phone } from "./phone";
import { kStartFen } from "./play_board";
import { SearchForm } from "./search_form";
import { Sliders } from "./sliders";
import { StorePanel } from "./store_panel";
import { Tabs } from "./tabs";
import { Tour } from "./tour";
import type { TourStep } from "./tour_steps";
import type { Trace } from "./trace";
import { childrenOf, growTree } from "./tree";
import { TreeView } from "./tree_view";
import { Verdicts, type Verdict } from "./verdicts";
import { isNearMiss, isPruned, type Wanted } from "./walk";

// One tree that is shown: the view and where its tree comes from.
interface Pane {
  view: TreeView;
  id: TreeId;
  name: string;
}

interface Found {
  trace: Trace;
  id: TreeId;
  name: string;
}

// Puts the page together: what is asked in one part is shown in the others.
export class App {
  private readonly form: SearchForm;
  private readonly node: NodePanel;
  private readonly legend: Legend;
  private readonly filters = new FilterBar();
  private readonly lines: LineSearch;
  private readonly charts: ChartsPanel;
  private readonly compare = new ComparePanel();
  private readonly tabs: Tabs;
  private readonly sliders: Sliders;
  private readonly tour: Tour;
  private readonly trees = h("div", { class: "trees" });
  private readonly scale = new CommonScale();
  private readonly stale = h("p", { class: "stale", role: "status" }); // the form's position is not that of the tree
  private searched = ""; // FEN of the tree's position, as the board of the form has it
  private panes: Pane[] = [];
  private running: AbortController | null = null;
  private question: Question | null = null; // what the trees answer; null: they came with the page
  private compared = ""; // the second preset of the trees
  private showing = false; // trees are being put up: what is selected meanwhile is not yet meant

  constructor(
    private readonly api: Api,
    private readonly info: Info,
    page: HTMLElement,
  ) {
    this.legend = new Legend(info.families);
    this.form = new SearchForm(api, info, { search: (second) => void this.search(second), stop: () => this.running?.abort() });
    this.node = new NodePanel(api, info, { go: (entry) => this.panes[this.active]?.view.select(entry), position: (fen) => void this.form.board.set(fen, []).then(() => this.search("")) });
    this.form.onChange(() => this.drawStale());
    this.lines = new LineSearch(api, () => this.panes[this.active] ?? null);
    this.charts = new ChartsPanel(api, info);
    this.tour = new Tour((step) => this.tourStep(step));
    const searches = api.backend.searches;
    this.sliders = new Sliders(api, info, this.form, {
      begin: () => this.running?.abort(),
      show: (trace, id, question) => this.showLive(trace, id, question),
      tree: () => this.panes[0]?.view.canvas,
      checked: (id, found) => this.panes[0]?.id === id && this.panes[0].view.verdicts.add(found),
    });
    const [searchTab, findTab] = [h("div"), h("div", { class: "tools" })];
    this.tabs = new Tabs("More about this tree", [
      { id: "search", title: "Search", content: searchTab },
      { id: "find", title: "Find and filter", content: findTab },
      { id: "charts", title: "In numbers", content: this.charts.element },
      ...(searches ? [{ id: "compare", title: "Side by side", content: this.compare.element }] : []),
      ...(searches ? [{ id: "margins", title: "Margins", content: this.sliders.element }] : []),
      ...(searches && info.start.store ? [{ id: "store", title: "Run store", content: this.storePanel() }] : []),
      { id: "exports", title: "Take it with you", content: exportPanel(api, info, () => this.panes[this.active] ?? null) },
    ]);
    this.tabs.choose(searches && info.start.store ? "store" : phone.matches ? "find" : "charts");
    drawPage(page, {
      searches,
      version: info.version,
      tour: this.tour,
      form: this.form,
      lines: this.lines.element,
      filters: this.filters.element,
      stale: this.stale,
      trees: this.trees,
      scale: this.scale.element,
      legend: this.legend.element,
      node: this.node,
      tabs: this.tabs,
      searchTab,
      findTab,
      step: (what) => this.step(what, 1),
      room: (room) => this.panes.forEach((p) => p.view.setRoom(room)),
    });
    listenToKeys({ find: () => this.find(), error: (direction) => this.panes[this.active]?.view.nextError(direction), step: (what, direction) => this.step(what, direction) });
    window.addEventListener("popstate", () => void this.goTo(readAddress(location.hash)));
  }

  private active = 0;

  // What is set up on the board of the form changes nothing else until it is searched; the page says so.
  private drawStale(): void {
    const same = this.searched === "" || this.form.board.currentFen === this.searched;
    if (same) return this.stale.replaceChildren();
    const go = h("button", { type: "button", class: "small" }, "Search it");
    go.addEventListener("click", () => void this.search(""));
    this.stale.replaceChildren("The board of the search form has another position than this tree. ", go);
  }
  private nowSearched(fen: string): void {
    this.searched = fen;
    this.drawStale();
  }

  private storePanel(): HTMLElement {
    return new StorePanel(this.api, (c, store) => {
      const preset = store.search?.preset ?? store.preset;
      if (store.search && c.root && c.ordinal !== null && this.info.presets.some((p) => p.name === preset)) {
        void this.openInItsTree(c.root, { ...store.search, preset, ordinal: c.ordinal });
        return;
      }
      // Without its place in the run, the node itself is searched.
      this.form.choose(this.info.presets.some((p) => p.name === store.preset) ? store.preset : this.form.presetName, {}, Math.min(Math.max(2, c.depth + 1), this.info.limits.depth));
      void this.form.board
        .set(c.fen, [])
        .then(() => this.search(""))
        .then((shown) => {
          if (!shown) return;
          this.showTrees();
          this.selectRootMove(c.move);
        });
    }).element;
  }

  // The run's own search once more, and in its tree what was left out.
  private async openInItsTree(fen: string, asked: Partial<Question> & { preset: string }): Promise<void> {
    this.form.choose(asked.preset, asked.set ?? {}, asked.depth ?? 0);
    await this.form.board.set(fen, []);
    let entry: number | undefined;
    if (!(await this.search("", repeating(asked), (done) => (entry = done.entry)))) return;
    this.showTrees();
    this.selectOrdinal(entry);
  }

  private selectOrdinal(entry: number | undefined): void {
    if (entry === undefined) this.form.say("The search did not reach this node again: another version of the program wrote the store.", true);
    else this.panes[0]?.view.select(entry);
  }

  // Scrolls up from the tabs to the trees.
  private showTrees(): void {
    this.trees.parentElement?.scrollIntoView({ block: "start" });
  }

  // The last visit of a move of the root.
  private selectRootMove(move: string): void {
    const view = this.panes[0]?.view;
    const { tree } = view ?? {};
    if (!view || !tree) return;
    const root = [...childrenOf(tree, 0)].at(-1) ?? 0;
    const entry = [...childrenOf(tree, root)].filter((i) => uci(tree.trace.move[i]!, tree.trace.header.chess960) === move).at(-1);
    if (entry !== undefined) view.select(entry);
  }

  async start(kept: [number, Verdict][]): Promise<void> {
    const { start } = this.info;
    const address = readAddress(location.hash);
    if (address?.question && this.api.backend.searches) return this.goTo(address);
    if (start.id !== undefined) {
      const trace = await this.api.tree(start.id);
      const pane = this.show([{ trace, id: start.id, name: trace.header.preset || trace.header.engine || "another engine" }]);
      if (pane && kept.length > 0) pane.view.verdicts.add(kept);
      if (address) this.selectAddressed(address);
      if (!this.api.backend.searches) return;
      await this.form.board.set(trace.header.fen, trace.header.moves, trace.header.chess960);
      this.nowSearched(this.form.board.currentFen);
      if (this.info.presets.some((p) => p.name === trace.header.preset)) this.form.choose(trace.header.preset, start.set ?? {}, trace.header.depth || 6);
      return;
    }
    await this.form.board.set(start.fen || kStartFen, start.moves ?? [], start.chess960 ?? false);
    await this.search("");
  }

  // Searches, with a second preset too when one is named; true when trees are shown.
  private async search(second: string, more: Partial<Question> = {}, took: (done: SearchDone) => void = () => {}): Promise<boolean> {
    this.running?.abort();
    this.sliders.stop();
    const running = new AbortController();
    this.running = running;
    const position = this.form.board.currentFen;
    const names = [this.form.presetName, ...(second ? [second] : [])];
    this.form.busy(true);
    try {
      const found: Found[] = [];
      for (const name of names) found.push(await this.searchOne({ ...this.form.question(name), ...more }, name, running.signal, names.length > 1, took));
      for (const f of found) f.name = searchName(f.name, this.form.question(f.name).set);
      this.question = { ...this.form.question(), ...more };
      this.compared = second;
      this.show(found);
      this.nowSearched(position);
      this.keepAddress("push");
      return true;
    } catch (error) {
      if (this.running === running) this.form.say(isAbort(error) ? "Stopped." : message(error), !isAbort(error));
      return false;
    } finally {
      if (this.running === running) this.form.busy(false);
    }
  }

  private async searchOne(question: Question, name: string, signal: AbortSignal, named: boolean, took: (done: SearchDone) => void): Promise<Found> {
    const before = named ? `${name}: ` : "";
    this.form.say(`${before}searching …`);
    const done = await this.api.search(question, signal, (p) => this.form.say(`${before}depth ${p.depth}, ${grouped(p.entries)} entries`));
    took(done);
    this.form.say(`${before}fetching the tree …`);
    const trace = await this.api.tree(done.id);
    const full = done.overflowed ? ` The tree of depth ${done.depth + 1} has more entries than are kept, so the previous one is shown.` : "";
    this.form.say(`${before}depth ${done.depth}, ${grouped(done.nodes)} nodes in ${(done.time_ms / 1000).toFixed(2)} s.${full}`);
    return { trace, id: done.id, name };
  }

  // The tree of a margin that is being moved: what is selected and zoomed to stays.
  private showLive(trace: Trace, id: TreeId, question: Question): void {
    this.question = question;
    this.compared = "";
    this.show([{ trace, id, name: searchName(question.preset, question.set) }], true);
    this.nowSearched(this.form.board.currentFen);
    this.keepAddress("replace");
  }

  private show(found: Found[], stay = false): Pane | undefined {
    this.showing = true;
    try {
      return this.showTreesOf(found, stay);
    } finally {
      this.showing = false;
    }
  }

  private showTreesOf(found: Found[], stay: boolean): Pane | undefined {
    const two = found.length > 1;
    // The parts that belong to one tree are made anew with it; the views stay while their number does.
    if (this.panes.length !== found.length) {
      this.panes = found.map((f, i) => ({ ...f, view: this.makeView(i) }));
      this.trees.replaceChildren(...this.panes.map((p) => p.view.element));
    }
    this.active = 0;
    this.trees.classList.toggle("two", two);
    this.node.flipped = found[0]?.trace.header.fen.split(" ")[1] === "b" && found[0].trace.header.moves.length % 2 === 0;
    found.forEach(({ trace, id, name }, i) => {
      const pane = this.panes[i];
      if (!pane) return;
      pane.id = id;
      pane.name = name;
      pane.view.second = two;
      if (stay) pane.view.showInstead(growTree(trace), new Verdicts());
      else pane.view.show(growTree(trace), new Verdicts());
      pane.view.setName(name, two);
    });
    this.scale.show(this.panes.map((p) => p.view));
    const [first, second] = this.panes;
    if (!first?.view.tree) return first;
    this.active = 0;
    this.legend.show(first.view);
    this.filters.show(this.panes.map((p) => p.view));
    this.lines.clear();
    this.charts.show(first.id, first.view.tree, first.view.verdicts);
    if (second) {
      this.compare.show({ name: first.name, view: first.view }, { name: second.name, view: second.view });
      this.tabs.choose("compare");
    }
    // The window that had the last word.
    if (!stay || first.view.selected === 0) first.view.select([...childrenOf(first.view.tree, 0)].at(-1) ?? 0, { reveal: false });
    return first;
  }

  private makeView(pane: number): TreeView {
    const view: TreeView = new TreeView(pane === 0 ? "Tree of the search" : "Tree of the second search", {
      select: (entry) => this.selected(pane, entry),
      zoom: (entry, span) => this.zoomed(pane, entry, span),
      least: (entry) => this.leastSpan(pane, entry),
      laidOut: () => this.scale.apply(),
      span: (span) => this.scale.follow(view, span),
    });
    return view;
  }

  private selected(pane: number, entry: number): void {
    const { view, id } = this.panes[pane] ?? {};
    if (!view || id === undefined) return;
    this.active = pane;
    void this.node.show(id, entry, view.verdicts);
    if (pane === 0) this.keepAddress("replace");
    const other = this.panes[1 - pane];
    if (!other?.view.tree || !view.tree) return;
    other.view.select(sameLine(view.tree, entry, other.view.tree), { reveal: false, quiet: true });
  }

  // --- the address: a new search is a step that the back button takes back, another node is not ---

  private keepAddress(how: "push" | "replace"): void {
    const { tree, selected } = this.panes[0]?.view ?? {};
    if (!tree || selected === undefined || selected === null || this.showing) return;
    const now = writeAddress({ question: this.question, compare: this.compared, line: lineOf(tree, selected), node: selected });
    if (now === location.hash) return;
    const before = readAddress(location.hash);
    const searched = (a: Address | null): string => writeAddress({ question: a?.question ?? null, compare: a?.compare ?? "", line: [], node: null });
    // The first search of a page without an address, and one that only repeats the address, are no step.
    const step = how === "push" && before?.question && searched(before) !== searched(readAddress(now));
    if (step) history.pushState(null, "", now);
    else history.replaceState(null, "", now);
  }

  // Searches what an address asks for, if the page shows something else, and selects its node.
  private async goTo(address: Address | null): Promise<void> {
    const { question } = address ?? {};
    if (!address || !question) return;
    const known = this.info.presets.some((p) => p.name === question.preset);
    const shown = this.question && writeAddress({ question: this.question, compare: this.compared, line: [], node: null }) === writeAddress({ ...address, line: [], node: null });
    if (!shown) {
      this.form.choose(known ? question.preset : this.form.presetName, question.set, Math.min(question.depth ?? 0, this.info.limits.depth), address.compare, question.nodes);
      await this.form.board.set(question.fen, question.moves, question.chess960 ?? false);
      let entry: number | undefined;
      if (!(await this.search(address.compare, repeating(question), (done) => (entry ??= done.entry)))) return;
      if (question.ordinal !== undefined && address.line.length === 0 && address.node === null) return this.selectOrdinal(entry);
      if (!known) this.form.say(`The address names the preset "${question.preset}", which is not there: this is ${this.form.presetName}.`, true);
    }
    this.selectAddressed(address);
  }

  private selectAddressed(address: Address): void {
    const view = this.panes[0]?.view;
    if (!view?.tree || (address.line.length === 0 && address.node === null)) return;
    const entry = entryOf(view.tree, address);
    if (entry === null) this.form.say("The node that the address names is not in this tree.", true);
    else view.select(entry);
  }

  private zoomed(pane: number, entry: number, span: number): void {
    const [view, other] = [this.panes[pane]?.view, this.panes[1 - pane]?.view];
    if (view?.tree && other?.tree) other.zoomTo(sameLine(view.tree, entry, other.tree), { quiet: true, ...(this.scale.on ? { span } : {}) });
  }
  // With one scale for both, the window shows the larger one of the two entries.
  private leastSpan(pane: number, entry: number): number {
    const [view, other] = [this.panes[pane]?.view, this.panes[1 - pane]?.view];
    if (!this.scale.on || !view?.tree || !other?.tree) return 0;
    return other.unitsOf(sameLine(view.tree, entry, other.tree));
  }

  private async tourStep(step: TourStep): Promise<boolean> {
    this.form.choose(step.preset, step.set ?? {}, step.depth);
    await this.form.board.set(step.fen, []);
    if (!(await this.search(""))) return false;
    const view = this.panes[0]?.view;
    const entry = view?.tree ? step.pick(view.tree) : null;
    if (!view?.tree || entry === null) return false;
    view.zoomTo(view.tree.parent[view.tree.parent[entry]!]!);
    view.select(entry, { reveal: false });
    return true;
  }

  private get steps(): Record<"pruned" | "near miss", { wanted: Wanted; what: string }> {
    const inCentipawns = new Set(this.info.rules.filter((r) => r.margin_unit === "centipawns").map((r) => r.name));
    return { pruned: { wanted: isPruned, what: "pruned entry" }, "near miss": { wanted: isNearMiss(inCentipawns), what: "near miss" } };
  }
  private step(what: "pruned" | "near miss", direction: 1 | -1): void {
    const { wanted, what: name } = this.steps[what];
    this.panes[this.active]?.view.next(direction, wanted, name);
  }

  private find(): void {
    if (phone.matches) this.tabs.choose("find"); // where its field is there
    this.lines.focus();
  }
}
