#!/usr/bin/env python3
"""Checks positions/mates.epd and positions/zugzwang.epd against another UCI engine.

usage: tools/check_mined_positions.py FILE.epd [--engine stockfish] [--syzygy FOLDER]

A line with dm: the engine, too, has to find a mate in so many moves and none that is shorter. A line with c1 "win to
draw" and the like: the engine's values of the position and of the same with the other side to move have to say so; with
--syzygy only positions of at most four men are asked for, and the tables answer. Prints each difference, then a summary;
the exit code is 1 if there was any.
"""

import argparse
import re
import subprocess
import sys

MATE = 30000  # centipawns; more than any other value
DECIDED = 200  # centipawns, as the other engine counts them
MATE_TRIES = ((1500000, 1), (20000000, 8))  # nodes and lines: with more lines an engine leaves out less
ZUGZWANG_DEPTH = 20  # plies
MOST_TABLE_MEN = 4
RESULTS = {"win": 1, "draw": 0, "loss": -1}


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.name = line[len("id name ") :]
        self.send("setoption name Hash value 64")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, last):
        for line in self.process.stdout:
            yield line.strip()
            if line.startswith(last):
                return
        sys.exit("the engine ended")

    def search(self, fields, limit, wanted=None, lines=1):
        """The kind ("cp", "mate") and number of the last exact score; a wanted one ends the search."""
        self.send(f"setoption name MultiPV value {lines}")
        self.send("ucinewgame")
        self.send(f"position fen {' '.join(fields)} 0 1")
        self.send(f"go {limit}")
        score = None
        for line in self.lines_until("bestmove"):
            if (match := re.search(r" multipv 1 score (cp|mate) (-?\d+)", line)) and "bound" not in line:
                score = (match[1], int(match[2]))
                if score == wanted:
                    self.send("stop")
        return score


def check_mate(engine, fields, moves):
    wanted = ("mate", moves)
    for nodes, lines in MATE_TRIES:
        score = engine.search(fields, f"nodes {nodes}", wanted, lines)
        if score == wanted:
            return None
        if score[0] == "mate" and score[1] * moves > 0 and abs(score[1]) < abs(moves):
            return f"mate in {score[1]}, not in {moves}"
    if moves > 0 and engine.search(fields, f"mate {moves} nodes {MATE_TRIES[-1][0]}", wanted) == wanted:
        return None
    return f"{score}, not mate in {moves}"


def result(score):
    value = score[1] if score[0] == "cp" else MATE if score[1] > 0 else -MATE
    return (value >= DECIDED) - (value <= -DECIDED)


def check_zugzwang(engine, fields, text):
    passing, moving = (RESULTS[word] for word in text.split(" to "))
    limit = f"depth {ZUGZWANG_DEPTH}"
    other = [fields[0], "b" if fields[1] == "w" else "w", "-", "-"]
    seen = (result(engine.search(fields, limit)), -result(engine.search(other, limit)))
    return None if seen == (moving, passing) else f"{seen[1]} to {seen[0]}, not {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--engine", default="stockfish", help="a UCI engine (default: %(default)s)")
    parser.add_argument("--syzygy", help="a folder with tables of four men")
    arguments = parser.parse_args()
    engine = Engine(arguments.engine)
    if arguments.syzygy:
        engine.send(f"setoption name SyzygyPath value {arguments.syzygy}")
    checked = differences = 0
    with open(arguments.file, encoding="ascii") as lines:
        for line in lines:
            fields = line.split()[:4]
            if line.startswith("#") or len(fields) < 4:
                continue
            if arguments.syzygy and sum(c.isalpha() for c in fields[0]) > MOST_TABLE_MEN:
                continue
            if match := re.search(r" dm (-?\d+);", line):
                difference = check_mate(engine, fields, int(match[1]))
            elif match := re.search(r'c1 "(\w+ to \w+)"', line):
                difference = check_zugzwang(engine, fields, match[1])
            else:
                sys.exit(f"neither a mate nor a zugzwang: {line}")
            checked += 1
            if difference:
                differences += 1
                print(f"{difference}: {line.strip()}")
    print(f"{engine.name}: {checked} positions, {differences} differences")
    engine.send("quit")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
