import { board } from "./board";
import { h } from "./dom";

// One small board for the whole page, beside the position that is pointed at or has the keyboard's focus.
let shown: { beside: HTMLElement; peek: HTMLElement } | undefined;

function hide(): void {
  shown?.peek.remove();
  shown = undefined;
}

const kGap = 8; // pixels

// Below the text, or above it where there is no room.
function place(): void {
  if (!shown) return;
  const at = shown.beside.getBoundingClientRect();
  const { width, height } = shown.peek.getBoundingClientRect();
  const below = at.bottom + kGap + height <= window.innerHeight;
  shown.peek.style.left = `${Math.max(kGap, Math.min(at.left, window.innerWidth - width - kGap))}px`;
  shown.peek.style.top = `${below ? at.bottom + kGap : Math.max(kGap, at.top - kGap - height)}px`;
}

function show(beside: HTMLElement, fen: string, move: string): void {
  hide();
  // It says nothing that the text does not say.
  shown = { beside, peek: h("div", { class: "peek", "aria-hidden": "true" }, board(fen, move)) };
  document.body.append(shown.peek);
  place();
}

// Shows the board beside the button, which copies the position.
function peeking(button: HTMLElement, fen: string, move: string): HTMLElement {
  button.addEventListener("mouseenter", () => show(button, fen, move));
  button.addEventListener("focus", () => show(button, fen, move));
  button.addEventListener("mouseleave", hide);
  button.addEventListener("blur", hide);
  button.addEventListener("keydown", (e) => e.key === "Escape" && hide());
  button.addEventListener("click", () => void navigator.clipboard?.writeText(fen));
  return button;
}

// A position as text that shows its board, with the move as an arrow (UCI; empty: none), and is copied by a click.
export const fenWithBoard = (fen: string, move: string): HTMLElement =>
  peeking(h("button", { type: "button", class: "fen", title: "Copy the position" }, fen), fen, move);

// The same as a small board that shows a large one.
export const positionWithBoard = (fen: string, move: string): HTMLElement =>
  peeking(h("button", { type: "button", class: "position", title: "Copy the position" }, board(fen, move)), fen, move);

// The page scrolls when the focus moves to what was out of sight; the board goes along.
window.addEventListener("scroll", () => (shown?.beside.isConnected ? place() : hide()), { capture: true, passive: true });
