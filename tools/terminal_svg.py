#!/usr/bin/env python3
"""Draws coloured terminal output as an SVG picture, for documents.

  COLUMNS=100 oknos-lab analyse --depth 20 --color always | tools/terminal_svg.py > docs/images/analyse.svg

Understands the few colour codes that oknos-lab writes (bold, dim, the eight colours).
"""
import html
import re
import sys

COLUMN = 8.4  # pixels: the width of a character at this size
ROW = 18
MARGIN = 16
INK, PAPER = "#d8dee9", "#20242c"
COLOURS = {30: "#4c566a", 31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2", 37: "#eceff4"}
CODE = re.compile(r"\x1b\[([0-9;]*)m")
WORDS = re.compile(r"\S+(?: \S+)*")  # browsers collapse runs of spaces, so no text contains one


def spans(line, style):
    """(text, style) pieces of a line. `style` is that of its beginning, and afterwards that of its end."""
    at = 0
    for code in CODE.finditer(line):
        if code.start() > at:
            yield line[at : code.start()], dict(style)
        at = code.end()
        for part in (code.group(1) or "0").split(";"):
            number = int(part or 0)
            if number == 0:
                style.clear()
                style["fill"] = INK
            elif number == 1:
                style["font-weight"] = "bold"
            elif number == 2:
                style["opacity"] = "0.55"
            elif number in COLOURS:
                style["fill"] = COLOURS[number]
            elif number - 60 in COLOURS:
                style["fill"] = COLOURS[number - 60]
    if at < len(line):
        yield line[at:], dict(style)


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    columns = max(len(CODE.sub("", line)) for line in lines)
    width, height = columns * COLUMN + 2 * MARGIN, len(lines) * ROW + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-size="14"'
          ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>')
    current = {"fill": INK}
    for row, line in enumerate(lines):
        column = 0
        for text, style in spans(line, current):
            attributes = " ".join(f'{k}="{v}"' for k, v in style.items())
            for words in WORDS.finditer(text):
                x, y = MARGIN + (column + words.start()) * COLUMN, MARGIN + (row + 0.75) * ROW
                length = len(words[0]) * COLUMN
                print(f'<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}" {attributes}>{html.escape(words[0])}</text>')
            column += len(text)
    print("</svg>")


main()
