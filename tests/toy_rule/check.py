"""A rule is one header and one entry in the registry.

Copies the source, adds the rule of toy_futility.h and its entry, builds the engine and the laboratory, and looks for the
rule wherever rules are listed, told of or measured. Nothing else is changed in the copy: what misses the rule has a list
of its own somewhere.

    check.py --source FOLDER --work FOLDER [--pages FOLDER] [--keep]
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.request

RULE = "toy_futility"
POSITION = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
DEPTH = 5
PRESET = f'name = "toy"\nextends = "none"\n\n[{RULE}]\nenabled = true\nmargin = 50\n'

failures = []


def check(condition, what, seen=""):
    if condition:
        return
    failures.append(what)
    print(f"MISSING: {what}\n{str(seen)[:2000]}", flush=True)


def run(*command, **options):
    """What the command prints; it must succeed."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{(done.stdout + done.stderr)[-6000:]}")
    return done.stdout


def copy_source(source, copy):
    """The source without what is built."""
    shutil.copytree(source, copy, symlinks=True,
                    ignore=lambda folder, names: {n for n in names if n in (".git", "node_modules") or
                                                  (n.startswith("build") and pathlib.Path(folder) == source)})


def add_rule(copy):
    """The header, its #include and its name in the list."""
    shutil.copy(pathlib.Path(__file__).with_name("toy_futility.h"), copy / "src/engine/pruning/rules/toy_futility.h")
    registry = copy / "src/engine/pruning/registry/registry.h"
    before = registry.read_text()
    after = before.replace('#include "engine/pruning/rules/super_stand_pat.h"\n',
                           '#include "engine/pruning/rules/super_stand_pat.h"\n#include "engine/pruning/rules/toy_futility.h"\n')
    after = after.replace(" SeePruning,\n", " SeePruning, ToyFutility,\n")
    if after.count("oy_futility") + after.count("ToyFutility") != 2:
        sys.exit("src/engine/pruning/registry/registry.h: the places where a rule is added are not where they were")
    registry.write_text(after)


def build(copy, folder, pages):
    run("cmake", "-S", copy, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DOKNOS_UNITY=ON",
        "-DOKNOS_BUILD_TESTS=OFF", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
    if pages and (pages / "node_modules").is_dir():  # fetched already
        shutil.copytree(pages / "node_modules", folder / "web/node_modules", symlinks=True)
    run("cmake", "--build", folder, "--parallel", os.cpu_count(), "--target", "oknos", "oknos-lab")


def check_engine(engine):
    options = run(engine, "uci")
    for name in ("Toy Futility type combo", "Toy Futility Margin type spin", "Toy Futility Max Depth type spin"):
        check(f"option name {name}" in options, f"UCI option {name}", options)
    said = run(engine, "debug on", "setoption name Preset value none", "setoption name Toy Futility value on",
               f"position fen {POSITION}", f"go depth {DEPTH}")
    check("toy futility" in said.lower(), "the engine's ledger (debug on)", said)


def check_listings(lab, folder):
    for preset in ("modern", "none"):
        shown = run(lab, "preset", "show", preset)
        check(re.search(rf"\[{RULE}\]\nenabled = false\nmargin = 77\nmax_depth = 2\n", shown), f"preset show {preset}", shown)
    (folder / "toy.toml").write_text(PRESET)
    shown = run(lab, "preset", "show", folder / "toy.toml")
    check(re.search(rf"\[{RULE}\]\nenabled = true\nmargin = 50\nmax_depth = 2\n", shown), "preset show FILE", shown)
    uci = run(lab, "preset", "uci", folder / "toy.toml")
    check("setoption name Toy Futility Margin value 50" in uci, "preset uci", uci)

    text = run(lab, "rules")
    check(f"\n{RULE}  move\n" in text, "rules", text)
    check("how far a toy may fall" in run(lab, "rules", RULE), f"rules {RULE}")
    rules = json.loads(run(lab, "rules", "--json"))["rules"]
    rule = next((r for r in rules if r["name"] == RULE), {})
    check(rule.get("family") == "futility" and rule["margin_unit"] == "centipawns" and "toy" in rule["arithmetic"] and
          [p["name"] for p in rule["parameters"]] == ["margin", "max_depth"], "rules --json", rule)
    markdown = run(lab, "rules", "--markdown")
    check("skip the toy's move" in markdown, "rules --markdown: the rules", markdown)
    check("how far a toy may fall" in markdown, "rules --markdown: the parameters", markdown)


def check_measurements(lab, folder):
    preset = ("--preset", folder / "toy.toml")
    (folder / "one.epd").write_text(f"{POSITION} id \"one\";\n")
    ledger = json.loads(run(lab, "analyse", POSITION, *preset, "--depth", DEPTH, "--json"))
    row = find_key(find_key(ledger, "ledger"), RULE) or {}
    check(row.get("moves_skipped", 0) > 0, "the ledger of analyse", row)
    text = run(lab, "analyse", POSITION, *preset, "--depth", DEPTH)
    check("oy futility" in text, "the ledger of analyse, as text", text)

    sweep = run(lab, "audit", folder / "one.epd", "--margins", "--rule", RULE, "--depth", DEPTH, "--sample", 5,
                "--out", folder / "margin_sweep.db", "--json")
    margins = [m for m in json.loads(sweep)["margins"] if m["rule"] == RULE]
    check(margins and margins[0]["unit"] == "centipawns" and margins[0]["preset"]["margin"] == 77 and
          len(margins[0]["points"]) > 10, "the margin sweep (audit --margins)", margins)
    shown = run(lab, "audit", "--show", folder / "margin_sweep.db")
    check("Toy futility (centipawns)" in shown, "the margins of a run store", shown)


def find_key(value, key):
    """The first value of that key, at whatever depth."""
    if isinstance(value, dict):
        if key in value:
            return value[key]
        value = list(value.values())
    if not isinstance(value, list):
        return None
    return next((found for v in value if (found := find_key(v, key)) is not None), None)


class Explorer:
    """`oknos-lab explore` on a free port."""

    def __init__(self, lab):
        self.process = subprocess.Popen([lab, "explore", "--port", "0"], stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        address = re.search(r"http://[^/ ]+", said)
        if not address:
            sys.exit(f"oknos-lab explore does not say where it is: {said}")
        self.address = address[0]

    def ask(self, path, question=None):
        """The last line of the answer."""
        data = None if question is None else json.dumps(question).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.loads(answer.read().decode().strip().split("\n")[-1])

    def stop(self):
        self.process.terminate()
        self.process.wait()


def check_explorer(lab):
    """Returns a line whose last move the rule skipped."""
    explorer = Explorer(lab)
    try:
        rule = next((r for r in explorer.ask("/api/info")["rules"] if r["name"] == RULE), {})
        check(rule.get("family") == "futility" and rule["margin_unit"] == "centipawns" and len(rule["parameters"]) == 2,
              "the explorer's list of rules", rule)
        settings = {RULE: "on", f"{RULE}.margin": 50}
        tree = explorer.ask("/api/search", {"fen": POSITION, "preset": "none", "set": settings, "depth": DEPTH})["done"]
        for entry in range(tree["entries"] - 1, 0, -1):
            node = explorer.ask(f"/api/node/{tree['id']}/{entry}")
            told = node.get("pruned", {})
            if told.get("rule") != RULE:
                continue
            check(told["title"] == "toy futility" and told["condition"].startswith("toy: ") and "{" not in told["condition"] and
                  told["spare"] is not None and told["spare"] >= 0, "the explorer's panel", told)
            return [step["san"] for step in node["path"] if step["uci"]]
        check(False, "a skipped move in the explorer", tree)
        return []
    finally:
        explorer.stop()


def check_why(lab, folder, line):
    said = run(lab, "why", POSITION, "--line", " ".join(line), "--preset", folder / "toy.toml", "--depth", DEPTH)
    check("toy futility" in said and "toy: " in said, f"why --line \"{' '.join(line)}\"", said)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="is emptied first, and removed after a success")
    parser.add_argument("--pages", type=pathlib.Path, help="where the packages of web/ have been fetched")
    parser.add_argument("--keep", action="store_true", help="do not remove the folder")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    copy, built = work / "source", work / "build"
    copy_source(arguments.source.resolve(), copy)
    add_rule(copy)
    build(copy, built, arguments.pages)
    engine, lab = built / "bin/oknos", built / "bin/oknos-lab"
    check_engine(engine)
    check_listings(lab, work)
    check_measurements(lab, work)
    check_why(lab, work, check_explorer(lab))
    if failures:
        sys.exit(f"{len(failures)} places miss the rule: {'; '.join(failures)}")
    if not arguments.keep:
        shutil.rmtree(work)
    print("The rule is everywhere: one header and its entry in the registry are enough")


if __name__ == "__main__":
    main()
