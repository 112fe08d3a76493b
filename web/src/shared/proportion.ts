// Wilson's score interval at 95 % (E. B. Wilson, 1927) for cases of one search: `oknos-lab` has the same
// (src/lab/statistics/proportion.h), and tests compare both with tests/lab/statistics/intervals.json. Where cases come from several
// searches, it depends on how they are spread over these, and the program sends the interval.
export interface Proportion {
  rate: number;
  low: number;
  high: number;
}

const kZ = 1.959963984540054; // the normal distribution's 97.5th percentile

export function proportion(hits: number, cases: number): Proportion {
  if (cases === 0) return { rate: 0, low: 0, high: 1 };
  const p = hits / cases;
  const z2 = kZ * kZ;
  const middle = (p + z2 / (2 * cases)) / (1 + z2 / cases);
  const half = (kZ / (1 + z2 / cases)) * Math.sqrt((p * (1 - p)) / cases + z2 / (4 * cases * cases));
  return { rate: p, low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === cases ? 1 : Math.min(1, middle + half) };
}
