import { h } from "../shared/dom";
import { capitalised, ruleName } from "../shared/format";
import type { Rule } from "./api";

// What a rule says, as a disclosure.
export function ruleText(rule: Rule | undefined, open = false): HTMLElement | null {
  if (!rule) return null;
  const line = (name: string, text: string): HTMLElement[] => (text === "" ? [] : [h("dt", {}, name), h("dd", {}, text)]);
  return h(
    "details",
    { class: "rule", ...(open ? { open: "" } : {}) },
    h("summary", {}, `The rule: ${rule.title || capitalised(ruleName(rule.name))}`),
    h(
      "dl",
      {},
      ...line("When", rule.condition),
      ...line("Then", rule.effect),
      ...line("Where", rule.place),
      ...line("Sound", rule.soundness),
      ...line("Source", rule.source),
      ...rule.parameters.flatMap((p) => line(p.name.replaceAll("_", " "), `${p.meaning} (${p.unit}, ${p.min} to ${p.max})`)),
    ),
  );
}

// "frontier_futility.margin", "50" -> "frontier futility margin 50"
export function settingText(name: string, value: string): string {
  const [rule = "", parameter] = name.split(".");
  if (rule === "guards") return `guard ${parameter ?? ""} ${value}`;
  return `${ruleName(rule)}${parameter ? ` ${parameter.replaceAll("_", " ")}` : ""} ${value}`;
}
