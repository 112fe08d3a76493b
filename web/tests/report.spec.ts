import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { readAddress } from "../src/explore/address";
import { tallyCells } from "../src/report/audit_rules";
import { depthPoints } from "../src/report/depth_points";
import { exploreCommand, explorerLink, explorerSearch } from "../src/report/explore_link";
import { groupsOf } from "../src/report/groups";
import type { AuditCell, AuditRule, WorstCase } from "../src/report/run";
import { sortedRows } from "../src/report/sortable";
import { proportion } from "../src/shared/proportion";

interface Interval {
  events: number;
  trials: number;
  low: number;
  high: number;
}

test("an interval is that of the program", () => {
  // The pages are tested in the build folder.
  const source = process.env.OKNOS_SOURCE_DIR ?? fileURLToPath(new URL("../..", import.meta.url));
  const file = `${source}/tests/lab/statistics/intervals.json`;
  const cases = JSON.parse(readFileSync(file, "utf8")) as Interval[];
  expect(cases.length).toBeGreaterThan(5);
  for (const c of cases) {
    const p = proportion(c.events, c.trials);
    expect(p.low, `${c.events} of ${c.trials}`).toBeCloseTo(c.low, 12);
    expect(p.high, `${c.events} of ${c.trials}`).toBeCloseTo(c.high, 12);
  }
});

const kTally = { found_at_reduced_depth: 1, median_regret: 0, nodes_saved: 5, undone: 0, root_impact_value: 0, root_impact_move: 0 };
const cell = (depth: number, kind: string, wrong: number, low: number, high: number): AuditCell => ({
  ...kTally, depth, kind, phase: "middlegame", node: "cut", exemption: "none", checked: 100, wrong, rate: wrong / 100, rate_low: low, rate_high: high,
});

test("cells that are put together have the interval that the program sent", () => {
  const rule: AuditRule = {
    ...kTally, rule: "late_move_pruning", pruned: 300, checked: 300, wrong: 9, rate: 0.03, rate_low: 0.01, rate_high: 0.07,
    cells: [cell(1, "quiet", 2, 0.001, 0.06), cell(1, "capture", 4, 0.01, 0.1), cell(2, "quiet", 3, 0.005, 0.08)],
    groupings: [{ by: ["depth"], groups: [[1, 0.012, 0.083], [2, 0.005, 0.08]] }],
  };
  const [one, two] = groupsOf(rule, ["depth"]);
  expect(one?.tally).toMatchObject({ checked: 200, wrong: 6, rate: 0.03, rate_low: 0.012, rate_high: 0.083, found_at_reduced_depth: 2, nodes_saved: 10 });
  expect(two?.tally).toMatchObject({ checked: 100, wrong: 3, rate_low: 0.005, rate_high: 0.08 });
  expect(groupsOf(rule, ["depth", "kind", "phase", "node", "exemption"])[1]?.tally, "a cell alone").toMatchObject({ rate_low: 0.01, rate_high: 0.1 });
  expect(groupsOf(rule, [])[0]?.tally, "all together").toMatchObject({ rate: 0.03, rate_low: 0.01, rate_high: 0.07 });
});

test("what tablebases did not search is unknown, also of cells that are put together", () => {
  const unknown = { found_at_reduced_depth: null, nodes_saved: null, median_regret: null, half_points: 2 };
  const rule: AuditRule = {
    ...kTally, ...unknown, rule: "delta_pruning", pruned: 0, checked: 200, wrong: 3, rate: 0.015, rate_low: 0.01, rate_high: 0.07,
    cells: [{ ...cell(1, "quiet", 2, 0.001, 0.06), ...unknown }, { ...cell(1, "capture", 1, 0.01, 0.1), ...unknown }], groupings: [],
  };
  const [one] = groupsOf(rule, ["depth"]);
  expect(one?.tally).toMatchObject({ checked: 200, wrong: 3, found_at_reduced_depth: null, nodes_saved: null });
  expect(tallyCells(one!.tally).slice(-2)).toEqual(["–", "–"]);
});

test("every depth with a case has a point, in order, also without an error", () => {
  const rule: AuditRule = {
    ...kTally, rule: "razoring", pruned: 300, checked: 300, wrong: 2, rate: 0.0067, rate_low: 0.001, rate_high: 0.02,
    cells: [cell(10, "quiet", 0, 0, 0.04), cell(2, "quiet", 2, 0.005, 0.08), cell(0, "capture", 0, 0, 0.05)],
    groupings: [{ by: ["depth"], groups: [[10, 0, 0.04], [2, 0.005, 0.08], [0, 0, 0.05]] }],
  };
  expect(depthPoints(rule)).toMatchObject([
    { depth: 0, none: true, low: 0, high: 5 },
    { depth: 2, none: false, rate: 2, low: 0.5, high: 8 },
    { depth: 10, none: true, low: 0, high: 4 },
  ]);
});

test("rows are sorted by number, text or not at all, and what is unsaid comes last", () => {
  const row = (name: string, n: number | null) => ({ cells: [name], keys: [name, n] });
  const rows = [row("b", 9), row("a", null), row("c", 10), row("d", 9)];
  const names = (column: number, descending: boolean): string => sortedRows(rows, { column, descending }).map((r) => r.keys[0]).join("");
  expect(names(1, true), "equal ones stay in their order").toBe("cbda");
  expect(names(1, false)).toBe("bdca");
  expect(names(0, true)).toBe("dcba");
  expect(rows[0]?.keys[0], "the given rows stay as they were").toBe("b");
});

const kCase: WorstCase = {
  rule: "razoring", fen: "8/8/8/4k3/8/8/4K3/8 w - - 0 1", move: "e2e3", san: "Ke3", depth: 3, alpha: 0, beta: 1, bound: 0, value: 50, regret: 50, slack: 5, ply: 2,
  root: "8/8/8/4k3/8/4K3/8/8 w - - 0 1", ordinal: 0, node: "all", kind: "quiet", found_at_reduced_depth: true, holds_up: false,
};
const kOfRun = { preset: "my file.toml", set: { "guards.legal-move": "off" }, depth: 8, hash: 16 };

test("a case leads into the run's search", () => {
  const link = explorerLink("http://127.0.0.1:8017/", explorerSearch(kCase, kOfRun)) ?? "";
  expect(new URL(link).origin).toBe("http://127.0.0.1:8017");
  expect(readAddress(new URL(link).hash)).toEqual({ question: { fen: kCase.root, moves: [], ...kOfRun, ordinal: 0 }, compare: "", line: [], node: null });
  expect(exploreCommand(kCase, kOfRun)).toBe(`oknos-lab explore "${kCase.root}" --preset 'my file.toml' --set guards.legal-move=off --depth 8`);
});

test("without the run's search, a case leads to a search of its node", () => {
  const node = { fen: kCase.fen, moves: [], set: {}, depth: 4 };
  const link = (of: Parameters<typeof explorerSearch>) => readAddress(new URL(explorerLink("https://host.test/explore/index.html", explorerSearch(...of)) ?? "").hash);
  expect(link([kCase, { set: {} }]), "another engine's claim").toEqual({ question: { ...node, preset: "modern" }, compare: "", line: ["e2e3"], node: null });
  expect(link([{ ...kCase, root: "" }, kOfRun])?.question, "without the root").toEqual({ ...node, preset: "my file.toml" });
  expect(exploreCommand(kCase, { preset: "heinz", set: {}, nodes: 5000 }), "the program has no limit of nodes").toBe(`oknos-lab explore "${kCase.fen}" --preset heinz --depth 4`);
  for (const base of ["", "explore", "javascript:alert(1)", "file:///explore.html"]) expect(explorerLink(base, explorerSearch(kCase, kOfRun)), base).toBeNull();
});
