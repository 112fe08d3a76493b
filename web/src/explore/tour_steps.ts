import { findLine } from "./lines";
import { End, Flag, Kind } from "./trace";
import type { Tree } from "./tree";

export interface TourStep {
  title: string;
  text: [string, string, string];
  fen: string;
  preset: string;
  set?: Record<string, string>;
  depth: number;
  pick: (tree: Tree) => number | null; // the entry that shows it
}

// The entry nearest to the root that a rule decided; among equals the one with the most to spare. `rest`: moves that
// were left out together with others count too.
function byRule(name: string, kind: Kind.Skipped | Kind.Visit, rest = false) {
  return (tree: Tree): number | null => {
    const { trace, row } = tree;
    const rule = trace.header.rules.indexOf(name);
    const spare = (i: number): number => (trace.flags[i]! & Flag.HoldsBeta ? trace.score[i]! - trace.beta[i]! : trace.alpha[i]! - trace.score[i]!);
    let best: number | null = null;
    for (let i = 1; i < trace.count; ++i) {
      if (trace.rule[i] !== rule || trace.kind[i] !== kind) continue;
      if (kind === Kind.Skipped && !rest && trace.flags[i]! & Flag.WithTheRest) continue;
      if (kind === Kind.Visit && trace.end[i] !== End.RuleCut) continue;
      if (best === null || row[i]! < row[best]! || (row[i] === row[best] && spare(i) > spare(best))) best = i;
    }
    return best;
  };
}
const skipped = (name: string) => byRule(name, Kind.Skipped);
const either = (name: string) => (tree: Tree): number | null => byRule(name, Kind.Visit)(tree) ?? byRule(name, Kind.Skipped)(tree);

const kMiddlegame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";
const kKnightUp = "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/2N2N2/PPPP1PPP/R1BQ1RK1 w kq - 0 6";
const square = (name: string): number => name.charCodeAt(0) - 97 + 8 * (Number(name.charAt(1)) - 1);
const move = (text: string): number => square(text.slice(2)) | (square(text.slice(0, 2)) << 6);
const kGift = [move("d5d3"), move("c3d3")];
const kStalemate = "k7/2Q5/8/1R1r4/8/2K5/8/8 b - - 0 1";

export const kTour: TourStep[] = [
  {
    title: "Frontier futility",
    text: [
      "One ply before the search ends, the other side will stand pat after our move and keep what it has.",
      "So a quiet move can add little: when the static value, what the move takes and a margin together do not reach alpha, the move is left out.",
      "The hatched orange boxes are such moves; the one that is chosen shows the sum on the right.",
    ],
    fen: kKnightUp,
    preset: "heinz",
    depth: 4,
    pick: skipped("frontier_futility"),
  },
  {
    title: "Extended futility",
    text: [
      "Two plies before the end the same argument needs a larger margin, because the other side has a move in between that may be a mistake.",
      "Heinz took a rook for it: only when a whole rook does not bring the move to alpha is it left out.",
      "It saves more than frontier futility for each move left out, since there is more below it; with a margin that large it is hardly ever wrong.",
    ],
    fen: kKnightUp,
    preset: "heinz",
    depth: 5,
    pick: skipped("extended_futility"),
  },
  {
    title: "Razoring",
    text: [
      "Razoring doubts a whole node, not a move: its static value lies so far below alpha that only captures could help.",
      "It asks the quiescence search, and when that does not reach alpha either, the node is left with its value.",
      "No preset has it on; here it was switched on in modern, and the node that is chosen was ended by it.",
    ],
    fen: kKnightUp,
    preset: "modern",
    set: { razoring: "on" },
    depth: 5,
    pick: either("razoring"),
  },
  {
    title: "Reverse futility",
    text: [
      "The other way round: the static value is so far above beta that nothing quiet will bring it down in the few plies that are left.",
      "The node is cut at once, before a single move is tried, and that is why it has no children here.",
      "Today it is among the members of the family that save most; what it cannot see is a threat that the static value does not count.",
    ],
    fen: kMiddlegame,
    preset: "modern",
    depth: 5,
    pick: either("reverse_futility"),
  },
  {
    title: "Deep futility",
    text: [
      "H. G. Muller saw that the argument goes deeper: after our move the other side may pass, and passing already refutes what wins too little.",
      "What we can win at most in two moves is counted from the pieces on the board, so the bound is no guess about the position.",
      "With a null move of reduction R it holds up to depth 3 + R; purple boxes high up in the tree are its work.",
    ],
    fen: kKnightUp,
    preset: "muller",
    set: { weak_deep_futility: "off" }, // which would speak first
    depth: 6,
    pick: (tree) => skipped("deep_futility")(tree) ?? byRule("deep_futility", Kind.Skipped, true)(tree) ?? either("general_deep_futility")(tree) ?? either("super_stand_pat")(tree),
  },
  {
    title: "Soundness",
    text: [
      "A rule is sound when leaving the move out can never change the value of the search.",
      "With true bounds in place of guesses, on what a move can win and on what the evaluation can add, the margins can be nothing at all.",
      "The preset sound has only such rules: search any of its boxes after all, and the answer is always right.",
    ],
    fen: kMiddlegame,
    preset: "sound",
    depth: 4,
    pick: (tree) => skipped("frontier_futility")(tree) ?? skipped("deep_futility")(tree) ?? skipped("delta_pruning")(tree),
  },
  {
    title: "The guards",
    text: [
      "In 2003 Gothmog took nodes for stalemate whose moves it had all left out itself; the opposite mistake is to call a true stalemate futile.",
      "Black saves himself here by giving his rook with check, for Rd3+ Kxd3 is stalemate; with the guard \u201clegal move\u201d off, general futility calls that position lost without looking whether there is a move.",
      "Switch the guard on again below the Search button and search: the value rises from a lost game to almost a draw.",
    ],
    fen: kStalemate,
    preset: "muller",
    set: { "guards.legal-move": "off", proof_guards: "on" },
    depth: 3,
    pick: (tree) => findLine(tree, kGift).entries.at(-1) ?? null,
  },
];
