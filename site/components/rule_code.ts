// The lines of a rule's source that decide, found by their text: a change of the source that the figure does not know is
// an error when the page is built.
export type Outcome = "skip" | "guard" | "above";
export const kOutcomes: Outcome[] = ["skip", "guard", "above"];

interface Line {
  text: string;
  outcomes: Outcome[]; // of a move about which this line decides
}

const kDecides: [string, Outcome[]][] = [
  ["if (c.node.depth != Depth{1}", []],
  ["return skip_if_futile(", kOutcomes],
  ["const Score bound =", kOutcomes],
  ["if (bound > alpha) return", ["above"]],
  ["if (const Guard g = guard_of_futile_move", ["guard"]],
  ["return Verdict::held(g);", ["guard"]],
  ["return skip_futile(c, bound", ["skip"]],
];

// A function with its body, from the line that has `start` to the line that closes it.
function body(source: string, start: string): string[] {
  const lines = source.split("\n");
  const from = lines.findIndex((l) => l.includes(start));
  if (from < 0) throw new Error(`The source of the rule has no line with ${start}`);
  const indent = /^ */.exec(lines[from]!)![0];
  const to = lines.findIndex((l, i) => i > from && l === `${indent}}`);
  return lines.slice(from, to + 1).map((l) => l.slice(indent.length));
}

export function excerpt(rule: string, common: string): Line[] {
  const text = [...body(rule, "static Verdict ask(const MoveContext& c"), "", ...body(common, "Verdict skip_if_futile(")];
  for (const [mark] of kDecides) if (!text.some((l) => l.includes(mark))) throw new Error(`The source of the rule has no line with ${mark}`);
  return text.map((t) => ({ text: t, outcomes: kDecides.find(([mark]) => t.includes(mark))?.[1] ?? [] }));
}
