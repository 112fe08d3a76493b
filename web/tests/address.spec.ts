import { expect, test } from "@playwright/test";
import { entryOf, lineOf, readAddress, writeAddress, type Address } from "../src/explore/address";
import { growTree } from "../src/explore/tree";
import { parseTrace } from "../src/explore/trace";
import { sample } from "./sample";

const kFen = "8/8/8/4k3/8/8/4K3/8 w - - 0 1";

test("an address says again what was written", () => {
  const address: Address = {
    question: { fen: kFen, moves: ["e2e3", "e5e6"], chess960: true, preset: "heinz", set: { razoring: "off", "frontier_futility.margin": "120" }, depth: 6, nodes: 5000 },
    compare: "muller",
    line: ["e3e4"],
    node: 17,
  };
  const text = writeAddress(address);
  expect(text).toBe(
    "#fen=8/8/8/4k3/8/8/4K3/8_w_-_-_0_1&moves=e2e3,e5e6&chess960=1&preset=heinz&depth=6&nodes=5000&set=razoring:off,frontier_futility.margin:120&compare=muller&line=e3e4&node=17",
  );
  expect(readAddress(text)).toEqual(address);
});

test("what is no address of a tree is none", () => {
  for (const text of ["", "#", "#top", "#preset=heinz"]) expect(readAddress(text)).toBeNull();
  expect(readAddress("#line=e2e4&node=-3")).toEqual({ question: null, compare: "", line: ["e2e4"], node: null });
});

test("a node is found by its number, or by its line where the number has another meaning", () => {
  const tree = growTree(parseTrace(sample()));
  const entry = 4; // e4 e5 Nf3
  const line = lineOf(tree, entry);
  expect(line).toEqual(["e2e4", "e7e5", "g1f3"]);
  const address = (node: number | null, moves = line): Address => ({ question: null, compare: "", line: moves, node });
  expect(entryOf(tree, address(entry))).toBe(entry);
  expect(entryOf(tree, address(2))).toBe(entry);
  expect(entryOf(tree, address(null))).toBe(entry);
  expect(entryOf(tree, address(4_000_000))).toBe(entry);
  expect(entryOf(tree, address(null, ["e2e4", "a7a6"]))).toBeNull();
  expect(entryOf(tree, address(null, ["nonsense"]))).toBeNull();
});
