import { h } from "../shared/dom";
import type { Column } from "../shared/table";

export interface SortableRow {
  cells: (string | Node)[];
  keys: (number | string | null)[]; // what each column is sorted by; null comes last
  faint?: boolean;
}

export interface Order {
  column: number;
  descending: boolean;
}

function compare(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}

// Rows that are equal in the column keep the order in which they were given.
export function sortedRows<Row extends SortableRow>(rows: Row[], { column, descending }: Order): Row[] {
  return rows.slice().sort((x, y) => {
    const [a, b] = [x.keys[column] ?? null, y.keys[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descending ? compare(b, a) : compare(a, b);
  });
}

// A table that every column's head sorts, by mouse and by keyboard; a second click turns the order round. Wide ones scroll by
// themselves.
export function sortable(columns: Column[], rows: SortableRow[], name: string, first: Order): HTMLElement {
  let order = first;
  const body = h("tbody");
  const side = (column: Column): string => (column.right ? "right" : "left");
  const heads = columns.map((column, i) => {
    if (column.name === "") return h("td");
    const button = h("button", { type: "button", class: "sort" }, column.name);
    button.addEventListener("click", () => {
      // Numbers begin with the largest.
      order = { column: i, descending: order.column === i ? !order.descending : column.right === true };
      draw();
    });
    return h("th", { class: side(column), scope: "col", ...(column.title ? { title: column.title } : {}) }, button);
  });
  function draw(): void {
    heads.forEach((head, i) => head.tagName === "TH" && head.setAttribute("aria-sort", i !== order.column ? "none" : order.descending ? "descending" : "ascending"));
    body.replaceChildren(
      ...sortedRows(rows, order).map((row) => h("tr", row.faint ? { class: "faint" } : {}, ...row.cells.map((cell, i) => h("td", { class: side(columns[i]!) }, cell)))),
    );
  }
  draw();
  return h("div", { class: "table", tabindex: "0", role: "region", "aria-label": name }, h("table", { class: "sortable" }, h("thead", {}, h("tr", {}, ...heads)), body));
}
