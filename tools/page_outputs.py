#!/usr/bin/env python3
"""Runs the commands of the documentation again and writes their outputs into the pages.

  tools/page_outputs.py                       # all pages, with build/release/bin/oknos-lab
  tools/page_outputs.py --check               # writes nothing; exit code 1 and a diff if an output has changed
  tools/page_outputs.py docs/tutorial.md      # one page; with --except, all pages but this

A page says what is to be run with comments:

  <!-- output -->                  the next code block is the output of the last command in the code block before it
  <!-- output: oknos-lab ... -->   the next code block is the output of this command
  <!-- output: c++ FILE.cpp -->    the next code block is the output of this program, linked with the library
  <!-- file: NAME -->              the next code block is the content of the file NAME, which later commands use
  <!-- take: NAME REGEX -->        the first group of REGEX in the output before it is the figure NAME, written into
                                   <!-- figure: NAME -->...<!-- /figure --> on every page that has this mark
  <!-- holds: REGEX -->            the text claims what is so only if the output before it has this

The commands of a page run in one empty folder that contains links to the repository's folders, in the order of the
page. A line "..." in an output block stands for omitted lines. The block then keeps as many lines as before: those of
the new output that most resemble the old ones. Without such a line, the whole output is written. Times and speeds differ from run to run:
--check ignores them, and an output that differs in nothing else is not rewritten.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- (output|file|take|holds)(?:: (.*?))? -->")
FIGURE = re.compile(r"(<!-- figure: ([a-z0-9-]+) -->)(.*?)(?=<!-- /figure -->)")
LINKED = ["positions", "presets", "prices", "networks", "docs", "examples"]
ELISION = "..."
TIME = re.compile(r"<?\d[\d.,:]* ?(?:ms|µs|s|min|h)\b|\d[\d.,]*[kM]? (?:nodes )?a second")


def mask(line):
    """The line without what differs from run to run. Columns may shift with it."""
    return re.sub(r" +", " ", TIME.sub("TIME", line)).strip()


def letters(line):
    return re.sub(r"[^A-Za-z█▏▎▍▌▋▊▉ ]", "", line).split()


def same(old, new):
    return [mask(line) for line in old] == [mask(line) for line in new]


def likeness(old, new):
    if mask(old) == mask(new):
        return 2.0
    return difflib.SequenceMatcher(None, letters(old), letters(new), autojunk=False).ratio()


def elided(old, new, place):
    """The lines of `new` that correspond to those of `old`, which has lines "...", in the same order."""
    kept = [line for line in old if line.strip() and line.strip() != ELISION]
    if len(kept) > len(new):
        sys.exit(f"{place}: the new output has {len(new)} lines, {len(kept)} are shown")
    # best[i][k]: the greatest likeness of the first i kept lines, the last of them at new line k or before.
    impossible = float("-inf")
    best = [[0.0] * (len(new) + 1)] + [[impossible] * (len(new) + 1) for _ in kept]
    for i, line in enumerate(kept, 1):
        for k in range(i, len(new) + 1):
            best[i][k] = max(best[i][k - 1], best[i - 1][k - 1] + likeness(line, new[k - 1]))
    chosen, k = [], len(new)
    for i in range(len(kept), 0, -1):
        while best[i][k - 1] == best[i][k]:
            k -= 1
        chosen.insert(0, new[k - 1])
        k -= 1
    out = []
    for line in old:
        if line.strip() == ELISION:
            out.append(line)
        elif line.strip():
            out.append(chosen.pop(0))
        elif out and out[-1].strip() != ELISION:
            out.append(line)
    return out


class Runner:
    """The folder in which the commands of a page run."""

    def __init__(self, lab):
        self.library = lab.parent.parent / "lib/liboknos.a"
        self.folder = tempfile.TemporaryDirectory(prefix="oknos-pages-")
        for name in LINKED:
            os.symlink(ROOT / name, pathlib.Path(self.folder.name) / name)
        self.write("run", ["#!/bin/sh", 'case ${1:-} in [a-z]*) ;; *) set -- analyse "$@" ;; esac',
                           'exec oknos-lab "$@"'])
        (pathlib.Path(self.folder.name) / "run").chmod(0o755)
        self.environment = {**os.environ, "NO_COLOR": "1", "PATH": f"{lab.parent}:{os.environ['PATH']}"}
        self.environment.pop("COLUMNS", None)

    def run(self, command, place):
        """The lines that the last line of the command prints."""
        if command.startswith("c++ "):
            command = (f"c++ -std=c++20 -O2 -I{ROOT / 'include'} {command[4:]} {self.library} -pthread -o program "
                       "&& ./program")
        before, _, last = command.replace("\\\n", " ").rpartition("\n")
        script = f"{{ {before}\n}} > /dev/null || exit 2\n{last}" if before else last
        done = subprocess.run(script, shell=True, cwd=self.folder.name, text=True, capture_output=True,
                              env=self.environment)
        if done.returncode not in (0, 1):  # 1: a result, such as an error that was found
            sys.exit(f"{place}: {command}: {done.stderr.strip()}")
        return [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]

    def write(self, name, lines):
        (pathlib.Path(self.folder.name) / name).write_text("\n".join(lines) + "\n")


def block(lines, begin, place):
    """The first and the last line number of the code block that begins at or after `begin`, its fences excluded."""
    fences = [at for at in range(begin, len(lines)) if lines[at].startswith("```")][:2]
    if len(fences) < 2:
        sys.exit(f"{place}: no code block follows")
    return fences[0] + 1, fences[1]


def commands_before(lines, mark, place):
    """The commands in the code block before the mark, without comments."""
    fences = [at for at in range(mark) if lines[at].startswith("```")][-2:]
    if len(fences) < 2:
        sys.exit(f"{place}: no code block stands before")
    return re.sub(r"[ \t]+#.*", "", "\n".join(lines[fences[0] + 1:fences[1]])).strip()


def renew(page, runner):
    """The page with new outputs, the figures taken from them, and what no longer holds."""
    lines, at, new, figures, faults = page.read_text().split("\n"), 0, [], {}, []
    while at < len(lines):
        mark = MARK.fullmatch(lines[at])
        at += 1
        if not mark:
            continue
        place = f"{page.relative_to(ROOT)}:{at}"
        if mark[1] in ("take", "holds"):
            name, _, regex = mark[2].partition(" ") if mark[1] == "take" else ("", "", mark[2])
            found = re.search(regex, "\n".join(new), re.M)
            if not found:
                faults.append(f"{place}: the output has no {regex}; correct the text around it")
            elif name:
                figures[name] = found[1]
            continue
        begin, end = block(lines, at, place)
        old = lines[begin:end]
        if mark[1] == "file":
            runner.write(mark[2], old)
            at = end
            continue
        new = runner.run(mark[2] or commands_before(lines, at - 1, place), place)
        while new and not new[0].strip():
            new = new[1:]
        shown = elided(old, new, place) if any(line.strip() == ELISION for line in old) else new
        if same(old, shown):
            shown = old
        lines[begin:end] = shown
        at = begin + len(shown)
    return "\n".join(lines), figures, faults


def with_figures(text, figures):
    return FIGURE.sub(lambda m: m[1] + figures.get(m[2], m[3]), text)


def documentation():
    return [ROOT / "README.md", ROOT / "positions/README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def renewed(pages, lab):
    """The new text of every page, the commands of `pages` having been run; and what no longer holds."""
    texts = {p: p.read_text() for p in documentation()}
    marked = [p for p in pages or texts if MARK.search(p.read_text())]
    figures, faults = {}, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for page, (text, taken, wrong) in zip(marked, pool.map(lambda p: renew(p, Runner(lab)), marked)):
            texts[page] = text
            figures |= taken
            faults += wrong
    return {page: with_figures(text, figures) for page, text in texts.items()}, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    parser.add_argument("--lab", type=pathlib.Path, default=ROOT / "build/release/bin/oknos-lab")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--except", dest="all_but", action="store_true")
    options = parser.parse_args()
    if not options.lab.exists():
        sys.exit(f"{options.lab} is not there; ./run builds it, or --lab names it")
    stale = 0
    pages = [p.resolve() for p in options.pages]
    if options.all_but:
        pages = [p for p in documentation() if p not in pages]
    texts, faults = renewed(pages, options.lab.resolve())
    for page, text in texts.items():
        old = page.read_text()
        if text == old:
            continue
        stale += 1
        if options.check:
            print("\n".join(difflib.unified_diff(old.split("\n"), text.split("\n"), str(page), "today", lineterm="")))
            continue
        temporary = page.with_suffix(".new")
        temporary.write_text(text)
        temporary.replace(page)
        print(f"{page.relative_to(ROOT)}: outputs renewed")
    if faults:
        sys.exit("\n".join(faults))
    if options.check and stale:
        sys.exit(f"{stale} pages show outputs of another build: tools/page_outputs.py renews them")


if __name__ == "__main__":
    main()
