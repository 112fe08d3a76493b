#!/usr/bin/env python3
"""How much one quiet move changes the static evaluation: what the margin of a move's futility rule has to cover.

  tools/quiet_move_changes.py build/release/bin/oknos positions/middlegames.epd positions/endings.epd --every 10

Plays every quiet move that gives no check in every so-many-th position, and compares what `eval value` says before and
after it, in centipawns from the mover's view: with the network, and with the classical evaluation. By the kind of piece
that moves, and by how many pieces (kings and pawns excepted) are on the board.
"""
import argparse
import re
import subprocess

MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
EVALUATIONS = ("network", "classical")
PHASES = [("11 or more", 11), ("6 to 10", 6), ("5 or fewer", 0)]  # by the least number of pieces


class Engine:
    def __init__(self, path, evaluation):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        if evaluation == "classical":
            self.say("setoption name EvalFile value classical")

    def say(self, command):
        print(command, file=self.process.stdin, flush=True)

    def answer(self, pattern):
        """The first line that matches."""
        for line in self.process.stdout:
            found = re.match(pattern, line)
            if found:
                return found
        raise SystemExit("quiet_move_changes: the engine has ended")

    def value(self, position):
        """White's centipawns."""
        self.say(f"position fen {position}\neval value")
        return int(self.answer(r"(-?\d+) for White")[1])

    def moves(self, fen):
        self.say(f"position fen {fen}\ngo perft 1")
        out = []
        for line in self.process.stdout:
            if line.startswith("Nodes"):
                return out
            found = re.match(r"([a-h][1-8][a-h][1-8][nbrq]?):", line)
            if found:
                out.append(found[1])
        raise SystemExit("quiet_move_changes: the engine has ended")

    def in_check_after(self, fen, move):
        self.say(f"position fen {fen} moves {move}\nd")
        return self.answer(r"(?i)checkers\s*:?\s*(.*)")[1].strip() not in ("", "-", "none")


def squares_of(board):
    return "".join("." * int(c) if c.isdigit() else c for c in board.replace("/", ""))


def man_on(squares, square):
    return squares[(8 - int(square[1])) * 8 + "abcdefgh".index(square[0])]


def is_quiet(squares, move):
    """No capture, en passant or promotion."""
    if len(move) == 5 or man_on(squares, move[2:4]) != ".":
        return False
    return man_on(squares, move[:2]).lower() != "p" or move[0] == move[2]


def share(sizes, part):
    return sizes[min(len(sizes) - 1, int(part * len(sizes)))]


def print_table(title, names, changes):
    print(f"| {title} | evaluation | moves | median | 90 % | 99 % | largest rise |\n" + "| --- " * 7 + "|")
    for name in names:
        for evaluation in EVALUATIONS:
            values = changes[evaluation].get(name, [])
            if values:
                sizes = sorted(abs(v) for v in values)
                print(f"| {name} | {evaluation} | {len(sizes)} | {share(sizes, 0.5)} | {share(sizes, 0.9)} |"
                      f" {share(sizes, 0.99)} | {max(values)} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every N-th position")
    options = parser.parse_args()
    lines = [line for path in options.positions for line in open(path, encoding="utf-8")
             if line.strip() and not line.startswith("#")]
    engines = {name: Engine(options.engine, name) for name in EVALUATIONS}
    by_man = {name: {} for name in EVALUATIONS}
    by_phase = {name: {} for name in EVALUATIONS}
    for line in lines[::options.every]:
        fen = " ".join(line.split()[:4]) + " 0 1"
        board, side = fen.split()[:2]
        squares = squares_of(board)
        pieces = sum(c.lower() in "nbrq" for c in board)
        phase = next(name for name, least in PHASES if pieces >= least)
        quiet = [m for m in engines["network"].moves(fen)
                 if is_quiet(squares, m) and not engines["network"].in_check_after(fen, m)]
        for name, engine in engines.items():
            before = engine.value(fen)
            for move in quiet:
                change = (engine.value(f"{fen} moves {move}") - before) * (1 if side == "w" else -1)
                by_man[name].setdefault(MEN[man_on(squares, move[:2]).lower()], []).append(change)
                by_phase[name].setdefault(phase, []).append(change)
    print_table("move of a", MEN.values(), by_man)
    print_table("pieces on the board", [name for name, _ in PHASES], by_phase)


if __name__ == "__main__":
    main()
