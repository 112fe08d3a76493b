#!/usr/bin/env python3
"""Checks positions/perft.epd against another engine that understands `go perft`.

usage: tools/check_perft_set.py positions/perft.epd [--engine stockfish]

Every count of every line is asked for. Prints each difference, then a summary; the exit code is 1 if there was any.
"""

import argparse
import re
import subprocess
import sys


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        self.name = self.wait_for(re.compile(r"id name (.*)")).group(1)
        self.wait_for(re.compile(r"uciok"))

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, pattern):
        for line in self.process.stdout:
            if match := pattern.match(line):
                return match
        sys.exit("the engine ended")

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        return int(self.wait_for(re.compile(r"Nodes searched: *(\d+)")).group(1))

    def quit(self):
        self.send("quit")
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--engine", default="stockfish", help="a UCI engine (default: %(default)s)")
    arguments = parser.parse_args()

    engine = Engine(arguments.engine)
    positions = counts = nodes = differences = 0
    with open(arguments.file, encoding="ascii") as lines:
        for line in lines:
            line = line.strip()
            if line.startswith("#"):
                if line in ("# Standard chess", "# Chess960"):
                    engine.send(f"setoption name UCI_Chess960 value {'true' if line == '# Chess960' else 'false'}")
                continue
            if not line:
                continue
            fen, *fields = (field.strip() for field in line.split(";"))
            positions += 1
            for field in fields:
                depth, wanted = field.removeprefix("D").split()
                found = engine.perft(fen, int(depth))
                counts += 1
                nodes += found
                if found != int(wanted):
                    differences += 1
                    print(f"{fen} depth {depth}: the file says {wanted}, {engine.name} {found}")
    engine.quit()
    print(f"{engine.name}: {positions} positions, {counts} counts, {nodes} nodes, {differences} differences")
    return 1 if differences or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
