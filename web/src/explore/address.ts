import type { Question } from "./api";
import { findLine } from "./lines";
import { uci } from "./moves";
import { lineTo, type Tree } from "./tree";

// What the page shows, written behind the "#" of its address, so that it survives a reload and can be shared:
//
//   #fen=8/8/8/4k3/8/8/4K3/8_w_-_-_0_1&moves=e2e3,e5e6&preset=heinz&depth=6&set=razoring:off&line=e3e4&node=17
//
// A search is repeated exactly by the same version of the program; another one may number its nodes differently, so a
// node is given by the moves that lead to it as well. The report of an audit knows of a case only its `ordinal`, its number
// among all that the search left out; with no line and no node, it is the node.
export interface Address {
  question: Question | null; // null: the tree that the page has anyway
  compare: string; // second preset; "" for none
  line: string[]; // moves to the selected node, in UCI notation
  node: number | null; // its number
}

// Characters that need no escape behind "#", and read better without one.
const kPlain: Record<string, string> = { "%2F": "/", "%2C": ",", "%3A": ":" };
const escaped = (text: string): string => encodeURIComponent(text).replace(/%2F|%2C|%3A/g, (code) => kPlain[code]!);

export function writeAddress({ question, compare, line, node }: Address): string {
  const parts: [string, string][] = [];
  if (question) {
    parts.push(["fen", question.fen.replaceAll(" ", "_")]);
    if (question.moves.length > 0) parts.push(["moves", question.moves.join(",")]);
    if (question.chess960) parts.push(["chess960", "1"]);
    parts.push(["preset", question.preset]);
    if (question.depth) parts.push(["depth", String(question.depth)]);
    if (question.nodes) parts.push(["nodes", String(question.nodes)]);
    if (question.hash) parts.push(["hash", String(question.hash)]);
    if (question.ordinal !== undefined) parts.push(["ordinal", String(question.ordinal)]);
    const set = Object.entries(question.set).map(([name, value]) => `${name}:${value}`);
    if (set.length > 0) parts.push(["set", set.join(",")]);
    if (compare) parts.push(["compare", compare]);
  }
  if (line.length > 0) parts.push(["line", line.join(",")]);
  if (node !== null) parts.push(["node", String(node)]);
  return `#${parts.map(([name, value]) => `${name}=${escaped(value)}`).join("&")}`;
}

const words = (text: string | null): string[] => (text ?? "").split(",").filter((word) => word !== "");
const natural = (text: string | null): number | undefined => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

// null: the address says nothing.
export function readAddress(hash: string): Address | null {
  const given = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const fen = given.get("fen")?.replaceAll("_", " ");
  const node = natural(given.get("node")) ?? null;
  const line = words(given.get("line"));
  if (fen === undefined && node === null && line.length === 0) return null;
  const set = Object.fromEntries(words(given.get("set")).map((word) => [word.slice(0, Math.max(word.indexOf(":"), 0)), word.slice(word.indexOf(":") + 1)]));
  const [depth, nodes, table, ordinal] = ["depth", "nodes", "hash", "ordinal"].map((name) => natural(given.get(name)));
  const question: Question | null =
    fen === undefined
      ? null
      : {
          fen,
          moves: words(given.get("moves")),
          ...(given.get("chess960") === "1" ? { chess960: true } : {}),
          preset: given.get("preset") ?? "",
          set,
          ...(depth ? { depth } : {}),
          ...(nodes ? { nodes } : {}),
          ...(table ? { hash: table } : {}),
          ...(ordinal !== undefined ? { ordinal } : {}),
        };
  return { question, compare: given.get("compare") ?? "", line, node };
}

export function lineOf(tree: Tree, entry: number): string[] {
  return lineTo(tree, entry).map((m) => uci(m, tree.trace.header.chess960));
}

// The entry that an address means: its number if the same moves lead there, otherwise the last entry of its line.
export function entryOf(tree: Tree, { line, node }: Address): number | null {
  const { chess960 } = tree.trace.header;
  if (node !== null && node < tree.trace.count && lineOf(tree, node).join() === line.join()) return node;
  if (line.length === 0) return null;
  const known = new Map<string, number>();
  for (const move of tree.trace.move) known.set(uci(move, chess960), move);
  const moves = line.map((word) => known.get(word));
  return moves.every((m) => m !== undefined) ? (findLine(tree, moves).entries.at(-1) ?? null) : null;
}
