import { expect, test } from "@playwright/test";
import { differences } from "../src/explore/differences";
import { entryAt, layOut, rightOf, widthOf } from "../src/explore/layout";
import { curveText, ledger, marginCurve } from "../src/explore/ledger";
import { kStates, statesOf, type Family } from "../src/explore/happened";
import { findLine, sameLine } from "../src/explore/lines";
import { parseFen, play, shortName, toFen } from "../src/explore/position";
import { makePixels, makeSpans, paintRows } from "../src/explore/paint";
import { familyColor, palette, ruleLines } from "../src/explore/palette";
import { Replay } from "../src/explore/replay";
import { whiteScore } from "../src/explore/score";
import { parseTrace } from "../src/explore/trace";
import { childrenOf, growTree, nextSibling, pathTo, previousSibling, visitsOf } from "../src/explore/tree";
import { caseText, Verdicts, verdictText } from "../src/explore/verdicts";
import { isNearMiss, isPruned, nextEntry, type Wanted } from "../src/explore/walk";
import { move, sample, traceBytes } from "./sample";

const grow = () => growTree(parseTrace(sample()));
// The sample's entries: 0 tree, 1 root, 2 e4, 3 e5, 4 Nf3, 5 a3 (left out), 6 h3 (left out), 7 c5, 8 d4 (left out)

test("a trace is read, columns of later versions are passed over", () => {
  const trace = parseTrace(sample());
  expect(trace.count).toBe(9);
  expect([...trace.size]).toEqual([9, 8, 6, 4, 1, 1, 1, 1, 1]);
  expect([...trace.kind]).toEqual([0, 1, 1, 1, 1, 2, 2, 1, 2]);
  expect(trace.score[6]).toBe(-110);
});

test("bytes that lie anywhere are read", () => {
  const bytes = sample();
  const moved = new Uint8Array(bytes.length + 3);
  moved.set(bytes, 3);
  expect(parseTrace(moved.subarray(3)).count).toBe(9);
});

test("what is no trace is refused with a reason", () => {
  expect(() => parseTrace(new Uint8Array(4))).toThrow("too short");
  expect(() => parseTrace(new TextEncoder().encode("hello, this is something else"))).toThrow("does not begin");
  expect(() => parseTrace(sample().slice(0, -100))).toThrow("cut off");
  const bytes = sample();
  const size = 16 + new DataView(bytes.buffer).getUint32(12, true);
  new DataView(bytes.buffer).setUint32(size + 8, 99, true); // the size of e4's entry
  expect(() => growTree(parseTrace(bytes))).toThrow("larger than what holds it");
});

test("parents, siblings and visits", () => {
  const tree = grow();
  expect([...tree.parent]).toEqual([0, 0, 1, 2, 3, 3, 3, 2, 1]);
  expect([...childrenOf(tree, 3)]).toEqual([4, 5, 6]);
  expect(visitsOf(tree, 0)).toBe(5);
  expect(visitsOf(tree, 3)).toBe(2);
  expect(pathTo(tree, 6)).toEqual([1, 2, 3, 6]);
  expect([nextSibling(tree, 3), nextSibling(tree, 7), previousSibling(tree, 7), previousSibling(tree, 3)]).toEqual([7, null, 3, null]);
});

test("children lie inside their parents, one beside the other", () => {
  const layout = layOut(grow(), { room: true, measured: new Map([[6, 12]]) });
  const { tree } = layout;
  for (let i = 0; i < tree.trace.count; ++i) {
    let x = layout.left[i]!;
    for (const child of childrenOf(tree, i)) {
      expect(layout.left[child]!).toBeGreaterThanOrEqual(x);
      x = rightOf(layout, child);
    }
    expect(x).toBeLessThanOrEqual(rightOf(layout, i) + 1e-9);
  }
  expect(widthOf(layout, 6)).toBe(12); // searched after all: its nodes
  expect(widthOf(layout, 5)).toBeCloseTo(0.5); // two share half of their parent's two visits
  expect(layout.total).toBe(rightOf(layout, 0));
});

test("what was skipped is hatched at any zoom, and nothing else", () => {
  const tree = grow();
  const layout = layOut(tree, { room: true, measured: new Map() });
  const { words, fadedFrom } = palette(false);
  const states = statesOf(tree.trace);
  const skipped = new Set(kStates.flatMap((state, i) => (state.startsWith("skipped-") ? [words[i]] : [])));
  for (const width of [3, 11, 40, 700]) {
    const pixels = makePixels(width * tree.rows);
    paintRows({ layout, states, faded: null, words, fadedFrom }, { x0: 0, x1: layout.total, top: 0 }, 0, tree.rows, width, pixels, 26, makeSpans());
    expect([...pixels.hatched].some((word) => word !== 0), `${width} pixels`).toBe(true);
    for (const [at, color] of pixels.colors.entries()) expect(pixels.hatched[at] !== 0, `${width} pixels, at ${at}`).toBe(skipped.has(color));
  }
});

test("an entry is found where it lies", () => {
  const layout = layOut(grow(), { room: true, measured: new Map() });
  for (let i = 0; i < layout.tree.trace.count; ++i) {
    const middle = (layout.left[i]! + rightOf(layout, i)) / 2;
    expect(entryAt(layout, layout.tree.row[i]!, middle)).toBe(i);
  }
  expect(entryAt(layout, 1, -1)).toBeNull();
  expect(entryAt(layout, 99, 0)).toBeNull();
});

test("a line is found, or where it ends", () => {
  const tree = grow();
  expect(findLine(tree, [move("e2e4"), move("e7e5"), move("h2h3")]).entries).toEqual([6]);
  expect(findLine(tree, [move("d2d4"), move("d7d5")])).toEqual({ entries: [], reached: 1, leftOut: [8] });
  expect(findLine(tree, [move("e2e4"), move("b8c6")])).toEqual({ entries: [], reached: 1, leftOut: [] });
  expect(sameLine(tree, 6, grow())).toBe(6);
});

test("lines that one tree searched and the other did not", () => {
  const other = growTree(parseTrace(traceBytes({ kind: 0, children: [{ kind: 1, children: [{ kind: 1, move: move("e2e4"), children: [{ kind: 1, move: move("b8c6") }] }] }] })));
  const [a, b] = differences(grow(), other);
  expect([a.lines, a.only, b.lines, b.only]).toEqual([5, 3, 3, 1]); // the root's line of no moves is one too
  expect([...b.faded]).toEqual([1, 1, 1, 0]);
});

test("a larger margin leaves out less", () => {
  const verdicts = new Verdicts();
  verdicts.add([[5, { wrong: true, value: 0, regret: 10, nodes: 3 }]]);
  const curve = marginCurve(grow(), 0, verdicts);
  expect(curve.leftOut).toBe(3);
  expect(curve.wrong).toBe(1);
  expect(curve.remains[0]).toBe(100);
  expect(curve.errors[0]).toBe(100);
  expect(curve.errors.at(-1)).toBe(0); // 30 to spare
});

test("a curve says what of its rule it does not show", () => {
  const skip = (name: string, more: object) => ({ kind: 2, move: move(name), rule: 0, score: -40, ...more });
  const skipped = [skip("a2a3", { spare: 30 }), skip("b2b3", { flags: 16 }), skip("c2c3", { spare: 20_000, alpha: 31_990 })];
  const tree = growTree(parseTrace(traceBytes({ kind: 0, children: [{ kind: 1, children: skipped }] })));
  const verdicts = new Verdicts();
  verdicts.add([2, 3].map((entry) => [entry, { wrong: true, value: 0, regret: 10, nodes: 3 }]));
  const [row] = ledger(tree, verdicts);
  const curve = marginCurve(tree, 0, verdicts);
  expect([row?.leftOut, curve.leftOut, row?.wrong, curve.wrong]).toEqual([3, 1, 2, 1]);
  expect(curveText(row!, curve)).toContain("pruned 3 moves and nodes. The curves are of the 1 whose distance");
  expect(curveText(row!, curve)).toContain("2 known errors, 1 with a known distance.");
  expect(curve.slack.at(-1), "a mate score has no margin that could reach it").toBe(30);
});

test("a curve has a length where all are at the threshold", () => {
  const skipped = ["a2a3", "b2b3"].map((name) => ({ kind: 2, move: move(name), rule: 0, spare: 0 }));
  const curve = marginCurve(growTree(parseTrace(traceBytes({ kind: 0, children: [{ kind: 1, children: skipped }] }))), 0, new Verdicts());
  expect([curve.slack[0], curve.remains[0], curve.slack.at(-1), curve.remains.at(-1)]).toEqual([0, 100, 1, 0]);
});

test("a mate is not counted in pawns", () => {
  const verdict = { wrong: true, value: 31_995, regret: 30_111, nodes: 5 };
  expect(verdictText(verdict)).toBe("Searched after all, it is worth mate in 3.");
  expect(verdictText({ ...verdict, value: 140, regret: 35 })).toBe("Searched after all, it is worth +1.40; skipping it cost this node 0.35.");
  expect([caseText(true, 30_111), caseText(true, 35), caseText(false, 0)]).toEqual(["✕ wrong about a mate", "✕ wrong by 0.35", "✓ right"]);
});

test("rules of one family share their colour and differ in their dashes", () => {
  const lines = ruleLines(["futility", "holds", "futility", "futility"]);
  expect(lines.map((l) => l.color)).toEqual(["futility", "holds", "futility", "futility"].map((f) => familyColor(f as Family)));
  expect(new Set([lines[0], lines[2], lines[3]].map((l) => String(l?.dash))).size).toBe(3);
  expect(lines[1]?.dash).toEqual([]);
});

test("positions follow the moves", () => {
  const replay = new Replay(grow());
  expect(toFen(replay.at(3))).toBe("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
  expect(replay.name(4)).toBe("Nf3");
  const castles = parseFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const short = move("e1h1") | (3 << 14);
  expect(shortName(castles, short, false)).toBe("O-O");
  expect(toFen(play(castles, short))).toBe("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  const pawn = parseFen("8/P7/8/3pP3/8/8/8/k1K5 w - d6 0 1");
  expect(toFen(play(pawn, move("e5d6") | (2 << 14)))).toBe("8/P7/3P4/8/8/8/8/k1K5 b - - 0 1");
  expect(toFen(play(pawn, move("a7a8") | (3 << 12) | (1 << 14)))).toBe("Q7/8/8/3pP3/8/8/8/k1K5 b - - 0 1");
});

test("the score of the position is White's, whoever is to move", () => {
  const start = { fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1", score: 35 };
  expect(whiteScore({ ...start, moves: [] })).toBe(35);
  expect(whiteScore({ ...start, moves: ["a1a2"] })).toBe(-35);
  const black = { ...start, fen: "8/8/8/8/8/8/8/K1k5 b - - 0 1" };
  expect(whiteScore({ ...black, moves: [] })).toBe(-35);
  expect(whiteScore({ ...black, moves: ["c1d1"] })).toBe(35);
});

test("pruned entries and near misses one after the other, around the end", () => {
  const tree = grow();
  const walk = (wanted: Wanted, direction: 1 | -1): number[] => {
    const out: number[] = [];
    for (let at = nextEntry(tree, 0, direction, wanted); at !== null && !out.includes(at); at = nextEntry(tree, at, direction, wanted)) out.push(at);
    return out;
  };
  expect(walk(isPruned, 1)).toEqual([5, 6, 7, 8]);
  expect(walk(isPruned, -1)).toEqual([8, 7, 6, 5]);
  const rule = tree.trace.header.rules[tree.trace.rule[5]!]!;
  expect(walk(isNearMiss(new Set([rule])), 1)).toEqual([8]);
  expect(walk(isNearMiss(new Set()), 1)).toEqual([]);
});
