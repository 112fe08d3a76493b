// What several figures share.

// Centipawns as pawns, without a plus sign: in a sum it would read as an operator.
export const pawns = (centipawns: number): string => (centipawns / 100).toFixed(2).replace("-", "−");

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// Positions of different kinds, by name.
export const kPositions = {
  italian: "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5",
  attack: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  sacrifice: "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17",
  castled: "r2q1rk1/ppp2ppp/2npbn2/2b1p3/4P3/2PP1N2/PPBN1PPP/R1BQ1RK1 w - - 0 9",
  rooks: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
} as const;

// Draws a diagram into an element, with the shapes of the pieces.
export async function draw(place: HTMLElement | null, fen: string, move: string, marks: Record<string, string> = {}, flipped?: boolean): Promise<void> {
  const { board, installPieces } = await import("../web/shared/board");
  installPieces();
  place?.replaceChildren(board(fen, move, flipped, marks));
}

// Where a value lies on a scale from `low` to `high`, and how wide a difference is, as CSS; cut off at the ends.
export const placeOn = (v: number, low: number, high: number): string => `${Math.min(100, Math.max(0, (100 * (v - low)) / (high - low))).toFixed(2)}%`;
export const widthOn = (v: number, low: number, high: number): string => placeOn(low + v, low, high);
