import { chart } from "../shared/chart";
import { kSeries } from "../shared/colors";
import { h, type Child } from "../shared/dom";
import { grouped } from "../shared/format";
import { table } from "../shared/table";
import type { MatchResult } from "./run";

const signed = (n: number | null): string => (n === null ? "beyond measure" : `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(1)}`);

function pentanomial(pairs: number[]): HTMLElement {
  const names = ["0", "½", "1", "1½", "2"];
  const values = pairs.map((count, i) => ({ points: names[i] ?? "", count }));
  return chart(
    {
      width: "container",
      height: 200,
      data: { values },
      mark: { type: "bar", cornerRadiusEnd: 2, color: kSeries },
      encoding: {
        x: { field: "points", type: "ordinal", sort: names, title: "points of the first player in a pair of games", axis: { labelAngle: 0 } },
        y: { field: "count", type: "quantitative", title: "pairs" },
        tooltip: [{ field: "points" }, { field: "count" }],
      },
    },
    "Each opening is played twice, with colours changed; what the pair brought the first player.",
  );
}

export function match(result: MatchResult): Child[] {
  const [first, second] = result.players;
  const { elo, sprt } = result;
  return [
    h(
      "p",
      { class: "lead" },
      `${first?.name ?? "?"} against ${second?.name ?? "?"}: `,
      h("strong", {}, `${signed(elo.value)} Elo`),
      ` (${signed(elo.low)} to ${signed(elo.high)}), ${grouped(result.games)} games: ${grouped(result.wins)} won, ` +
        `${grouped(result.draws)} drawn, ${grouped(result.losses)} lost.`,
    ),
    sprt &&
      h(
        "p",
        {},
        `Test of ${sprt.elo0} against ${sprt.elo1} Elo: LLR ${sprt.llr.toFixed(2)} (${sprt.lower_bound.toFixed(2)} to ${sprt.upper_bound.toFixed(2)}), ` +
          (sprt.state === "running" ? "not decided." : `${sprt.state} accepted.`),
      ),
    result.games > 0 && pentanomial(result.pentanomial),
    table(
      [{ name: "how games ended" }, { name: "games", right: true }],
      Object.entries(result.endings).map(([name, count]) => ({ cells: [name, grouped(count)] })),
    ),
  ];
}
