import { ofMate, pawns } from "../shared/format";
import { value } from "./score";

// What searching after all has shown: by entry, from single questions and from samples.
export interface Verdict {
  wrong: boolean;
  value: number; // what it is worth, centipawns from the side to move where it was left out
  regret: number; // what leaving it out cost that node
  nodes: number;
  text?: string;
  line?: string; // what would have come
}

// What it is worth, and what skipping it cost; a mate costs no number of pawns.
export function verdictText(v: Verdict): string {
  const cost = v.wrong && !ofMate(v.regret) ? `; skipping it cost this node ${lost(v.regret)}` : "";
  return `Searched after all, it is worth ${value(v.value)}${cost}.`;
}
// "0.35": by how much a rule was wrong.
export const lost = (regret: number): string => pawns(regret).replace("+", "");
export const caseText = (wrong: boolean, regret: number): string => (!wrong ? "✓ right" : ofMate(regret) ? "✕ wrong about a mate" : `✕ wrong by ${lost(regret)}`);

export const halfPointsText = (lost: number): string => (lost === 0 ? "✓ right" : `✕ loses ${lost === 1 ? "half a point" : "a point"}`);

export class Verdicts {
  readonly all = new Map<number, Verdict>();
  private listeners: (() => void)[] = [];

  add(found: Iterable<[number, Verdict]>): void {
    for (const [entry, verdict] of found) this.all.set(entry, verdict);
    for (const listener of this.listeners) listener();
  }
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  // Errors in the order of the tree.
  errors(): number[] {
    return [...this.all].filter(([, v]) => v.wrong).map(([entry]) => entry).sort((a, b) => a - b);
  }
  nodes(): Map<number, number> {
    return new Map([...this.all].map(([entry, v]) => [entry, v.nodes]));
  }
}
