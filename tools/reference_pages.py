#!/usr/bin/env python3
"""Writes the pages of the reference from what the programs print.

  tools/reference_pages.py             # with build/release/bin/oknos-lab and oknos
  tools/reference_pages.py --check     # writes nothing; exit code 1 and a diff if a page differs from this build

The pages: docs/command-line.md (the help of every command), docs/uci-options.md (`oknos options`) and
docs/rules/parameters.md (`oknos-lab rules --markdown`).
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = ["Subcommands", "Analyse", "Audit", "Play", "Prove", "Results", "Data", "Shell"]  # of commands
CONTINUED = 10  # more spaces than this before a line of help: it continues the line above


def run(*command):
    environment = {**os.environ, "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout.rstrip("\n")


def text(words):
    """Plain text as Markdown."""
    return re.sub(r"([*`\[\]|])", r"\\\1", words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def code(words):
    """Code in a cell of a table."""
    return f"`{words}`".replace("|", "\\|")


def table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


# --- the command line -------------------------------------------------------------------------------------------------


def entries(lines):
    """The names and meanings of a list in a help text."""
    out = []
    for line in lines:
        spaces = len(line) - len(line.lstrip())
        if spaces > CONTINUED:
            out[-1][1] = f"{out[-1][1]} {line.strip()}".strip()
        else:
            name, _, meaning = line.strip().partition("  ")
            out.append([name, meaning.strip()])
    return out


class Help:
    """The parts of what COMMAND --help prints."""

    def __init__(self, lines):
        self.about, self.usage, self.lists, self.end = lines[0], "", {}, []
        at = 1
        while at < len(lines):
            line = lines[at]
            at += 1
            if line.startswith("Usage: "):
                self.usage = line[len("Usage: "):]
            elif line in ("Positionals:", "Options:", *(group + ":" for group in GROUPS)):
                end = next((i for i in range(at, len(lines)) if not lines[i].startswith(" ")), len(lines))
                self.lists[line[:-1]] = entries(lines[at:end])
                at = end
            elif line or self.end:
                self.end.append(line)

    def subcommands(self):
        return [entry for group in GROUPS for entry in self.lists.get(group, [])]


def end_of_help(lines):
    """Paragraphs as text, indented lines as code."""
    out, is_code = [], False
    for line in lines:
        example = re.fullmatch(r"Example: (.*)", line)
        if line.startswith("  ") or example:
            if example:
                out += ["Example:"]
            if not is_code:
                out += ["", "```"]
            out.append(example[1] if example else line[2:])
            is_code = True
            continue
        if is_code:
            out += ["```", ""]
            is_code = False
        out.append(text(line))
    return "\n".join(out + (["```"] if is_code else []))


def command_section(lab, name, level):
    help_ = Help(run(lab, *name.split(), "--help").split("\n"))
    out = f"{'#' * level} {name}\n\n{text(help_.about)}.\n\nUsage: `{help_.usage}`\n\n"
    rows = [[code(n), text(m)] for kind in ("Positionals", "Options") for n, m in help_.lists.get(kind, [])
            if n != "-h,--help"]
    if rows:
        out += table(["argument or option", "meaning"], rows) + "\n"
    if help_.subcommands():
        out += table(["command", "meaning"], [[f"[`{name} {n}`](#{name}-{n})", text(m)] for n, m in help_.subcommands()]) + "\n"
    if help_.end:
        out += re.sub(r"\n{3,}", "\n\n", end_of_help(help_.end)).strip() + "\n\n"
    return out + "".join(command_section(lab, f"{name} {n}", level + 1) for n, _ in help_.subcommands())


def command_line(lab, engine):
    commands = Help(run(lab, "help").split("\n")).subcommands()
    return f"""# Command line

All commands of the two programs, as `oknos-lab help COMMAND` and `oknos --help` print them. [The laboratory by example](laboratory.md) explains what they are for; [output files, JSON and exit codes](output.md) are the same for all. `./run COMMAND` builds the program and then runs `oknos-lab COMMAND`.

## oknos-lab

{table(["command", "meaning"], [[f"[`{n}`](#{n})", text(m)] for n, m in commands])}
{"".join(command_section(lab, n, 2) for n, _ in commands)}## oknos

The engine. Without arguments it speaks UCI ([options](uci-options.md)).

```
{run(engine, "--help")}
```

On standard input it also takes these commands (`oknos help`):

```
{run(engine, "help")}
```
"""


# --- the options of the engine ----------------------------------------------------------------------------------------


def uci_options(lab, engine):
    rules = json.loads(run(lab, "rules", "--json"))
    keys = {}
    for rule in rules["rules"]:
        keys[rule["name"]] = f"{rule['name']}.enabled"
        for p in rule["parameters"]:
            keys[f"{rule['name']}_{p['name']}"] = f"{rule['name']}.{p['name']}"
    keys |= {c["name"]: c["name"] for c in rules["conventions"]}
    keys |= {f"exempt_{e['name']}": f"exemptions.{e['name']}" for e in rules["exemptions"]}
    general, by_key = [], []
    for line in run(engine, "options").split("\n"):
        option = re.fullmatch(r"option name (.*?) type (\w+)(?: default (.*?))?(?: min (\S+) max (\S+))?((?: var \S+)*)", line)
        if not option:
            continue
        name, kind, default, least, most, values = option.groups()
        allowed = {"spin": f"{least} to {most}", "check": "`true`, `false`", "button": "no value",
                   "combo": ", ".join(code(v) for v in values.split(" var ")[1:]), "string": "text"}[kind]
        key = keys.pop(name.lower().replace(" ", "_"), None)
        if key is None:
            general.append([code(name), allowed, code(default) if default else ""])
        else:
            by_key.append([code(name), allowed, code(default), code(key)])
    return f"""# UCI options

All options of the engine, as `oknos options` lists them. A GUI is told those of the first table, and with `Expert` all of them. [The engine over UCI](uci.md#options) explains the first table.

## Always declared

{table(["option", "values", "default"], general)}
## Declared with Expert: rules, conventions and exemptions

`preset` and the lowest number, which is one below the range of the parameter, mean *as in the preset* ([names in UCI and in presets](presets.md)). [Rules and parameters](rules/parameters.md) has the meanings.

{table(["option", "values", "default", "key in presets"], by_key)}"""


def parameters(lab):
    parts = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", run(lab, "rules", "--markdown") + "\n", flags=re.S | re.M))
    part = lambda name: parts[name].strip()
    return f"""# Rules and parameters

The tables that `oknos-lab rules --markdown` prints. [The rules](README.md) explains the symbols and conventions, and `oknos-lab rules NAME` also shows the values that each preset sets.

## All rules

{part("All rules")}

## All parameters

{part("All parameters")}

## All exemptions

[Exemptions](exemptions.md) explains them and lists which rule uses which.

{part("All exemptions")}

## All conventions

What a preset decides for all rules alike, before its first table:

{part("All conventions")}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", type=pathlib.Path, default=ROOT / "build/release/bin/oknos-lab")
    parser.add_argument("--engine", type=pathlib.Path, help="default: oknos beside the laboratory")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page would change")
    options = parser.parse_args()
    lab, engine = options.lab, options.engine or options.lab.parent / "oknos"
    for program in (lab, engine):
        if not program.exists():
            sys.exit(f"{program} is not there; ./run builds it")
    stale = 0
    for name, page in (("docs/command-line.md", command_line(lab, engine)), ("docs/uci-options.md", uci_options(lab, engine)),
                       ("docs/rules/parameters.md", parameters(lab))):
        path = ROOT / name
        old = path.read_text() if path.exists() else ""
        if old == page:
            continue
        stale += 1
        if options.check:
            print("\n".join(difflib.unified_diff(old.split("\n"), page.split("\n"), name, "today", lineterm="")))
        else:
            temporary = path.with_suffix(".new")
            temporary.write_text(page)
            temporary.replace(path)
            print(f"{name}: renewed")
    if options.check and stale:
        sys.exit(f"{stale} pages are of another build: tools/reference_pages.py renews them")


if __name__ == "__main__":
    main()
