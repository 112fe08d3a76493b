import sprite from "cm-chessboard/assets/pieces/standard.svg?raw";
import { svg } from "./dom";

// A diagram that needs no server: the pieces' shapes lie once in the page, every board refers to them.
// They are those of cm-chessboard: by Colin M. L. Burnett and others, CC BY-SA 3.0; the page's foot says so.
const kFiles = "abcdefgh";
const kTile = 40; // units of the drawing, a square's width, as in the sprite

export function installPieces(): void {
  if (document.getElementById("pieces")) return;
  const holder = document.createElement("div");
  holder.id = "pieces";
  holder.style.display = "none";
  holder.innerHTML = sprite; // ours from the build, nothing of a run
  document.body.prepend(holder);
}

function square(name: string, flipped: boolean): { x: number; y: number } {
  const file = kFiles.indexOf(name.charAt(0));
  const rank = Number(name.charAt(1)) - 1;
  return { x: (flipped ? 7 - file : file) * kTile, y: (flipped ? rank : 7 - rank) * kTile };
}

function pieces(fen: string, flipped: boolean): SVGElement[] {
  const out: SVGElement[] = [];
  (fen.split(" ")[0] ?? "").split("/").forEach((row, fromTop) => {
    let file = 0;
    for (const c of row) {
      if (/[1-8]/.test(c)) {
        file += Number(c);
        continue;
      }
      const name = (c === c.toUpperCase() ? "w" : "b") + c.toLowerCase();
      const at = square(kFiles.charAt(file) + String(8 - fromTop), flipped);
      out.push(svg("use", { href: `#${name}`, transform: `translate(${at.x} ${at.y})` }));
      ++file;
    }
  });
  return out;
}

function arrow(move: string, flipped: boolean): SVGElement[] {
  if (!/^[a-h][1-8][a-h][1-8]/.test(move)) return [];
  const half = kTile / 2;
  const from = square(move.slice(0, 2), flipped);
  const to = square(move.slice(2, 4), flipped);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const head = 14; // its length
  const [ux, uy] = [dx / length, dy / length];
  const [tipX, tipY] = [to.x + half - ux * 4, to.y + half - uy * 4];
  const [neckX, neckY] = [tipX - ux * head, tipY - uy * head];
  const side = head * 0.6;
  return [
    svg("line", { class: "shaft", x1: from.x + half, y1: from.y + half, x2: neckX, y2: neckY }),
    svg("polygon", {
      class: "head",
      points: `${tipX},${tipY} ${neckX - uy * side},${neckY + ux * side} ${neckX + uy * side},${neckY - ux * side}`,
    }),
  ];
}

// The position with the move as an arrow (UCI; empty: none), from the side to move unless told otherwise. `marks` frames
// squares ("e4"): each with a class of its own.
export function board(fen: string, move: string, flipped = fen.split(" ")[1] === "b", marks: Record<string, string> = {}): SVGElement {
  const edge = 8 * kTile;
  const tiles: SVGElement[] = [];
  for (let i = 0; i < 64; ++i) {
    const [column, row] = [i % 8, Math.floor(i / 8)];
    tiles.push(
      svg("rect", {
        class: (column + row) % 2 === 0 ? "light" : "dark",
        x: column * kTile,
        y: row * kTile,
        width: kTile,
        height: kTile,
      }),
    );
  }
  const labels = [...kFiles].flatMap((_, i) => {
    const file = kFiles.charAt(flipped ? 7 - i : i);
    const rank = String(flipped ? i + 1 : 8 - i);
    return [
      svg("text", { class: "label", x: i * kTile + kTile - 3, y: edge - 3, "text-anchor": "end" }, file),
      svg("text", { class: "label", x: 3, y: i * kTile + 10 }, rank),
    ];
  });
  return svg(
    "svg",
    { class: "board", viewBox: `0 0 ${edge} ${edge}`, role: "img", "aria-label": `${fen}${move ? `, ${move}` : ""}` },
    ...tiles,
    ...labels,
    ...Object.entries(marks).map(([name, kind]) => svg("rect", { class: `mark ${kind}`, ...square(name, flipped), width: kTile, height: kTile })),
    ...pieces(fen, flipped),
    ...arrow(move, flipped),
  );
}
