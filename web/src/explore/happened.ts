import { capitalised, ruleName } from "../shared/format";
import { kFamilies, type Family } from "../shared/rule_colors";
import { End, Flag, Kind, kNoRule, type Header, type Trace } from "./trace";
import type { Verdicts } from "./verdicts";

// What happened at an entry, as one small number: the drawing, the legend and the filters go by it.

// The families of rules (src/engine/pruning/parts/rule.h), which the service tells of, share a colour each; with hatching, lightness and words
// nothing hangs on colour alone.
export { kFamilies, type Family };

// The trace says of each rule which family it is of.
export const familyOf = (header: Header, rule: number): Family => kFamilies.find((family) => family === header.families[rule]) ?? "other";

export type State =
  | "searched"
  | "quiescence"
  | "horizon"
  | "table"
  | "passing"
  | "draw"
  | "stopped"
  | `cut-${Family}`
  | `skipped-${Family}`
  | `right-${Family}`
  | "wrong";

export const kStates: State[] = [
  "searched",
  "quiescence",
  "horizon",
  "table",
  "passing",
  "draw",
  "stopped",
  ...kFamilies.map((family) => `cut-${family}` as const),
  ...kFamilies.map((family) => `skipped-${family}` as const),
  ...kFamilies.map((family) => `right-${family}` as const),
  "wrong",
];
const kNumberOf = new Map(kStates.map((state, number) => [state, number]));
// By state: 1 for what was skipped and never searched, which is drawn hatched.
export const kHatched = Uint8Array.from(kStates, (state) => Number(state.startsWith("skipped-")));
export const stateNumber = (state: State): number => kNumberOf.get(state) ?? 0;

function endState(end: number, quiescence: boolean, family: Family): State {
  switch (end) {
    case End.Draw:
    case End.NoMoves:
    case End.MateDistance:
      return "draw";
    case End.TableCut:
    case End.Tablebase:
      return "table";
    case End.RuleCut:
      return `cut-${family}`;
    case End.StandPat:
      return "cut-holds";
    case End.NullMoveCut:
    case End.ProbCut:
    case End.MultiCut:
      return "passing";
    case End.Stopped:
      return "stopped";
    case End.Horizon:
      return "horizon";
    default:
      return quiescence ? "quiescence" : "searched";
  }
}

// The state of every entry, before anything was searched after all.
export function statesOf(trace: Trace): Uint8Array {
  const families = trace.header.rules.map((_, rule) => familyOf(trace.header, rule));
  const of = (rule: number): Family => families[rule] ?? "other";
  // Few combinations are asked a million times.
  const visits = new Map<number, number>();
  const out = new Uint8Array(trace.count);
  const skipped = families.map((family) => stateNumber(`skipped-${family}`));
  const other = stateNumber("skipped-other");
  const { kind, end, flags, rule, count } = trace;
  const cache = new Int16Array(1 << 14).fill(-1);
  for (let i = 0; i < count; ++i) {
    if (kind[i] === Kind.Skipped) {
      out[i] = skipped[rule[i]!] ?? other;
      continue;
    }
    const quiescence = (flags[i]! & Flag.Quiescence) !== 0;
    const key = end[i]! | (quiescence ? 32 : 0) | (rule[i]! << 6);
    let state = key < cache.length ? cache[key]! : (visits.get(key) ?? -1);
    if (state < 0) {
      state = stateNumber(endState(end[i]!, quiescence, of(rule[i]!)));
      if (key < cache.length) cache[key] = state;
      else visits.set(key, state);
    }
    out[i] = state;
  }
  return out;
}

export function applyVerdicts(states: Uint8Array, trace: Trace, verdicts: Verdicts): void {
  for (const [entry, verdict] of verdicts.all) {
    if (verdict.wrong) states[entry] = stateNumber("wrong");
    else if (trace.kind[entry] === Kind.Skipped) states[entry] = stateNumber(`right-${familyOf(trace.header, trace.rule[entry]!)}`);
  }
}

const kEnds = [
  "searched",
  "draw",
  "cut by the transposition table",
  "a shorter mate is known",
  "cut by a rule",
  "the null move holds beta",
  "probcut",
  "multicut",
  "the static evaluation holds beta",
  "mate or stalemate",
  "stopped",
  "the maximum depth is reached",
];

export function ruleTitle(trace: Trace, entry: number): string {
  const rule = trace.rule[entry]!;
  return rule === kNoRule ? "" : capitalised(ruleName(trace.header.rules[rule] ?? `rule ${rule}`));
}

// One phrase for people: "skipped by frontier futility", "cut by a rule: reverse futility".
export function phrase(trace: Trace, entry: number): string {
  const rule = ruleTitle(trace, entry).replace(/^([A-Z])(?![A-Z])/, (c) => c.toLowerCase());
  if (trace.kind[entry] === Kind.Tree) return "the whole tree";
  if (trace.kind[entry] === Kind.Skipped) return rule ? `skipped by ${rule}` : "skipped";
  const end = kEnds[trace.end[entry]!] ?? "searched";
  const quiescence = trace.flags[entry]! & Flag.Quiescence ? " (quiescence)" : "";
  if (trace.end[entry] === End.RuleCut && rule) return `${end}: ${rule}${quiescence}`;
  return end + quiescence;
}
