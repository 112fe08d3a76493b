#!/usr/bin/env python3
"""What does it cost to write a tree down? The same searches with the recorder and without, in turn.

  bench/recording_cost.py FOLDER_OF_PROGRAMS [ROUNDS]     prints the ratio of times, and the median over positions
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ENTRIES = 5_000_000
SEARCHES = [  # some hundred thousand entries each
    ("modern", 15, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("modern", 15, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1"),
    ("heinz", 7, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("none", 10, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1"),
]


def recorded(programs, preset, depth, fen, file):
    subprocess.run([programs / "oknos-lab", "explore", fen, "--preset", preset, "--depth", str(depth), "--entries",
                    str(ENTRIES), "--save", file, "--force"], check=True, capture_output=True)
    data = pathlib.Path(file).read_bytes()
    header = json.loads(data[16:16 + int.from_bytes(data[12:16], "little")])
    return header["time_ms"], header["nodes"], header["count"]


def silent(programs, preset, depth, fen):
    out = subprocess.run([programs / "oknos", "setoption name Hash value 64", f"setoption name Preset value {preset}",
                          f"position fen {fen}", f"go depth {depth}"], check=True, capture_output=True, text=True).stdout
    last = [line for line in out.splitlines() if line.startswith("info depth")][-1]
    return int(re.search(r" time (\d+)", last)[1]), int(re.search(r" nodes (\d+)", last)[1])


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for preset, depth, fen in SEARCHES:
            pairs = []
            for _ in range(rounds):
                with_recorder, nodes, entries = recorded(programs, preset, depth, fen, f"{folder}/tree.oktree")
                without, searched = silent(programs, preset, depth, fen)
                if nodes != searched:
                    sys.exit(f"{preset}, depth {depth}: {nodes} nodes with the recorder, {searched} without")
                pairs.append(with_recorder / without)
            ratios.append(statistics.median(pairs))
            print(f"{preset}, depth {depth}: {entries:,} entries, {ratios[-1]:.2f} times as long")
    print(f"median: {statistics.median(ratios):.2f}, most: {max(ratios):.2f}")


main()
