import { h } from "../shared/dom";

// The node panel of a phone: a sheet at the lower edge that shows its head and, opened, its body. It is no dialog: the tree above it
// stays in use.
const kOpenShare = 0.7; // of the window's height, for the body
const kTap = 6; // pixels: a finger that moves less has tapped
const kFling = 40; // pixels that are enough to open or close

export class Sheet {
  readonly handle = h("button", { type: "button", class: "sheet-handle", "aria-expanded": "false", "aria-label": "Details of the selected entry" });
  private on = false;
  private open = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly head: HTMLElement,
    private readonly body: HTMLElement,
  ) {
    this.handle.setAttribute("aria-controls", body.id);
    this.handle.addEventListener("click", (e) => {
      // A pointer's click has been dealt with when it was lifted; a click without a pointer comes from the keyboard or assistive software.
      if (e.detail === 0) this.set(!this.open);
    });
    this.listenToDrags();
    // Before the tree takes the key to zoom out.
    document.addEventListener("keydown", (e) => this.key(e), { capture: true });
    // The page keeps that much room below its end.
    new ResizeObserver(() => this.reserve()).observe(head);
  }

  use(on: boolean): void {
    this.on = on;
    this.handle.hidden = !on;
    this.element.classList.toggle("sheet", on);
    this.reserve();
    this.set(false);
  }

  private reserve(): void {
    document.documentElement.style.setProperty("--peek", this.on ? `${this.head.offsetHeight}px` : "0px");
  }

  private set(open: boolean): void {
    const inside = this.body.contains(document.activeElement);
    this.open = this.on && open;
    this.handle.setAttribute("aria-expanded", String(this.open));
    this.body.inert = this.on && !this.open; // what is out of sight is not reached by Tab
    this.element.classList.toggle("open", this.open);
    this.body.style.height = this.open ? `${this.full}px` : "";
    if (inside && !this.open && this.on) this.handle.focus();
  }

  private get full(): number {
    return Math.min(this.body.scrollHeight, Math.round(window.innerHeight * kOpenShare));
  }

  private key(e: KeyboardEvent): void {
    if (e.key !== "Escape" || !this.open) return;
    e.stopPropagation();
    e.preventDefault();
    this.set(false);
  }

  private listenToDrags(): void {
    const { handle, body, element } = this;
    let from: number | null = null;
    let height = 0;
    handle.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      from = e.clientY;
      height = this.open ? this.full : 0;
      handle.setPointerCapture(e.pointerId);
    });
    handle.addEventListener("pointermove", (e) => {
      if (from === null || Math.abs(e.clientY - from) < kTap) return;
      element.classList.add("dragged");
      body.style.height = `${Math.min(this.full, Math.max(0, height + from - e.clientY))}px`;
    });
    const lift = (e: PointerEvent): void => {
      if (from === null) return;
      const up = from - e.clientY;
      from = null;
      element.classList.remove("dragged");
      if (e.type === "pointercancel") this.set(this.open);
      else if (Math.abs(up) < kTap) this.set(!this.open);
      else this.set(Math.abs(up) < kFling ? this.open : up > 0);
    };
    handle.addEventListener("pointerup", lift);
    handle.addEventListener("pointercancel", lift);
  }
}
