#!/usr/bin/env python3
"""Checks a file of claims (docs/claims.md) without a chess library, and counts its rules.

usage: tools/foreign/check_claims.py FILE

Each line must be JSON. FENs need eight rows of eight squares with one king a side; a move starts on a man of the side to
move; alpha < beta; what a rule that acted claims lies on the right side of them. Exit code 1: a line is wrong.
"""

import collections
import json
import re
import sys

MOST = 32000  # centipawns


def squares_of(board):
    rows = [re.sub(r"\d", lambda digit: "." * int(digit[0]), row) for row in board.split("/")]
    return "".join(reversed(rows)) if len(rows) == 8 and all(len(row) == 8 for row in rows) else ""


def wrong_position(claim):
    words = claim["fen"].split()
    squares = squares_of(words[0])
    if len(words) != 6 or not squares or squares.count("k") != 1 or squares.count("K") != 1:
        return f"the FEN {claim['fen']}"
    if "move" not in claim:
        return None
    move = re.fullmatch(r"([a-h][1-8])([a-h][1-8])[nbrq]?", claim["move"])
    if not move:
        return f"the move {claim['move']}"
    man, goal = (squares[ord(square[0]) - ord("a") + 8 * (int(square[1]) - 1)] for square in (move[1], move[2]))
    own = str.isupper if words[1] == "w" else str.islower
    return None if own(man) and not own(goal) else f"the move {claim['move']} in {claim['fen']}"


def wrong_numbers(claim):
    alpha, beta, bound = claim["alpha"], claim["beta"], claim.get("bound")
    if not -MOST <= alpha < beta <= MOST:
        return f"alpha {alpha}, beta {beta}"
    if not 0 <= claim["depth"] <= 100:
        return f"depth {claim['depth']}"
    if claim["action"] == "reduce" and not claim["reduced_depth"] < claim["depth"]:
        return f"reduced_depth {claim['reduced_depth']} at depth {claim['depth']}"
    if not claim["fired"] or bound is None:
        return "a cut without a bound" if claim["fired"] and claim["action"] == "cut" else None
    if bound > alpha and not (claim["action"] == "cut" and bound >= beta):
        return f"bound {bound} with alpha {alpha}, beta {beta}"
    if claim.get("slack", 0) < 0:
        return f"slack {claim['slack']} of a rule that acted"
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE")
    counts, wrong = collections.Counter(), 0
    with open(sys.argv[1], encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                claim = json.loads(line)
                if "oknos_claims" in claim:
                    continue
                error = wrong_position(claim) or wrong_numbers(claim)
                counts[claim["rule"], claim["action"], claim["fired"]] += 1
            except (ValueError, KeyError) as problem:
                error = f"{type(problem).__name__} {problem}"
            if error:
                wrong += 1
                print(f"{sys.argv[1]}:{number}: {error}", file=sys.stderr)
    for (rule, action, fired), count in sorted(counts.items()):
        print(f"  {rule:22} {action:6} {'acted' if fired else 'asked':5} {count:8}")
    print(f"{sum(counts.values())} claims, {wrong} wrong")
    sys.exit(1 if wrong or not counts else 0)


if __name__ == "__main__":
    main()
