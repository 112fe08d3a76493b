#!/usr/bin/env python3
"""Writes into docs/rules what is measured or listed elsewhere.

  tools/rule_figures.py             # docs/rules/measured.json and positions/counterexamples.epd -> docs/rules/*.md
  tools/rule_figures.py --check     # exit code 1 if a page is not up to date

Between the markers <!-- measured --> and <!-- /measured --> of a rule's page stand its figures; a rule without any has
nothing there, not even a heading. Between <!-- positions GUARD --> and <!-- /positions --> of guards.md stand the
positions that show the need of that guard.

measured.json:
  {"about": {"revision": "...", "machine": "..."},
   "rules": {"over_kill": [{"title": "...", "command": "oknos-lab prove ...",
                            "columns": ["..."], "rows": [["...", "..."]], "note": "..."}]}}
"""
import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs/rules"


def table(columns, rows):
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"{len(columns)} columns, but the row {row}")
    cell = lambda c: str(c).replace("|", "\\|")
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(cell(c) for c in line) + " |\n" for line in lines)


def figures(entries, about):
    if not entries:
        return ""
    out = "\n## Measured\n"
    for e in entries:
        out += f"\n{e['title']}\n\n{table(e['columns'], e['rows'])}"
        if e.get("note"):
            out += f"\n{e['note']}\n"
        out += f"\n```\n{e['command']}\n```\n"
    known = [f"{name} {about[key]}" for key, name in (("revision", "Revision"), ("machine", "machine:")) if about.get(key)]
    return out + (f"\n{'; '.join(known)}.\n" if known else "") + "\n"


def read_epd(path):
    """The FEN and the operations of each record; an operation's operands as one string."""
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        board = " ".join(line.split()[:4])
        operations = dict(re.findall(r'(\w+)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*;', line[len(board):]))
        operations = {name: value.strip().strip('"') for name, value in operations.items()}
        yield f"{board} {operations.get('hmvc', 0)} {operations.get('fmvn', 1)}", operations


def positions(guard, records):
    rows = []
    for fen, o in records:
        if o.get("oknos_guard") != guard:
            continue
        history = f" after {o['oknos_history']}" if "oknos_history" in o else ""
        window = "full" if o["oknos_window"] == "-inf inf" else "(" + ", ".join(o["oknos_window"].split()) + ")"
        rule = o["oknos_rule"]
        rows.append([f"[{rule}]({rule}.md)", f"`{fen}`{history}", o["oknos_search"], o["oknos_depth"], window, o.get("c0", "")])
    return "\n" + table(["rule", "position", "search", "d", "window", "what happens"], rows) + "\n" if rows else ""


def filled(page, measured, records):
    text = page.read_text()
    about, rules = measured.get("about", {}), measured.get("rules", {})
    text = re.sub(r"(<!-- measured -->\n).*?(<!-- /measured -->)",
                  lambda m: m[1] + figures(rules.get(page.stem), about) + m[2], text, flags=re.S)
    return re.sub(r"(<!-- positions ([\w-]+) -->\n).*?(<!-- /positions -->)",
                  lambda m: m[1] + positions(m[2], records) + m[3], text, flags=re.S)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page would change")
    arguments.add_argument("--figures", type=pathlib.Path, default=PAGES / "measured.json")
    options = arguments.parse_args()
    measured = json.loads(options.figures.read_text()) if options.figures.exists() else {}
    records = list(read_epd(ROOT / "positions/counterexamples.epd"))
    pages = sorted(PAGES.glob("*.md"))
    unknown = set(measured.get("rules", {})) - {p.stem for p in pages}
    if unknown:
        sys.exit(f"{options.figures}: there is no page for {', '.join(sorted(unknown))}")
    stale = 0
    for page in pages:
        new = filled(page, measured, records)
        if new == page.read_text():
            continue
        stale += 1
        if options.check:
            print(f"{page.relative_to(ROOT)} is not up to date: tools/rule_figures.py")
        else:
            page.write_text(new)
    sys.exit(1 if options.check and stale else 0)


if __name__ == "__main__":
    main()
