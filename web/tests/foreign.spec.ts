import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { serve } from "./program";

// The tree of another engine, one of whose rules has the name of one of ours. The skipped move wins a queen.
const kTree = `{"oknos_trace":1,"engine":"Test 1","fen":"k7/8/8/3q4/8/8/3R4/K7 w - - 0 1"}
{"enter":"","ply":0,"depth":2,"alpha":-32000,"beta":32000}
{"enter":"a1b1","ply":1,"depth":1,"alpha":-32000,"beta":32000}
{"end":"stand_pat"}
{"leave":-30}
{"rule":"razoring","move":"d2d5","action":"skip","depth":2,"alpha":30,"beta":31,"static_eval":-400,"bound":-90,"slack":120}
{"enter":"a1b2","ply":1,"depth":1,"alpha":-31,"beta":-30}
{"rule":"my_rule","action":"cut","depth":1,"alpha":-31,"beta":-30,"bound":-20}
{"leave":-20}
{"leave":30}
`;

let server: ChildProcess | undefined;
test.afterEach(() => void server?.kill());

async function open(page: Page, file: string, ...more: string[]): Promise<string[]> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, kTree);
  const { program, address } = await serve("explore", file, ...more);
  server = program;
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  await page.goto(address);
  await expect(page.locator(".node")).toContainText("Recorded by Test 1");
  return problems;
}

// The first move of the root, and from there its sibling, which was skipped.
async function selectSkipped(page: Page): Promise<void> {
  await page.locator("canvas.icicle").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".node h2")).toContainText("Rxd5");
}

test("a foreign tree has its own rules, and nothing that is ours", async ({ page }, info) => {
  const problems = await open(page, info.outputPath("tree.jsonl"));
  await expect(page.locator(".about")).toContainText("Test 1, depth 2");
  await expect(page.locator(".legend")).toContainText("Razoring: skipped");
  await expect(page.locator(".legend")).toContainText("My rule: node cut");
  await expect(page.locator(".filters")).toContainText("My rule");
  await selectSkipped(page);
  await expect(page.locator(".reason")).toContainText("Razoring skipped this move");
  await expect(page.locator(".condition")).toHaveText("at most -90 <= 30 (alpha)");
  await expect(page.locator(".facts")).toContainText("−4.00");
  for (const ours of [".eval", ".rule", ".kinds", ".held"]) await expect(page.locator(`.node ${ours}`), ours).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("without the engine, the button says how to get it", async ({ page }, info) => {
  const problems = await open(page, info.outputPath("tree.jsonl"));
  await selectSkipped(page);
  await page.getByRole("button", { name: "Search it after all" }).click();
  await expect(page.locator(".check-answer")).toContainText('--engine "cmd=PROGRAM"');
  expect(problems).toEqual([]);
});

test("with the engine, it searches what was skipped", async ({ page }, info) => {
  const engine = join(dirname(process.env["OKNOS_LAB"] ?? ""), "oknos");
  const problems = await open(page, info.outputPath("tree.jsonl"), "--engine", `cmd=${engine}`);
  await selectSkipped(page);
  await page.getByRole("button", { name: "Search it after all" }).click();
  await expect(page.locator(".verdict")).toContainText("Wrong");
  await expect(page.locator(".verdict")).toContainText("searched the move to depth 1");
  await expect(page.locator(".legend")).toContainText("Pruned, and WRONG");
  expect(problems).toEqual([]);
});

// The engine of the tests of matches: it thinks until it hears "stop", and then plays like any other.
test("Stop interrupts the engine, which searches again afterwards", async ({ page }, info) => {
  const engine = join(dirname(process.env["OKNOS_LAB"] ?? ""), "oknos-fake-engine");
  test.skip(!existsSync(engine), `needs ${engine}`);
  const problems = await open(page, info.outputPath("tree.jsonl"), "--engine", `cmd=${engine},args=until-stop`);
  await selectSkipped(page);
  await page.getByRole("button", { name: "Search it after all" }).click();
  await page.locator(".node").getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".check-answer")).toContainText("Stopped.");
  await page.getByRole("button", { name: "Search it after all" }).click();
  await expect(page.locator(".verdict")).toContainText("searched the move to depth 1");
  expect(problems).toEqual([]);
});
