const thin = new Intl.NumberFormat("en-US");

// 1234567 -> "1,234,567"
export const grouped = (n: number): string => thin.format(n);

// 1234567 -> "1.23M"
export function compact(n: number): string {
  if (n < 10_000) return grouped(Math.round(n));
  const units = ["k", "M", "G", "T"];
  let value = n;
  let unit = "";
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return value.toPrecision(3).replace(/\.0+$/, "") + unit;
}

// 0.00117 -> "0.117 %": three digits that say something.
export function rate(r: number): string {
  const p = r * 100;
  if (p < 0.000005) return "0 %";
  return `${p.toFixed(p >= 10 ? 1 : p >= 1 ? 2 : p >= 0.001 ? 3 : 5)} %`;
}

// 1.123 -> "+12.3 %"
export function change(ratio: number): string {
  const p = (ratio - 1) * 100;
  return `${p < 0 ? "−" : "+"}${Math.abs(p).toFixed(1)} %`;
}

// Centipawns as pawns: -130 -> "−1.30". Beyond any sum of material it is a mate.
const kMateFrom = 20_000;
// Of a difference of two values: one of them is a mate, so it is no number of pawns.
export const ofMate = (centipawns: number): boolean => Math.abs(centipawns) >= kMateFrom;
export function pawns(centipawns: number): string {
  if (ofMate(centipawns)) return centipawns > 0 ? "mate" : "being mated";
  const sign = centipawns < 0 ? "−" : "+";
  return `${sign}${(Math.abs(centipawns) / 100).toFixed(2)}`;
}

// The names that rules have in presets, in words.
const kNames: Record<string, string> = { see_pruning: "SEE pruning", quiescence_see: "quiescence SEE" };
export const ruleName = (rule: string): string => kNames[rule] ?? rule.replaceAll("_", " ");
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
