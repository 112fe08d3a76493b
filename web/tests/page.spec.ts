import { expect, test, type Page } from "@playwright/test";
import { parseTrace } from "../src/explore/trace";
import { familyColor, familyOfRule } from "../src/shared/rule_colors";
import { axeFindings, open, status } from "./explorer";

test("a tree is shown and walked through by keyboard", async ({ page }) => {
  const problems = await open(page);
  await page.locator("canvas.icicle").focus();
  await expect(status(page)).toContainText("Root, window");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".node h2")).toContainText("1.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await expect(status(page)).toContainText("The whole tree");
  await page.keyboard.press("/");
  await page.keyboard.type("e4 e5");
  await page.keyboard.press("Enter");
  await expect(page.locator(".found")).toContainText("e4 e5:");
  expect(problems).toEqual([]);
});

test("pruned entries and near misses one after the other, by key and by button", async ({ page }) => {
  const problems = await open(page);
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("n");
  await expect(status(page)).toContainText(/skipped|cut by a rule/);
  const first = await status(page).textContent();
  await page.getByRole("button", { name: "Next pruned" }).click();
  await expect(status(page)).not.toHaveText(first ?? "");
  await expect(status(page)).toContainText(/skipped|cut by a rule/);
  await page.keyboard.press("Shift+N");
  await expect(status(page)).toHaveText(first ?? "");
  await page.keyboard.press("m");
  await expect(page.locator(".reason")).toContainText(/with a margin \d+ centipawns larger, the rule would still have fired/);
  await expect(page.locator(".legend")).toContainText("Principal variation");
  expect(problems).toEqual([]);
});

test("the line over the tree says what one is looking at, also of filters", async ({ page }) => {
  await open(page);
  const about = page.locator(".about");
  await expect(about).toContainText(/^Starting position \S+, depth \d: \S+ \S+ for White, [\d,]+ nodes, [\d,]+ pruned\s*$/);
  const pruned = /([\d,]+) pruned/.exec((await about.textContent()) ?? "")?.[1];
  const rows = page.getByRole("region", { name: "What each rule pruned" }).locator("tbody tr");
  let counted = 0; // stand pat cuts nodes but is no pruning
  for (const row of (await rows.allTextContents()).keys()) {
    const [name, moves, nodes] = await rows.nth(row).locator("td").allTextContents();
    for (const n of name === "Stand pat" ? [moves] : [moves, nodes]) counted += Number(n?.replaceAll(",", ""));
  }
  expect(pruned).toBe(counted.toLocaleString("en-US"));
  await page.selectOption("[aria-label=Show]", "left out");
  await expect(about).toContainText(/filter: [\d,]+ of [\d,]+ entries$/);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(about).not.toContainText("filter");
  await page.fill("#move", "e4");
  await page.press("#move", "Enter");
  await page.locator(".stale").getByRole("button", { name: "Search it" }).click();
  await expect(about).toContainText("Starting position after e4");
});

test("what was left out is searched after all", async ({ page }) => {
  const problems = await open(page);
  await page.getByRole("button", { name: "Guided tour" }).click();
  await expect(page.locator(".reason")).toContainText("Frontier futility skipped this move");
  await page.getByRole("button", { name: "Search it after all" }).click();
  await expect(page.locator(".verdict")).toContainText("Right");
  expect(problems).toEqual([]);
});

// The drawing has the numbers of the condition, and the bar of their sum ends on the right side of the line.
async function expectDrawing(page: Page, up: boolean): Promise<void> {
  const [, sum = "", limit = ""] = /^(.+) [<>]= (-?\d+)/.exec((await page.locator(".condition").textContent()) ?? "") ?? [];
  const drawing = page.locator(".waterfall [role=img]");
  const pawns = (Number(limit) / 100).toFixed(2).replace("-", "−");
  await expect(drawing).toHaveAttribute("aria-label", new RegExp(`${up ? "not below beta" : "not above alpha"} ${pawns}, in pawns$`));
  await expect(drawing.locator(".fall")).toHaveCount(sum.split(/ [+-] /).length + 2);
  const bar = (await drawing.locator(".part.sum").boundingBox())!;
  const line = (await drawing.locator(".limit").first().boundingBox())!;
  const beyond = bar.x + bar.width - (line.x + line.width / 2);
  if (up) expect(beyond).toBeGreaterThan(-2);
  else expect(beyond).toBeLessThan(2);
}

test("every step of the tour shows what it says", async ({ page }) => {
  const problems = await open(page);
  await page.getByRole("button", { name: "Guided tour" }).click();
  const titles = ["Frontier futility", "Extended futility", "Razoring", "Reverse futility", "Deep futility", "Soundness", "The guards"];
  for (const [i, title] of titles.entries()) {
    await expect(page.locator(".tour h2")).toHaveText(title);
    await expect(page.locator(".tour .note")).toHaveText("");
    await expect(page.locator(".reason strong")).toBeVisible();
    if (["Frontier futility", "Razoring", "Reverse futility"].includes(title)) {
      await expect(page.locator(".reason strong")).toHaveText(title);
      await expectDrawing(page, title === "Reverse futility");
    }
    if (title === "Deep futility") await expect(page.locator(".condition"), "the sum, with the pieces named").toHaveText(/^-?\d+ \+ \d+ \+ \d+ \+ \d+ \+ \d+ <= -?\d+ \(.*V1 = (queen|rook|knight|bishop|pawn) [a-h][1-8], promotion, margin for 2 PM, alpha\)$/);
    if (i + 1 < titles.length) await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await expect(status(page)).toContainText("Kxd3 · cut by a rule: general futility");
  await expect(page.locator(".about")).toContainText("for White");
  expect(problems).toEqual([]);
});

test("two presets side by side", async ({ page }) => {
  const problems = await open(page);
  await page.selectOption("#compare", "muller");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator("canvas.icicle")).toHaveCount(2);
  await expect(page.locator(".compare")).toContainText("Lines that only this one searched");
  await page.locator("canvas.icicle").first().focus();
  await page.keyboard.press("ArrowDown");
  const first = await page.locator(".crumbs [aria-current]").first().textContent();
  await expect(page.locator(".crumbs [aria-current]").nth(1)).toHaveText(first ?? "");
  expect(problems).toEqual([]);
});

// Where the root's box ends, as a share of the canvas's width: to its right the canvas is empty.
const drawnShare = (page: Page, tree: number): Promise<number> =>
  page.locator("canvas.icicle").nth(tree).evaluate((canvas: HTMLCanvasElement) => {
    const row = canvas.getContext("2d")!.getImageData(0, 5, canvas.width, 1).data;
    let end = canvas.width;
    while (end > 0 && row[4 * end - 1] === 0) --end;
    return end / canvas.width;
  });

test("two trees in one scale, or each over the whole width", async ({ page }) => {
  const problems = await open(page);
  const same = page.getByRole("checkbox", { name: "Same scale in both trees" });
  await expect(same).not.toBeVisible();
  await page.selectOption("#preset", "none");
  await page.selectOption("#compare", "heinz");
  await page.fill("#depth", "4");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator("canvas.icicle")).toHaveCount(2);
  await expect(same).toBeChecked();
  // Without pruning nothing is estimated: the tree is as wide as its visits.
  await page.getByRole("checkbox", { name: "Give room to pruned moves" }).uncheck();
  const visits = await page.getByRole("region", { name: "Both searches" }).locator("tr", { hasText: "Visits" }).locator("td").allTextContents();
  const [none, heinz] = visits.slice(1).map((text) => Number(text.replaceAll(",", "")));
  const larger = Math.max(none!, heinz!); // takes the whole width
  expect(none).not.toBe(heinz);
  await expect(async () => {
    for (const [tree, count] of [none!, heinz!].entries())
      expect(Math.abs((await drawnShare(page, tree)) - count / larger)).toBeLessThan(0.03);
  }).toPass({ timeout: 30_000 });
  await same.uncheck();
  await expect(async () => {
    for (const tree of [0, 1]) expect(await drawnShare(page, tree)).toBe(1);
  }).toPass({ timeout: 30_000 });
  await expect(page.locator(".compare .bar.counted").first()).toBeVisible();
  expect(problems).toEqual([]);
});

interface Drawn {
  text: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
  width: number; // of the canvas
  height: number;
}

test("a name is drawn whole or not at all, and the legend explains the hatching", async ({ page }) => {
  await page.addInitScript(() => {
    const drawn: Drawn[] = [];
    Object.assign(window, { drawn });
    const original = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { width, fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = this.measureText(text);
      if (this.canvas.classList.contains("icicle")) drawn.push({ text, top: y - up, bottom: y + down, left: x, right: x + width, width: this.canvas.width, height: this.canvas.height });
      original.call(this, text, x, y);
    };
  });
  await page.setViewportSize({ width: 900, height: 420 });
  await open(page);
  await expect(page.locator(".legend")).toContainText("Hatched: skipped, the width is an estimate");
  const canvas = page.locator("canvas.icicle");
  await canvas.scrollIntoViewIfNeeded();
  const { x, y } = (await canvas.boundingBox())!;
  // In and down by half a row at a time: rows are cut at both ends.
  await page.mouse.move(x + 300, y + 90);
  for (let i = 0; i < 12; ++i) {
    if (i % 3 === 0) await page.mouse.wheel(0, -200);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 79, { steps: 2 });
    await page.mouse.up();
    await page.mouse.move(x + 300, y + 90);
  }
  const drawn = await page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn);
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((d) => d.top < 0 || d.bottom > d.height || d.left < 0 || d.right > d.width)).toEqual([]);
});

const kRookEnding = "8/5pk1/6p1/8/1r6/4R1P1/5PK1/8 w - - 0 1";

test("a FEN that is entered is searched, and both boards show it", async ({ page }) => {
  const problems = await open(page);
  await page.fill("#fen", kRookEnding);
  await page.press("#fen", "Enter");
  await expect(page.locator(".node .position .copy")).toHaveText(kRookEnding);
  for (const place of [".play-board", ".node"]) await expect(page.locator(`${place} svg.board`), place).toHaveAttribute("aria-label", kRookEnding);
  await expect(page.locator(".stale")).toHaveText("");
  expect(problems).toEqual([]);
});

test("a position that is only set up is told from that of the tree", async ({ page }) => {
  await open(page);
  await expect(page.locator(".stale")).toHaveText("");
  await page.fill("#move", "e4");
  await page.press("#move", "Enter");
  await expect(page.locator(".stale")).toContainText("another position than this tree");
  await page.locator(".stale").getByRole("button", { name: "Search it" }).click();
  await expect(page.locator(".node .position .copy")).toContainText("4P3");
  await expect(page.locator(".stale")).toHaveText("");
});

test("beside the curve of a rule stand the numbers of its row in the table", async ({ page }) => {
  const problems = await open(page);
  await page.selectOption("#preset", "muller");
  await page.fill("#depth", "6");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator(".about")).toContainText("muller, depth 6");
  const rows = page.getByRole("region", { name: "What each rule pruned" }).locator("tbody tr");
  const number = (text: string | undefined): number => Number((text ?? "").replaceAll(",", ""));
  const names = await page.locator("#margin-rule option").allTextContents();
  expect(names).toContain("General futility");
  for (const name of names) {
    await page.selectOption("#margin-rule", { label: name });
    const [, moves, nodes] = await rows.filter({ has: page.getByText(name, { exact: true }) }).locator("td").allTextContents();
    const all = (number(moves) + number(nodes)).toLocaleString("en-US");
    await expect(page.locator(".charts section").nth(2), name).toContainText(new RegExp(`(^|[^,\\d])${all} moves and nodes`));
  }
  expect(problems).toEqual([]);
});

test("pages that only know a rule's name give it the same colour", async ({ page }) => {
  const answer = page.waitForResponse((r) => r.url().includes("/api/tree/"));
  await page.goto("/");
  const { rules, families } = parseTrace(new Uint8Array(await (await answer).body())).header;
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.map((rule) => [rule, familyOfRule(rule)])).toEqual(rules.map((rule, i) => [rule, families[i]]));
});

test("a rule has the colour of its family in every chart", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Search a sample after all" }).click();
  const legend = page.locator(".charts section").nth(1).locator(".u-legend .u-series").filter({ hasText: "Frontier futility" });
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(familyColor("futility").slice(at, at + 2), 16));
  await expect(legend.locator(".u-marker")).toHaveCSS("border-top-color", `rgb(${red}, ${green}, ${blue})`);
});

test("a trace is named as oknos-lab explore names it", async ({ page }) => {
  await open(page);
  await page.getByRole("tab", { name: "Take it with you" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Trace" }).click()]);
  expect(download.suggestedFilename()).toBe("oknos-tree.oktree");
});

test("the page with its tree opens without a server", async ({ page, context }, info) => {
  await open(page);
  await page.getByRole("tab", { name: "Take it with you" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Page" }).click()]);
  const file = info.outputPath("tree.html");
  await download.saveAs(file);
  const saved = await context.newPage();
  const problems: string[] = [];
  saved.on("pageerror", (e) => problems.push(e.message));
  await saved.goto(`file://${file}`);
  await expect(status(saved)).toContainText("Root, window");
  await saved.locator("canvas.icicle").focus();
  await saved.keyboard.press("ArrowDown");
  await expect(saved.locator(".node h2")).toContainText("1.");
  expect(problems).toEqual([]);
});

for (const scheme of ["light", "dark"] as const)
  for (const width of [390, 1280])
    test(`nothing for axe to complain about: ${scheme}, ${width} pixels`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 }, ...(baseURL ? { baseURL } : {}) });
      const page = await context.newPage();
      await open(page);
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await context.close();
    });

test("the address says what is shown: reload, another page, the back button", async ({ page, context }) => {
  const problems = await open(page);
  const about = page.locator(".about");
  const selected = page.locator(".crumbs [aria-current]").first();
  await page.fill("#fen", kRookEnding);
  await page.press("#fen", "Enter");
  await expect(page.locator(".node .position .copy")).toHaveText(kRookEnding);
  await page.selectOption("#preset", "muller");
  await page.fill("#depth", "4");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(about).toContainText("muller, depth 4");
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".node h2")).toContainText("1.");
  const name = await selected.textContent();
  await expect(page).toHaveURL(/#fen=8\/5pk1\/.*&preset=muller&depth=4&line=[a-h][1-8][a-h][1-8]&node=\d+$/);
  const address = page.url();
  await page.reload();
  await expect(about).toContainText("muller, depth 4");
  await expect(selected).toHaveText(name ?? "");
  await expect(page.locator("#fen")).toHaveValue(kRookEnding);
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.locator(".crumbs [aria-current]").first()).toHaveText(name ?? "");
  expect(other.url()).toBe(address);
  await page.selectOption("#preset", "heinz");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(about).toContainText("heinz, depth 4");
  await page.goBack();
  await expect(about).toContainText("muller, depth 4");
  await expect(selected).toHaveText(name ?? "");
  await page.goForward();
  await expect(about).toContainText("heinz, depth 4");
  expect(problems).toEqual([]);
});

test("an address that names what is not there", async ({ page }) => {
  await page.goto("/#fen=8/8/8/8/8/8/8/8_w_-_-_0_1&preset=heinz&depth=3");
  await expect(page.locator(".progress.warning")).not.toBeEmpty();
  await page.goto("/?again#fen=8/5pk1/6p1/8/1r6/4R1P1/5PK1/8_w_-_-_0_1&preset=nobody&depth=3&line=a1a2&node=9");
  await expect(page.locator(".about")).toContainText("depth 3");
  await expect(page.locator(".progress.warning")).toContainText("not in this tree");
});
