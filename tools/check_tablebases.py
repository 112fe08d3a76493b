#!/usr/bin/env python3
"""Compares our reading of Syzygy tablebases with python-chess's, on random positions.

    tools/check_tablebases.py FOLDER PROGRAM [--positions 6000] [--seed 1]

PROGRAM is tools/check_tablebases.cpp, compiled as it says. Positions with an en passant capture are sought on purpose.
Mates are not compared by distance: python-chess and the tables number them differently.
"""
import argparse
import os
import random
import subprocess
import sys

import chess
import chess.syzygy


def random_board(name):
    """A legal position with the men of the table, either side having them; None if chance had it otherwise."""
    board = chess.Board(None)
    white, black = name.split("v")
    swap = random.random() < 0.5
    squares = random.sample(range(64), len(name) - 1)
    men = [(letter, not swap) for letter in white] + [(letter, swap) for letter in black]
    for (letter, color), square in zip(men, squares):
        if letter == "P" and not 8 <= square < 56:
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(letter if color else letter.lower()))
    board.turn = random.random() < 0.5
    if "P" in white and "P" in black:
        board.ep_square = chess.square(random.randrange(8), 5 if board.turn else 2)
    if not board.is_valid():
        board.ep_square = None
    if board.ep_square is not None and not board.has_legal_en_passant():
        board.ep_square = None
    return board if board.is_valid() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random.seed(args.seed)
    names = sorted(f[:-5] for f in os.listdir(args.folder) if f.endswith(".rtbw"))
    with_pawns_of_both = [n for n in names if n.count("P") > 1 and "P" in n.split("v")[1]]
    boards = []
    en_passant = 0
    while len(boards) < args.positions:
        wanted = with_pawns_of_both if with_pawns_of_both and len(boards) % 10 == 0 else names
        board = random_board(random.choice(wanted))
        if board is None or (wanted is with_pawns_of_both and wanted is not names and board.ep_square is None):
            continue
        en_passant += board.ep_square is not None
        boards.append(board)
    said = subprocess.run([args.program, args.folder, "probe"], input="\n".join(b.fen() for b in boards) + "\n",
                          capture_output=True, text=True, check=True).stdout.splitlines()
    wrong = 0
    with chess.syzygy.open_tablebase(args.folder) as tables:
        for board, line in zip(boards, said):
            wdl, dtz = line.split()
            right = wdl == str(tables.probe_wdl(board))
            if not board.is_checkmate():
                right = right and dtz == str(tables.probe_dtz(board))
            if not right:
                wrong += 1
                print(f"{board.fen()}: {line}, python-chess {tables.probe_wdl(board)} {tables.probe_dtz(board)}")
    print(f"{len(boards)} positions of {len(names)} tables, {en_passant} with an en passant capture: {wrong} differ")
    return 1 if wrong or len(said) != len(boards) else 0


if __name__ == "__main__":
    sys.exit(main())
