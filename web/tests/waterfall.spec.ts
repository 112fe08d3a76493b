import { expect, test } from "@playwright/test";
import { comparison, comparisonText, readCondition } from "../src/explore/waterfall";

const node = { alpha: -120, beta: -119, static_value: -312 };
const values = (condition: string): number[] | undefined => readCondition(condition)?.parts.map((p) => p.value);

test("the parts of a condition, with their names", () => {
  const c = readCondition("-312 + 0 + 150 <= -120 (static evaluation, gain, margin, alpha)")!;
  expect(c.parts).toEqual([
    { name: "static evaluation", kind: "estimate", value: -312 },
    { name: "gain", kind: "gain", value: 0 },
    { name: "margin", kind: "margin", value: 150 },
  ]);
  expect([c.sum, c.limit, c.up]).toEqual([-162, -120, false]);
  expect(comparisonText(c)).toBe("Static evaluation −3.12 + gain 0.00 + margin 1.50 = −1.62, not above alpha −1.20");
});

test("pieces at stake, sums in parentheses, and what follows the names", () => {
  expect(values("-900 + 950 + 500 + 0 + 300 <= 1200 (static evaluation, V1 = queen d5, V2 = rook a8, promotion, margin for 2 PM, alpha)")).toEqual([-900, 950, 500, 0, 300]);
  const super_stand_pat = readCondition("1500 - (950 + 20) - -30 >= 500 (static evaluation, V1 = queen d5, promotion, margin for PM, beta)")!;
  expect(super_stand_pat.parts.map((p) => p.value)).toEqual([1500, -950, -20, 30]);
  expect([super_stand_pat.sum, super_stand_pat.up]).toEqual([560, true]);
  expect(comparisonText(super_stand_pat)).toContain("= 5.60, not below beta 5.00");
  expect(values("-400 + 250 <= -100 (worth, margin at depth 1, alpha), and quiescence agrees")).toEqual([-400, 250]);
});

test("what is no comparison of an estimate with a bound is not drawn", () => {
  const pruned = (condition: string) => comparison(node, { condition, bound: -162 });
  expect(pruned("history -5000 < -4096 at depth 2")).toBeNull();
  expect(pruned("12 moves searched, 8 are enough at depth 3")).toBeNull();
  expect(pruned("log odds -1.20 + 0.40 <= 0 (margin)")).toBeNull();
  expect(pruned("-312 + 0 + 150 <= -120 (static evaluation, margin, alpha)"), "a name is missing").toBeNull();
  expect(pruned("-312 + 0 + 150 <= 31990 (static evaluation, gain, margin, alpha)"), "a mate").toBeNull();
});

test("where only the bound is known, no parts are invented", () => {
  const known = comparison(node, { condition: "at most -162 <= -120 (alpha)", bound: -162 })!;
  expect(known.parts.map((p) => [p.kind, p.value])).toEqual([["estimate", -312], ["unknown", 150]]);
  const unknown = comparison({ ...node, static_value: null }, { condition: "at most -162 <= -120 (alpha)", bound: -162 })!;
  expect(unknown.parts.map((p) => [p.kind, p.value])).toEqual([["unknown", -162]]);
  const cut = comparison({ alpha: 99, beta: 100, static_value: 400 }, { condition: "at least 250 >= 100 (beta)", bound: 250 })!;
  expect([cut.up, cut.limit, cut.sum]).toEqual([true, 100, 250]);
});
