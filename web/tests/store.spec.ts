import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { serve } from "./program";

// The worst case of a run opens in the tree in which it was found.
test("a run store's case leads to its node", async ({ page }, info) => {
  const lab = process.env["OKNOS_LAB"] ?? "";
  const store = info.outputPath("run.db");
  const file = info.outputPath("one.epd");
  execFileSync("sh", ["-c", `mkdir -p "$(dirname "$1")" && echo "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -" > "$1"`, "sh", file]);
  execFileSync(lab, ["audit", file, "--depth", "6", "--sample", "2", "--out", store], { stdio: "ignore" });
  const { program, address } = await serve("explore", store);
  try {
    const problems: string[] = [];
    page.on("pageerror", (e) => problems.push(e.message));
    page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
    await page.goto(address);
    const row = page.locator(".store tbody tr").first();
    const move = await row.locator("td").nth(2).textContent();
    const rule = await row.locator("td").nth(1).textContent();
    await row.getByRole("button", { name: "Open" }).click();
    await expect(page.locator(".reason strong")).toHaveText(rule ?? "");
    await expect(page.locator("canvas.icicle"), "the tree is in view").toBeInViewport({ ratio: 0.9 });
    if (move !== "the node") await expect(page.locator(".node")).toContainText("skipped");
    await page.getByRole("button", { name: "Search it after all" }).click();
    await expect(page.locator(".verdict")).toContainText("Wrong");
    expect(problems).toEqual([]);
  } finally {
    program.kill();
  }
});
