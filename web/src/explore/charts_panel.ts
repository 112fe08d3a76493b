import { h } from "../shared/dom";
import { capitalised, grouped, rate, ruleName } from "../shared/format";
import { proportion } from "../shared/proportion";
import { table } from "../shared/table";
import { isAbort, message, type Api, type AuditDone, type Info, type TreeId } from "./api";
import { axis, bars, chart } from "./chart";
import { familyOf } from "./happened";
import { curveText, ledger, marginCurve, type LedgerRow } from "./ledger";
import { familyColor, kWrong, ruleLines } from "./palette";
import { currentPalette } from "./theme";
import { isForeign, type Header } from "./trace";
import type { Tree } from "./tree";
import type { Verdicts } from "./verdicts";

const title = (rule: string): string => capitalised(ruleName(rule));
const percent = (_plot: unknown, v: number | null): string => (v === null ? "–" : `${v.toFixed(1)} %`); // in a chart's legend

// The tree in numbers: what each rule left out, how often it was wrong, and what another margin would make of it.
export class ChartsPanel {
  readonly element = h("div", { class: "charts" });
  private tree: Tree | null = null;
  private verdicts: Verdicts | null = null;
  private id: TreeId | null = null;
  private audit: AuditDone | null = null;
  private running: AbortController | null = null;
  private readonly sample = h("input", { type: "number", id: "sample", min: "1", max: "100000", value: "300" });
  private readonly ask = h("button", { type: "button", class: "primary" }, "Search a sample after all");
  private readonly stop = h("button", { type: "button", disabled: "" }, "Stop");
  private readonly progress = h("span", { class: "note", role: "status" });
  private readonly ledgerPlace = h("div");
  private readonly errorPlace = h("div");
  private readonly marginPlace = h("div");
  private readonly marginRule = h("select", { id: "margin-rule" });

  constructor(
    private readonly api: Api,
    private readonly info: Info,
  ) {
    this.ask.addEventListener("click", () => void this.runAudit());
    this.stop.addEventListener("click", () => this.running?.abort());
    this.marginRule.addEventListener("change", () => this.drawMargin());
    this.element.append(
      h("section", {}, h("h2", {}, "What each rule pruned"), this.ledgerPlace),
      h(
        "section",
        {},
        h("h2", {}, "How often were they wrong?"),
        api.backend.searches ? h("div", { class: "row" }, h("label", { for: "sample" }, "Sample of"), this.sample, this.ask, this.stop, this.progress) : null,
        this.errorPlace,
      ),
      h("section", {}, h("h2", {}, "A larger margin"), h("div", { class: "row" }, h("label", { for: "margin-rule" }, "Rule"), this.marginRule), this.marginPlace),
    );
  }

  show(id: TreeId, tree: Tree, verdicts: Verdicts): void {
    this.running?.abort();
    this.id = id;
    this.tree = tree;
    this.verdicts = verdicts;
    this.audit = null;
    this.progress.textContent = "";
    // A rule without a margin has nothing that could be larger.
    const names = tree.trace.spare ? ledger(tree).filter((r) => this.marginUnit(r.name) !== "") : [];
    this.marginRule.replaceChildren(...names.map((r) => h("option", { value: String(r.rule) }, title(r.name))));
    verdicts.onChange(() => this.verdicts === verdicts && this.draw());
    this.draw();
  }

  private async runAudit(): Promise<void> {
    const { id, verdicts } = this;
    if (id === null || !verdicts) return;
    const running = new AbortController();
    this.running = running;
    this.ask.disabled = true;
    this.stop.disabled = false;
    try {
      const found = await this.api.audit(id, Number(this.sample.value) || 300, running.signal, (p) => (this.progress.textContent = `${grouped(p.done)} of ${grouped(p.of)}`));
      if (this.id !== id) return;
      this.audit = found;
      const wrong = found.cases.filter((c) => c.wrong).length;
      this.progress.textContent = `${grouped(found.cases.length)} searched after all, ${grouped(wrong)} wrong${found.failed > 0 ? `; the engine failed on ${grouped(found.failed)}` : ""}`;
      verdicts.add(found.cases.map((c) => [c.entry, c]));
    } catch (error) {
      this.progress.textContent = isAbort(error) ? "Stopped." : message(error);
    } finally {
      this.ask.disabled = false;
      this.stop.disabled = true;
    }
  }

  private draw(): void {
    const { tree, verdicts } = this;
    if (!tree || !verdicts) return;
    const rows = ledger(tree, verdicts);
    this.drawLedger(rows);
    this.drawErrors(rows);
    this.drawMargin();
  }

  private drawLedger(rows: LedgerRow[]): void {
    const header = this.tree?.trace.header;
    if (!header || rows.length === 0) return this.ledgerPlace.replaceChildren(h("p", {}, "No rule pruned anything in this tree."));
    const plot = chart(
      () => bars(rows.map((r) => title(r.name)), rows.map((r) => r.leftOut + r.cut), (i) => familyColor(familyOf(header, rows[i]?.rule ?? -1)), "moves skipped and nodes cut"),
      "Colours are those of the tree.",
    );
    const numbers = table(
      [{ name: "rule" }, { name: "moves", right: true, title: "moves skipped" }, { name: "nodes", right: true, title: "nodes cut" }, { name: "checked", right: true, title: "searched after all" }, { name: "wrong", right: true }],
      rows.map((r) => ({ cells: [title(r.name), grouped(r.leftOut), grouped(r.cut), grouped(r.checked), grouped(r.wrong)] })),
      "What each rule pruned",
    );
    this.ledgerPlace.replaceChildren(plot, numbers);
  }

  private drawErrors(rows: LedgerRow[]): void {
    const checked = rows.filter((r) => r.checked > 0);
    if (checked.length === 0) return this.errorPlace.replaceChildren(h("p", { class: "note" }, "No pruned move of this tree has been searched yet."));
    const numbers = table(
      [{ name: "rule" }, { name: "wrong", right: true }, { name: "of", right: true }, { name: "rate", right: true }, { name: "95 % interval", right: true }],
      checked.map((r) => {
        const p = proportion(r.wrong, r.checked);
        return { cells: [title(r.name), grouped(r.wrong), grouped(r.checked), rate(p.rate), `${rate(p.low)} to ${rate(p.high)}`] };
      }),
      "How often each rule was wrong",
    );
    const header = this.tree?.trace.header;
    this.errorPlace.replaceChildren(this.audit && header ? this.byDepth(this.audit, header) : "", numbers);
  }

  private byDepth(audit: AuditDone, header: Header): HTMLElement {
    const cells = audit.rules.filter((c) => c.checked > 0);
    const depths = [...new Set(cells.map((c) => Math.max(0, c.depth)))].sort((a, b) => a - b);
    const rules = [...new Set(cells.map((c) => c.rule))];
    const lines = ruleLines(rules.map((rule) => familyOf(header, header.rules.indexOf(rule))));
    const values = rules.map((rule) =>
      depths.map((depth) => {
        const here = cells.filter((c) => c.rule === rule && Math.max(0, c.depth) === depth);
        const of = here.reduce((sum, c) => sum + c.checked, 0);
        return of === 0 ? null : (100 * here.reduce((sum, c) => sum + c.wrong, 0)) / of;
      }),
    );
    const make = () => ({
      options: {
        scales: { x: { time: false, range: [(depths[0] ?? 0) - 0.5, (depths.at(-1) ?? 0) + 0.5] as [number, number] }, y: { range: (_u: unknown, _min: number, max: number): [number, number] => [0, Math.max(1, max * 1.1)] } },
        axes: [axis("depth of the node, plies (0: quiescence)", { splits: () => depths }), axis("wrong, percent")],
        legend: { markers: { dash: (_u: unknown, i: number) => lines[i - 1]?.border ?? "solid" } },
        series: [{ label: "depth" }, ...lines.map(({ color, dash }, i) => ({ label: title(rules[i] ?? ""), stroke: color, width: 2, dash, spanGaps: true, points: { show: true, size: 7, fill: color, stroke: currentPalette().ink, width: 1 }, value: percent }))],
      },
      data: [depths, ...values] as [number[], ...(number | null)[][]],
    });
    return chart(make, "The sample by rule and depth, in the colours of the tree. Points from few samples are unreliable; the table has the intervals.");
  }

  private marginUnit(name: string): string {
    const header = this.tree?.trace.header;
    if (header && isForeign(header)) return "centipawns"; // what it says of its margins is in these
    return this.info.rules.find((r) => r.name === name)?.margin_unit ?? "";
  }

  private drawMargin(): void {
    const { tree, verdicts } = this;
    if (!tree || !verdicts || this.marginRule.value === "") return this.marginPlace.replaceChildren(h("p", { class: "note" }, "No rule with a margin pruned anything in this tree, or the tree does not contain their distances from the threshold."));
    const row = ledger(tree, verdicts).find((r) => r.rule === Number(this.marginRule.value));
    if (!row) return this.marginPlace.replaceChildren();
    const curve = marginCurve(tree, row.rule, verdicts);
    if (curve.leftOut === 0) return this.marginPlace.replaceChildren(h("p", { class: "note" }, curveText(row, curve)));
    const unit = this.marginUnit(row.name);
    const make = () => ({
      options: {
        scales: { x: { time: false }, y: { range: [0, 104] as [number, number] } },
        axes: [axis(`margin larger by, ${unit}`), axis("percent that remains")],
        series: [
          { label: "larger by", value: (_u: unknown, v: number | null) => (v === null ? "–" : `${Math.round(v)} ${unit}`) },
          { label: "pruned", stroke: currentPalette().ink, width: 2, value: percent },
          { label: "errors", stroke: kWrong, width: 2, dash: [7, 4], value: percent },
        ],
      },
      data: [curve.slack, curve.remains, curve.errors] as [number[], number[], (number | null)[]],
    });
    this.marginPlace.replaceChildren(chart(make, curveText(row, curve)));
  }
}
