import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { groupsOf } from "../src/report/groups";
import type { AuditCell, AuditRule } from "../src/report/run";
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

test("cells that are put together have the interval that the program sent", () => {
  const tally = { found_at_reduced_depth: 1, median_regret: 0, nodes_saved: 5, undone: 0, root_impact_value: 0, root_impact_move: 0 };
  const cell = (depth: number, kind: string, wrong: number, low: number, high: number): AuditCell => ({
    ...tally, depth, kind, phase: "middlegame", node: "cut", exemption: "none", checked: 100, wrong, rate: wrong / 100, rate_low: low, rate_high: high,
  });
  const rule: AuditRule = {
    ...tally, rule: "late_move_pruning", pruned: 300, checked: 300, wrong: 9, rate: 0.03, rate_low: 0.01, rate_high: 0.07,
    cells: [cell(1, "quiet", 2, 0.001, 0.06), cell(1, "capture", 4, 0.01, 0.1), cell(2, "quiet", 3, 0.005, 0.08)],
    groupings: [{ by: ["depth"], groups: [[1, 0.012, 0.083], [2, 0.005, 0.08]] }],
  };
  const [one, two] = groupsOf(rule, ["depth"]);
  expect(one?.tally).toMatchObject({ checked: 200, wrong: 6, rate: 0.03, rate_low: 0.012, rate_high: 0.083, found_at_reduced_depth: 2, nodes_saved: 10 });
  expect(two?.tally).toMatchObject({ checked: 100, wrong: 3, rate_low: 0.005, rate_high: 0.08 });
  expect(groupsOf(rule, ["depth", "kind", "phase", "node", "exemption"])[1]?.tally, "a cell alone").toMatchObject({ rate_low: 0.01, rate_high: 0.1 });
  expect(groupsOf(rule, [])[0]?.tally, "all together").toMatchObject({ rate: 0.03, rate_low: 0.01, rate_high: 0.07 });
});
