import { expect, test } from "@playwright/test";
import { axeFindings, open } from "./explorer";

test("a margin that is dragged redraws the tree, beside the preset", async ({ page }) => {
  const problems = await open(page);
  await page.selectOption("#preset", "heinz");
  const asked: Record<string, string>[] = [];
  page.on("request", (r) => r.url().endsWith("/api/search") && asked.push((r.postDataJSON() as { set: Record<string, string> }).set));
  await page.getByRole("tab", { name: "Margins" }).click();
  await page.fill("#slider-depth", "4");
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("n");
  const selected = await page.locator(".crumbs li").nth(2).textContent();
  const slider = page.locator("#slider-frontier_futility-margin");
  const picture = (): Promise<string> => page.locator(".small-tree").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await picture();
  // Three movements without a pause are one search.
  await slider.evaluate((e: HTMLInputElement) => {
    for (const value of ["200", "100", "50"]) {
      e.value = value;
      e.dispatchEvent(new Event("input", { bubbles: true }));
    }
    e.dispatchEvent(new Event("change", { bubbles: true }));
  });
  const about = page.locator(".about");
  await expect(about).toContainText("heinz with frontier futility margin 50, depth 4");
  expect(await page.locator(".crumbs li").nth(2).textContent(), "what is selected stays").toBe(selected);
  await expect.poll(picture, "the small picture of the tree").not.toBe(before);
  const rows = page.locator(".slider-results tbody tr");
  await expect(rows.nth(0)).toContainText(/^heinz[\d,]+/);
  await expect(rows.nth(1)).toContainText(/frontier futility margin 50[\d,]+[+−]\d+\.\d %/);
  for (const i of [0, 1]) await expect(rows.nth(i).locator("td").last()).toHaveText(/^\d+ of (30|[12]?\d)$/);
  expect(asked).toEqual([{}, { "frontier_futility.margin": "50" }]);
  const ledger = await page.locator('[aria-label="What each rule pruned"] tbody tr').evaluateAll((trs) => trs.map((tr) => [...tr.children].map((td) => td.textContent)));
  const checked = ledger.filter(([, , , count]) => count !== "0").map(([name]) => name);
  expect(checked, "only the rule that was moved").toEqual(["Frontier futility"]);
  await expect(page.locator(".chips li"), "the change itself stays").toContainText("frontier futility margin 50");

  await page.getByRole("button", { name: "Reset to the preset" }).click();
  await expect(about).toContainText("heinz, depth 4");
  await expect(slider).toHaveValue("300");
  await expect(page.locator(".chips li")).toHaveCount(0);
  expect(asked.length, "the pinned result is not searched again").toBe(2);
  await slider.fill("400");
  await expect(rows, "another movement, another row").toHaveCount(3);
  expect(problems).toEqual([]);
});

test("a movement ends the search of the one before", async ({ page }) => {
  await open(page);
  await page.selectOption("#preset", "heinz");
  await page.getByRole("tab", { name: "Margins" }).click();
  await page.fill("#slider-depth", "3");
  const slider = page.locator("#slider-frontier_futility-margin");
  await slider.fill("100");
  await expect(page.locator(".about")).toContainText("margin 100, depth 3");
  const aborted = page.waitForEvent("requestfailed", (r) => r.url().endsWith("/api/search"));
  await page.route("**/api/search", (route) => (route.request().postData()?.includes('"200"') ? undefined : route.continue())); // never answered
  const sent = page.waitForRequest((r) => (r.postData() ?? "").includes('"200"'));
  await slider.fill("200");
  await sent;
  await slider.fill("300");
  await aborted;
  await expect(page.locator(".slider-results tbody tr").nth(1)).toContainText("margin 300");
  await expect(page.locator(".slider-results")).not.toContainText("margin 200");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`nothing for axe to complain about with a drawn comparison and measured margins: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await page.getByRole("tab", { name: "Margins" }).click();
    await page.fill("#slider-depth", "3");
    await page.locator(".slider input").first().press("ArrowRight");
    await expect(page.locator(".slider-results tbody tr")).toHaveCount(2);
    expect(await axeFindings(page, "#panel-margins")).toEqual([]);
    await page.getByRole("button", { name: "Guided tour" }).click();
    await expect(page.locator(".waterfall")).toBeVisible();
    expect(await axeFindings(page, ".node")).toEqual([]);
  });
