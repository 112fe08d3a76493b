// Which part of the tree is on the screen: from x0 to x1 in the layout's units, and from `top` pixels of the rows on.
export interface View {
  x0: number;
  x1: number;
  top: number;
}

const kMinSpan = 0.5; // units; a visit without children is one
const kDuration = 260; // milliseconds
const kSameSpan = 1e-6; // share of a span that two may differ by

export class Camera {
  view: View = { x0: 0, x1: 1, top: 0 };
  total = 1;
  height = 0; // of all rows, pixels
  shown = 0; // of the window, pixels
  private running = 0;

  constructor(private readonly changed: () => void) {}

  reset(total: number): void {
    this.stop();
    this.total = total;
    this.view = { x0: 0, x1: total, top: 0 };
  }

  get whole(): boolean {
    return this.view.x1 - this.view.x0 >= this.total * 0.9999;
  }

  private clamp(v: View): View {
    const span = Math.min(Math.max(v.x1 - v.x0, kMinSpan), this.total);
    const x0 = Math.min(Math.max(v.x0, 0), this.total - span);
    return { x0, x1: x0 + span, top: Math.min(Math.max(v.top, 0), Math.max(0, this.height - this.shown)) };
  }

  set(v: View): void {
    this.stop();
    this.view = this.clamp(v);
    this.changed();
  }

  // `at` stays where it is: a share of the width from the left.
  zoom(factor: number, at: number): void {
    const { x0, x1, top } = this.view;
    const fixed = x0 + (x1 - x0) * at;
    const span = Math.min(Math.max((x1 - x0) * factor, kMinSpan), this.total);
    this.set({ x0: fixed - span * at, x1: fixed + span * (1 - at), top });
  }

  // The same left edge with another span; while it glides, it has a goal of its own.
  follow(span: number): void {
    const { x0, x1, top } = this.view;
    if (this.running || Math.abs(x1 - x0 - span) < span * kSameSpan) return;
    this.set({ x0, x1: x0 + span, top });
  }

  // By a share of the width and by pixels.
  pan(share: number, down: number): void {
    const { x0, x1, top } = this.view;
    const dx = (x1 - x0) * share;
    this.set({ x0: x0 + dx, x1: x1 + dx, top: top + down });
  }

  // Spans go over in equal factors, so that a far zoom is as calm as a near one.
  glide(goal: View): void {
    const target = this.clamp(goal);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.set(target);
    this.stop();
    const start = this.view;
    const began = performance.now();
    const [s0, s1] = [start.x1 - start.x0, target.x1 - target.x0];
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - began) / kDuration));
      const ease = 1 - (1 - t) ** 3;
      if (t >= 1) {
        this.running = 0;
        this.view = target;
      } else {
        const span = s0 * (s1 / s0) ** ease;
        // The left edge goes with the span, so that the fixed point of the zoom stays fixed.
        const share = Math.abs(s1 - s0) < 1e-9 ? ease : (span - s0) / (s1 - s0);
        const x0 = start.x0 + (target.x0 - start.x0) * share;
        this.view = { x0, x1: x0 + span, top: start.top + (target.top - start.top) * ease };
        this.running = requestAnimationFrame(step);
      }
      this.changed();
    };
    this.running = requestAnimationFrame(step);
  }

  private stop(): void {
    if (this.running) cancelAnimationFrame(this.running);
    this.running = 0;
  }
}
