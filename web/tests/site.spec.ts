import AxeBuilder from "@axe-core/playwright";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

// The site, as a static host serves it: OKNOS_SITE=build/site/out.
const folder = process.env["OKNOS_SITE"] ?? "";
test.skip(folder === "", "OKNOS_SITE is not given");

const kTypes: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
let server: Server;
let address = "";

test.beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let path = join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
      if (existsSync(path) && (await stat(path)).isDirectory()) path = join(path, "index.html");
      if (!existsSync(path)) return response.writeHead(404).end();
      return response.writeHead(200, { "Content-Type": kTypes[extname(path)] ?? "application/octet-stream" }).end(await readFile(path));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => server?.close());

async function open(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  await page.goto(address + path);
  return problems;
}
const figure = (page: Page, number: number) => page.locator("figure.play").nth(number);

test("minimax by hand", async ({ page }) => {
  await open(page, "learn/");
  const place = figure(page, 0);
  const caption = place.locator("figcaption");
  await place.getByRole("button", { name: "White to move, node 1.1:" }).click();
  await place.locator(".controls").getByRole("button", { name: "3" }).click();
  await expect(caption).toContainText("Not 3: White picks the largest value");
  await place.locator(".controls").getByRole("button", { name: "5" }).click();
  await expect(caption).toContainText("Right, 5");
  const answers: [string, string][] = [["1.2", "9"], ["1", "5"], ["2.1", "4"], ["2.2", "8"], ["2", "4"], ["3.1", "6"], ["3.2", "8"], ["3", "6"], ["root", "6"]];
  for (const [node, answer] of answers) {
    await place.locator(`[role=button][aria-label*="node ${node}:"]`).press("Enter");
    await place.locator(".controls").getByRole("button", { name: answer, exact: true }).click();
  }
  await expect(caption).toContainText("Done: with best play White gets 6");
});

test("alpha-beta asks before it cuts, and finds the same value", async ({ page }) => {
  await open(page, "learn/");
  const place = figure(page, 1);
  const caption = place.locator("figcaption");
  const next = place.getByRole("button", { name: "Next step" });
  const skip = place.getByRole("button", { name: "Skip it" });
  let asked = 0;
  while (!(await caption.textContent())?.startsWith("Done")) {
    if (await skip.isVisible()) {
      ++asked;
      await skip.click();
      await expect(caption).toContainText(/^(Right|No)\. /);
    } else await next.click();
  }
  await expect(caption).toContainText("the root is worth 6, as minimax found, with 8 leaves instead of 12");
  await expect(caption).toContainText(`3 of ${asked} right`); // there are three cuts, and every answer was "skip it"
  await expect(next).toBeDisabled();
});

test("frontier futility: the quiet moves are skipped below a margin, and searched above it", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.frontier");
  const margin = place.getByLabel("Margin");
  const caption = place.locator("figcaption");
  await expect(caption).toContainText("moves are skipped");
  const nodes = async (): Promise<number> => Number(/([\d,]+) nodes/.exec((await caption.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
  await margin.fill("0");
  await expect(caption).toContainText(/, [1-9]\d* of White's \d+ moves are skipped/);
  await expect(caption).toContainText("not more than alpha");
  await expect(place.locator("li:not(.skipped)").filter({ hasText: "Qxd4" }), "the captures pass alpha even without a margin").toHaveCount(1);
  const few = await nodes();
  await margin.fill("300");
  await expect(caption).toContainText(/, 0 of White's \d+ moves are skipped/);
  await expect(caption).toContainText(/, more than alpha, .*: searched\./);
  expect(await nodes()).toBeGreaterThan(few);
  expect(problems).toEqual([]);
});

test("the horizon: without quiescence search the queen takes a defended piece, with it she does not", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.horizon");
  const best = place.locator("tr.best th");
  await expect(best).toHaveText(/^Qx/);
  const value = async (): Promise<number> => Number((await place.getByRole("row", { name: "Qxf6" }).locator(".number").textContent())!.replace("−", "-"));
  const before = await value();
  await place.getByLabel("Quiescence search").check();
  await expect(best).not.toHaveText(/^Qx/);
  await expect(place.getByRole("row", { name: "Qxf6" })).toContainText("gxf6");
  expect(await value()).toBeLessThan(before - 5); // pawns: the queen is gone
  expect(problems).toEqual([]);
});

test("the ladder: which rule acts where, with the margins of the preset", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.ladder");
  const caption = place.locator("figcaption");
  const says = async (d: number, centipawns: number): Promise<string> => {
    await place.getByLabel("Depth left").fill(String(d));
    await place.getByRole("slider", { name: "E", exact: true }).fill(String(centipawns));
    await expect(caption).toContainText(`At depth ${d}, with E ${(Math.abs(centipawns) / 100).toFixed(2)}`);
    return (await caption.textContent()) ?? "";
  };
  // The largest distance at which nothing acts, up to the slider's step of 10.
  const margin = /the margin is ([\d.]+)/.exec(await says(3, -1000))![1]!;
  expect(await says(3, Math.round(-100 * Number(margin)))).toContain("Extended futility");
  expect(await says(3, Math.round(-100 * Number(margin)) + 10)).toContain("no rule acts");
  expect(await says(1, -1000)).toContain("Frontier futility");
  expect(await says(2, 1000)).toContain("Reverse futility");
  expect(problems).toEqual([]);
});

test("deep futility: a quiet move, a whole node, too deep, and the check", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.deep");
  const says = place.locator(".says");
  const toTheEnd = async (): Promise<void> => {
    for (let step = 1; step < 5; ++step) await place.getByRole("button", { name: "Next step" }).click();
  };
  await toTheEnd();
  await expect(says).toContainText("−1.80 does not exceed alpha");
  await expect(says).toContainText("each move is judged by itself");
  await expect(place.locator(".mark.first")).toHaveCount(1);
  await place.getByLabel("Depth left").fill("6");
  await expect(says).toContainText("So a6 is searched");
  await place.getByLabel("Depth left").fill("5");
  await expect(says).toContainText("a6 is skipped");
  await place.getByRole("button", { name: "two bishops behind" }).click();
  await toTheEnd();
  await expect(says).toContainText("not a single move is searched here, except checks");
  await place.getByRole("button", { name: "The check" }).click();
  await toTheEnd();
  await expect(says).toContainText("Ra8 is mate");
  expect(problems).toEqual([]);
});

test("sound or guess: no error of the sound rules, some of the others; a bad position is named", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.sound");
  await place.getByRole("button", { name: "Find errors" }).click();
  await expect(place.locator("figcaption")).toContainText("So far, in 1 search: sound 0 errors in ");
  const errors = /modern ([\d,]+) errors? in/.exec((await place.locator("figcaption").textContent()) ?? "")?.[1];
  expect(Number(errors)).toBeGreaterThan(0);
  await place.getByLabel("or your own (FEN)").fill("8/8/8/8 w - - 0 1");
  await place.getByRole("button", { name: "Find errors" }).click();
  await expect(place.getByRole("alert")).toContainText(/FEN|rank/);
  expect(problems).toEqual([]);
});

test("when it fails: every picture of the gallery shows an error of its rule", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.gallery");
  const pictures = place.locator(".choices button");
  await expect(pictures).toHaveCount(6);
  for (const picture of await pictures.all()) {
    await picture.click();
    const verdict = place.getByText("the rule was wrong");
    await expect(verdict).toContainText(/wrong [1-9]\d* times? in/);
    const errors = Number(/wrong (\d+) time/.exec((await verdict.textContent()) ?? "")?.[1]);
    await expect(place.locator("svg.board")).toBeVisible();
    await expect(place.getByRole("status")).toHaveCount(0);
    await expect(place.getByRole("alert")).toHaveCount(0);
    const guard = place.getByText(/^With (a|the) /);
    if ((await guard.count()) === 0) continue;
    const left = Number(/: (\d+) errors? in/.exec((await guard.textContent()) ?? "")?.[1]);
    expect(left, "fewer errors with the guard").toBeLessThan(errors);
  }
  expect(problems).toEqual([]);
});

test("the code: each outcome lights the lines that decided", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.code");
  const choice = place.getByLabel("Move", { exact: true });
  await expect(choice).toBeVisible();
  const seen = new Set<string>();
  for (const option of await choice.locator("option").all()) {
    await choice.selectOption((await option.getAttribute("value"))!);
    const caption = (await place.locator("figcaption").textContent()) ?? "";
    const lit = (await place.locator(".lit").allTextContents()).join("");
    if (caption.includes("skipped.")) expect(lit).toContain("return skip_futile(");
    else expect(lit).toContain(caption.includes("a guard stops the rule") ? "Verdict::held(g)" : "Verdict::go_on()");
    seen.add(lit);
  }
  expect(seen.size).toBe(3);
  expect(problems).toEqual([]);
});

test("guess the skip: ten questions, right and wrong ones among them", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.guess");
  await place.getByRole("button", { name: "Begin" }).click();
  const answers: string[] = [];
  for (let question = 1; question <= 10; ++question) {
    await expect(place).toContainText(`${question} of 10:`);
    await expect(place.locator("svg.board")).toBeVisible();
    await place.getByRole("button", { name: "An error" }).click();
    await expect(place.locator("[aria-live]")).toContainText("Searched after all");
    answers.push((await place.locator("[aria-live]").textContent()) ?? "");
    await place.getByRole("button", { name: question < 10 ? "Next" : "Show result" }).click();
  }
  const errors = answers.filter((a) => a.includes("the rule is wrong by"));
  expect(errors.length).toBeGreaterThan(2);
  expect(errors.length).toBeLessThan(8);
  for (const answer of answers) expect(answer).toContain(errors.includes(answer) ? "You are right. It was an error." : "No. It was a correct skip.");
  await expect(place).toContainText(`${errors.length} of 10.`);
  expect(problems).toEqual([]);
});

test("the bargain: each rule saves nodes, and what is said of errors was counted", async ({ page }) => {
  const problems = await open(page, "learn/");
  const place = page.locator("figure.bargain");
  await place.getByRole("button", { name: "Measure" }).click();
  await expect(place.getByRole("button", { name: "Measure again" })).toBeVisible();
  const rows = await Promise.all((await place.locator("tbody tr").all()).map((row) => row.locator("td").allTextContents()));
  expect(rows).toHaveLength(7);
  const nodes = rows.map((row) => Number(row[0]!.replaceAll(",", "")));
  for (const n of nodes.slice(1)) expect(n).toBeLessThan(nodes[0]!);
  expect(rows[0]!.slice(1)).toEqual(["–", "–"]);
  for (const row of rows.slice(1)) {
    expect(Number(row[1]!.replaceAll(",", ""))).toBeGreaterThan(0);
    expect(row[2]).toMatch(/^[\d,]+ of [\d,]+ \([\d.]+ %\)$/);
  }
  expect(problems).toEqual([]);
});

test("a word is found", async ({ page }) => {
  const problems = await open(page, "");
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator(".VPLocalSearchBox input").fill("limited razoring");
  await expect(page.locator(".VPLocalSearchBox .result").first()).toContainText(/razoring/i);
  expect(problems).toEqual([]);
});

test("works without a network once it was opened", async ({ page, context }) => {
  await open(page, "");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${address}rules/razoring.html`);
  await expect(page.locator("h1")).toContainText("Razoring");
  await page.goto(`${address}learn/`);
  await expect(figure(page, 0)).toBeVisible();
});

for (const scheme of ["light", "dark"] as const)
  for (const width of [400, 1600])
    test(`nothing for axe to complain about: ${scheme}, ${width} pixels`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const path of ["", "learn/", "rules/frontier_futility.html"]) {
        await page.goto(address + path);
        await expect(page.locator("h1").first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map((v) => `${path} ${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
      await context.close();
    });
