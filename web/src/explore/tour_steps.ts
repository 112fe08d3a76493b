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
      if (kind === Kind.Skipped && !rest && trace.flags[i]! & Flag.BulkSkipped) continue;
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
      "One ply above the horizon, the other side can stand pat after our move and keep what it has.",
      "So a quiet move can add little: if the material, the captured piece and a margin together do not exceed alpha, the move is skipped.",
      "The hatched orange boxes in the tree are such moves; the node panel shows the sum for the selected one.",
    ],
    fen: kKnightUp,
    preset: "heinz",
    depth: 4,
    pick: skipped("frontier_futility"),
  },
  {
    title: "Extended futility",
    text: [
      "Two plies above the horizon the same argument needs a larger margin, because after the reply we can make another capture.",
      "The preset has six pawns, as in Heinz's tournament version: a move is skipped only if not even a rook and a pawn more would raise it above alpha.",
      "With a margin that large, the rule is hardly ever wrong.",
    ],
    fen: kKnightUp,
    preset: "heinz",
    depth: 5,
    pick: skipped("extended_futility"),
  },
  {
    title: "Razoring",
    text: [
      "Razoring judges a whole node, not a move: its static evaluation is so far below alpha that only captures could help.",
      "It calls quiescence search; if that does not exceed alpha either, the node returns its value.",
      "No preset enables it; here it is switched on in the preset modern, and it ended the selected node.",
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
      "The opposite case: the static evaluation is so far above beta that it is unlikely to fall below it in the few plies that are left.",
      "The node is cut before a single move is tried, so it has no children in the tree.",
      "It is among the rules that save most today. It cannot see threats that the static evaluation does not count.",
    ],
    fen: kMiddlegame,
    preset: "modern",
    depth: 5,
    pick: either("reverse_futility"),
  },
  {
    title: "Deep futility",
    text: [
      "H. G. Muller saw that the argument also works at larger depths: after our move the other side may pass (make a null move), and passing is good enough if we cannot win enough after it.",
      "The most that we can win is counted from the pieces on the board; the node panel shows the sum and names them, V1 being the best.",
      "With a null move reduction of R, the rule acts up to depth 3 + R. The pink boxes in the tree are its work.",
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
      "A rule is sound if skipping the move can never change the value of the search.",
      "With true bounds on what a move can win and on how the evaluation can change, no guessed margin is needed.",
      "The preset sound has only such rules: search any hatched box after all, and the rule is always right.",
    ],
    fen: kMiddlegame,
    preset: "sound",
    depth: 4,
    pick: (tree) => skipped("frontier_futility")(tree) ?? skipped("deep_futility")(tree) ?? skipped("delta_pruning")(tree),
  },
  {
    title: "The guards",
    text: [
      "In 2003 the program Gothmog mistook nodes for stalemate because it had skipped all their moves itself. The opposite mistake is to call a real stalemate futile.",
      "Here Black can save the game by sacrificing the rook, because Rd3+ Kxd3 is stalemate. With the guard \u201clegal move\u201d off, general futility calls that position lost without checking whether there is a legal move.",
      "Tick \u201cLegal move\u201d under \u201cGuards\u201d in the search form and search again: the score falls from a win for White to almost a draw.",
    ],
    fen: kStalemate,
    preset: "muller",
    set: { "guards.legal-move": "off", proof_guards: "on" },
    depth: 3,
    pick: (tree) => findLine(tree, kGift).entries.at(-1) ?? null,
  },
];
