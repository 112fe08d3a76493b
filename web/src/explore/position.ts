import { from, MoveKind, moveKind, promotionPiece, squareName, to, uci } from "./moves";

// Enough of the rules to follow moves that are known to be legal: labels and diagrams need no engine.
export interface Position {
  squares: string[]; // 64, a1 first; "" or a piece as FEN writes it
  turn: "w" | "b";
  castling: string;
  enPassant: string;
  clock: number;
  number: number;
}

export function parseFen(fen: string): Position {
  const [board = "", turn = "w", castling = "-", enPassant = "-", clock = "0", number = "1"] = fen.trim().split(/\s+/);
  const squares = Array.from({ length: 64 }, () => "");
  board.split("/").forEach((rowText, fromTop) => {
    let file = 0;
    for (const c of rowText) {
      if (/[1-8]/.test(c)) file += Number(c);
      else if (file < 8 && fromTop < 8) squares[(7 - fromTop) * 8 + file++] = c;
    }
  });
  return { squares, turn: turn === "b" ? "b" : "w", castling, enPassant, clock: Number(clock) || 0, number: Number(number) || 1 };
}

export function toFen(p: Position): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; --rank) {
    let text = "";
    for (let file = 0; file < 8; ++file) text += p.squares[rank * 8 + file] || "1";
    rows.push(text.replace(/1+/g, (ones) => String(ones.length)));
  }
  return `${rows.join("/")} ${p.turn} ${p.castling || "-"} ${p.enPassant} ${p.clock} ${p.number}`;
}

// A king that moves loses both rights, a rook's square that is left or taken on loses that one.
function castlingAfter(castling: string, squares: string[], touched: number[]): string {
  const lost = new Set<string>();
  for (const s of touched) {
    const piece = squares[s];
    if (piece === "K") for (const c of castling) if (c === c.toUpperCase()) lost.add(c);
    if (piece === "k") for (const c of castling) if (c === c.toLowerCase()) lost.add(c);
    if (s === 7) lost.add("K").add("H");
    if (s === 0) lost.add("Q").add("A");
    if (s === 63) lost.add("k").add("h");
    if (s === 56) lost.add("q").add("a");
  }
  return [...castling].filter((c) => c !== "-" && !lost.has(c)).join("") || "-";
}

// The position after a move; 0 passes.
export function play(p: Position, m: number): Position {
  const squares = p.squares.slice();
  const next: Position = { ...p, squares, turn: p.turn === "w" ? "b" : "w", enPassant: "-", clock: p.clock + 1 };
  if (p.turn === "b") ++next.number;
  if (m === 0) return next;
  const [source, target] = [from(m), to(m)];
  const piece = p.squares[source] ?? "";
  const pawn = piece.toLowerCase() === "p";
  next.castling = castlingAfter(p.castling, p.squares, [source, target]);
  if (pawn || (p.squares[target] && moveKind(m) !== MoveKind.Castling)) next.clock = 0;
  squares[source] = "";
  if (moveKind(m) === MoveKind.Castling) {
    const rook = p.squares[target] ?? "";
    const home = source & 56;
    const short = target > source;
    squares[target] = "";
    squares[home + (short ? 6 : 2)] = piece;
    squares[home + (short ? 5 : 3)] = rook;
    return next;
  }
  const promoted = promotionPiece(m);
  squares[target] = moveKind(m) === MoveKind.Promotion ? (p.turn === "w" ? promoted.toUpperCase() : promoted) : piece;
  if (moveKind(m) === MoveKind.EnPassant) squares[target + (p.turn === "w" ? -8 : 8)] = "";
  if (pawn && Math.abs(target - source) === 16) next.enPassant = squareName((source + target) / 2);
  return next;
}

// "Nf3", "dxe5", "e8=Q", "O-O": what the board alone tells. Two knights that could both go there are not told apart.
export function shortName(p: Position, m: number, chess960: boolean): string {
  if (m === 0) return "pass";
  const [source, target] = [from(m), to(m)];
  const piece = p.squares[source] ?? "";
  if (piece === "") return uci(m, chess960);
  if (moveKind(m) === MoveKind.Castling) return target > source ? "O-O" : "O-O-O";
  const takes = p.squares[target] !== "" || moveKind(m) === MoveKind.EnPassant;
  const promotion = moveKind(m) === MoveKind.Promotion ? `=${promotionPiece(m).toUpperCase()}` : "";
  const letter = piece.toLowerCase() === "p" ? (takes ? squareName(source).charAt(0) : "") : piece.toUpperCase();
  return `${letter}${takes ? "x" : ""}${squareName(target)}${promotion}`;
}

// Moves that the trace names in UCI's way, from its header.
export const playUci = (p: Position, text: string): Position => play(p, moveOf(p, text));

export function moveOf(p: Position, text: string): number {
  const square = (s: string): number => "abcdefgh".indexOf(s.charAt(0)) + 8 * (Number(s.charAt(1)) - 1);
  const [source, target] = [square(text.slice(0, 2)), square(text.slice(2, 4))];
  const piece = (p.squares[source] ?? "").toLowerCase();
  let kind = MoveKind.Normal;
  let goal = target;
  if (text.length > 4) kind = MoveKind.Promotion;
  else if (piece === "p" && squareName(target) === p.enPassant) kind = MoveKind.EnPassant;
  else if (piece === "k" && Math.abs((source & 7) - (target & 7)) === 2 && p.squares[target] === "") {
    kind = MoveKind.Castling;
    goal = (source & 56) + (target > source ? 7 : 0);
  } else if (piece === "k" && (p.squares[target] ?? "").toLowerCase() === "r" && isOwn(p, target)) kind = MoveKind.Castling;
  const promoted = Math.max(0, "nbrq".indexOf(text.charAt(4) || "n"));
  return goal | (source << 6) | (promoted << 12) | (kind << 14);
}

function isOwn(p: Position, square: number): boolean {
  const piece = p.squares[square] ?? "";
  return piece !== "" && (piece === piece.toUpperCase()) === (p.turn === "w");
}
