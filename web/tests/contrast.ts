import type { Page } from "@playwright/test";

// The texts of plots and boards with less contrast than WCAG 2.1 asks for (1.4.3), which axe leaves to the reader: it judges no
// text on a drawing and no single letter.
export async function poorTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const kLeast = 4.5;
    type Color = { rgb: number[]; alpha: number };
    const parse = (css: string): Color => {
      const [r = 0, g = 0, b = 0, alpha = 1] = (/^rgb/.test(css) ? (css.match(/[\d.]+/g) ?? []) : [0, 0, 0, 0]).map(Number);
      return { rgb: [r, g, b], alpha };
    };
    const over = (above: Color, below: number[]): number[] => above.rgb.map((v, i) => v * above.alpha + (below[i] ?? 0) * (1 - above.alpha));
    const luminance = (rgb: number[]): number => {
      const [r = 0, g = 0, b = 0] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    // Opacity of an element and all around it, up to its drawing.
    const opacity = (e: Element): number => {
      let out = 1;
      for (let at: Element | null = e; at instanceof SVGElement; at = at.parentElement) out *= Number(getComputedStyle(at).opacity);
      return out;
    };
    const paper = parse(getComputedStyle(document.body).backgroundColor).rgb;
    const filled = (e: Element): Color => {
      const fill = parse(getComputedStyle(e).fill);
      return { rgb: fill.rgb, alpha: fill.alpha * opacity(e) * Number(getComputedStyle(e).fillOpacity) };
    };
    // What lies below the middle of a text, of the same drawing.
    const ground = (text: Element, x: number, y: number): number[] => {
      const shapes = [...(text.closest("svg")?.querySelectorAll("rect, path") ?? [])].filter((s) => {
        const box = s.getBoundingClientRect();
        return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && s.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      });
      return shapes.reduce((below, s) => over(filled(s), below), paper);
    };
    const poor: string[] = [];
    for (const text of document.querySelectorAll("svg text")) {
      const box = text.getBoundingClientRect();
      if (box.width === 0 || text.textContent?.trim() === "" || opacity(text) === 0) continue;
      const below = ground(text, box.left + box.width / 2, box.top + box.height / 2);
      const [a, b] = [luminance(over(filled(text), below)), luminance(below)];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < kLeast) poor.push(`${text.closest("svg")?.getAttribute("class")}: ${text.textContent}, ${contrast.toFixed(2)}`);
    }
    return { poor, texts: document.querySelectorAll("svg text").length };
  });
  if (found.texts === 0) throw new Error("the page has no text in a drawing");
  return found.poor;
}
