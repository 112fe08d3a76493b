import type { AuditRule, Dimension, Tally } from "./run";

export interface Group {
  key: string[];
  tally: Pick<Tally, "checked" | "wrong" | "rate" | "rate_low" | "rate_high" | "found_at_reduced_depth" | "nodes_saved">;
}

// What is not known of a part is not known of the whole.
const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

export const kSeparator = "|";

// A rule's cells put together by these dimensions, which are in the order of kDimensions. Counts add up; intervals do not,
// and come from the program.
export function groupsOf(rule: AuditRule, by: readonly Dimension[]): Group[] {
  const out = new Map<string, Group>();
  for (const cell of rule.cells) {
    const key = by.map((d) => String(cell[d]));
    const name = key.join(kSeparator);
    const group = out.get(name) ?? { key, tally: { checked: 0, wrong: 0, rate: 0, rate_low: cell.rate_low, rate_high: cell.rate_high, found_at_reduced_depth: 0, nodes_saved: 0 } };
    group.tally.checked += cell.checked;
    group.tally.wrong += cell.wrong;
    group.tally.found_at_reduced_depth = sum(group.tally.found_at_reduced_depth, cell.found_at_reduced_depth);
    group.tally.nodes_saved = sum(group.tally.nodes_saved, cell.nodes_saved);
    out.set(name, group);
  }
  const name = by.join(kSeparator);
  for (const group of rule.groupings.find((g) => g.by.join(kSeparator) === name)?.groups ?? []) {
    const found = out.get(group.slice(0, by.length).join(kSeparator));
    if (found) [found.tally.rate_low, found.tally.rate_high] = group.slice(by.length).map(Number) as [number, number];
  }
  if (by.length === 0) for (const group of out.values()) Object.assign(group.tally, { rate_low: rule.rate_low, rate_high: rule.rate_high });
  for (const { tally } of out.values()) tally.rate = tally.checked === 0 ? 0 : tally.wrong / tally.checked;
  return [...out.values()];
}
