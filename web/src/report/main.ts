import "../shared/board.css";
import "./report.css";
import "./generic.css";
import { installPieces } from "../shared/board";
import { h, type Child } from "../shared/dom";
import { capitalised, grouped } from "../shared/format";
import { ablate } from "./ablate";
import { audit } from "./audit";
import { compare } from "./compare";
import { generic } from "./generic";
import { match } from "./match";
import { prove } from "./prove";
import type {
  CompareResult,
  MatchResult,
  ProofResult,
  Run,
  SuiteResult,
  TuneResult,
} from "./run";
import { suite } from "./suite";
import { tune } from "./tune";

// The kinds that have a page of their own; every other is shown by the form of its result.
const kPages: Record<string, (run: Run) => Child[]> = {
  audit,
  claims: audit,
  nodes: (run) => {
    const result = run.result as CompareResult;
    return result.interactions ? ablate(result, result.interactions) : compare(result);
  },
  solved: (run) => suite(run.result as SuiteResult),
  match: (run) => match(run.result as MatchResult),
  tune: (run) => tune(run.result as TuneResult),
  prove: (run) => prove(run.result as ProofResult),
};

function facts(run: Run): HTMLElement {
  const rows = Object.entries(run.header).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value === "" ? "–" : value)]);
  return h("details", { class: "facts" }, h("summary", {}, "How this was made"), h("dl", {}, ...rows));
}

const entry = (run: Run, name: string): string => run.header[name] ?? "";

function section(run: Run, number: number): HTMLElement {
  const missing = run.missing.count;
  const page = Object.hasOwn(kPages, run.kind) ? kPages[run.kind] : undefined;
  const about = [entry(run, "rules"), `${entry(run, "unit")} ${entry(run, "limits")}`.trim(), entry(run, "files")].filter((t) => t !== "").join(" · ");
  return h(
    "section",
    { id: `run-${number}` },
    h("h2", {}, `${capitalised(run.kind)}: ${run.file}`),
    page && about !== "" && h("p", { class: "about" }, about),
    missing > 0 &&
      h("p", { class: "warning" }, `Not finished: ${grouped(run.done)} of ${grouped(run.done + missing)} work units are done.`),
    ...(page ? page(run) : generic(run)),
    facts(run),
  );
}

// Where several runs have tables of the same name, those who hear the page are told whose it is.
function nameRegions(section: HTMLElement, number: number): void {
  for (const region of section.querySelectorAll('[role="region"]')) region.setAttribute("aria-label", `Run ${number}: ${region.getAttribute("aria-label") ?? ""}`);
}

function contents(runs: Run[]): HTMLElement | null {
  if (runs.length < 2) return null;
  return h(
    "nav",
    { "aria-label": "Runs" },
    h("ol", {}, ...runs.map((r, i) => h("li", {}, h("a", { href: `#run-${i + 1}` }, `${capitalised(r.kind)}: ${r.file}`)))),
  );
}

function draw(): void {
  const page = document.getElementById("report");
  if (!page) return;
  const runs = JSON.parse(document.getElementById("oknos-runs")?.textContent ?? "null") as Run[] | null;
  if (!runs) {
    page.replaceChildren(h("p", {}, 'This is the empty page. "oknos-lab show RUN.db --html FILE.html" fills it.'));
    return;
  }
  installPieces();
  const only = runs.length === 1 ? runs[0] : undefined;
  const sections = runs.map((r, i) => section(r, i + 1));
  if (!only) sections.forEach((s, i) => nameRegions(s, i + 1));
  document.title = only ? `${capitalised(only.kind)}: ${only.file} – Oknos` : "Oknos report";
  page.replaceChildren(
    h(
      "header",
      {},
      h("p", { class: "brand" }, "Oknos"),
      h("h1", {}, only ? `Report: ${only.kind}` : `Report: ${runs.length} runs`),
    ),
    contents(runs) ?? "",
    ...sections,
    h(
      "footer",
      {},
      "Written by oknos-lab show. Chess pieces by Colin M. L. Burnett, ",
      h("a", { href: "https://creativecommons.org/licenses/by-sa/3.0/" }, "CC BY-SA 3.0"),
      ".",
    ),
  );
}

draw();
