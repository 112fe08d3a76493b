// What searching after all has shown: by entry, from single questions and from samples.
export interface Verdict {
  wrong: boolean;
  value: number; // what it is worth, centipawns from the side to move where it was left out
  regret: number; // what leaving it out cost that node
  nodes: number;
  text?: string;
  line?: string; // what would have come
}

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
