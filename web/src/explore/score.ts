import { pawns } from "../shared/format";
import type { Header } from "./trace";

// Scores of the search in words: infinite bounds and mates besides pawns.
const kMate = 32_000;
export const kMateFrom = 31_000;

export function value(score: number): string {
  if (score > kMate) return "∞";
  if (score < -kMate) return "−∞";
  if (Math.abs(score) >= kMateFrom) {
    const moves = Math.ceil((kMate - Math.abs(score)) / 2);
    if (moves === 0) return score > 0 ? "mate" : "mated"; // on the board, or the engine does not say how far away
    return `${score > 0 ? "mate in" : "mated in"} ${moves}`;
  }
  return pawns(score);
}

export const windowText = (alpha: number, beta: number): string => `${value(alpha)} to ${value(beta)}`;

// The root's score from White's view; a trace has it from the view of the side to move.
export function whiteScore({ fen, moves, score }: Pick<Header, "fen" | "moves" | "score">): number {
  const blackFirst = fen.split(" ")[1] === "b";
  const blackToMove = blackFirst === (moves.length % 2 === 0);
  return blackToMove ? -score : score;
}
