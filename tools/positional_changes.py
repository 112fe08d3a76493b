#!/usr/bin/env python3
"""How much one move changes the positional part of the evaluation, term by term: what a bound on one move would have to cover.

  tools/positional_changes.py build/release/bin/oknos positions/middlegames.epd --every 20

Plays every legal move of every so-many-th position and compares what `eval` says before and after it, in centipawns
from the mover's view, mixed by phase. Rounded to zero: sums may be off by one.
"""
import argparse
import re
import subprocess

GROUPS = [("pawn structure", ("pawn.",)), ("mobility", ("mobility.",)),
          ("pieces", ("knight.", "bishop.", "minor.", "rook.", "queen.")), ("king's shelter", ("king.",)),
          ("king danger", ("king danger",)), ("threats", ("threat.",)), ("passed pawns", ("passed.",)),
          ("space", ("space",)), ("tempo", ("tempo",)), ("positional part", ("positional",))]
MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
NAME_WIDTH = 29  # of the first column of `eval`
MIXED = 4        # column after that


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command, last):
        """The lines of the answer, up to the one that starts with `last`."""
        print(command, file=self.process.stdin, flush=True)
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("positional_changes: the engine has ended")
            if line.startswith(last):
                return lines
            lines.append(line.rstrip("\n"))

    def moves(self, fen):
        print(f"position fen {fen}", file=self.process.stdin, flush=True)
        return re.findall(r"^([a-h][1-8][a-h][1-8][nbrq]?):", "\n".join(self.ask("go perft 1", "Nodes")), re.MULTILINE)

    def terms(self, fen, move=None):
        """White's less Black's centipawns of each group; None where a known ending decides."""
        print(f"position fen {fen}" + (f" moves {move}" if move else ""), file=self.process.stdin, flush=True)
        out = dict.fromkeys((name for name, _ in GROUPS), 0)
        for line in self.ask("eval\nisready", "readyok"):
            name, columns = line[:NAME_WIDTH].strip(), line[NAME_WIDTH:].split()
            if name == "positional":
                out["positional part"] = int(columns[0])
            if len(columns) <= MIXED or not columns[MIXED].lstrip("-").isdigit():
                continue
            for group, prefixes in GROUPS:
                if name.startswith(prefixes) and group != "positional part":
                    out[group] += int(columns[MIXED])
        return out


def share(values, part):
    return values[min(len(values) - 1, int(part * len(values)))]


def print_table(title, rows):
    print(f"| {title} | moves | change it | median | 90 % | 99 % | largest |\n" + "| --- " * 7 + "|")
    for name, changes in rows:
        sizes = sorted(abs(c) for c in changes)
        if not sizes:
            continue
        changed = 100 * sum(c != 0 for c in sizes) / len(sizes)
        print(f"| {name} | {len(sizes)} | {changed:.0f} % | {share(sizes, 0.5)} | {share(sizes, 0.9)} |"
              f" {share(sizes, 0.99)} | {sizes[-1]} |")
    print()


def mover(board, move):
    """The letter of the man on that square of a FEN's board."""
    row = board.split("/")[8 - int(move[1])]
    squares = "".join("." * int(c) if c.isdigit() else c for c in row)
    return squares["abcdefgh".index(move[0])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("positions")
    parser.add_argument("--every", type=int, default=1, help="take every N-th position")
    options = parser.parse_args()
    lines = [line for line in open(options.positions, encoding="utf-8") if line.strip() and not line.startswith("#")]
    engine = Engine(options.engine)
    by_term = {name: [] for name, _ in GROUPS}
    by_man = {}
    for line in lines[::options.every]:
        fen = " ".join(line.split()[:4]) + " 0 1"
        board, side = fen.split()[:2]
        sign = 1 if side == "w" else -1
        before = engine.terms(fen)
        for move in engine.moves(fen):
            after = engine.terms(fen, move)
            for name in by_term:
                by_term[name].append(sign * (after[name] - before[name]))
            by_man.setdefault(MEN[mover(board, move).lower()], []).append(by_term["positional part"][-1])
    print_table("term", by_term.items())
    print_table("positional part, by a move of a", ((man, by_man.get(man, [])) for man in MEN.values()))


if __name__ == "__main__":
    main()
