import { board } from "../shared/board";
import { h, type Child } from "../shared/dom";
import { capitalised, grouped, pawns, ruleName } from "../shared/format";
import { isAbort, message, type Api, type Checked, type Info, type NodeDetails, type TreeId } from "./api";
import { evaluationTable } from "./evaluation";
import { ruleText } from "./rule_text";
import { value, windowText } from "./score";
import { Sheet } from "./sheet";
import { verdictText, type Verdict, type Verdicts } from "./verdicts";
import { comparison, waterfall } from "./waterfall";

export interface PanelEvents {
  go: (entry: number) => void; // to another entry of the same tree
  position: (fen: string) => void; // take the position over
}

// Everything about one entry.
export class NodePanel {
  readonly element = h("section", { class: "panel node", "aria-label": "The selected entry" });
  readonly sheet: Sheet;
  private readonly title = h("h2", {}, "The selected entry"); // until its name arrives: an empty heading is announced as nothing
  private readonly gist = h("p", { class: "gist" }); // the verdict in one line, where the rest is out of sight
  private readonly body = h("div", { class: "node-body", id: "node-body" });
  private asked = 0;
  private shown = 0; // the entry
  flipped = false;

  constructor(
    private readonly api: Api,
    private readonly info: Info,
    private readonly events: PanelEvents,
  ) {
    const head = h("div", { class: "node-head" });
    this.sheet = new Sheet(this.element, head, this.body);
    head.append(this.sheet.handle, this.title, this.gist);
    this.element.append(head, this.body);
  }

  async show(id: TreeId, entry: number, verdicts: Verdicts): Promise<void> {
    const mine = ++this.asked;
    // Arrow keys held down ask for many: only where one stops is looked at.
    await new Promise((resolve) => setTimeout(resolve, 40));
    if (mine !== this.asked) return;
    try {
      const node = await this.api.node(id, entry);
      if (mine !== this.asked) return;
      this.drawHead(node, verdicts);
      this.body.replaceChildren(...this.draw(node, id, verdicts).filter((c): c is Node | string => !!c));
      this.body.scrollTop = 0;
    } catch (error) {
      if (mine === this.asked && !isAbort(error)) this.body.replaceChildren(h("p", { class: "warning" }, message(error)));
    }
  }

  private drawHead(node: NodeDetails, verdicts: Verdicts): void {
    const { pruned: leftOut } = node;
    const name = node.move ? `${node.move.number ?? ""}${node.move.number && !node.move.number.endsWith(".") ? " " : ""}${node.move.san}` : node.kind === "tree" ? "The whole tree" : node.path.length > 1 ? "Inside the same node" : "The root";
    this.title.replaceChildren(name, ...(leftOut ? [h("span", { class: "tag" }, node.kind === "skipped" ? "skipped" : "cut by a rule")] : []));
    this.shown = node.entry;
    this.gist.textContent = gistOf(node, verdicts.all.get(node.entry));
  }

  private draw(node: NodeDetails, id: TreeId, verdicts: Verdicts): Child[] {
    const { pruned: leftOut } = node;
    const mine = leftOut && !node.recorded_by ? this.info.rules.find((r) => r.name === leftOut.rule) : undefined;
    return [
      this.path(node),
      leftOut ? this.leftOut(node, leftOut) : null,
      leftOut ? this.checking(node, id, verdicts) : null,
      board(node.fen, node.move?.uci ?? "", this.flipped),
      this.facts(node),
      node.recorded_by ? h("p", { class: "note recorded" }, `Recorded by ${node.recorded_by}: scores, static evaluations and the names of the rules are its own.`) : null,
      ruleText(mine),
      this.held(node),
      this.guards(node),
      this.kinds(node),
      node.evaluation && node.evaluation.terms.length > 0
        ? h("details", { class: "eval" }, h("summary", {}, evaluationTitle(node)), evaluationTable(node.evaluation))
        : null,
      this.position(node),
    ];
  }

  private path(node: NodeDetails): HTMLElement | null {
    if (node.path.length < 2) return null;
    return h(
      "p",
      { class: "san" },
      ...node.path.slice(1).flatMap((step, i) => {
        const go = h("button", { type: "button", class: "move" }, step.san);
        go.addEventListener("click", () => this.events.go(step.entry));
        return i === 0 ? [go] : [" ", go];
      }),
    );
  }

  private leftOut(node: NodeDetails, l: NonNullable<NodeDetails["pruned"]>): HTMLElement {
    const title = l.title || capitalised(ruleName(l.rule));
    const up = l.bound >= node.beta;
    const unit = node.recorded_by ? "centipawns" : this.info.rules.find((r) => r.name === l.rule)?.margin_unit;
    const spare = unit && l.spare !== null ? `; with a margin ${l.spare} ${unit} larger, the rule would still have fired` : "";
    const also = l.also.filter((r) => r !== l.rule);
    const drawn = comparison(node, l);
    return h(
      "div",
      { class: "reason" },
      h("p", {}, h("strong", {}, capitalised(title)), l.with_the_rest ? " skipped it together with all remaining moves." : node.kind === "skipped" ? " skipped this move." : " ended this node."),
      h("p", { class: "condition" }, l.condition),
      drawn && waterfall(drawn),
      h("p", { class: "note" }, `The rule claims that it is worth at ${up ? "least" : "most"} ${value(l.bound)}${spare}.`),
      also.length > 0 && h("p", { class: "note" }, `Other rules that would have pruned it: ${also.map(ruleName).join(", ")}.`),
      node.kind === "skipped" &&
        l.full_depth > 0 &&
        h("p", { class: "note" }, `It would have been searched to depth ${l.full_depth}${l.first_depth < l.full_depth ? `, at first to ${l.first_depth}` : ""}.`),
    );
  }

  // "Search it after all", or what came of it.
  private checking(node: NodeDetails, id: TreeId, verdicts: Verdicts): HTMLElement {
    const place = h("div", { class: "check-answer", "aria-live": "polite" });
    const known = verdicts.all.get(node.entry);
    const button = h("button", { type: "button", class: "primary" }, known?.text ? "Search it once more" : "Search it after all");
    if (known) place.append(this.verdict(known));
    let running: AbortController | null = null;
    const title = button.textContent;
    button.addEventListener("click", () => {
      if (running) return running.abort();
      running = new AbortController();
      button.textContent = "Stop";
      place.replaceChildren(h("p", { class: "note" }, "Searching …"));
      this.api
        .check(id, node.entry, running.signal)
        .then((found: Checked) => {
          place.replaceChildren(this.verdict(found));
          verdicts.add([[node.entry, found]]);
          if (this.shown === node.entry) this.gist.textContent = gistOf(node, found);
        })
        .catch((error: unknown) => place.replaceChildren(isAbort(error) ? h("p", { class: "note" }, "Stopped.") : h("p", { class: "warning" }, message(error))))
        .finally(() => {
          running = null;
          button.textContent = title;
        });
    });
    const can = this.api.backend.searches && node.pruned?.checkable;
    if (!can && !known) place.append(h("p", { class: "note" }, this.api.backend.searches ? "This entry cannot be searched after all: the tree does not contain what that would need." : "This page has no engine; oknos-lab explore can search it after all."));
    return h("div", { class: "checking" }, can ? button : null, place);
  }

  private verdict(v: Verdict): HTMLElement {
    return h(
      "div",
      { class: v.wrong ? "verdict wrong" : "verdict" },
      h("strong", {}, v.wrong ? "✕ Wrong" : "✓ Right"),
      h("p", {}, v.text ?? verdictText(v)),
      v.line ? h("p", {}, "The line: ", h("span", { class: "line" }, v.line)) : null,
      v.text ? null : h("p", { class: "note" }, `${grouped(v.nodes)} ${v.nodes === 1 ? "node" : "nodes"}.`),
    );
  }

  private facts(node: NodeDetails): HTMLElement {
    const lines: [string, string | null][] = [
      ["Window", node.kind === "tree" ? null : windowText(node.alpha, node.beta)],
      [node.kind === "skipped" ? "Worth at most" : "Value", value(node.score)],
      ["Static evaluation", node.static_value === null ? null : pawns(node.static_value)],
      ["Depth", node.depth <= 0 ? `${node.depth} (quiescence)` : String(node.depth)],
      ["Ply", String(node.ply)],
      ["Kind", node.kind_text],
      ["End", node.end_text || null],
      ["Visits", node.kind === "skipped" ? null : grouped(node.nodes)],
      ["Reduced by", node.reduced_by ? ruleName(node.reduced_by) : null],
    ];
    if (node.pruned && node.pruned.bound >= node.beta && node.kind === "skipped") lines[1] = ["Worth at least", value(node.score)];
    return h("dl", { class: "facts" }, ...lines.flatMap(([name, text]) => (text === null || text === "" ? [] : [h("dt", {}, name), h("dd", {}, text)])));
  }

  private held(node: NodeDetails): HTMLElement | null {
    if (!node.held || node.held.length === 0) return null;
    return h("div", { class: "held" }, h("h3", {}, "Held back"), h("ul", {}, ...node.held.map((x) => h("li", {}, `${capitalised(ruleName(x.rule))}: its condition held, but the guard ${x.guard.replaceAll("-", " ")} stopped it.`))));
  }

  // What the guards look for, as far as the position and the window tell.
  private guards(node: NodeDetails): HTMLElement | null {
    const guards = node.guards ?? [];
    if (guards.length === 0) return null;
    const forbidding = guards.filter((g) => g.forbids).map((g) => g.name);
    return h(
      "details",
      { class: "kinds" },
      h("summary", {}, forbidding.length === 0 ? "Guards: none would stop it" : `Guards of other rules that would stop it: ${forbidding.join(", ")}`),
      h("ul", {}, ...guards.map((g) => h("li", { class: g.forbids ? "" : "faint" }, `${capitalised(g.name)}: ${g.forbids ? "would stop it" : "allows it"}`))),
    );
  }

  private kinds(node: NodeDetails): HTMLElement | null {
    const kinds = node.kinds ?? [];
    if (kinds.length === 0) return null;
    const applies = kinds.filter((k) => k.applies);
    return h(
      "details",
      { class: "kinds" },
      h("summary", {}, applies.length === 0 ? "Not a kind of move that presets can exempt" : `Kind of move: ${applies.map((k) => k.name.replaceAll("_", " ")).join(", ")}`),
      h("ul", {}, ...kinds.map((k) => h("li", { class: k.applies ? "" : "faint" }, `${capitalised(k.name.replaceAll("_", " "))}: ${k.applies ? "yes" : "no"}${k.exempt ? ", exempt in this preset" : ""}`))),
    );
  }

  private position(node: NodeDetails): HTMLElement {
    const use = h("button", { type: "button", class: "small" }, "Search from here");
    use.addEventListener("click", () => this.events.position(node.fen));
    const copy = h("button", { type: "button", class: "copy", title: "Copy the position" }, node.fen);
    copy.addEventListener("click", () => void navigator.clipboard?.writeText(node.fen));
    return h("div", { class: "position" }, copy, this.api.backend.searches ? use : null);
  }
}

function gistOf(node: NodeDetails, verdict: Verdict | undefined): string {
  const { pruned } = node;
  if (verdict) return `${verdict.wrong ? "✕ Wrong" : "✓ Right"}: ${verdictText(verdict)}`;
  if (!pruned) return node.kind === "tree" ? `${grouped(node.nodes)} visits` : `Value ${value(node.score)}, ${grouped(node.nodes)} ${node.nodes === 1 ? "visit" : "visits"}`;
  const up = pruned.bound >= node.beta;
  const rule = capitalised(pruned.title || ruleName(pruned.rule));
  return `${rule}: at ${up ? "least" : "most"} ${value(pruned.bound)}, ${up ? "beta" : "alpha"} ${value(up ? node.beta : node.alpha)}`;
}

// The table shows the classical evaluation's terms, also where a network evaluated.
function evaluationTitle(node: NodeDetails): string {
  if (node.evaluation?.by_network) return "Classical evaluation, term by term (this search evaluated with a network)";
  return `Static evaluation${node.static_value === null ? "" : ` ${pawns(node.static_value)}`}, term by term`;
}
