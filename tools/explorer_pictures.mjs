// Takes the pictures of the explorer and of a report for the documents (docs/images/*.png), with headless Chromium.
//
//   ./test                                                        # builds the pages and installs Playwright
//   cd build/release/web && node ../../../tools/explorer_pictures.mjs ../bin/oknos-lab ../../../docs/images [GLAURUNG]
//
// GLAURUNG is the program that tools/foreign/glaurung.sh makes (claims/glaurung); with it, only the picture of its tree
// is taken.
//
// CHROMIUM=PATH is the browser (default: Playwright's own). The pictures are reduced to 64 colours if pngquant is
// installed. The report is that of docs/laboratory.md.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { chromium } = createRequire(join(process.cwd(), "package.json"))("@playwright/test");
const [lab, out, glaurung] = process.argv.slice(2).map((path) => resolve(path));
if (!out) throw new Error("two arguments are expected: the program oknos-lab and the folder of the pictures");
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const kPort = 8029;
const kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const browser = await chromium.launch({ args: ["--no-sandbox"], ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}) });
const work = mkdtempSync(join(tmpdir(), "oknos-pictures-"));

async function picture(page, name, fullPage = false) {
  const file = join(out, name);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: file, fullPage });
  try {
    execFileSync("pngquant", ["--force", "--output", file, "64", file]);
  } catch {
    console.error(`${name}: not reduced (pngquant failed)`);
  }
}

// A page of a new explorer; it ends with the function.
async function explore(args, { scale, ...viewport }, scheme, act) {
  const server = spawn(lab, ["explore", ...args, "--port", String(kPort)], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((ready) => server.stdout.once("data", ready));
    const context = await browser.newContext({ viewport, deviceScaleFactor: scale, colorScheme: scheme });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${kPort}/`);
    await page.locator(".legend li").first().waitFor();
    if (!glaurung) await page.getByText(/^depth \d+, [\d,]+ nodes in/).waitFor();
    await act(page);
    await context.close();
  } finally {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGINT");
    await ended;
  }
}

// A tree of another engine.
if (glaurung) {
  const tree = join(work, "tree.jsonl");
  const options = "option.OwnBook=false,option.Threads=1,option.Hash=8";
  const searched = spawn(glaurung, { env: { ...process.env, OKNOS_TRACE: tree }, stdio: ["pipe", "pipe", "inherit"] });
  const done = new Promise((ready) => searched.stdout.on("data", (text) => String(text).includes("bestmove") && ready()));
  searched.stdin.write(`setoption name OwnBook value false\nsetoption name Threads value 1\nposition fen ${kKiwipete}\ngo depth 6\n`);
  await done;
  const ended = new Promise((gone) => searched.once("exit", gone));
  searched.stdin.end("quit\n");
  await ended;
  await explore([tree, "--engine", `cmd=${glaurung},${options}`], { width: 1600, height: 1040, scale: 0.75 }, "light", async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("dxe6 Qxe6 gxh3 bxc3 Nc6");
    await page.keyboard.press("Enter");
    await page.locator(".found button").first().click();
    await page.getByRole("button", { name: "Search it after all" }).click();
    await page.locator(".verdict").waitFor();
    await page.mouse.move(0, 0);
    await picture(page, "explorer-foreign.png");
  });
  await browser.close();
  rmSync(work, { recursive: true });
  process.exit();
}

// The famous position: the move that the engine misses at depth 6, with the verdict.
await explore(["--depth", "6"], { width: 1600, height: 1040, scale: 0.75 }, "light", async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("Be6 Qxc3 Qxc5");
  await page.keyboard.press("Enter");
  await page.locator(".found button").first().click();
  await page.getByRole("button", { name: "Search it after all" }).click();
  await page.locator(".verdict").waitFor();
  await page.mouse.move(0, 0);
  await picture(page, "explorer.png");
});

await explore([kKiwipete, "--preset", "heinz", "--depth", "5"], { width: 1400, height: 1000, scale: 5 / 7 }, "light", async (page) => {
  await page.selectOption("#compare", "mediocre");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".compare").getByText("Lines that only this one searched").waitFor();
  await picture(page, "explorer-two.png", true);
});

await explore([kKiwipete, "--depth", "8"], { width: 1400, height: 1000, scale: 5 / 7 }, "dark", async (page) => {
  await page.getByRole("tab", { name: "Margins" }).click();
  await picture(page, "explorer-dark.png", true);
});

await explore([], { width: 400, height: 2000, scale: 0.8 }, "dark", async (page) => {
  await page.getByRole("button", { name: "Guided tour" }).click();
  await page.locator(".reason strong").waitFor();
  await picture(page, "explorer-phone.png");
});

const run = (...args) => execFileSync(lab, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
const [audit, marginSweep, report] = ["audit.db", "margin_sweep.db", "audit.html"].map((name) => join(work, name));
run("audit", "positions/tactics.epd", "--depth", "8", "--sample", "200", "--out", audit);
run("audit", "positions/tactics.epd", "--depth", "8", "--sample", "200", "--margins", "--out", marginSweep);
run("report", audit, marginSweep, "--out", report);
const page = await browser.newPage({ viewport: { width: 1000, height: 1430 } });
await page.goto(`file://${report}`);
await page.locator(".marks").first().waitFor();
await page.waitForTimeout(500); // the plots are drawn one after the other
await picture(page, "report.png");

await browser.close();
rmSync(work, { recursive: true });
