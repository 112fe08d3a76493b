import { h } from "../shared/dom";
import { capitalised, pawns } from "../shared/format";
import { table } from "../shared/table";
import type { NodeDetails } from "./api";

// The static evaluation term by term: for each side in the middlegame and in the endgame, and what it comes to here.
export function evaluationTable(evaluation: NonNullable<NodeDetails["evaluation"]>): HTMLElement {
  const number = (n: number): string => String(n).replace("-", "−");
  const pair = (mid: number, end: number): string => (mid === 0 && end === 0 ? "·" : mid === end ? number(mid) : `${number(mid)} / ${number(end)}`);
  const columns = [
    { name: "term" },
    { name: "White", right: true, title: "in the middlegame / in the endgame, centipawns" },
    { name: "Black", right: true, title: "in the middlegame / in the endgame, centipawns" },
    { name: "here", right: true, title: "White's less Black's, mixed by the material on the board, in pawns" },
  ];
  const rows = evaluation.terms.map((t) => {
    const name = h("span", t.note ? { title: t.note } : {}, capitalised(t.name.replace(".", ", ")));
    return {
      cells: [name, pair(t.white_mg, t.white_eg), pair(t.black_mg, t.black_eg), t.mixed === null ? "" : pawns(t.mixed)], // null: counted in units; the results say what they are worth
      faint: t.white_mg === 0 && t.white_eg === 0 && t.black_mg === 0 && t.black_eg === 0,
    };
  });
  const results = evaluation.results.map((r) => h("tr", {}, h("th", { scope: "row" }, capitalised(r.name)), h("td", {}, [r.detail, r.note].filter(Boolean).join("; ")), h("td", { class: "right" }, pawns(r.value))));
  return h("div", { class: "evaluation" }, table(columns, rows, "Static evaluation, term by term"), h("table", { class: "results" }, h("tbody", {}, ...results)));
}
