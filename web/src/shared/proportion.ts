// Wilson's score interval at 95 % (E. B. Wilson, 1927), as `oknos-lab audit` prints it.
export interface Proportion {
  rate: number;
  low: number;
  high: number;
}

const kZ = 1.959963984540054; // the normal distribution's 97.5th percentile

// `effect`: the design effect, by how much the variance is larger because the cases come in clusters.
export function proportion(hits: number, cases: number, effect = 1): Proportion {
  if (cases === 0) return { rate: 0, low: 0, high: 1 };
  const p = hits / cases;
  const of = cases / (hits > 0 ? effect : 1);
  const z2 = kZ * kZ;
  const middle = (p + z2 / (2 * of)) / (1 + z2 / of);
  const half = (kZ / (1 + z2 / of)) * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of));
  return { rate: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
