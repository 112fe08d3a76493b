import { chart, kLogarithmic } from "../shared/chart";
import { kSeries } from "../shared/colors";
import { h, type Child } from "../shared/dom";
import { grouped } from "../shared/format";
import { table } from "../shared/table";
import type { SuiteResult } from "./run";

interface Within {
  within: number;
  solved: number;
}

function solvedPlot(list: Within[], title: string, log: boolean): HTMLElement | null {
  const values = list.filter((w) => !log || w.within > 0);
  if (values.length < 2) return null;
  return chart(
    {
      width: "container",
      height: 240,
      data: { values },
      mark: { type: "line", interpolate: "step-after", strokeWidth: 2, color: kSeries, point: { filled: true, size: 45, color: kSeries } },
      encoding: {
        x: { field: "within", type: "quantitative", title, ...(log ? kLogarithmic : { axis: { tickMinStep: 1 } }) },
        y: { field: "solved", type: "quantitative", title: "solved" },
        tooltip: [{ field: "within", format: "," }, { field: "solved" }],
      },
    },
    "Solved within so much, and held to the end.",
  );
}

export function suite(result: SuiteResult): Child[] {
  const points = result.most_points !== null && result.points !== null;
  return [
    h(
      "p",
      { class: "lead" },
      h("strong", {}, `${grouped(result.solved)} of ${grouped(result.asked)}`),
      ` solved${points ? `, ${result.points} of ${result.most_points} points` : ""}; ${grouped(result.nodes)} nodes.`,
    ),
    solvedPlot(result.by_depth, "depth, plies", false),
    solvedPlot(result.by_nodes, "nodes", true),
    result.themes.length > 1 &&
      table(
        [{ name: "theme" }, { name: "solved", right: true }, { name: "of", right: true }, { name: "points", right: true }],
        result.themes.map((t) => ({
          cells: [t.theme, grouped(t.solved), grouped(t.asked), t.points === null ? "–" : `${t.points} of ${t.most_points}`],
        })),
      ),
    result.not_solved.length > 0 &&
      h("details", {}, h("summary", {}, `Not solved: ${grouped(result.not_solved.length)}`), h("p", {}, result.not_solved.join(", "))),
  ];
}
