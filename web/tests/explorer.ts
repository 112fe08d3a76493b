import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

// The page with the program behind it; what goes wrong in it is collected.
export async function open(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  await page.goto("/");
  await expect(page.locator(".progress")).toContainText("nodes in");
  await expect(page.locator(".about"), "the best move in algebraic notation").not.toContainText(/: [a-h][1-8][a-h][1-8]/);
  return problems;
}
export const status = (page: Page) => page.locator(".tree .status").first();

// `part`: a selector; without it, of the whole page.
export async function axeFindings(page: Page, part = "body"): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`);
}
