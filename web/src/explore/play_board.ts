import { board } from "../shared/board";
import { h, svg } from "../shared/dom";
import { capitalised } from "../shared/format";
import type { Api, Moves } from "./api";
import { message } from "./api";
import { squareName } from "./moves";

const kTile = 40;
export const kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// A board that takes moves: press a piece, press where it goes; or name the move. Which moves there are, the program says.
export class PlayBoard {
  readonly element: HTMLElement;
  fen = kStartFen;
  moves: string[] = [];
  chess960 = false;
  private now: Moves | null = null;
  private source: string | null = null;
  private flipped = false;
  private asked = 0;
  private readonly place = h("div", { class: "play-board" });
  private readonly fenInput = h("input", { type: "text", id: "fen", spellcheck: "false", autocomplete: "off" });
  private readonly moveInput = h("input", { type: "text", id: "move", list: "legal", spellcheck: "false", autocomplete: "off", placeholder: "Nf3" });
  private readonly legal = h("datalist", { id: "legal" });
  private readonly line = h("p", { class: "note played" });
  private readonly chess960Box = h("input", { type: "checkbox" });
  private sans: string[] = [];

  constructor(
    private readonly api: Api,
    private readonly changed: () => void,
    private readonly entered: () => void, // a position was given with Enter
  ) {
    const apply = (): Promise<void> => {
      const text = this.fenInput.value.trim();
      return this.set(text === "" || text === "startpos" ? kStartFen : text, []);
    };
    this.fenInput.addEventListener("change", () => void apply());
    this.fenInput.addEventListener("keydown", (e) => {
      if (e.key !== "Enter") return;
      e.preventDefault();
      void apply().then(() => this.now && this.entered());
    });
    this.moveInput.addEventListener("change", () => this.playNamed());
    this.chess960Box.addEventListener("change", () => {
      this.chess960 = this.chess960Box.checked;
      void this.update();
    });
    const button = (text: string, act: () => void): HTMLButtonElement => {
      const b = h("button", { type: "button", class: "small" }, text);
      b.addEventListener("click", act);
      return b;
    };
    this.element = h(
      "div",
      { class: "play" },
      this.place,
      h(
        "div",
        { class: "row" },
        button("Start position", () => void this.set(kStartFen, [])),
        button("Take back", () => void this.set(this.fen, this.moves.slice(0, -1))),
        button("Turn the board", () => {
          this.flipped = !this.flipped;
          this.draw();
        }),
      ),
      this.line,
      h("label", { for: "fen" }, "Position (FEN)"),
      this.fenInput,
      h("div", { class: "pair" }, h("div", {}, h("label", { for: "move" }, "Play a move"), this.moveInput), h("label", { class: "check" }, this.chess960Box, " Chess960")),
      this.legal,
    );
    this.place.addEventListener("click", (e) => this.press(e));
    this.draw();
  }

  get currentFen(): string {
    return this.now?.fen ?? this.fen;
  }

  async set(fen: string, moves: string[], chess960 = this.chess960): Promise<void> {
    this.fen = fen;
    this.moves = moves;
    this.chess960 = chess960;
    this.chess960Box.checked = chess960;
    this.flipped = fen.split(" ")[1] === "b";
    await this.update();
  }

  private async update(): Promise<void> {
    const mine = ++this.asked;
    this.source = null;
    try {
      const now = await this.api.moves(this.fen, this.moves, this.chess960);
      if (mine !== this.asked) return;
      this.now = now;
      this.fenInput.setCustomValidity("");
      this.fenInput.removeAttribute("aria-invalid");
      const check = now.in_check && now.end === "" ? ", in check" : "";
      this.line.textContent = `${now.end === "" ? `${capitalised(now.turn)} to move${check}` : capitalised(now.end)}${this.moves.length > 0 ? `, after ${this.played()}` : ""}`;
    } catch (error) {
      if (mine !== this.asked) return;
      this.now = null;
      this.fenInput.setAttribute("aria-invalid", "true");
      this.line.textContent = message(error);
    }
    this.legal.replaceChildren(...(this.now?.legal ?? []).map((m) => h("option", { value: m.san })));
    this.fenInput.value = this.currentFen;
    this.draw();
    this.changed();
  }

  private played(): string {
    const names = this.moves.map((m, i) => this.sans[i] ?? m);
    return names.length > 6 ? `… ${names.slice(-6).join(" ")}` : names.join(" ");
  }

  private playNamed(): void {
    const text = this.moveInput.value.trim();
    const move = this.now?.legal.find((m) => m.san === text || m.uci === text || m.san.replace(/[+#]/g, "") === text);
    if (move) {
      this.moveInput.value = "";
      this.play(move);
    }
  }

  private play(move: { uci: string; san: string }): void {
    this.sans = [...this.sans.slice(0, this.moves.length), move.san];
    const flipped = this.flipped;
    void this.set(this.fen, [...this.moves, move.uci]).then(() => {
      this.flipped = flipped;
      this.draw();
    });
  }

  private press(e: MouseEvent): void {
    const box = this.place.getBoundingClientRect();
    const file = Math.floor(((e.clientX - box.left) / box.width) * 8);
    const row = Math.floor(((e.clientY - box.top) / box.height) * 8);
    if (file < 0 || file > 7 || row < 0 || row > 7) return;
    const square = squareName(this.flipped ? 7 - file + 8 * row : file + 8 * (7 - row));
    const goes = (this.now?.legal ?? []).filter((m) => this.source !== null && m.uci.startsWith(this.source) && m.uci.slice(2, 4) === square);
    // A pawn becomes a queen; another piece is named in the field.
    const move = goes.find((m) => m.uci.length === 4 || m.uci.endsWith("q")) ?? goes[0];
    if (move) return this.play(move);
    this.source = this.now?.legal.some((m) => m.uci.startsWith(square)) ? square : null;
    this.draw();
  }

  private draw(): void {
    const drawing = board(this.currentFen, "", this.flipped);
    const mark = (square: string, kind: string): void => {
      const [file, rank] = ["abcdefgh".indexOf(square.charAt(0)), Number(square.charAt(1)) - 1];
      const [x, y] = [(this.flipped ? 7 - file : file) * kTile, (this.flipped ? rank : 7 - rank) * kTile];
      drawing.append(
        kind === "source"
          ? svg("rect", { class: "chosen", x: x + 1.5, y: y + 1.5, width: kTile - 3, height: kTile - 3 })
          : svg("circle", { class: "goal", cx: x + kTile / 2, cy: y + kTile / 2, r: 6 }),
      );
    };
    if (this.source) {
      mark(this.source, "source");
      for (const m of this.now?.legal ?? []) if (m.uci.startsWith(this.source)) mark(m.uci.slice(2, 4), "goal");
    }
    this.place.replaceChildren(drawing);
  }
}
