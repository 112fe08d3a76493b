// The colour of a rule, the same in the tree, in its charts and in the report: that of its family. Okabe and Ito's colours
// (https://jfly.uni-koeln.de/color/), which colour-blind people can tell apart; vermilion is kept for errors alone. Rules of one family
// are told apart by dashes, shapes or words.
export const kFamilies = ["futility", "deep", "node", "holds", "order", "other"] as const;
export type Family = (typeof kFamilies)[number];

const kFamilyColors: Record<Family, string> = {
  futility: "#e69f00",
  deep: "#cc79a7",
  node: "#f0e442",
  holds: "#009e73",
  order: "#56b4e9",
  other: "#9a86d4",
};
export const kWrong = "#d52b00";

export const familyColor = (family: Family): string => kFamilyColors[family];

// A trace says of each rule which family it is of; the results in a report only name their rules. A test compares this list with the program.
const kRulesOf: Partial<Record<Family, string[]>> = {
  futility: ["delta_pruning", "frontier_futility", "extended_futility", "capture_futility", "fitted_futility"],
  deep: ["plain_deep", "weak_deep_futility", "deep_futility"],
  node: ["general_futility", "general_deep_futility", "weak_general_futility", "frontier_node", "razoring", "limited_razoring"],
  holds: ["stand_pat", "lazy_evaluation", "super_stand_pat", "plain_super", "reverse_futility", "over_kill"],
  order: ["late_move_pruning", "history_pruning", "see_pruning", "quiescence_limit", "quiescence_see"],
};
export const familyOfRule = (rule: string): Family => kFamilies.find((family) => kRulesOf[family]?.includes(rule)) ?? "other";

// Lines of several rules in one chart.
export interface RuleLine {
  color: string;
  dash: number[];
  border: "solid" | "dashed" | "dotted"; // the nearest that a legend's box can show
}
const kDashes: Omit<RuleLine, "color">[] = [
  { dash: [], border: "solid" },
  { dash: [9, 4], border: "dashed" },
  { dash: [2, 3], border: "dotted" },
  { dash: [12, 3, 2, 3], border: "dashed" },
  { dash: [5, 2, 2, 2, 2, 2], border: "dotted" },
  { dash: [16, 6], border: "dashed" },
];
export function ruleLines(families: Family[]): RuleLine[] {
  return families.map((family, i) => {
    const before = families.slice(0, i).filter((f) => f === family).length;
    return { color: familyColor(family), ...kDashes[before % kDashes.length]! };
  });
}
