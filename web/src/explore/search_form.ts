import { h } from "../shared/dom";
import { capitalised } from "../shared/format";
import type { Api, Info, Question } from "./api";
import { PlayBoard } from "./play_board";
import { settingText } from "./rule_text";

export interface FormEvents {
  search: (compare: string) => void;
  stop: () => void;
}

// The position, the preset and what is changed in it, the depth; and the button that starts.
export class SearchForm {
  readonly element: HTMLElement;
  readonly board: PlayBoard;
  readonly set: Record<string, string> = {};
  private readonly preset = h("select", { id: "preset" });
  private readonly compare = h("select", { id: "compare" });
  private readonly depth = h("input", { type: "number", id: "depth", min: "1", value: "6" });
  private readonly nodes = h("input", { type: "number", id: "nodes", min: "1", placeholder: "no limit" });
  private readonly about = h("p", { class: "note" });
  private readonly changes = h("ul", { class: "chips", "aria-label": "Changed settings" });
  private readonly go = h("button", { type: "submit", class: "primary" }, "Search");
  private readonly stop = h("button", { type: "button", disabled: "" }, "Stop");
  private readonly progress = h("p", { class: "note progress", role: "status" });
  private readonly guards = h("details", { class: "guards" }, h("summary", {}, "Guards"));
  private listeners: (() => void)[] = [];

  constructor(
    api: Api,
    private readonly info: Info,
    events: FormEvents,
  ) {
    this.board = new PlayBoard(api, () => this.changed(), () => events.search(this.compare.value));
    const options = (): HTMLOptionElement[] => info.presets.map((p) => h("option", { value: p.name }, p.name));
    this.preset.append(...options());
    this.compare.append(h("option", { value: "" }, "nothing"), ...options());
    const preset = info.start.preset || "modern";
    if (info.presets.some((p) => p.name === preset)) this.preset.value = preset;
    this.depth.max = String(info.limits.depth);
    if (info.start.depth) this.depth.value = String(info.start.depth);
    Object.assign(this.set, info.start.set ?? {});
    this.preset.addEventListener("change", () => this.changed());
    this.stop.addEventListener("click", events.stop);
    this.drawGuards();
    const form = h(
      "form",
      { class: "ask" },
      h("div", { class: "field" }, h("label", { for: "preset" }, "Preset"), this.preset),
      h("div", { class: "field" }, h("label", { for: "compare" }, "Compare with"), this.compare),
      h("div", { class: "field short" }, h("label", { for: "depth" }, "Depth"), this.depth),
      h("div", { class: "field short" }, h("label", { for: "nodes" }, "Nodes"), this.nodes),
      this.about,
      this.changes,
      h("div", { class: "row" }, this.go, this.stop),
      this.progress,
      this.guards,
    );
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      events.search(this.compare.value);
    });
    this.element = h("section", { class: "panel controls", "aria-label": "Search settings" }, this.board.element, form);
    this.changed();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  get presetName(): string {
    return this.preset.value;
  }
  choose(preset: string, set: Record<string, string>, depth: number, compare = "", nodes?: number): void {
    this.preset.value = preset;
    this.compare.value = compare;
    this.depth.value = depth ? String(depth) : "";
    this.nodes.value = nodes ? String(nodes) : "";
    for (const name of Object.keys(this.set)) delete this.set[name];
    Object.assign(this.set, set);
    this.changed();
  }

  change(name: string, value: string | null): void {
    if (value === null) delete this.set[name];
    else this.set[name] = value;
    this.changed();
  }

  // The value that a setting has now: the preset's, unless it was changed.
  setting(name: string): string | undefined {
    return this.set[name] ?? this.info.presets.find((p) => p.name === this.preset.value)?.settings[name];
  }

  question(preset = this.preset.value): Question {
    const depth = Number(this.depth.value);
    const nodes = Math.floor(Number(this.nodes.value));
    return {
      fen: this.board.fen,
      moves: this.board.moves,
      ...(this.board.chess960 ? { chess960: true } : {}),
      preset,
      set: preset === this.preset.value ? { ...this.set } : {},
      ...(depth > 0 ? { depth } : {}),
      ...(nodes > 0 ? { nodes } : {}),
    };
  }

  busy(running: boolean): void {
    this.go.disabled = running;
    this.stop.disabled = !running;
    this.element.setAttribute("aria-busy", String(running));
  }
  say(text: string, isError = false): void {
    this.progress.textContent = text;
    this.progress.classList.toggle("warning", isError);
  }

  private drawGuards(): void {
    const boxes = this.info.guards.map((name) => {
      const box = h("input", { type: "checkbox", "data-guard": name });
      box.addEventListener("change", () => this.change(`guards.${name}`, box.checked ? null : "off"));
      return h("label", {}, box, ` ${capitalised(name.replaceAll("-", " "))}`);
    });
    this.guards.append(h("p", { class: "note" }, "A guard keeps a rule from acting where it would be wrong. Switch one off to see what it is for."), h("div", { class: "boxes" }, ...boxes));
  }

  private changed(): void {
    this.about.textContent = this.info.presets.find((p) => p.name === this.preset.value)?.description ?? "";
    this.changes.replaceChildren(
      ...Object.entries(this.set).map(([name, value]) => {
        const text = settingText(name, value);
        const undo = h("button", { type: "button", class: "undo", "aria-label": `Undo: ${text}` }, "×");
        undo.addEventListener("click", () => this.change(name, null));
        return h("li", {}, text, " ", undo);
      }),
    );
    for (const box of this.guards.querySelectorAll<HTMLInputElement>("input[data-guard]")) box.checked = this.set[`guards.${box.dataset.guard ?? ""}`] !== "off";
    for (const listener of this.listeners) listener();
  }
}
