import type { Camera } from "./camera";

// Pointer and wheel: drag pans, wheel and pinch zoom, a press without a drag chooses.
export interface GestureEvents {
  hover: (x: number | null, y: number) => void; // CSS pixels on the canvas; null: left it
  press: (x: number, y: number) => void;
}

const kSlack = 4; // a press may tremble by so many pixels

export function listen(canvas: HTMLCanvasElement, camera: Camera, events: GestureEvents): void {
  const down = new Map<number, { x: number; y: number }>();
  let dragged = false;
  let start = { x: 0, y: 0 };
  const place = (e: PointerEvent | WheelEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    const p = place(e);
    down.set(e.pointerId, p);
    if (down.size === 1) {
      start = p;
      dragged = false;
    } else dragged = true;
  });

  canvas.addEventListener("pointermove", (e) => {
    const p = place(e);
    const before = down.get(e.pointerId);
    if (!before) {
      if (e.pointerType === "mouse") events.hover(p.x, p.y);
      return;
    }
    if (!dragged && Math.hypot(p.x - start.x, p.y - start.y) < kSlack) return;
    if (!dragged) canvas.setPointerCapture(e.pointerId);
    dragged = true;
    const width = canvas.clientWidth;
    if (down.size === 1) camera.pan((before.x - p.x) / width, before.y - p.y);
    else {
      const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
      if (other) {
        const [was, is] = [Math.abs(before.x - other.x), Math.abs(p.x - other.x)];
        if (was > 8 && is > 8) camera.zoom(was / is, (other.x + p.x) / 2 / width);
      }
    }
    down.set(e.pointerId, p);
  });

  const up = (e: PointerEvent): void => {
    if (!down.delete(e.pointerId)) return;
    const p = place(e);
    if (e.type === "pointerup" && !dragged) events.press(p.x, p.y);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => events.hover(null, 0));

  canvas.addEventListener(
    "wheel",
    (e) => {
      const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1;
      const [dx, dy] = [e.deltaX * unit, e.deltaY * unit];
      const width = canvas.clientWidth;
      if (e.shiftKey || Math.abs(dx) > Math.abs(dy)) camera.pan((Math.abs(dx) > Math.abs(dy) ? dx : dy) / width, 0);
      // With everything in sight the page scrolls on.
      else if (dy > 0 && camera.whole) return;
      else camera.zoom(Math.exp(Math.max(-300, Math.min(300, dy)) * 0.0022), place(e).x / width);
      e.preventDefault();
    },
    { passive: false },
  );
}
