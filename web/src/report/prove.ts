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
      result.rows.filter((r) => !r.full).map((r) => {
        const without = r.interior_without + r.quiescence_without;
        const with_ = r.interior_with + r.quiescence_with;
        return {
          cells: [
            r.rules,
            r.search,
            `${r.depth}`,
            grouped(r.searches),
            grouped(r.differences),
            grouped(without),
            grouped(with_),
            saved(without, with_),
          ],
        };
      }),
    ),
  ];
}
