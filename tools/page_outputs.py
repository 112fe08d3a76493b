#!/usr/bin/env python3
"""Runs the commands of the documentation again and writes their outputs into the pages.

  tools/page_outputs.py                       # all pages, with build/release/bin/oknos-lab
  tools/page_outputs.py --check               # writes nothing; exit code 1 and a diff if an output has changed
  tools/page_outputs.py docs/tutorial.md      # one page

A page says what is to be run with comments:

  <!-- output -->                  the next code block is the output of the command in the code block before it
  <!-- output: oknos-lab ... -->   the next code block is the output of this command
  <!-- output: c++ FILE.cpp -->    the next code block is the output of this program, linked with the library
  <!-- file: NAME -->              the next code block is the content of the file NAME, which later commands use

The commands of a page run in one empty folder that contains links to the repository's folders, in the order of the
page. A line "..." in an output block stands for omitted lines. The block then keeps as many lines as before: those of
the new output that most resemble the old ones. Without such a line, the whole output is written. Times and speeds differ from run to run:
--check ignores them, and an output that differs in nothing else is not rewritten.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- (output|file)(?:: (.*?))? -->")
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

    def __init__(self, lab, engine):
        self.programs = {"./run": lab, "oknos-lab": lab, "oknos": engine}
        self.library = lab.parent.parent / "lib/liboknos.a"
        self.folder = tempfile.TemporaryDirectory(prefix="oknos-pages-")
        for name in LINKED:
            os.symlink(ROOT / name, pathlib.Path(self.folder.name) / name)

    def run(self, command, place):
        words = command.split(" ", 1)
        rest = words[1] if len(words) > 1 else ""
        if words[0] == "c++":
            return self.shell(f"c++ -std=c++20 -O2 -I{ROOT / 'include'} {rest} {self.library} -pthread -o program "
                              "&& ./program", place)
        if words[0] not in self.programs:
            sys.exit(f"{place}: '{words[0]}' is not one of c++, {', '.join(self.programs)}")
        # ./run without a command is "analyse".
        if words[0] == "./run" and not re.match(r"[a-z]", rest):
            rest = "analyse " + rest
        return self.shell(f"{self.programs[words[0]]} {rest}", place)

    def shell(self, command, place):
        """The lines that the command prints."""
        environment = {**os.environ, "NO_COLOR": "1"}
        environment.pop("COLUMNS", None)
        done = subprocess.run(command, shell=True, cwd=self.folder.name, text=True, capture_output=True,
                              env=environment)
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


def command_before(lines, mark, place):
    """The command in the code block before the mark, without its comment."""
    fences = [at for at in range(mark) if lines[at].startswith("```")][-2:]
    if len(fences) < 2:
        sys.exit(f"{place}: no code block stands before")
    return re.sub(r"\s+#.*", "", lines[fences[1] - 1]).strip()


def renew(page, runner):
    """The page with new outputs, and whether any has changed."""
    lines, at, changed = page.read_text().split("\n"), 0, False
    while at < len(lines):
        mark = MARK.fullmatch(lines[at])
        at += 1
        if not mark:
            continue
        place = f"{page.relative_to(ROOT)}:{at}"
        begin, end = block(lines, at, place)
        old = lines[begin:end]
        if mark[1] == "file":
            runner.write(mark[2], old)
            at = end
            continue
        new = runner.run(mark[2] or command_before(lines, at - 1, place), place)
        if any(line.strip() == ELISION for line in old):
            new = elided(old, new, place)
        while new and not new[0].strip():
            new = new[1:]
        if not same(old, new):
            changed = True
            lines[begin:end] = new
        at = begin + (len(new) if not same(old, new) else len(old))
    return "\n".join(lines), changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    parser.add_argument("--lab", type=pathlib.Path, default=ROOT / "build/release/bin/oknos-lab")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if not options.lab.exists():
        sys.exit(f"{options.lab} is not there; ./run builds it, or --lab names it")
    lab = options.lab.resolve()
    pages = options.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    stale = 0
    for page in [p.resolve() for p in pages]:
        if not MARK.search(page.read_text()):
            continue
        text, changed = renew(page, Runner(lab, lab.parent / "oknos"))
        if not changed:
            continue
        stale += 1
        if options.check:
            diff = difflib.unified_diff(page.read_text().split("\n"), text.split("\n"), str(page), "today", lineterm="")
            print("\n".join(diff))
        else:
            temporary = page.with_suffix(".new")
            temporary.write_text(text)
            temporary.replace(page)
            print(f"{page.relative_to(ROOT)}: outputs renewed")
    if options.check and stale:
        sys.exit(f"{stale} pages show outputs of another build: tools/page_outputs.py renews them")


if __name__ == "__main__":
    main()
