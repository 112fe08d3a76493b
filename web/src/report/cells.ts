import { fenWithBoard } from "../shared/peek";
import { svg, h } from "../shared/dom";
import { grouped, rate } from "../shared/format";
import type { Cell } from "./fields";

// Keys that are written otherwise than their letters say.
const kSpelled: Record<string, string> = {
  elo: "Elo", fen: "FEN", id: "ID", los: "LOS", llr: "LLR", sprt: "SPRT", san: "SAN", uci: "UCI", pgn: "PGN", epd: "EPD", see: "SEE", pv: "PV", tt: "TT", nps: "nodes/s",
};

// "nodes_per_move" -> "nodes per move", "time_ms" -> "time, ms"
export function words(key: string): string {
  if (key === "ms") return "milliseconds";
  const text = key
    .split(/[_\s]+/)
    .map((word) => kSpelled[word] ?? word)
    .join(" ");
  return text.replace(/ ms$/, ", ms");
}

// Four digits, whichever the largest of the numbers begins with.
const kDigits = 4;
const kMaxDecimals = 6;

// Decimals with which the numbers of a column are written, so that they stand one below the other.
export function decimalsOf(numbers: number[]): number {
  if (numbers.every(Number.isInteger)) return 0;
  const largest = Math.max(...numbers.map(Math.abs));
  return Math.min(kMaxDecimals, Math.max(1, kDigits - 1 - Math.floor(Math.log10(largest || 1))));
}

export function plain(n: number, decimals = decimalsOf([n])): string {
  const rounded = Number(n.toFixed(decimals));
  if (rounded === 0 && n !== 0) return n.toPrecision(2).replace("-", "−");
  const [whole, fraction] = Math.abs(n).toFixed(decimals).split(".");
  return `${rounded < 0 ? "−" : ""}${grouped(Number(whole))}${fraction === undefined ? "" : `.${fraction}`}`;
}

const percent = (n: number): string => (n < 0 ? `−${rate(-n)}` : rate(n));

export const numberText = (n: number | null, isPercent: boolean, decimals?: number): string =>
  n === null ? "–" : isPercent ? percent(n) : plain(n, decimals);

// The numbers within a cell that its column's decimals depend on.
export function numbersIn(cell: Cell): number[] {
  if (cell.form === "number") return cell.percent ? [] : [cell.value];
  if (cell.form === "interval") return cell.percent ? [] : [cell.value, cell.low, cell.high].filter((n) => n !== null);
  return [];
}

export function intervalText(cell: Cell & { form: "interval" }, decimals?: number): string {
  const end = (n: number | null): string => numberText(n, cell.percent, decimals);
  return cell.low === null && cell.high === null ? "–" : `${end(cell.low)} to ${end(cell.high)}`;
}

const kCourseSize = { width: 96, height: 22 };

// Where a course of numbers began, how it went, where it ended.
function course(numbers: number[]): HTMLElement {
  const { width, height } = kCourseSize;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (i: number): number => (i * width) / (numbers.length - 1);
  const y = (n: number): number => (high === low ? height / 2 : height - 2 - ((n - low) * (height - 4)) / (high - low));
  const points = numbers.map((n, i) => `${x(i).toFixed(1)},${y(n).toFixed(1)}`).join(" ");
  const decimals = decimalsOf([numbers[0] ?? 0, numbers.at(-1) ?? 0]);
  const [first, last] = [plain(numbers[0] ?? 0, decimals), plain(numbers.at(-1) ?? 0, decimals)];
  const label = `${numbers.length} numbers, ${first} to ${last}, between ${plain(low)} and ${plain(high)}`;
  return h("span", { class: "course" }, h("span", {}, first), svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, svg("polyline", { points })), last);
}

// What stands in a cell; `move` is an arrow on the board of a position.
export function cellContent(cell: Cell, move: string, decimals?: number): Node | string {
  switch (cell.form) {
    case "nothing":
      return "–";
    case "number":
      return numberText(cell.value, cell.percent, decimals);
    case "truth":
      return cell.value ? "yes" : "no";
    case "text":
      return cell.text;
    case "fen":
      return fenWithBoard(cell.fen, move);
    case "interval":
      return numberText(cell.value, cell.percent, decimals);
    case "list":
      return cell.texts.join(", ");
    case "course":
      return course(cell.numbers);
    case "nested":
      return "";
  }
}

// What a column is sorted by; nothing comes last.
export function sortKey(cell: Cell | undefined): number | string | null {
  switch (cell?.form) {
    case "number":
    case "interval":
      return cell.value;
    case "truth":
      return Number(cell.value);
    case "text":
      return cell.text;
    case "fen":
      return cell.fen;
    case "list":
      return cell.texts.join(", ");
    case "course":
      return cell.numbers.at(-1) ?? null;
    case "nested":
      return Object.keys(cell.value as object).length;
    default:
      return null;
  }
}
