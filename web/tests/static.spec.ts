import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

// The page without a program behind it, OKNOS_EXPLORER_STATIC=build/wasm/explorer-static: served as the simplest host
// does it, without the headers that threads would want and without a type for WebAssembly.
const folder = process.env["OKNOS_EXPLORER_STATIC"] ?? "";
test.skip(folder === "", "OKNOS_EXPLORER_STATIC is not given");

let server: Server;
let address = "";

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1) || "index.html";
    const known = ["index.html", "oknos.wasm"].includes(name);
    const type = name.endsWith(".html") ? "text/html" : "application/octet-stream";
    if (!known) response.writeHead(404).end();
    else readFile(join(folder, name)).then((bytes) => response.writeHead(200, { "Content-Type": type }).end(bytes), () => response.writeHead(404).end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => server?.close());

async function open(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && problems.push(m.text()));
  await page.goto(address);
  await expect(page.locator(".progress")).toContainText("nodes in");
  return problems;
}
const status = (page: Page) => page.locator(".tree .status").first();

async function search(page: Page, preset: string, depth: number): Promise<void> {
  await page.selectOption("#preset", preset);
  await page.fill("#depth", String(depth));
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

test("searches, and shows a node", async ({ page }) => {
  const problems = await open(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await search(page, "heinz", 5);
  await expect(page.locator(".about")).toContainText("heinz, depth 5:");
  await page.locator("canvas.icicle").focus();
  await expect(status(page)).toContainText("Root, window");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".node h2")).toContainText("1.");
  await page.keyboard.press("/");
  await page.keyboard.type("e4 e5");
  await page.keyboard.press("Enter");
  await expect(page.locator(".found")).toContainText("e4 e5:");
  expect(problems).toEqual([]);
});

test("every step of the tour shows what it says; what was left out is searched after all", async ({ page }) => {
  const problems = await open(page);
  await page.getByRole("button", { name: "Guided tour" }).click();
  await expect(page.locator(".reason")).toContainText("Frontier futility skipped this move");
  await page.getByRole("button", { name: "Search it after all" }).click();
  await expect(page.locator(".verdict")).toContainText("Right");
  const next = page.getByRole("button", { name: "Next", exact: true });
  while (await next.isEnabled()) {
    await next.click();
    await expect(page.locator(".tour .note")).toHaveText("");
    await expect(page.locator(".reason strong")).toBeVisible();
  }
  await expect(page.locator(".tour h2")).toHaveText("The guards");
  expect(problems).toEqual([]);
});

test("a search that was stopped leaves the tree before it in use", async ({ page }) => {
  const problems = await open(page);
  await search(page, "heinz", 5);
  await expect(page.locator(".about")).toContainText("heinz, depth 5:");
  // Stopped with the first line of progress: later it might be done.
  await page.evaluate(() => {
    const progress = document.querySelector(".progress")!;
    const stop = [...document.querySelectorAll("button")].find((b) => b.textContent === "Stop" && b.closest(".controls"))!;
    new MutationObserver(() => progress.textContent?.includes("entries") && stop.click()).observe(progress, { childList: true, characterData: true, subtree: true });
  });
  await search(page, "heinz", 40);
  await expect(page.locator(".progress")).toHaveText("Stopped.");
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".node h2")).toContainText("1.");
  // Its errors too: the engine that searched it is gone, another one is given the tree.
  await page.getByRole("button", { name: "Search a sample after all" }).click();
  await expect(page.getByText(/searched after all, \d+ wrong/)).toBeVisible();
  expect(problems).toEqual([]);
});

test("a tree with as many entries as are kept", async ({ page }) => {
  const problems = await open(page);
  await search(page, "heinz", 30);
  await expect(page.locator(".progress")).toContainText("has more entries than are kept");
  await expect(page.locator(".about")).toContainText("heinz");
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".node h2")).toContainText("1.");
  expect(problems).toEqual([]);
});

test("two presets side by side", async ({ page }) => {
  const problems = await open(page);
  await page.selectOption("#compare", "muller");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator("canvas.icicle")).toHaveCount(2);
  await expect(page.locator(".compare")).toContainText("Lines that only this one searched");
  expect(problems).toEqual([]);
});
