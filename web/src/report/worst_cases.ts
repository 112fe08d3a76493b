import { h, type Child } from "../shared/dom";
import { capitalised, ofMate, pawns, ruleName } from "../shared/format";
import { positionWithBoard } from "../shared/peek";
import type { Column } from "../shared/table";
import { exploreCommand, explorerLink, explorerSearch } from "./explore_link";
import { explorerPlace } from "./explorer_place";
import { ruleWithSwatch } from "./rule_swatch";
import type { AuditResult, Run, RunSearch, WorstCase } from "./run";
import { sortable, type SortableRow } from "./sortable";

const columns = (ofTablebases: boolean): Column[] => [
  { name: "position" },
  { name: "rule" },
  { name: "pruned", title: "the move that was skipped, or the node" },
  { name: "depth", right: true, title: "of the node, plies; ply: its distance from the root" },
  { name: "claimed", right: true, title: "what the rule claimed that it is worth, pawns" },
  { name: "worth", right: true, title: ofTablebases ? "the result of the game, from the tablebases" : "what the shadow search found" },
  ofTablebases
    ? { name: "half points", right: true, title: "lost of the game's result" }
    : { name: "regret", right: true, title: "what the error cost the node, pawns" },
  { name: "slack", right: true, title: "how far the claim lies beyond the window, pawns: of rules with a margin, the distance from their threshold" },
  { name: "reduced", title: "whether the search itself, with its reductions, would have seen the error" },
];
const kByCost = { column: columns(false).findIndex((c) => c.name === "regret"), descending: true };

const resultText = (value: number): string => (value > 0 ? "win" : value < 0 ? "loss" : "draw");

const difference = (centipawns: number): string => (ofMate(centipawns) ? "mate" : (centipawns / 100).toFixed(2));
const nodeName = (c: WorstCase): string => (c.depth === 0 ? "quiescence" : c.node === "pv" ? "PV" : c.node);

const kSaidFor = 1500; // milliseconds

function copyCommand(command: string): HTMLElement {
  const button = h("button", { type: "button", class: "copy", title: command }, "Copy command");
  button.addEventListener("click", () => {
    void navigator.clipboard?.writeText(command).then(() => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy command"), kSaidFor);
    });
  });
  return button;
}

interface DrawnCase {
  row: SortableRow;
  lead: (explorer: string) => void; // where the explorer is
}

function drawnCase(c: WorstCase, search: RunSearch): DrawnCase {
  const what = c.move === "" ? "the node" : c.san;
  const link = h("a", { target: "_blank", rel: "noreferrer", title: `${what} in ${c.fen}` }, "Open");
  const row = {
    cells: [
      h("span", { class: "case" }, positionWithBoard(c.fen, c.move), h("span", { class: "ways" }, link, copyCommand(exploreCommand(c, search)))),
      ruleWithSwatch(c.rule),
      what,
      h("span", {}, String(c.depth), h("small", {}, ` ${nodeName(c)}, ply ${c.ply}`)),
      `${c.holds_up ? "≥" : "≤"} ${pawns(c.bound)}`,
      c.half_points === undefined ? pawns(c.value) : resultText(c.value),
      c.half_points === undefined ? difference(c.regret) : String(c.half_points),
      difference(c.slack),
      c.found_at_reduced_depth === null ? "–" : c.found_at_reduced_depth ? "sees it" : "misses it",
    ],
    keys: [c.fen, ruleName(c.rule), what, c.depth, c.bound, c.value, c.half_points ?? c.regret, c.slack, c.found_at_reduced_depth === null ? null : Number(c.found_at_reduced_depth)],
  };
  const lead = (explorer: string): void => {
    const address = explorerLink(explorer, explorerSearch(c, search));
    if (address === null) link.removeAttribute("href");
    else link.setAttribute("href", address);
  };
  return { row, lead };
}

// The worst errors of each rule, those that cost most first.
export function worstCases(run: Run): Child[] {
  const { worst } = run.result as AuditResult;
  if (worst.length === 0) return [];
  const drawn = worst.map((c) => drawnCase(c, run.search));
  const place = explorerPlace((address) => drawn.forEach(({ lead }) => lead(address)));
  return [
    h("h3", {}, "The worst cases"),
    sortable(columns(worst.some((c) => c.half_points !== undefined)), drawn.map(({ row }) => row), `${capitalised(run.kind)}: the worst cases`, kByCost),
    h(
      "p",
      { class: "note" },
      "Open shows a case in the tree explorer, where ‘Search it after all’ shows the line that refutes the rule. ",
      h("code", {}, `oknos-lab explore ${run.file}`),
      " serves the explorer with all these cases; so does a copied command with the search of one. ",
      place,
    ),
  ];
}
