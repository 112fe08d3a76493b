import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";

interface LeftOut {
  rule: string;
  condition: string;
  bound: number;
  slack: number;
}
interface Visit {
  ply: number;
  depth: number;
  alpha: number;
  pruned?: LeftOut & { searched_after_all?: { wrong: boolean; value: number } };
}

// The node's panel and `oknos-lab why` tell the same of the same move.
test("the numbers of a node are those of why", async ({ page }) => {
  const lab = process.env["OKNOS_LAB"] ?? "";
  let question: { fen: string; preset: string; depth: number; set: Record<string, string> } | undefined;
  let node: { path: { uci: string }[]; depth: number; alpha: number; pruned?: LeftOut } | undefined;
  page.on("request", (r) => {
    if (r.url().endsWith("/api/search")) question = r.postDataJSON();
  });
  page.on("response", async (r) => {
    // The body of an answer that the page no longer waits for is gone.
    if (r.url().includes("/api/node/")) node = await r.json().catch(() => node);
  });
  await page.goto("/");
  await expect(page.locator(".progress")).toContainText("nodes in");
  await page.getByRole("button", { name: "Guided tour" }).click();
  await expect(page.locator(".reason")).toContainText("Frontier futility skipped this move");
  await page.getByRole("button", { name: "Search it after all" }).click();
  const verdict = page.locator(".verdict");
  await expect(verdict).toContainText("Right");
  await expect.poll(() => node?.pruned?.rule).toBe("frontier_futility");
  if (!question || !node?.pruned) throw new Error("nothing was asked");
  await expect(page.locator(".reason")).toContainText(node.pruned.condition);

  const line = node.path.map((step) => step.uci).filter((uci) => uci !== "").join(" ");
  const set = Object.entries(question.set).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const words = ["why", question.fen, "--line", line, "--preset", question.preset, "--depth", String(question.depth), ...set, "--json"];
  const story = JSON.parse(execFileSync(lab, words, { encoding: "utf8" })) as { visits: Visit[] };
  const same = story.visits.filter((v) => v.pruned && v.depth === node?.depth && v.alpha === node.alpha);
  expect(same.map((v) => v.pruned?.condition)).toContain(node.pruned.condition);
  const left = same.find((v) => v.pruned?.condition === node?.pruned?.condition)?.pruned;
  expect([left?.rule, left?.bound, left?.slack]).toEqual([node.pruned.rule, node.pruned.bound, node.pruned.slack]);
  expect(left?.searched_after_all?.wrong).toBe(false);
});
