import { expect, test, type Page } from "@playwright/test";
import { axeFindings, open } from "./explorer";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const handle = (page: Page) => page.getByRole("button", { name: "Details of the selected entry" });
const top = async (page: Page, selector: string): Promise<number> => (await page.locator(selector).first().boundingBox())?.y ?? NaN;

test("the tree comes first, and the answer is in sight", async ({ page }) => {
  const problems = await open(page);
  expect(await top(page, "canvas.icicle")).toBeLessThan(260);
  await page.getByRole("button", { name: "Next pruned" }).tap();
  await expect(page.locator(".node .tag")).toHaveText(/skipped|cut by a rule/);
  await expect(page.locator(".node .gist")).toContainText(/: at (most|least) .*(alpha|beta)/);
  await expect(page.locator(".node .gist")).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".reason"), "the sheet is closed").not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollHeight), "the length of the page").toBeLessThan(2000);
  expect(problems).toEqual([]);
});

test("the sheet is opened and closed by tap, by drag and by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" }); // the handle is where it is, not on its way
  await open(page);
  await page.getByRole("button", { name: "Next pruned" }).tap();
  await expect(page.locator(".node .tag")).toBeVisible();
  const body = page.locator(".node-body");
  await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
  await expect(body, "what is out of sight is not reached by Tab").toHaveAttribute("inert", "");
  await handle(page).tap();
  await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(".reason")).toBeInViewport({ ratio: 0.1 });
  await handle(page).tap();
  await expect(handle(page)).toHaveAttribute("aria-expanded", "false");

  await handle(page).focus();
  await page.keyboard.press("Enter");
  await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(body.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
  await expect(handle(page), "the focus does not stay in what is closed").toBeFocused();

  const drag = async (by: number): Promise<void> => {
    const box = (await handle(page).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - by / 2);
    await page.mouse.move(x, y - by);
    await page.mouse.up();
  };
  await drag(200);
  await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
  await expect(async () => expect((await body.boundingBox())?.height).toBeGreaterThan(300)).toPass();
  await drag(-200);
  await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
});

test("the other panels are reached by tabs, and a wider window has them in their places", async ({ page }) => {
  const problems = await open(page);
  await expect(page.locator("#fen")).not.toBeVisible();
  await page.getByRole("tab", { name: "Search" }).tap();
  await page.fill("#fen", "8/5pk1/6p1/8/1r6/4R1P1/5PK1/8 w - - 0 1");
  await page.press("#fen", "Enter");
  await expect(page.locator(".about .where")).toHaveText("8/5pk1/6p1/8/1r6/4R1P1/5PK1/8 w");
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("/");
  await expect(page.locator("#line")).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.locator(".desk #fen")).toBeVisible();
  await expect(page.locator(".middle #line")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Search" })).not.toBeVisible();
  await expect(handle(page)).not.toBeVisible();
  await expect(page.locator(".node .facts")).toBeInViewport();
  expect(problems).toEqual([]);
});

// Everything to press that is not a link within text.
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44; // CSS pixels, WCAG 2.2, target size (enhanced)
    const out: string[] = [];
    for (const e of document.querySelectorAll<HTMLElement>("button, select, input, summary")) {
      const target = e instanceof HTMLInputElement && e.type === "checkbox" ? (e.closest("label") ?? e) : e;
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && (width < least || height < least)) out.push(`${e.tagName} ${e.className} ${e.textContent?.slice(0, 20) ?? ""}: ${Math.round(width)} x ${Math.round(height)}`);
    }
    return out;
  });

// 390 x 844 as it is and at 200 %, and a desktop of 1280 x 800 at 200 %.
for (const [width, height] of [
  [390, 844],
  [195, 422],
  [640, 400],
] as const)
  test(`nothing is too small to tap or too wide: ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    await page.locator("canvas.icicle").focus();
    await page.keyboard.press("n");
    await expect(page.locator(".node .tag")).toBeVisible();
    await handle(page).click();
    for (const tab of await page.getByRole("tab").all()) {
      if (!(await tab.isVisible())) continue;
      await tab.evaluate((e: HTMLElement) => e.click());
      const name = (await tab.textContent()) ?? "";
      expect(await small(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
    }
  });

for (const colorScheme of ["light", "dark"] as const)
  test(`nothing for axe to complain about with the sheet open: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page);
    await page.getByRole("button", { name: "Next pruned" }).tap();
    await handle(page).tap();
    await expect(page.locator(".reason")).toBeVisible();
    expect(await page.locator(".node-body").evaluate((e) => getComputedStyle(e).transitionDuration), "nothing glides").toBe("0s");
    expect(await axeFindings(page)).toEqual([]);
  });
