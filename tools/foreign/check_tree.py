#!/usr/bin/env python3
"""Checks the tree of a search (docs/trace.md, "Lines of JSON") without a chess library, and counts its nodes and rules.

usage: tools/foreign/check_tree.py FILE

Each line must be JSON; every node is entered one ply below an open one, or within it; alpha < beta; every node is left.
Exit code 1: a line is wrong.
"""

import collections
import json
import sys


def error_in(line, plies, counts):
    """What is wrong with the line; `plies`: of the open nodes."""
    if "enter" in line:
        ply = line["ply"]
        if plies and ply not in (plies[-1], plies[-1] + 1) or not plies and ply != 0:
            return f"ply {ply} is entered with these open: {plies}"
        if line["alpha"] >= line["beta"]:
            return f"alpha {line['alpha']}, beta {line['beta']}"
        plies.append(ply)
        counts["nodes"] += 1
    elif "leave" in line:
        if not plies:
            return "a node is left, but none is open"
        plies.pop()
    elif "rule" in line:
        counts[f"{line['rule']}, {line['action']}"] += 1
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE")
    plies, counts, wrong, cut_off = [], collections.Counter(), 0, False
    with open(sys.argv[1], encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                cut_off = cut_off or "cut_off" in line
                error = error_in(line, plies, counts)
            except (ValueError, KeyError) as problem:
                error = f"{type(problem).__name__} {problem}"
            if error:
                wrong += 1
                print(f"{sys.argv[1]}:{number}: {error}", file=sys.stderr)
    if plies and not cut_off:
        wrong += 1
        print(f"{sys.argv[1]}: nodes that were not left: {len(plies)}", file=sys.stderr)
    nodes = counts.pop("nodes", 0)
    print(f"a tree of {nodes} nodes{' (cut off)' if cut_off else ''}, {sum(counts.values())} acts of {len(counts)} rules")
    sys.exit(1 if wrong or nodes == 0 else 0)


if __name__ == "__main__":
    main()
