#!/usr/bin/env python3
"""How long the principal variations of fixed-depth searches are, and how many nodes they took.

  tools/line_lengths.py build/release/bin/oknos positions.epd --depth 8 --set "Preset=mediocre" --set "Frontier Node Pv Nodes=0"

Prints the share of lines that are shorter than the depth, mates and draws excepted, and the mean length.
"""
import argparse
import subprocess


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("positions")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    args = parser.parse_args()

    with open(args.positions, encoding="utf-8") as file:
        boards = [" ".join(line.split()[:4]) for line in file if line.strip() and not line.startswith("#")]
    engine = subprocess.Popen([args.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(line):
        engine.stdin.write(line + "\n")
        engine.stdin.flush()

    for option in args.set:
        name, value = option.split("=", 1)
        say(f"setoption name {name} value {value}")
    lengths, nodes = [], 0
    for board in boards:
        say("ucinewgame")
        say(f"position fen {board} 0 1")
        say(f"go depth {args.depth}")
        last = []
        for line in engine.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            if words[:1] == ["info"] and "pv" in words:
                last = words
        nodes += int(last[last.index("nodes") + 1]) if last else 0
        score = last[last.index("score") + 1:][:2] if last else ["mate", "0"]
        if score[0] == "cp" and score[1] != "0":
            lengths.append(len(last) - last.index("pv") - 1)
    say("quit")
    engine.wait()
    short = sum(1 for n in lengths if n < args.depth)
    print(f"{short} of {len(lengths)} lines are shorter than {args.depth} plies; mean {sum(lengths) / len(lengths):.1f}; "
          f"{nodes} nodes")


main()
