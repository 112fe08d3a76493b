import AxeBuilder from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { poorTexts } from "./contrast";
import { serve } from "./program";

// The report's page, filled from real runs of every kind that has a page of its own.

const kPositions = `r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Bxa6; id "one";
8/8/3N4/4k3/7P/p2K4/8/8 b - - bm a2; id "two";
`;
const kRuns: Record<string, string> = {
  audit: "audit positions.epd --depth 6 --sample 5",
  margins: "audit positions.epd --depth 6 --sample 5 --margins --rule frontier_futility --rule reverse_futility",
  claims: "audit claims.jsonl --judge oknos",
  nodes: "suite positions.epd --depth 3,4 --player none --player modern",
  each_rule: "suite positions.epd --each-rule --depth 5 --player heinz --pairs",
  solved: "suite positions.epd --depth 4",
  match: "match modern heinz --games 2 --nodes 200",
  tune: "tune --parameter reverse_futility.margin --iterations 4 --verify 0 --nodes 100",
  prove: "prove positions.epd --depth 2 --windows 2",
};

let folder = "";
const lab = (words: string): void => void execFileSync(process.env["OKNOS_LAB"] ?? "", words.split(" "), { cwd: folder, stdio: "ignore" });

test.beforeAll(({}, info) => {
  folder = info.outputPath("runs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "positions.epd"), kPositions);
  lab("audit positions.epd --depth 5 --sample 20 --write-claims claims.jsonl");
  for (const [name, words] of Object.entries(kRuns)) lab(`${words} --out ${name}.db`);
  for (const name of Object.keys(kRuns)) lab(`show ${name}.db --html ${name}.html`);
  lab(`show ${Object.keys(kRuns).join(".db ")}.db --html all.html`);
});

async function open(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  await page.goto(`file://${join(folder, name)}`);
  await expect(page.locator("footer")).toBeVisible();
  // A plot is there with its button, when it is drawn.
  await expect(page.locator(".plot:not(:has(summary[aria-label]))")).toHaveCount(0);
  return problems;
}

const column = (page: Page, region: string, number: number) => page.getByRole("region", { name: region, exact: true }).locator(`tbody td:nth-child(${number})`).allTextContents();

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1280])
    test(`nothing for axe to complain about, texts of plots and boards included: ${colorScheme}, ${width} pixels`, async ({ browser }) => {
      test.slow(); // axe, on a page of nine runs
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const problems = await open(page, "all.html");
      for (const summary of await page.locator(".facts > summary").all()) await summary.click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`)).toEqual([]);
      await page.locator(".position").first().focus();
      await expect(page.locator(".peek")).toBeVisible();
      expect(await poorTexts(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(problems).toEqual([]);
      await context.close();
    });

// An audit in which one rule has three cases, two of them errors.
async function openNoisy(page: Page): Promise<void> {
  const html = readFileSync(join(folder, "audit.html"), "utf8");
  const [before, json, after] = html.split(/(?<=id="oknos-runs">)(.*)(?=<\/script>)/) as [string, string, string];
  const [run] = JSON.parse(json) as [{ result: { rules: object[] } }];
  const rule = (name: string, checked: number, wrong: number, low: number, high: number) => ({
    ...run.result.rules[0], rule: name, pruned: checked, checked, wrong, rate: wrong / checked, rate_low: low, rate_high: high, median_regret: wrong, cells: [], groupings: [],
  });
  run.result.rules = [rule("delta_pruning", 5000, 0, 0, 0.001), rule("razoring", 3, 2, 0.02, 0.95), rule("see_pruning", 5000, 500, 0.09, 0.11), rule("over_kill", 50, 0, 0, 0.07)];
  writeFileSync(join(folder, "noisy.html"), before + JSON.stringify([run]).replaceAll("<", "\\u003c") + after);
  await open(page, "noisy.html");
}

test("rules come by the lower end of their interval, and few cases are marked", async ({ page }) => {
  await openNoisy(page);
  expect(await column(page, "Error by rule", 1)).toEqual(["SEE pruning", "razoring few cases", "over kill few cases", "delta pruning"]);
  const names = page.locator(".plot svg.marks").first().locator(".role-axis-label text").filter({ hasText: /[a-z]/ });
  await expect(names, "so they do in the plot").toHaveText(["SEE pruning", "razoring", "over kill", "delta pruning"]);
  const region = page.getByRole("region", { name: "Error by rule", exact: true });
  await expect(region.locator("th[aria-sort=descending]")).toHaveText("95 % interval");
  await region.getByRole("button", { name: "rate" }).focus();
  await page.keyboard.press("Enter");
  await expect(region.locator("th[aria-sort=descending]")).toHaveText("rate");
  expect((await column(page, "Error by rule", 1))[0]).toBe("razoring few cases");
  await expect(region.getByRole("button", { name: "rate" }), "the focus stays").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(region.locator("th[aria-sort=ascending]")).toHaveText("rate");
  await region.getByRole("button", { name: "rule" }).click();
  expect(await column(page, "Error by rule", 1)).toEqual(["delta pruning", "over kill few cases", "razoring few cases", "SEE pruning"]);
});

test("each rule has a plot by depth", async ({ page }) => {
  const problems = await open(page, "audit.html");
  const rules = await column(page, "Error by rule", 1);
  expect(rules.length).toBeGreaterThan(2);
  await expect(page.locator(".plots svg.marks")).toHaveCount(rules.length);
  expect(problems).toEqual([]);
});

test("the worst case comes first, shows its board and opens in the explorer at its node", async ({ page, context }) => {
  await open(page, "audit.html");
  const cases = page.getByRole("region", { name: "Audit: the worst cases", exact: true });
  const regrets = (await column(page, "Audit: the worst cases", 7)).map((text) => (text === "mate" ? Infinity : Number(text)));
  expect(regrets.length).toBeGreaterThan(1);
  expect(regrets).toEqual(regrets.slice().sort((a, b) => b - a));
  const row = cases.locator("tbody tr").first();
  await row.locator(".position").hover();
  await expect(page.locator(".peek .board")).toBeVisible();
  await expect(row.locator(".copy")).toHaveAttribute("title", /^oknos-lab explore "[^"]+" --preset modern --depth 6$/);
  const rule = await row.locator("td").nth(1).textContent();
  const { program, address } = await serve("explore", "startpos", "--depth", "2");
  try {
    await page.getByLabel("Explorer at").fill(address);
    const opened = context.waitForEvent("page");
    await row.getByRole("link", { name: "Open" }).click();
    const explorer = await opened;
    await expect(explorer.locator(".reason strong")).toHaveText(new RegExp(`^${rule}$`, "i"));
    await explorer.getByRole("button", { name: "Search it after all" }).click();
    await expect(explorer.locator(".verdict")).toContainText("Wrong");
  } finally {
    program.kill();
  }
});

test("on a web host, cases open in the explorer beside the report", async ({ page }) => {
  const html = readFileSync(join(folder, "audit.html"), "utf8");
  await page.route("http://host.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/site/reports/audit.html") return route.fulfill({ contentType: "text/html", body: html });
    return route.fulfill(pathname === "/site/explore/index.html" ? { contentType: "text/html", body: "" } : { status: 404 });
  });
  await page.goto("http://host.test/site/reports/audit.html");
  await expect(page.getByLabel("Explorer at")).toHaveValue("http://host.test/site/explore/index.html");
  await expect(page.getByRole("link", { name: "Open" }).first()).toHaveAttribute("href", /^http:\/\/host\.test\/site\/explore\/index\.html#fen=/);
  await page.getByLabel("Explorer at").fill("nowhere");
  await expect(page.getByText("Open", { exact: true }).first()).not.toHaveAttribute("href");
});
