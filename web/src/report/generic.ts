import { h, type Child } from "../shared/dom";
import { capitalised, grouped } from "../shared/format";
import { fenWithBoard } from "../shared/peek";
import { cellContent, decimalsOf, intervalText, numbersIn, words } from "./cells";
import { fieldsOf, isFen, isFields, isNamedRows, isScalar, rowsOf, type Cell, type Field, type Fields } from "./fields";
import { Records } from "./records";
import type { Run } from "./run";

// The page of a run of any kind, made of the form of its result alone: numbers as a list, objects as groups, lists of
// objects as tables.

const kDeepest = 6; // the heading of the lowest level
const heading = (level: number, title: string): HTMLElement => h(`h${Math.min(level, kDeepest)}` as "h3", {}, capitalised(title));

// Every table has a name of its own for those who hear the page.
const taken = new Map<string, number>();
function regionName(title: string): string {
  const count = (taken.get(title) ?? 0) + 1;
  taken.set(title, count);
  return count === 1 ? capitalised(title) : `${capitalised(title)} (${count})`;
}

const kWideText = 30; // characters
const isWide = (cell: Cell): boolean => cell.form === "fen" || cell.form === "course" || (cell.form === "text" && cell.text.length > kWideText);

function entry({ path, cell }: Field, move: string): HTMLElement {
  const decimals = decimalsOf(numbersIn(cell));
  const content = [cellContent(cell, move, decimals), cell.form === "interval" && h("span", { class: "ends" }, intervalText(cell, decimals))];
  return h("div", isWide(cell) ? { class: "wide" } : {}, h("dt", {}, capitalised(words(path.at(-1) ?? ""))), h("dd", {}, ...content));
}

function numbers(fields: Field[], move: string): HTMLElement {
  const [wide, narrow] = [fields.filter((f) => isWide(f.cell)), fields.filter((f) => !isWide(f.cell))];
  return h("dl", { class: "numbers" }, ...[...narrow, ...wide].map((f) => entry(f, move)));
}

const moveOf = (of: Fields): string => (typeof of["move"] === "string" ? of["move"] : "");

const kCard = 16; // so many entries stand in a group
const isCard = (value: unknown): value is Fields => isFields(value) && Object.keys(value).length <= kCard && fieldsOf(value).every((f) => f.cell.form !== "nested");

function table(rows: Fields[], title: string, level: number): HTMLElement {
  return new Records(rows, title, regionName(title), (value, name) => anything(value, name, level + 1)).element;
}

const kListed = 60; // texts, before the others are asked for

function list(values: unknown[]): HTMLElement {
  const texts = values.map((v) => (v === null ? "–" : String(v)));
  const items = (of: string[]): HTMLElement[] => of.map((text) => h("li", {}, isFen(text) ? fenWithBoard(text, "") : text));
  const place = h("ul", { class: "values" }, ...items(texts.slice(0, kListed)));
  if (texts.length <= kListed) return place;
  const more = h("button", { type: "button" }, "Show all");
  const pager = h("div", { class: "pager" }, h("span", {}, `1 to ${kListed} of ${grouped(texts.length)}`), more);
  more.addEventListener("click", () => {
    place.append(...items(texts.slice(kListed)));
    pager.remove();
  });
  return h("div", {}, place, pager);
}

function object(of: Fields, title: string, level: number): Child[] {
  const fields = fieldsOf(of);
  const simple = fields.filter((f) => f.cell.form !== "nested");
  const nested = fields.flatMap(({ path, cell }) => (cell.form === "nested" ? [{ name: words(path.at(-1) ?? ""), value: cell.value }] : []));
  if (simple.length > kCard && nested.length === 0 && new Set(simple.map((f) => f.cell.form)).size === 1)
    return [table(Object.entries(of).map(([name, value]) => ({ name, value })), title, level)];
  const cards = nested.filter((n) => isCard(n.value) && !isNamedRows(n.value));
  const others = nested.filter((n) => !cards.includes(n));
  return [
    simple.length > 0 && numbers(simple, moveOf(of)),
    cards.length > 0 &&
      h("div", { class: "groups" }, ...cards.map((c) => h("div", {}, heading(level, c.name), ...object(c.value as Fields, c.name, level + 1)))),
    ...others.flatMap((o) => [heading(level, o.name), ...anything(o.value, title === "" ? o.name : `${title}, ${o.name}`, level + 1)]),
  ];
}

function anything(value: unknown, title: string, level: number): Child[] {
  if (isNamedRows(value)) return [table(Object.entries(value).map(([name, row]) => ({ name, ...row })), title, level)];
  if (isFields(value)) return object(value, title, level);
  if (Array.isArray(value) && value.length === 0) return [h("p", { class: "note" }, "None.")];
  if (Array.isArray(value)) return [value.every(isScalar) ? list(value) : table(rowsOf(value), title, level)];
  return [numbers(fieldsOf({ result: value }), "")];
}

// The header's entries that are not settings of the run.
const kNotSettings = ["kind", "format", "version", "sources", "network", "items", "input", "shard", "merged", "commit", "program", "command", "host", "started", "finished"];
const kLongSetting = 160; // characters; "How this was made" has all of them

function progress(run: Run): Child[] {
  const all = run.done + run.missing.count;
  const text = `${grouped(run.done)} of ${grouped(all)} work units`;
  return [h("progress", { max: String(all || 1), value: String(run.done), "aria-label": "Progress" }), text];
}

// What was run with which settings, how far it came, and which program did it.
function origin(run: Run): HTMLElement {
  const filled = Object.entries(run.header).filter(([, value]) => value !== "");
  const settings = filled.filter(([name]) => !kNotSettings.includes(name));
  const short = (text: string): string => (text.length > kLongSetting ? `${text.slice(0, kLongSetting)}…` : text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z$/, "$1 $2 UTC"));
  const known = (name: string): [string, string][] => filled.filter(([n]) => n === name);
  const entries = [...settings, ...["network", "version", "commit", "started", "finished"].flatMap(known)];
  return h(
    "dl",
    { class: "origin" },
    h("dt", {}, "Progress"),
    h("dd", {}, ...progress(run)),
    ...entries.flatMap(([name, value]) => [h("dt", {}, capitalised(words(name))), h("dd", {}, short(value))]),
  );
}

// What every command's JSON says that a page need not.
function withoutTechnicalities(result: unknown): unknown {
  if (!isFields(result)) return result;
  return Object.fromEntries(Object.entries(result).filter(([key, value]) => !(key === "type" && value === "summary") && !(key === "interrupted" && value === false)));
}

export function generic(run: Run): Child[] {
  return [origin(run), ...anything(withoutTechnicalities(run.result), "", 3)];
}
