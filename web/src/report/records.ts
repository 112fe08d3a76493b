import { h, type Child } from "../shared/dom";
import { capitalised, grouped } from "../shared/format";
import { cellContent, decimalsOf, intervalText, numbersIn, numberText, sortKey, words } from "./cells";
import { flatFieldsOf, isFields, type Cell, type Fields } from "./fields";
import { intervalPlot } from "./interval_plot";

interface Column {
  path: string[];
  decimals: number;
  right: boolean;
  interval: boolean; // followed by a column of its ends
}

interface Row {
  cells: Map<string, Cell>;
  move: string; // for the board of a position in it
  number: number; // in the order of the list
}

// How a list of records is shown within a record.
type Inner = (value: unknown, title: string) => Child[];

const kKey = "\n"; // between the parts of a path
const keyOf = (path: string[]): string => path.join(kKey);

const kPage = 25; // rows
const kOnePage = 40; // so many are not worth a second page

function rowOf(record: Fields, number: number): Row {
  const fields = flatFieldsOf(record);
  const move = record["move"] ?? record["best"];
  return { cells: new Map(fields.map((f) => [keyOf(f.path), f.cell])), move: typeof move === "string" ? move : "", number };
}

// Every field of any record, in the order in which they first occur, those of one group side by side.
function columnsOf(records: Fields[], rows: Row[]): Column[] {
  const groups = new Map<string, Map<string, string[]>>();
  for (const { path } of records.flatMap(flatFieldsOf)) {
    const group = groups.get(path[0] ?? "") ?? new Map<string, string[]>();
    groups.set(path[0] ?? "", group.set(keyOf(path), path));
  }
  return [...groups.values()].flatMap((group) =>
    [...group].map(([key, path]): Column => {
      const cells = rows.flatMap((row) => row.cells.get(key) ?? []);
      const said = cells.filter((c) => c.form !== "nothing");
      const right = said.length > 0 && said.every((c) => ["number", "interval"].includes(c.form));
      return { path, decimals: decimalsOf(cells.flatMap(numbersIn)), right, interval: cells.some((c) => c.form === "interval") };
    }),
  );
}

// A short text that tells a row from all others, a single column's if that is enough; undefined: there is none.
function namesOf(columns: Column[], rows: Row[]): string[] | undefined {
  const texts = columns.filter((c) => rows.every((row) => ["text", "list"].includes(row.cells.get(keyOf(c.path))?.form ?? "")));
  const numbers = columns.filter((c) => c.right && !c.interval && c.decimals === 0);
  const named = (column: Column): string[] =>
    rows.map((row) => {
      const cell = row.cells.get(keyOf(column.path));
      const text = cell ? String(cellContent(cell, "", column.decimals)) : "";
      return column.right ? `${words(column.path.at(-1) ?? "")} ${text}` : text;
    });
  const areNames = (texts: string[]): boolean => new Set(texts).size === rows.length && !texts.includes("");
  const alone = texts.map(named).find(areNames);
  if (alone) return alone;
  let names = rows.map(() => "");
  for (const column of [...texts, ...numbers]) {
    names = named(column).map((text, i) => [names[i], text].filter((t) => t !== "").join(", "));
    if (areNames(names)) return names;
  }
  return undefined;
}

const kMaxPlotted = 30; // rows
const kMaxName = 60; // characters
const kWide = 20; // the largest over the smallest from which an axis is logarithmic

// The intervals of a column as a plot.
function plotOf(column: Column, columns: Column[], rows: Row[]): HTMLElement | null {
  const names = rows.length < 2 || rows.length > kMaxPlotted ? undefined : namesOf(columns, rows);
  if (!names || names.some((name) => name.length > kMaxName)) return null;
  const intervals = rows.flatMap((row, i) => {
    const cell = row.cells.get(keyOf(column.path));
    if (cell?.form !== "interval" || cell.value === null || cell.low === null || cell.high === null) return [];
    const scale = cell.percent ? 100 : 1;
    const none = cell.percent && cell.value === 0;
    const text = none ? `below ${numberText(cell.high, true)}` : numberText(cell.value, cell.percent, column.decimals);
    return [{ name: names[i] ?? "", value: cell.value * scale, low: cell.low * scale, high: cell.high * scale, none, text, percent: cell.percent }];
  });
  if (intervals.length < 2) return null;
  intervals.sort((a, b) => b.high - a.high);
  const seen = intervals.flatMap((v) => (v.none ? [v.high] : [v.value]));
  const logarithmic = intervals.every((v) => v.percent && v.high > 0) && Math.max(...seen) > kWide * Math.min(...seen);
  const name = column.path.map(words).join(" ");
  const triangle = logarithmic && intervals.some((v) => v.none) ? " A triangle: none was seen; the true value lies left of it." : "";
  return intervalPlot(intervals, `${name}${intervals[0]?.percent ? ", percent" : ""}`, `${capitalised(name)}, with the 95 % interval.${triangle}`, logarithmic);
}

function compare(a: number | string | null, b: number | string | null): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}

type Order = { key: string; descending: boolean } | undefined;

function sorted(rows: Row[], order: Order): Row[] {
  if (!order) return rows;
  const keyed = rows.map((row) => ({ row, key: sortKey(row.cells.get(order.key)) }));
  const [said, unsaid] = [keyed.filter((r) => r.key !== null), keyed.filter((r) => r.key === null)];
  said.sort((a, b) => (order.descending ? compare(b.key, a.key) : compare(a.key, b.key)));
  return [...said, ...unsaid].map((r) => r.row);
}

const sideOf = (column: Column): string => (column.right ? "right" : "left");
const sizeOf = (value: unknown): string => {
  const size = Object.keys(value as object).length;
  return `${grouped(size)} ${isFields(value) ? (size === 1 ? "value" : "values") : size === 1 ? "entry" : "entries"}`;
};

// A table of any records: columns sort it, many rows come in pages, and what lies deeper opens below its row.
export class Records {
  readonly element: HTMLElement;
  private readonly rows: Row[];
  private readonly columns: Column[];
  private readonly width: number;
  private readonly open = new Set<string>();
  private readonly head = h("thead");
  private readonly body = h("tbody");
  private readonly pager = h("div", { class: "pager" });
  private order: Order;
  private page = 0;
  private all: boolean;

  constructor(records: Fields[], private readonly name: string, region: string, private readonly inner: Inner) {
    this.rows = records.map(rowOf);
    this.columns = columnsOf(records, this.rows);
    this.width = this.columns.length + this.columns.filter((c) => c.interval).length;
    this.all = records.length <= kOnePage;
    const plots = this.columns.filter((c) => c.interval).map((c) => plotOf(c, this.columns, this.rows));
    const place = h("div", { class: "table", tabindex: "0", role: "region", "aria-label": region }, h("table", { class: "records" }, this.head, this.body));
    this.element = h("div", {}, ...plots, place, records.length > kOnePage && this.pager);
    this.draw();
  }

  private draw(): void {
    this.drawHead();
    const rows = sorted(this.rows, this.order);
    const shown = this.all ? rows : rows.slice(this.page * kPage, (this.page + 1) * kPage);
    this.body.replaceChildren(...shown.flatMap((row) => this.drawnRow(row)));
    this.drawPager();
  }

  private sortBy(key: string, right: boolean): void {
    // Numbers begin with the largest; the third click brings the list's own order back.
    const first = right;
    this.order = this.order?.key !== key ? { key, descending: first } : this.order.descending === first ? { key, descending: !first } : undefined;
    this.page = 0;
    this.draw();
    this.head.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  private columnHead(column: Column, name: string, rows: number): HTMLElement[] {
    const key = keyOf(column.path);
    const sort = this.order?.key !== key ? "none" : this.order.descending ? "descending" : "ascending";
    const button = h("button", { type: "button", class: "sort", "data-key": key }, name === "" ? "name" : name);
    button.addEventListener("click", () => this.sortBy(key, column.right));
    const attributes = { class: sideOf(column), scope: "col", ...(rows > 1 ? { rowspan: String(rows) } : {}) };
    return [h("th", { ...attributes, "aria-sort": sort }, button), ...(column.interval ? [h("th", { ...attributes, class: "right" }, "95 % interval")] : [])];
  }

  // One line of heads, or two where columns belong together.
  private drawHead(): void {
    const grouping = this.columns.some((c) => c.path.length > 1);
    const [upper, lower] = [h("tr"), h("tr")];
    for (let i = 0; i < this.columns.length; ++i) {
      const column = this.columns[i]!;
      const group = column.path[0] ?? "";
      if (column.path.length === 1) {
        upper.append(...this.columnHead(column, words(group), grouping ? 2 : 1));
        continue;
      }
      const members = this.columns.filter((c) => c.path.length > 1 && c.path[0] === group);
      const span = members.length + members.filter((c) => c.interval).length;
      upper.append(h("th", { class: "group", scope: "colgroup", colspan: String(span) }, words(group)));
      for (const member of members) lower.append(...this.columnHead(member, member.path.slice(1).map(words).join(" "), 1));
      i += members.length - 1;
    }
    this.head.replaceChildren(...(grouping ? [upper, lower] : [upper]));
  }

  private drawnRow(row: Row): HTMLElement[] {
    const below: HTMLElement[] = [];
    const cells = this.columns.flatMap((column) => {
      const key = keyOf(column.path);
      const cell = row.cells.get(key) ?? { form: "nothing" as const };
      const content = cell.form === "nested" ? this.opener(row, key, column, cell.value, below) : cellContent(cell, row.move, column.decimals);
      const long = typeof content === "string" && content.length > kMaxName;
      const own = h("td", { class: long ? `${sideOf(column)} long` : sideOf(column) }, content);
      return column.interval ? [own, h("td", { class: "right" }, cell.form === "interval" ? intervalText(cell, column.decimals) : "–")] : [own];
    });
    return [h("tr", {}, ...cells), ...below];
  }

  // The button that opens what lies deeper, and if it is open, its row.
  private opener(row: Row, key: string, column: Column, value: unknown, below: HTMLElement[]): HTMLElement {
    const id = `${row.number}${kKey}${key}`;
    const isOpen = this.open.has(id);
    const title = `${this.name} ${row.number + 1}, ${column.path.map(words).join(" ")}`;
    const button = h("button", { type: "button", class: "opener", "aria-expanded": String(isOpen), "data-id": id }, sizeOf(value));
    button.addEventListener("click", () => {
      if (!this.open.delete(id)) this.open.add(id);
      this.draw();
      this.body.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
    });
    if (isOpen) below.push(h("tr", { class: "inner" }, h("td", { colspan: String(this.width) }, h("div", {}, ...this.inner(value, title)))));
    return button;
  }

  private drawPager(): void {
    const pages = Math.ceil(this.rows.length / kPage);
    if (this.rows.length <= kOnePage) return;
    const button = (name: string, enabled: boolean, act: () => void): HTMLElement => {
      const out = h("button", { type: "button", ...(enabled ? {} : { disabled: "" }) }, name);
      out.addEventListener("click", () => {
        act();
        this.draw();
        const again = [...this.pager.querySelectorAll("button")].find((b) => b.textContent === name && !b.disabled);
        (again ?? this.pager.querySelector<HTMLButtonElement>("button:not([disabled])"))?.focus();
      });
      return out;
    };
    const total = grouped(this.rows.length);
    const range = `${grouped(this.page * kPage + 1)} to ${grouped(Math.min((this.page + 1) * kPage, this.rows.length))} of ${total}`;
    const turn = [
      button("Previous", this.page > 0, () => --this.page),
      h("span", { "aria-live": "polite" }, range),
      button("Next", this.page + 1 < pages, () => ++this.page),
    ];
    this.pager.replaceChildren(...(this.all ? [h("span", {}, `All ${total}`)] : turn), button(this.all ? "In pages" : "Show all", true, () => (this.all = !this.all)));
  }
}
