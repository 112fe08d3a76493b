#!/usr/bin/env python3
"""Counts the words of the documentation's pages and compares them with the limits in docs/page-lengths.txt.

  tools/page_lengths.py             # all pages with their words and limits
  tools/page_lengths.py --check     # exit code 1 if a page is over its limit, has none, or is in no list of pages

Not counted: code blocks, comments, the addresses of links, and what a program writes or a test compares with the build: what
stands between <!-- measured --> or <!-- positions --> and their ends, the tables of the rules' parameters, and pages whose
limit is "generated".
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = ROOT / "docs/page-lengths.txt"
UNLIMITED = ("generated", "log")


def words(page):
    text = re.sub(r"^[ \t]*```.*?^[ \t]*```[ \t]*$", "", page.read_text(), flags=re.S | re.M)
    text = re.sub(r"<!-- (measured|positions)\b[^>]*-->.*?<!-- /\1 -->", "", text, flags=re.S)
    text = re.sub(r"^\| parameter \|.*\n(\|.*\n)*", "", text, flags=re.M)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\]\([^()\s]*\)", "]", text)
    return sum(1 for word in text.split() if re.search(r"\w", word))


def limits():
    out = {}
    for number, line in enumerate(LIMITS.read_text().splitlines(), 1):
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        if len(fields) != 2 or not (fields[0].isdigit() or fields[0] in UNLIMITED):
            sys.exit(f"{LIMITS.relative_to(ROOT)}:{number}: a number, 'log' or 'generated', and a page are expected")
        out[fields[1]] = fields[0]
    return out


def listed():
    """The pages that docs/README.md and the lists of rules and studies link to."""
    out = set()
    for name in ("docs/README.md", "docs/rules/README.md", "docs/studies/README.md"):
        for path in re.findall(r"\]\(([^()\s#]+\.md)", (ROOT / name).read_text()):
            out.add(os.path.relpath((ROOT / name).parent / path, ROOT))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    limit = limits()
    pages = sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").rglob("*.md"))
    faults = [f"{name}: there is no such page" for name in limit if not (ROOT / name).exists()]
    lists = listed()
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "positions/README.md", *pages]:
        if name not in lists and name != "docs/README.md":
            faults.append(f"{name}: docs/README.md does not list it")
        if name not in limit:
            faults.append(f"{name}: no limit in {LIMITS.relative_to(ROOT)}")
            continue
        count = words(ROOT / name)
        if not options.check:
            print(f"{count:6}  {limit[name]:>9}  {name}")
        if limit[name] not in UNLIMITED and count > int(limit[name]):
            faults.append(f"{name}: {count} words, {limit[name]} are allowed: shorten it, or move a part to another page")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
