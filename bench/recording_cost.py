#!/usr/bin/env python3
"""How much longer does a search take that records its tree for the explorer? The same searches with the recorder and
without, in turn; for each the ratio of the two times (median of the rounds), and the median of all searches.

Times are wall-clock times: on a busy machine take more rounds. A round takes about five seconds.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ENTRIES = 5_000_000
SEARCHES = [  # position, preset, depth, FEN; some hundred thousand entries each
    ("kiwipete", "modern", 15, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("opening", "modern", 15, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1"),
    ("kiwipete", "heinz", 7, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("opening", "none", 10, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1"),
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


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="the folder of oknos and oknos-lab: build/release/bin")
    parser.add_argument("rounds", type=int, nargs="?", default=5, help="how often each search is repeated (5)")
    parser.add_argument("--shallower", type=int, default=0, metavar="PLIES", help="reduce all depths, for a quick look")
    args = parser.parse_args()
    args.programs = args.programs.resolve()
    for name in ("oknos", "oknos-lab"):
        if not (args.programs / name).is_file():
            parser.error(f"{args.programs} has no {name}; build it first")
    if args.rounds < 1:
        parser.error("rounds: at least 1")
    return args


def main():
    args = arguments()
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, preset, depth, fen in SEARCHES:
            depth = max(depth - args.shallower, 1)
            pairs = []
            for _ in range(args.rounds):
                with_recorder, nodes, entries = recorded(args.programs, preset, depth, fen, f"{folder}/tree.oktree")
                without, searched = silent(args.programs, preset, depth, fen)
                if nodes != searched:
                    sys.exit(f"{name}, {preset}, depth {depth}: {nodes} nodes with the recorder, {searched} without")
                pairs.append(with_recorder / max(without, 1))  # milliseconds
            ratios.append(statistics.median(pairs))
            print(f"{name}, {preset}, depth {depth}: {entries:,} entries, {ratios[-1]:.2f} times as long", flush=True)
    print(f"median: {statistics.median(ratios):.2f}, most: {max(ratios):.2f}")


main()
