#!/usr/bin/env python3
"""Measures the rules and writes docs/rules/measured.json, from which tools/rule_figures.py fills the pages.

  tools/measure_rules.py --lab build/release/bin/oknos-lab --wac wac.epd --depths 4 --every 6 --every-guess 1
  tools/measure_rules.py --lab build/release/bin/oknos-lab --wac positions/tactics.epd --every 40 --last 3 --out try.json

wac.epd is the suite "Win at Chess" (300 positions; not part of this repository). Everything is a count of nodes, moves
or differences, so the machine does not matter. Takes some ten minutes on two cores; the second line, a try, seconds.
The sound rules are shown right on every sixth position, the rules that guess are counted on all.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = "positions/middlegames.epd"
# Presets whose margins are taken for rules that guess, in this order: the first two are older schools.
SCHOOLS = ["muller", "heinz", "modern"]


def rules_of(lab):
    run = subprocess.run([lab, "rules", "--json"], capture_output=True, text=True, check=True)
    return [r for r in json.loads(run.stdout)["rules"] if r["kind"] == "family" and r["may_be_off"]]


def sound_names(rules):
    """Rules that are proved, but for lazy evaluation, which skips nothing."""
    return [r["name"] for r in rules if r["is_sound"] and r["name"] != "lazy_evaluation"]


def guesses_of(rules):
    """Rules that guess, with the preset whose margins are taken and the search in which they are counted."""
    for r in rules:
        if not r["is_sound"]:
            for preset in [p for p in SCHOOLS if p in r["on_in"]] or ["modern"]:
                yield r["name"], preset, "null_move" if preset == "muller" else "plain"


def shown(file):
    """The file as a reader would name it."""
    path = pathlib.Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def prove(lab, file, *options):
    """The command as a reader would type it, and what it prints of full windows, by rules, search and depth."""
    command = ["oknos-lab", "prove", shown(file), *options]
    print(" ".join(command), file=sys.stderr)
    run = subprocess.run([lab, "prove", file, *options, "--json"], capture_output=True, text=True, cwd=ROOT)
    if run.returncode not in (0, 1) or not run.stdout:
        raise SystemExit(run.stderr)
    return " ".join(command), [row for row in json.loads(run.stdout)["rows"] if row["full"]]


def sample(file, every, folder):
    """A file with every so-many-th position of that one."""
    file = pathlib.Path(file).resolve()
    if every == 1:
        return str(file)
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    out = pathlib.Path(folder) / f"{file.stem}.{every}.epd"
    out.write_text("\n".join(lines[::every]) + "\n")
    return str(out)


def saved(counts, what):
    kinds = ["interior", "quiescence"] if what == "nodes" else [what]
    before, after = (sum(counts[f"{kind}_{how}"] for kind in kinds) for how in ("without", "with"))
    return f"{100 * (1 - after / before):.1f} %" if before else "-"


def sound_rules(lab, all_rules, wac, games, depths, out):
    sound = sound_names(all_rules)
    needs_null_move = {r["name"] for r in all_rules if r["soundness"].startswith("against a search with null move")}
    columns = ["positions", "search", "depth", "all nodes saved", "interior", "horizon", "moves generated",
               "differences"]
    rows = {rule: [] for rule in [*sound, "all"]}
    lazy = []
    commands = []
    for file in (wac, games):
        name = pathlib.Path(file).name
        command, found = prove(lab, file, "--each", "--depth", depths, "--windows", "1")
        commands.append(command)
        for row in found:
            if row["rules"] == "lazy_evaluation":
                lazy.append([name, row["search"], row["depth"], saved(row, "evaluations"), row["differences"]])
            elif row["rules"] in rows:
                rows[row["rules"]].append([name, row["search"], row["depth"], saved(row, "nodes"),
                                           saved(row, "interior"), saved(row, "quiescence"), saved(row, "moves"),
                                           row["differences"]])
    for rule in sound:
        if rule in needs_null_move:
            rows[rule] = [r for r in rows[rule] if r[1] == "null_move"]  # silent without a null move
        out[rule] = [{"title": "The rule alone, against the oracle without rules, full window at the root:",
                      "columns": columns, "rows": rows[rule], "command": "\n".join(commands)}]
    out["lazy_evaluation"] = [{
        "title": "Evaluations of the positional part that are saved, with the evaluation's own positional part and bound:",
        "columns": ["positions", "search", "depth", "evaluations saved", "differences"], "rows": lazy,
        "command": "\n".join(commands)}]
    return {"title": "All sound rules together, full window at the root:", "columns": columns, "rows": rows["all"],
            "command": "\n".join(commands)}


def lazy_with_a_rest(lab, wac, out):
    rows = []
    commands = []
    for width in (30, 60, 150):
        command, found = prove(lab, wac, "--rule", "lazy_evaluation", "--positional", "mobility", "--width", str(width),
                               "--depth", "4", "--windows", "1", "--search", "plain")
        commands.append(command)
        for row in found:
            if row["depth"] == 4:
                rows.append([width, saved(row, "evaluations"), row["differences"]])
    out["lazy_evaluation"].append({"title": "The same with a mobility term as the positional part, clamped to W centipawns, depth 4:",
                                   "columns": ["W", "evaluations saved", "differences"], "rows": rows,
                                   "command": "\n".join(commands)})


def guesses(lab, all_rules, wac, out):
    for rule, preset, search in guesses_of(all_rules):
        command, found = prove(lab, wac, "--preset", preset, "--rule", rule, "--search", search, "--depth", "2-4",
                               "--windows", "1")
        rows = []
        for row in found:
            differ = row["differences"]
            ordinary = differ - row["mate_differences"]
            mean = f"{row['total_difference'] / ordinary:.0f}" if ordinary > 0 else "-"
            rows.append([row["depth"], row["searches"], differ, row["mate_differences"], mean, saved(row, "nodes"),
                         saved(row, "interior")])
        out.setdefault(rule, []).append({
            "title": f"Against the oracle ({'its null-move variant' if search == 'null_move' else 'plain'}), with the "
                     f"values of `{preset}`, full window at the root:",
            "columns": ["depth", "searches", "other value", "of these about mates", "mean difference, centipawns",
                        "all nodes saved", "interior"],
            "rows": rows, "command": command})


def widths(lab, wac, last):
    """The saving of everything sound, as the part of the evaluation that is not incremental grows."""
    rows = []
    commands = []
    for width in ("own", 0, 30, 60, 100, 150, 200):
        rest = [] if width == "own" else ["--positional", "mobility", "--width", str(width)]
        command, found = prove(lab, wac, *rest, "--depth", f"3-{last}", "--windows", "1")
        commands.append(command)
        for search in ("plain", "null_move"):
            shares = [saved(r, "nodes") for d in range(3, last + 1) for r in found
                      if r["search"] == search and r["depth"] == d]
            rows.append([width, search, *shares])
    return {"title": "All nodes saved, as the part of the evaluation that is not known beforehand grows (own: the "
                     "evaluation's; else a mobility term in its place, clamped to W centipawns): "
                     f"{pathlib.Path(wac).name}",
            "columns": ["W", "search", *(f"depth {d}" for d in range(3, last + 1))], "rows": rows,
            "command": "\n".join(commands)}


def against_null_moves(lab, wac, last):
    """Muller's rules in a search that passes: nodes without and with each, sound and with the margins of `muller`, which
    are ours: his page gives no figures."""
    for preset, words in (("sound", "with sound margins"), ("muller", "with the margins of `muller`")):
        command, found = prove(lab, wac, "--preset", preset, "--each", "--search", "null_move", "--depth", f"2-{last}",
                               "--windows", "1")
        shares = {}
        for row in found:
            shares.setdefault(row["rules"], {})[row["depth"]] = (saved(row, "nodes"), row["differences"])
        rows = [[f"`{rule}`", *(by_depth[d][0] for d in range(2, last + 1)),
                 sum(by_depth[d][1] for d in range(2, last + 1))]
                for rule, by_depth in shares.items() if rule != "lazy_evaluation"]
        yield {"title": f"Against a search with a null move (the null-move variant; R as in the preset), {words}: nodes saved by each rule alone, "
                        "and by all together; values that differ:",
               "columns": ["rule", *(f"depth {d}" for d in range(2, last + 1)), "other values"], "rows": rows,
               "command": command}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", required=True, help="the program oknos-lab")
    parser.add_argument("--wac", required=True, help="the suite wac.epd")
    parser.add_argument("--depths", default="3-4", help="of the rules one by one")
    parser.add_argument("--last", type=int, default=5, help="the last depth of the curve over W")
    parser.add_argument("--games", default=ROOT / GAMES, help=f"quiet positions ({GAMES})")
    parser.add_argument("--every", type=int, default=1, help="only every so-many-th position of both")
    parser.add_argument("--every-guess", type=int, help="the same for the rules that guess (as --every)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/rules/measured.json")
    args = parser.parse_args()
    lab = str(pathlib.Path(args.lab).resolve())

    rules = {}
    all_rules = rules_of(lab)
    with tempfile.TemporaryDirectory() as folder:
        wac = sample(args.wac, args.every, folder)
        games = sample(args.games, args.every, folder)
        together = sound_rules(lab, all_rules, wac, games, args.depths, rules)
        lazy_with_a_rest(lab, wac, rules)
        guesses(lab, all_rules, sample(args.wac, args.every_guess or args.every, folder), rules)
        rules["savings"] = [together, widths(lab, wac, args.last), *against_null_moves(lab, wac, args.last)]
    revision = subprocess.run(["git", "-C", ROOT, "describe", "--always"], capture_output=True, text=True)
    document = {"about": {"revision": revision.stdout.strip()}, "rules": rules}
    target = args.out.resolve()
    aside = target.with_suffix(".json.new")
    aside.write_text(json.dumps(document, indent=1) + "\n")
    aside.replace(target)


if __name__ == "__main__":
    main()
