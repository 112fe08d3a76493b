import { h } from "../shared/dom";
import { ruleName } from "../shared/format";
import { familyColor, familyOfRule } from "../shared/rule_colors";

// The colour that the rule has in the explorer too.
export const ruleColor = (rule: string): string => familyColor(familyOfRule(rule));

// The rule's name after its colour.
export const ruleWithSwatch = (rule: string): HTMLElement => h("span", { class: "rule-name" }, h("span", { class: "swatch", style: `background: ${ruleColor(rule)}` }), ruleName(rule));
