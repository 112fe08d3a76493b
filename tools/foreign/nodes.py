#!/usr/bin/env python3
"""How many nodes a UCI engine searches to a fixed depth, and how many instructions it executes on the way.

usage: tools/foreign/nodes.py ENGINE [--depth 8] [--positions FILE.epd] [--count 12] [--set NAME=VALUE]
                              [--instructions FUNCTION]

Prints the sum of the last node counts of the positions, which are spread evenly over the file. With --instructions the
engine runs under callgrind (Debian package valgrind), which counts the same on every machine; the millions of
instructions within FUNCTION, with all that it calls, are printed, too. FUNCTION ("think*") should be the search, since
the initialization and threads that wait for work would hide what a search costs.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

POSITIONS = pathlib.Path(__file__).resolve().parents[2] / "positions" / "middlegames.epd"


def fail(message):
    sys.exit(f"{sys.argv[0]}: {message}")


def boards_of(path, count):
    try:
        lines = [line for line in open(path, encoding="utf-8") if line.strip() and not line.startswith("#")]
    except OSError as error:
        fail(f"{path}: {error.strerror}; expected a file of positions in EPD")
    if not lines:
        fail(f"{path}: no positions")
    return [" ".join(line.split()[:4]) + " 0 1" for line in lines[:: max(1, len(lines) // count)][:count]]


def nodes_of(command, boards, depth, options):
    """Sum over the positions; the engine has ended when this returns."""
    try:
        engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    except OSError as error:
        fail(f"{command[0]}: {error.strerror}; expected a UCI engine")

    def say(line):
        engine.stdin.write(line + "\n")
        engine.stdin.flush()

    def lines_until(last):
        for line in engine.stdout:
            yield line
            if line.startswith(last):
                return
        fail(f'{command[-1]} ended without a line "{last}"')

    say("uci")
    for _ in lines_until("uciok"):
        pass
    for option in options:
        name, value = option.split("=", 1)
        say(f"setoption name {name} value {value}")
    total = 0
    for board in boards:
        say("ucinewgame")
        say("position fen " + board)
        say(f"go depth {depth}")
        nodes = 0
        for line in lines_until("bestmove"):
            count = re.search(r"^info .*?\bnodes (\d+)", line)
            nodes = int(count[1]) if count else nodes
        total += nodes
    say("quit")
    engine.wait()
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--positions", default=POSITIONS)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--instructions", metavar="FUNCTION")
    args = parser.parse_args()

    boards = boards_of(args.positions, args.count)
    engine = str(pathlib.Path(args.engine).resolve())
    if not args.instructions:
        print(nodes_of([engine], boards, args.depth, args.set))
        return
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report"
        tool = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={report}"]
        nodes = nodes_of([*tool, f"--toggle-collect={args.instructions}", engine], boards, args.depth, args.set)
        found = re.search(r"^totals: (\d+)", report.read_text(), re.MULTILINE) if report.exists() else None
        if not found or int(found[1]) == 0:
            fail(f"{args.engine}: callgrind counted no instructions in {args.instructions}")
        print(nodes, f"{int(found[1]) / 1e6:.1f}")


if __name__ == "__main__":
    main()
