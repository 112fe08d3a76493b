import { h } from "./dom";

export interface Column {
  name: string;
  right?: boolean; // numbers
  title?: string; // what the column says, shown on hovering
}

export interface Row {
  cells: (string | Node)[];
  faint?: boolean;
  heading?: boolean; // its first cell spans the table
}

let nameless = 0;

// `name` is for those who hear the page, where each table needs its own; without one it is numbered.
export function table(columns: Column[], rows: Row[], name = `Table ${++nameless}`): HTMLElement {
  const side = (i: number): string => (columns[i]?.right ? "right" : "left");
  const head = h(
    "tr",
    {},
    ...columns.map((c, i) => h(c.name === "" ? "td" : "th", { class: side(i), ...(c.name === "" ? {} : { scope: "col" }), ...(c.title ? { title: c.title } : {}) }, c.name)),
  );
  const body = rows.map((row) =>
    row.heading
      ? h("tr", { class: "heading" }, h("th", { colspan: String(columns.length), scope: "rowgroup" }, row.cells[0]))
      : h("tr", row.faint ? { class: "faint" } : {}, ...row.cells.map((c, i) => h("td", { class: side(i) }, c))),
  );
  // Wide tables scroll by themselves; the keyboard must reach them.
  return h(
    "div",
    { class: "table", tabindex: "0", role: "region", "aria-label": name },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)),
  );
}
