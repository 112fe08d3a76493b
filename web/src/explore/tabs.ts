import { h } from "../shared/dom";

export interface Tab {
  id: string;
  title: string;
  content: HTMLElement;
}

// A list of tabs as screen readers know it: arrows go along it, one of them is in the order of Tab.
export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly panels = new Map<string, HTMLElement>();

  constructor(name: string, tabs: Tab[]) {
    for (const { id, title, content } of tabs) {
      const button = h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, title);
      button.addEventListener("click", () => this.choose(id));
      this.buttons.set(id, button);
      this.panels.set(id, h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel" }, content));
    }
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": name }, ...this.buttons.values());
    list.addEventListener("keydown", (e) => {
      const ids = tabs.map((t) => t.id).filter((id) => !this.buttons.get(id)?.hidden);
      const here = ids.findIndex((id) => this.buttons.get(id) === document.activeElement);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (step === undefined || here < 0) return;
      e.preventDefault();
      const next = ids[(here + step + ids.length) % ids.length];
      if (next === undefined) return;
      this.choose(next);
      this.buttons.get(next)?.focus();
    });
    this.element = h("div", { class: "tab-area" }, list, ...this.panels.values());
    if (tabs[0]) this.choose(tabs[0].id);
  }

  // A tab that is not needed where there is room for its content elsewhere.
  offer(id: string, offered: boolean): void {
    const button = this.buttons.get(id);
    if (!button) return;
    button.hidden = !offered;
    if (offered || button.tabIndex !== 0) return;
    const next = [...this.buttons].find(([, b]) => !b.hidden);
    if (next) this.choose(next[0]);
  }

  choose(id: string): void {
    for (const [name, button] of this.buttons) {
      button.setAttribute("aria-selected", String(name === id));
      button.tabIndex = name === id ? 0 : -1;
    }
    for (const [name, panel] of this.panels) panel.hidden = name !== id;
  }
}
