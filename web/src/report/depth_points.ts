import { grouped, rate } from "../shared/format";
import { groupsOf } from "./groups";
import type { AuditRule } from "./run";

export interface DepthPoint {
  depth: number;
  rate: number; // percent, as are both ends
  low: number;
  high: number;
  none: boolean; // no error was seen
  text: string;
}

// Every depth with a case has a point, also those without an error.
export function depthPoints(rule: AuditRule): DepthPoint[] {
  return groupsOf(rule, ["depth"])
    .filter(({ tally }) => tally.checked > 0)
    .map(({ key, tally: t }) => ({
      depth: Number(key[0]),
      rate: t.rate * 100,
      low: t.rate_low * 100,
      high: t.rate_high * 100,
      none: t.wrong === 0,
      text: `${grouped(t.wrong)} of ${grouped(t.checked)} wrong: ${rate(t.rate)} (${rate(t.rate_low)} to ${rate(t.rate_high)})`,
    }))
    .sort((a, b) => a.depth - b.depth);
}
