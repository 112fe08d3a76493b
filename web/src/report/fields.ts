import { ruleName } from "../shared/format";

// What the JSON of any result says, told apart by its form alone.
export type Cell =
  | { form: "nothing" }
  | { form: "number"; value: number; percent: boolean }
  | { form: "truth"; value: boolean }
  | { form: "text"; text: string }
  | { form: "fen"; fen: string }
  | { form: "interval"; value: number | null; low: number | null; high: number | null; percent: boolean }
  | { form: "list"; texts: string[] }
  | { form: "course"; numbers: number[] }
  | { form: "nested"; value: unknown };

export interface Field {
  path: string[]; // the keys that lead to it
  cell: Cell;
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const isScalar = (value: unknown): boolean => value === null || ["string", "number", "boolean"].includes(typeof value);
const isEnd = (value: unknown): value is number | null => value === null || typeof value === "number";

const kFen = /^[pnbrqkPNBRQK1-8]{1,8}(\/[pnbrqkPNBRQK1-8]{1,8}){7} [wb] /;
export const isFen = (text: string): boolean => kFen.test(text);

// Numbers in a row are a course from so many on.
const kCourse = 8;
// A list that stands in one line.
const kShortList = 8;
const kShortText = 60;

const isShare = (key: string): boolean => /(^|_)(rate|share|probability)$/.test(key);

function scalarCell(key: string, value: unknown): Cell {
  if (typeof value === "number") return { form: "number", value, percent: isShare(key) && Math.abs(value) <= 1 };
  if (typeof value === "boolean") return { form: "truth", value };
  if (typeof value !== "string" || value === "") return { form: "nothing" };
  if (isFen(value)) return { form: "fen", fen: value };
  return { form: "text", text: /^rules?$/.test(key) ? ruleName(value) : value };
}

function listCell(key: string, list: unknown[]): Cell {
  if (list.length === 0) return { form: "nothing" };
  if (list.length >= kCourse && list.every((v) => typeof v === "number")) return { form: "course", numbers: list };
  if (!list.every((v) => isScalar(v))) return { form: "nested", value: list };
  const texts = list.map((v) => (typeof v === "string" && key === "rules" ? ruleName(v) : String(v)));
  const short = list.length <= kShortList && texts.join(", ").length <= kShortText;
  return short ? { form: "list", texts } : { form: "nested", value: list };
}

function cellOf(key: string, value: unknown): Cell {
  if (Array.isArray(value)) return listCell(key, value);
  return isScalar(value) ? scalarCell(key, value) : { form: "nested", value };
}

// What a value's own key may be beside "low" and "high".
const kEstimates = ["rate", "share", "value", "estimate", "mean", "median", "probability"];

// The keys of the ends of the interval around `key`, if it has one.
function endsOf(of: Fields, key: string): [string, string] | undefined {
  const candidates: [string, string][] = [[`${key}_low`, `${key}_high`]];
  if (kEstimates.includes(key)) candidates.push(["low", "high"]);
  return isEnd(of[key]) ? candidates.find(([low, high]) => low in of && high in of && isEnd(of[low]) && isEnd(of[high])) : undefined;
}

// An object's fields; an interval is one of them, and so is an object that is nothing but an interval.
export function fieldsOf(of: Fields): Field[] {
  const ends = new Set(Object.keys(of).flatMap((key) => endsOf(of, key) ?? []));
  return Object.entries(of).flatMap(([key, value]): Field[] => {
    if (ends.has(key)) return [];
    const [low, high] = endsOf(of, key) ?? [];
    if (low !== undefined && high !== undefined)
      return [{ path: [key], cell: { form: "interval", value: value as number | null, low: of[low] as number | null, high: of[high] as number | null, percent: isShare(key) } }];
    if (isFields(value)) {
      const [only, ...others] = fieldsOf(value);
      if (only?.cell.form === "interval" && others.length === 0) return [{ path: [key], cell: { ...only.cell, percent: only.cell.percent || isShare(key) } }];
      if (!only) return [{ path: [key], cell: { form: "nothing" } }];
    }
    return [{ path: [key], cell: cellOf(key, value) }];
  });
}

// How many fields of an object within a row become columns of their own.
const kFlat = 12;

// The same with the fields of the objects within it; what holds more than a few of them, or lists, stays nested.
export function flatFieldsOf(of: Fields): Field[] {
  return fieldsOf(of).flatMap((field): Field[] => {
    if (field.cell.form !== "nested" || !isFields(field.cell.value)) return [field];
    const inner = flatFieldsOf(field.cell.value);
    const flat = inner.length <= kFlat && inner.every((f) => f.cell.form !== "nested");
    return flat ? inner.map((f) => ({ path: [...field.path, ...f.path], cell: f.cell })) : [field];
  });
}

// {"first": {...}, "second": {...}} with the same keys in each: the rows of a table.
export function isNamedRows(value: unknown): value is Record<string, Fields> {
  if (!isFields(value)) return false;
  const rows = Object.values(value);
  const keys = (row: unknown): string => (isFields(row) ? Object.keys(row).join() : "");
  return rows.length >= 2 && keys(rows[0]) !== "" && rows.every((row) => keys(row) === keys(rows[0])) && fieldsOf(value).every((f) => f.cell.form === "nested");
}

// The rows of a list, whatever lies in it.
export function rowsOf(list: unknown[]): Fields[] {
  return list.map((value) => {
    if (isFields(value)) return value;
    return Array.isArray(value) ? Object.fromEntries(value.map((v, i) => [String(i + 1), v as unknown])) : { value };
  });
}
