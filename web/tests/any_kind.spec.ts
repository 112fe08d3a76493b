import AxeBuilder from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

// The page of a run whose kind has no page of its own.

const kFen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const kRules = ["frontier_futility", "razoring", "see_pruning"];
const kResult = {
  type: "summary",
  positions: 1234,
  elo: { value: 12.34, low: -3.1, high: 27.9 },
  player: "modern",
  position: kFen,
  endings: { checkmate: 12, "fifty moves": 3 },
  rules: kRules.map((rule, i) => ({
    rule,
    wrong: { count: 10 * i, of: 2000, rate: i / 200, low: i / 300, high: (i + 1) / 150 },
    course: Array.from({ length: 20 }, (_, k) => k * (i + 1)),
    cells: [{ depth: 1, checked: 70 + i }, { depth: 2, checked: 30 }],
  })),
  cases: Array.from({ length: 120 }, (_, i) => ({ fen: kFen, move: "e5f7", value: (i * 37) % 120, note: i === 5 ? "<b>six</b>" : null })),
  by_phase: { opening: { checked: 12, rate: 0.1, rate_low: 0.05, rate_high: 0.2 }, ending: { checked: 30, rate: 0, rate_low: 0, rate_high: 0.07 } },
  not_solved: Array.from({ length: 70 }, (_, i) => `position ${i + 1}`),
  nothing: [],
  interrupted: false,
};
const kRun = {
  file: "run.db",
  kind: "unheard of",
  header: { kind: "unheard of", network: "695c53d8157e", limits: "depth 8", commit: "9fa45151029c", started: "2026-01-02T03:04:05Z", finished: "" },
  done: 9,
  missing: { count: 3 },
  result: kResult,
};

async function open(page: Page, file: string): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  await page.goto(`file://${file}`);
  await expect(page.locator("footer")).toBeVisible();
  return problems;
}

async function openRun(page: Page, file: string): Promise<string[]> {
  const runs = JSON.stringify([kRun]).replaceAll("<", "\\u003c");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, readFileSync("dist/report.html", "utf8").replace('id="oknos-runs">null<', () => `id="oknos-runs">${runs}<`));
  const problems = await open(page, file);
  await expect(page.locator(".plot svg.marks"), "both plots").toHaveCount(2);
  return problems;
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const column = async (page: Page, name: string, number: number) => region(page, name).locator(`tbody tr:not(.inner) > td:nth-child(${number})`).allTextContents();

test("shows how it was made, its numbers and its groups", async ({ page }, info) => {
  const problems = await openRun(page, info.outputPath("page.html"));
  await expect(page.locator("h1")).toHaveText("Report: unheard of");
  await expect(page.locator(".warning")).toHaveText("Not finished: 9 of 12 work units are done.");
  for (const text of ["9 of 12 work units", "depth 8", "695c53d8157e", "9fa45151029c", "2026-01-02 03:04:05 UTC"]) await expect(page.locator(".origin")).toContainText(text);
  const numbers = page.locator("section > .numbers");
  await expect(numbers.locator("> div", { hasText: "Positions" }).locator("dd")).toHaveText("1,234");
  await expect(numbers.locator("> div", { hasText: "Elo" }).locator("dd")).toHaveText("12.34−3.10 to 27.90");
  await expect(page.locator(".groups")).toContainText("Fifty moves3");
  await expect(page.locator("section > .numbers"), "what says nothing is left out").not.toContainText(/summary|Interrupted/);
  expect(problems).toEqual([]);
});

test("a table has readable columns, is sorted by them, and opens what lies deeper", async ({ page }, info) => {
  const problems = await openRun(page, info.outputPath("page.html"));
  const rules = region(page, "Rules");
  await expect(rules.locator("thead th")).toHaveText(["rule", "wrong", "course", "cells", "count", "of", "rate", "95 % interval"]);
  expect(await column(page, "Rules", 1)).toEqual(["frontier futility", "razoring", "SEE pruning"]);
  expect(await column(page, "Rules", 5), "intervals").toEqual(["0 % to 0.667 %", "0.333 % to 1.33 %", "0.667 % to 2.00 %"]);
  await rules.getByRole("button", { name: "count" }).click();
  await expect(rules.locator("th", { hasText: "count" })).toHaveAttribute("aria-sort", "descending");
  expect(await column(page, "Rules", 2)).toEqual(["20", "10", "0"]);
  await rules.getByRole("button", { name: "count" }).click();
  expect(await column(page, "Rules", 2)).toEqual(["0", "10", "20"]);
  await rules.getByRole("button", { name: "2 entries" }).nth(1).click();
  await expect(region(page, "Rules 2, cells").locator("tbody tr").first()).toHaveText("171");
  expect(await column(page, "By phase", 1)).toEqual(["opening", "ending"]);
  expect(problems).toEqual([]);
});

test("many rows come in pages", async ({ page }, info) => {
  const problems = await openRun(page, info.outputPath("page.html"));
  const rows = region(page, "Cases").locator("tbody tr");
  await expect(rows).toHaveCount(25);
  const pager = page.locator(".pager").first();
  await expect(pager).toContainText("1 to 25 of 120");
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(pager).toContainText("26 to 50 of 120");
  await region(page, "Cases").getByRole("button", { name: "value" }).click();
  await expect(pager, "sorted anew, it begins at the top").toContainText("1 to 25 of 120");
  expect((await column(page, "Cases", 3)).slice(0, 3)).toEqual(["119", "118", "117"]);
  await region(page, "Cases").getByRole("button", { name: "note" }).click();
  await expect(rows.first(), "rows without a note come last; a text is no HTML").toContainText("<b>six</b>");
  await pager.getByRole("button", { name: "Show all" }).click();
  await expect(rows).toHaveCount(120);
  await expect(page.locator(".values li")).toHaveCount(60);
  await page.locator(".pager", { hasText: "of 70" }).getByRole("button", { name: "Show all" }).click();
  await expect(page.locator(".values li")).toHaveCount(70);
  expect(problems).toEqual([]);
});

test("a position shows its board", async ({ page }, info) => {
  const problems = await openRun(page, info.outputPath("page.html"));
  const fen = region(page, "Cases").locator(".fen").first();
  await fen.focus();
  await expect(page.locator(".peek .board")).toHaveAttribute("aria-label", `${kFen}, e5f7`);
  await page.keyboard.press("Escape");
  await expect(page.locator(".peek")).toHaveCount(0);
  await fen.hover();
  await expect(page.locator(".peek")).toBeVisible();
  expect(problems).toEqual([]);
});

for (const scheme of ["light", "dark"] as const)
  for (const width of [390, 1200])
    test(`nothing for axe to complain about: ${scheme}, ${width} pixels`, async ({ browser }, info) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await openRun(page, info.outputPath("page.html"));
      await region(page, "Rules").getByRole("button", { name: "2 entries" }).first().click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await context.close();
    });

test("a new stored command has a page", async ({ page }, info) => {
  const toy = join(dirname(process.env["OKNOS_LAB"] ?? ""), "oknos-lab-toy");
  test.skip(!existsSync(toy), `needs ${toy}`);
  const [text, store, file] = ["text.txt", "toy.db", "toy.html"].map((name) => info.outputPath(name)) as [string, string, string];
  mkdirSync(dirname(text), { recursive: true });
  writeFileSync(text, "One two Three\nfour five\nSix\n");
  execFileSync(toy, ["toy", text, "--out", store], { stdio: "ignore" });
  execFileSync(toy, ["show", store, "--html", file], { stdio: "ignore" });
  const problems = await open(page, file);
  await expect(page.locator("h1")).toHaveText("Report: toy");
  await expect(page.locator(".origin")).toContainText("3 of 3 work units");
  await expect(page.locator("section > .numbers")).toContainText("Words6");
  expect(await column(page, "By line", 2)).toEqual(["3", "2", "1"]);
  await expect(page.locator(".plot svg.marks"), "how many words begin with a capital").toHaveCount(1);
  expect(problems).toEqual([]);
});
