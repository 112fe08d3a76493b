import { h, type Child } from "../shared/dom";
import { grouped } from "../shared/format";
import { table } from "../shared/table";
import type { ProofResult } from "./run";

const saved = (without: number, with_: number): string => (without === 0 ? "–" : `${((1 - with_ / without) * 100).toFixed(1)} %`);

export function prove(result: ProofResult): Child[] {
  return [
    h(
      "p",
      { class: "lead" },
      h("strong", {}, `${grouped(result.differences)} differences`),
      ` in ${grouped(result.searches)} searches of ${grouped(result.positions)} positions; ${grouped(result.dropped)} of ${grouped(result.cases)} searches of a position to a depth were too large.`,
    ),
    table(
      [
        { name: "rules" },
        { name: "search" },
        ...["depth", "searches", "differ", "nodes without", "nodes with", "saved"].map((name) => ({ name, right: true })),
      ],
      result.rows.map((r) => {
        const { searches, differences, without, with: with_ } = r.all_windows;
        return {
          cells: [
            r.rules,
            r.search,
            `${r.depth}`,
            grouped(searches),
            grouped(differences),
            grouped(without.nodes),
            grouped(with_.nodes),
            saved(without.nodes, with_.nodes),
          ],
        };
      }),
    ),
  ];
}
