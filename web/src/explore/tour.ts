import { h } from "../shared/dom";
import { kTour, type TourStep } from "./tour_steps";

// A few steps, each with a position that is searched on the spot and an entry that shows what the text says.
export class Tour {
  readonly element = h("aside", { class: "tour", "aria-label": "Guided tour", hidden: "" });
  private here = 0;

  constructor(private readonly go: (step: TourStep) => Promise<boolean>) {}

  start(): void {
    this.element.hidden = false;
    void this.show(0);
  }

  private async show(number: number): Promise<void> {
    const step = kTour[number];
    if (!step) return;
    this.here = number;
    const button = (text: string, act: () => void, off = false): HTMLButtonElement => {
      const b = h("button", { type: "button", ...(off ? { disabled: "" } : {}) }, text);
      b.addEventListener("click", act);
      return b;
    };
    const note = h("p", { class: "note", role: "status" }, "Searching …");
    const heading = h("h2", { tabindex: "-1" }, step.title);
    this.element.replaceChildren(
      h("p", { class: "step" }, `Step ${number + 1} of ${kTour.length}`),
      heading,
      h("p", {}, step.text.join(" ")),
      note,
      h(
        "div",
        { class: "row" },
        button("Back", () => void this.show(number - 1), number === 0),
        button("Next", () => void this.show(number + 1), number === kTour.length - 1),
        button("End the tour", () => (this.element.hidden = true)),
      ),
    );
    heading.focus({ preventScroll: true });
    const shown = await this.go(step);
    if (this.here !== number) return;
    note.textContent = shown ? "" : "This version of the engine does not show this in the position.";
  }
}
