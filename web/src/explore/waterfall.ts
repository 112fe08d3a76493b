import { h } from "../shared/dom";
import { capitalised } from "../shared/format";
import type { NodeDetails } from "./api";
import { kMateFrom, value } from "./score";

// How far a rule's estimate was from the bound that it was compared with: E, then what the rule adds or takes away, against alpha
// or beta. The program says which numbers the rule went by (src/lab/commands/why_words.h); they are read, not worked out anew.
export interface Part {
  name: string;
  kind: "estimate" | "gain" | "margin" | "unknown";
  value: number; // centipawns
}
export interface Comparison {
  parts: Part[];
  sum: number; // what is compared
  limit: number;
  up: boolean; // at least beta, not at most alpha
}

type Pruned = NonNullable<NodeDetails["pruned"]>;

// "-312 + 0 + 150 <= -120 (static evaluation, gain, margin, alpha)", also with a sum in parentheses after a minus. The names are those of
// the numbers, one for one; of anything else nothing is read.
const kSum = /^([-\d+() ]+) (<=|>=) (-?\d+) \((.+)\)/;
const kTerm = /([+-]?) ?(\()?(-?\d+)(\))?/g;

function numbersOf(sum: string): number[] {
  let outer = 1; // the sign before the parenthesis that is open
  return [...sum.matchAll(kTerm)].map(([, sign, opens, digits, closes]) => {
    const own = sign === "-" ? -1 : 1;
    if (opens) outer = own;
    const number = (opens ? 1 : own) * outer * Number(digits);
    if (closes) outer = 1;
    return number;
  });
}

function kindOf(name: string, place: number): Part["kind"] {
  if (place === 0) return "estimate";
  return name.startsWith("margin") ? "margin" : "gain";
}

export function readCondition(condition: string): Comparison | null {
  const [, sum, sign, limit, words] = kSum.exec(condition) ?? [];
  if (sum === undefined || words === undefined) return null;
  const numbers = numbersOf(sum);
  const names = words.split(", ");
  const limitName = names.pop() ?? "";
  const up = sign === ">=";
  if (numbers.length !== names.length || limitName !== (up ? "beta" : "alpha")) return null;
  const parts = numbers.map((number, i): Part => ({ name: names[i] ?? "", kind: kindOf(names[i] ?? "", i), value: number }));
  return { parts, sum: numbers.reduce((a, b) => a + b, 0), limit: Number(limit), up };
}

// "at most -162 <= -120 (alpha)": the rule, or who recorded it, says no more than its bound.
const kBoundAlone = /^at (most|least) -?\d+ (<=|>=) -?\d+ \(/;

// Nothing: the rule compares something else, such as the number of moves; or a mate, which is no number of pawns.
export function comparison(node: Pick<NodeDetails, "alpha" | "beta" | "static_value">, pruned: Pick<Pruned, "condition" | "bound">): Comparison | null {
  let found = readCondition(pruned.condition);
  if (!found && kBoundAlone.test(pruned.condition)) {
    const up = pruned.bound >= node.beta;
    const known: Part[] = node.static_value === null ? [] : [{ name: "static evaluation", kind: "estimate", value: node.static_value }];
    const rest = pruned.bound - (node.static_value ?? 0);
    found = { parts: [...known, { name: known.length > 0 ? "to the rule's bound" : "the rule's bound", kind: "unknown", value: rest }], sum: pruned.bound, limit: up ? node.beta : node.alpha, up };
  }
  if (!found || [...found.parts.map((p) => p.value), found.sum, found.limit].some((v) => Math.abs(v) >= kMateFrom)) return null;
  return found;
}

// "static evaluation −3.12 + gain 0.00 + margin 1.50 = −1.62, not above alpha −1.20"
export function comparisonText(c: Comparison): string {
  const signed = (v: number): string => value(v).replace("+", "");
  const terms = c.parts.map((p, i) => (i === 0 ? `${p.name} ${signed(p.value)}` : `${p.value < 0 ? "−" : "+"} ${p.name} ${signed(Math.abs(p.value))}`)).join(" ");
  return `${capitalised(terms)} = ${signed(c.sum)}, ${c.up ? "not below beta" : "not above alpha"} ${signed(c.limit)}`;
}

const kRoom = 0.08; // of the width, left and right of what is drawn: the axis does not begin at zero, which says nothing of a score

export function waterfall(c: Comparison): HTMLElement {
  let at = 0;
  const bars = c.parts.map((p) => {
    const from = at;
    at += p.value;
    return { ...p, from, to: at };
  });
  const ends = [...bars.map((b) => b.to), c.limit];
  const least = Math.min(...ends);
  const span = Math.max(1, Math.max(...ends) - least);
  const place = (v: number): number => 100 * (kRoom + ((1 - 2 * kRoom) * (v - least)) / span);
  const row = (name: string, text: string, kind: string, from: number, to: number): HTMLElement => {
    const bar = h("span", { class: `part ${kind}` });
    bar.style.left = `${Math.min(from, to).toFixed(2)}%`;
    bar.style.width = `${Math.abs(to - from).toFixed(2)}%`;
    const line = h("span", { class: "limit" });
    line.style.left = `${place(c.limit).toFixed(2)}%`;
    return h("div", { class: "fall" }, h("span", {}, name), h("span", { class: "track" }, bar, line), h("span", { class: "right" }, text));
  };
  const text = comparisonText(c);
  return h(
    "figure",
    { class: "waterfall" },
    h(
      "div",
      { role: "img", "aria-label": `${text}, in pawns` },
      ...bars.map((b, i) => row(capitalised(b.name), value(b.value), b.kind, i === 0 ? 0 : place(b.from), place(b.to))),
      row("Sum", value(c.sum), "sum", 0, place(c.sum)),
      row(c.up ? "Beta" : "Alpha", value(c.limit), "none", 0, 0),
    ),
    h("figcaption", {}, `${text}.`),
  );
}
