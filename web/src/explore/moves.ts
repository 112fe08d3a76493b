// A move as two bytes: bits 0-5 the target square, 6-11 the source, 12-13 the piece that a pawn becomes, 14-15 the kind.
export const enum MoveKind {
  Normal = 0,
  Promotion = 1,
  EnPassant = 2,
  Castling = 3, // the king takes his own rook
}

export const to = (m: number): number => m & 63;
export const from = (m: number): number => (m >> 6) & 63;
export const moveKind = (m: number): MoveKind => (m >> 14) & 3;
export const promotionPiece = (m: number): string => "nbrq".charAt((m >> 12) & 3);
export const squareName = (s: number): string => "abcdefgh".charAt(s & 7) + String((s >> 3) + 1);

export function uci(m: number, chess960: boolean): string {
  if (m === 0) return "0000";
  let target = to(m);
  // Outside Chess960 the king goes two squares.
  if (moveKind(m) === MoveKind.Castling && !chess960) target = (from(m) & 56) + (target > from(m) ? 6 : 2);
  return squareName(from(m)) + squareName(target) + (moveKind(m) === MoveKind.Promotion ? promotionPiece(m) : "");
}
