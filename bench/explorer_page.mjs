// How long a large tree takes from the end of its search to the screen, and how fast it is zoomed and panned.
//
//   oknos-lab explore "FEN" --preset modern --depth 17 --entries 2000000 --port 8020 &
//   cd build/release/web && CHROMIUM=/usr/bin/chromium node ../../../bench/explorer_page.mjs http://127.0.0.1:8020/
import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(join(process.cwd(), "package.json"))("@playwright/test");
const kSteps = 120;

const browser = await chromium.launch({ args: ["--no-sandbox"], ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}) });
const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
// The lines of the search come through fetch; the first reading of a tree follows its end at once.
await page.addInitScript(() => {
  const real = window.fetch;
  window.fetch = (...words) => {
    if (String(words[0]).includes("/api/tree/")) window.searchEnded = performance.now();
    return real(...words);
  };
});
await page.goto(process.argv[2] ?? "http://127.0.0.1:8017/");
await page.getByText(/^depth \d+, [\d,]+ nodes in/).waitFor({ timeout: 120_000 });
const shown = await page.evaluate(
  () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - window.searchEnded)))),
);
const entries = await page.evaluate(() => performance.getEntriesByType("resource").filter((r) => r.name.includes("/api/tree/")).map((r) => r.transferSize).at(-1));
const paint = await page.evaluate(() => performance.getEntriesByType("paint").map((p) => `${p.name} ${Math.round(p.startTime)} ms`).join(", "));
const canvas = await page.locator("canvas").first().boundingBox();

async function frames(act) {
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const tick = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      window.frameRun = requestAnimationFrame(tick);
    };
    window.frameRun = requestAnimationFrame(tick);
  });
  await act();
  const times = await page.evaluate(() => (cancelAnimationFrame(window.frameRun), window.frameTimes.slice(1)));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
  return `${times.length} frames, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, longest ${at(1)} ms`;
}

console.log(`${await page.getByText(/^depth \d+, [\d,]+ nodes in/).textContent()}`);
console.log(`tree: ${(entries / 1e6).toFixed(1)} MB; on screen ${Math.round(shown)} ms after the end of the search; ${paint}`);
await page.mouse.move(canvas.x + canvas.width * 0.4, canvas.y + 60);
console.log("zoom:", await frames(async () => {
  for (let i = 0; i < kSteps; ++i) await page.mouse.wheel(0, i < kSteps / 2 ? -60 : 60);
}));
for (let i = 0; i < 20; ++i) await page.mouse.wheel(0, -60);
console.log("pan: ", await frames(async () => {
  await page.mouse.down();
  for (let i = 0; i < kSteps; ++i) await page.mouse.move(canvas.x + canvas.width * (0.4 + 0.3 * Math.sin(i / 10)), canvas.y + 60);
  await page.mouse.up();
}));
await browser.close();
